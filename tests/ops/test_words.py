"""The page's words: every language has the same ones, and every one that the page asks for by name is there."""

from __future__ import annotations

import re

from msgspec import Struct

from api.http.pages import WEB
from api.rules.events import in_hand


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
    """A word that one language has, the others have too."""
    assert keys("en") == keys("de")
    assert len(keys("en")) > 200


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
