"""The page's words: every language has the same ones, and every one that the page asks for by name is there."""

from __future__ import annotations

import re

from msgspec import Struct

from api.http.pages import WEB
from api.rules.events import in_hand
from api.rules.games import GAMES
from tests.contract.spec import document

IN_ENGLISH_FROM_THE_API = {"made", "ranks", "phase", "about", "usual"}


def keys(language: str) -> set[str]:
    """Every key of a language's file, as the page names it."""
    text = (WEB / "words" / f"{language}.js").read_text()
    body = re.sub(r"^//.*$|^export const \w+ = ", "", text, flags=re.MULTILINE)
    found: set[str] = set()
    path: list[str] = []
    for token in re.finditer(r'"?([\w-]+)"?:\s*(\{|"(?:[^"\\]|\\.)*")|\}', body):
        if token[0] == "}":
            path = path[:-1]
        elif token[2] == "{":
            path.append(token[1])
        else:
            found.add(".".join([*path, token[1]]))
    return found


def test_every_language_is_complete() -> None:
    """A word that one language has, the others have too; what the API says in English, they say by its codes."""
    assert {key for key in keys("de") if key.partition(".")[0] not in IN_ENGLISH_FROM_THE_API} == keys("en")
    assert len(keys("en")) > 200


def test_what_the_api_says_in_english_has_words_in_other_languages() -> None:
    """Every category of hands, every rank, every kind of step, and every option of every game."""
    schemas = document()["components"]["schemas"]
    phases = schemas["Phase"]["properties"]["code"]["enum"]
    wanted = {f"made.{one}" for one in schemas["Category"]["enum"]} | {f"phase.{one}" for one in phases}
    wanted |= {f"ranks.{rank}" for rank in "23456789TJQKA"}
    options = {option for game in GAMES.values() for option in game.options}
    wanted |= {f"about.{option.name}" for option in options}
    wanted |= {f"usual.{option.name}" for option in options if option.default_words}
    assert {key for key in keys("de") if key.partition(".")[0] in IN_ENGLISH_FROM_THE_API} == wanted


def test_every_word_that_is_asked_for_is_there() -> None:
    """Keys that stand whole in the page's code; plural forms are asked for by what they have in common."""
    known = keys("en") | {key.rpartition(".")[0] for key in keys("en")}
    asked = {
        key
        for file in WEB.rglob("*.js")
        if file.parent.name != "words"
        for key in re.findall(r'\bt\("([\w.-]+)"', file.read_text())
    }
    assert asked - known == set()
    assert len(asked) > 80


def test_every_step_of_a_hand_has_words() -> None:
    """Whatever happens in a hand is told in words when it is played again."""
    kinds = {
        config.tag
        for each in vars(in_hand).values()
        if isinstance(each, type)
        and issubclass(each, Struct)
        and (config := each.__struct_config__).tag_field == "kind"
        and each.__module__ == in_hand.__name__
    } | {"leaving", "warned", "timed-out", "delayed"}
    assert len(kinds) > 20
    assert {kind for kind in kinds if not {f"talk.{kind}", f"event.{kind}"} & keys("en")} == set()
