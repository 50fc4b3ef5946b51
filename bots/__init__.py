"""Players that are programs: ordinary clients of the public API, for empty seats, for load, and as an example.

A bot sees what its seat sees and nothing else. How it plays is a `Strategy`: one function from a view and one of its
decisions to an answer.
"""
