"""Webhooks: what happens at a table, posted to addresses that its host has named and the operator allows.

A table's hooks are small records beside it (`hooks.py`), each with the number of the last event that was delivered.
Every API process has a postman (`postman.py`) that takes up hooks that are behind, each for a while and alone
(`delivery.py`), posts their events one after the other (`posting.py`), and goes only where `targets.py` lets it.
"""
