"""What the shapes of requests are made of: strict JSON types, bounds that are told, and one form for every fault.

marshmallow takes "3", 3.0 and true for a number; nothing here does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from api.http.refusals import BadShape, Fault
from api.rules.naming import UNSEEN, is_seen

MOST_CHIPS = 1_000_000_000
MOST_OPTIONS = 40
MOST_OPTION_LENGTH = 40
MOST_NUMBERS, MOST_LISTED = 20, 1000
OPTION_NAME = r"^[a-z][a-z0-9_]{0,39}$"
# Not in a name: control characters, line and paragraph ends, and marks without width or that turn the direction of
# reading. A name also needs one character that shows.
_BARRED = r"\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
NAME = rf"^[^{_BARRED}]*[^\s{UNSEEN}{_BARRED}][^{_BARRED}]*$"
NAME_NEEDS = "a name has a character that shows, and no control or direction marks"


def refuse(code: str, detail: str, **facts: Any) -> ValidationError:
    """The error with which a field refuses its value."""
    return ValidationError([Fault(code, detail, "", facts)])


class Between(validate.Range):
    """A range whose refusal gives the bounds."""

    def __call__(self, value: Any) -> Any:
        if not self.min <= value <= self.max:
            bounds = {"min": self.min, "max": self.max}
            raise refuse("out-of-range", f"it is not from {self.min} to {self.max}", bounds=bounds)
        return value


class Sized(validate.Length):
    """A length whose refusal gives the bounds."""

    def __call__(self, value: Any) -> Any:
        least, most = self.min or 0, self.max
        if len(value) < least or (most is not None and len(value) > most):
            detail = f"its length is {len(value)}, not from {least} to {most}"
            raise refuse("out-of-range", detail, bounds={"min": least, "max": most})
        return value


class Like(validate.Regexp):
    """A pattern that the whole text must follow."""

    def __init__(self, pattern: str, need: str) -> None:
        super().__init__(pattern)
        self.need = need

    def __call__(self, value: Any) -> Any:
        if not self.regex.fullmatch(value):
            raise refuse("not-allowed", self.need)
        return value


class OneOf(validate.OneOf):
    """A closed set whose refusal lists it."""

    def __call__(self, value: Any) -> Any:
        if value not in self.choices:
            listed = ", ".join(map(str, self.choices))
            raise refuse("not-allowed", f"it is one of {listed}", allowed=list(self.choices))
        return value


class Whole(fields.Integer):
    """A JSON integer: no fraction, no string, no boolean."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise refuse("wrong-type", "a whole number is needed")
        return value


class Flag(fields.Boolean):
    """A JSON boolean, and nothing that looks like one."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise refuse("wrong-type", "true or false is needed")
        return value


class Text(fields.String):
    """A JSON string."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is not str:
            raise refuse("wrong-type", "a string is needed")
        return value


class Name(Text):
    """A name for people, without blanks at its ends, in the composed form, so that what looks alike is alike."""

    def __init__(self, most: int, **more: Any) -> None:
        self.most = most
        super().__init__(validate=[Sized(1, most), Like(NAME, NAME_NEEDS)], **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        given = super()._deserialize(value, attr, data, **kwargs)
        Sized(1, self.most)(given)
        if not is_seen(given):
            raise refuse("not-allowed", NAME_NEEDS)
        return unicodedata.normalize("NFC", given.strip())


OptionValue = int | str | list[int]


class Options(fields.Field[dict[str, OptionValue]]):
    """Announced options by name; which there are, and what they take, bounds of numbers included, the game says."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, OptionValue]:
        if type(value) is not dict:
            raise refuse("wrong-type", "an object is needed, with a value for each option")
        Sized(0, MOST_OPTIONS)(value)
        faults = {name: [fault] for name, given in value.items() if (fault := self._fault(name, given))}
        if faults:
            raise ValidationError(faults)
        return value

    @staticmethod
    def _fault(name: str, value: Any) -> Fault | None:
        if not re.fullmatch(OPTION_NAME, name):
            return Fault("not-allowed", "no option has a name like that")
        if type(value) is list:
            return Options._list_fault(value)
        if type(value) not in (int, str):
            return Fault("wrong-type", "an option's value is a whole number, a string, or a list of whole numbers")
        if isinstance(value, str) and len(value) > MOST_OPTION_LENGTH:
            return Fault("out-of-range", f"it is longer than {MOST_OPTION_LENGTH} characters")
        return None

    @staticmethod
    def _list_fault(value: list[Any]) -> Fault | None:
        if not 1 <= len(value) <= MOST_NUMBERS:
            bounds = {"bounds": {"min": 1, "max": MOST_NUMBERS}}
            return Fault("out-of-range", f"a list has 1 to {MOST_NUMBERS} numbers", "", bounds)
        if not all(type(one) is int and 0 <= one <= MOST_LISTED for one in value):
            bounds = {"bounds": {"min": 0, "max": MOST_LISTED}}
            return Fault("wrong-type", f"a list holds whole numbers from 0 to {MOST_LISTED}", "", bounds)
        return None


class Request(Schema):
    """A closed object; with `least_fields`, one of at least so many fields."""

    least_fields: ClassVar[int] = 0

    class Meta:
        unknown = RAISE

    @validates_schema(skip_on_field_errors=True)
    def _enough(self, data: Mapping[str, Any], **_: Any) -> None:
        if len(data) < self.least_fields:
            raise refuse("missing-field", f"give one of: {', '.join(self.fields)}", allowed=list(self.fields))


def json_object(body: Any) -> dict[str, Any]:
    """A decoded body if it is one JSON object; raises BadShape."""
    if type(body) is not dict:
        raise BadShape([Fault("wrong-type", "the body is one JSON object")])
    return body


def load(schema: Schema, body: Any) -> Any:
    """A decoded body as the schema's value; raises BadShape with every fault."""
    try:
        return schema.load(json_object(body))
    except ValidationError as error:
        raise BadShape(list(_faults(error.messages, ""))) from None


def _faults(messages: Any, path: str) -> list[Fault]:
    """Flatten marshmallow's nested messages into faults, each under its field."""
    if isinstance(messages, Mapping):
        nested = (_faults(inner, _join(path, key)) for key, inner in messages.items())
        return [fault for faults in nested for fault in faults]
    return [_fault(message).under(path) for message in messages]


def _join(path: str, key: Any) -> str:
    if key == "_schema":
        return path
    return f"{path}.{key}" if path else str(key)


def _fault(message: Any) -> Fault:
    """Give a message of marshmallow's own its code."""
    if isinstance(message, Fault):
        return message
    match message:
        case "Missing data for required field.":
            return Fault("missing-field", "this field is needed")
        case "Unknown field.":
            return Fault("unknown-field", "there is no such field")
        case "Field may not be null." | "Not a valid list.":
            return Fault("wrong-type", "that is not of the right type")
        case _:
            return Fault("not-allowed", str(message))
