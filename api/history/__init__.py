"""Finished hands, told again: a neutral value (`values.py`) and the forms in which it can be taken along.

`telling.py` builds the value from views of a hand's events, and from nothing else that knows a card, so that a
history cannot show what its reader was not shown.  All of it is pure.
"""
