"""Bots that a host adds to a table: ordinary clients, as processes beside the API's own.

A bot has a place: a small file in the data folder, named for its seat. Whoever keeps the bots finds there which are to
play; a lock on the file, held by the bot's own process, says that it is being played, and goes with that process,
however it ends.
"""
