"""When two names are the same one: what differs in nothing that people see, or in upper and lower case, is alike."""

import re

# Joiners, fillers, soft hyphens and selectors of a picture's form; with the tags that end the flags of some countries.
UNSEEN = r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0"
_UNSEEN = re.compile(rf"[{UNSEEN}\U000e0000-\U000e0fff]")


def compared(name: str) -> str:
    """The form in which names are compared."""
    return _UNSEEN.sub("", name).casefold()
