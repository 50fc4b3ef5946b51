"""Options: what a dealer announces before the deal, declared once.

One declaration gives an option its name, its values, its default, its words and its article.  Validation, the
announcement, `GET /v1/games/{game}` and the documentation all read it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from api.rules.refusals import BadOption, UnknownOption

Value = int | str | tuple[int, ...]
MOST_CHIPS = 1_000_000_000


class Announced(Struct, frozen=True, gc=False, cache_hash=True):
    """The options of one hand, all of them, in the order the game lists them."""

    pairs: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        for known, value in self.pairs:
            if known == name:
                return value
        raise KeyError(name)

    def get(self, name: str) -> Value | None:
        """The value of an option that not every game has, or None."""
        return next((value for known, value in self.pairs if known == name), None)

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        value = self[name]
        assert isinstance(value, int), name
        return value

    def __contains__(self, name: str) -> bool:
        return any(known == name for known, _ in self.pairs)


class Option(Struct, frozen=True):
    """One announced option.

    `values` lists the words it takes; without any it takes whole numbers from `least` to `most`.  `default` is a
    value, or a function of the options listed before it, then described by `default_words`.
    """

    name: str
    words: str
    article: str
    default: Value | Callable[[Mapping[str, Value]], Value]
    default_words: str = ""
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = MOST_CHIPS
    # The name of an earlier option whose value is the least, or the most, that this one may have.
    at_least: str = ""
    at_most: str = ""
    # A set of whole numbers from `least` to `most` is a value too, if it holds this one.
    set_with: int | None = None

    def checked(self, value: Any, earlier: Mapping[str, Value]) -> Value:
        """The value itself, or BadOption with what would have been allowed."""
        if self.set_with is not None and isinstance(value, list | tuple):
            return self._checked_set(value)
        if self.values:
            if not isinstance(value, str) or value not in self.values:
                raise BadOption(
                    f"{self.name} is one of {', '.join(self.values)}",
                    field=f"options.{self.name}",
                    allowed=self.values,
                )
            return value
        least = max(self.least, whole(earlier[self.at_least])) if self.at_least else self.least
        most = min(self.most, whole(earlier[self.at_most])) if self.at_most else self.most
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadOption(
                f"{self.name} is a whole number from {least} to {most}",
                field=f"options.{self.name}",
                min=least,
                max=most,
            )
        return value

    def _checked_set(self, value: Sequence[Any]) -> Value:
        whole_numbers = all(type(one) is int and self.least <= one <= self.most for one in value)
        if not whole_numbers or self.set_with not in value or len(set(value)) < len(value):
            raise BadOption(
                f"{self.name} is one of {', '.join(self.values)}, or a list of different whole numbers from "
                f"{self.least} to {self.most} with {self.set_with} among them",
                field=f"options.{self.name}",
                allowed=self.values,
                min=self.least,
                max=self.most,
            )
        return tuple(sorted(value))


class HasOptions(Protocol):
    """Anything that declares options: a game."""

    @property
    def options(self) -> tuple[Option, ...]: ...


def known_to(game: HasOptions, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the given options that the game has: a table's options stand for all games played there."""
    names = {option.name for option in game.options}
    return {name: value for name, value in given.items() if name in names}


def whole(value: Value) -> int:
    """A value that is known to be a number."""
    assert isinstance(value, int)
    return value


def announce(options: tuple[Option, ...], given: Mapping[str, Any]) -> Announced:
    """Every option with the value given for it, or its default; refuses unknown names and values."""
    known = tuple(option.name for option in options)
    for name in given:
        if name not in known:
            raise UnknownOption(f"there is no option {name!r} in this game", field=f"options.{name}", allowed=known)
    values: dict[str, Value] = {}
    for option in options:
        if option.name in given:
            values[option.name] = option.checked(given[option.name], values)
        else:
            default = option.default
            values[option.name] = option.checked(default(values) if callable(default) else default, values)
    return Announced(tuple(values.items()))
