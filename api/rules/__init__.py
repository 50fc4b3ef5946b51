"""The rule core: what is legal, what follows, and nothing else.

In this folder there is no I/O, no clock, no chance and no Flask: the time and the shuffled deck arrive as
arguments, every value is frozen, and what only the outside can answer is asked by standing still
(`questions.py`).  `tests/api/rules/test_purity.py` holds the rule.

A record is made of values that were there before it, so no cycle can form: where there are very many records,
`gc=False` keeps the garbage collector from looking at them, which took an eighth of the time of a hand.
"""
