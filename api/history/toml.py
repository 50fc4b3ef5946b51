"""Values as TOML 1.0 writes them: strings, whole numbers, truth values, arrays and inline tables."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml_value(value: Any) -> str:
    """A value on one line; raises TypeError for what has no place in a history."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return toml_string(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{toml_key(key)} = {toml_value(inner)}" for key, inner in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(toml_value, value))}]"
    raise TypeError(f"{type(value).__name__} has no form in TOML")


def toml_string(text: str) -> str:
    """A basic string: what JSON escapes is escaped as in TOML, and so is DEL, which only TOML forbids."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def toml_key(key: str) -> str:
    """A key, bare where it may be."""
    return key if _BARE_KEY.fullmatch(key) else toml_string(key)
