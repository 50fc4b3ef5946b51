"""When two names are the same one: what differs in nothing that people see, or in upper and lower case, is alike."""

import re

# Joiners, fillers, soft hyphens, marks of notes between lines, and selectors of a picture's form.
UNSEEN = r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffb"
# The tags that end the flags of some countries, more selectors, and what only guides the writing of shorthand or music.
# Beyond the first plane, where patterns are not written alike in all languages.
_FARTHER = r"\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
_UNSEEN = re.compile(rf"[{UNSEEN}{_FARTHER}]")


def is_seen(name: str) -> bool:
    """Whether there is anything to see of a name."""
    return bool(_UNSEEN.sub("", name).strip())


def compared(name: str) -> str:
    """The form in which names are compared."""
    return _UNSEEN.sub("", name).casefold()
