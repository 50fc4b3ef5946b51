"""Who bought what, who has what, and who owes whom: the reckoning of a table, in chips and in money.

All of it is pure and follows from the table's accounts, chairs and carried chips.
"""
