"""`regrets serve`: one process that starts the evaluator and the game API, watches them, and ends them.

It serves no request itself. It opens the listening sockets and keeps them open, so that a service that dies
leaves its port, and the callers waiting there, to the one that is started in its place. The services follow a
pipe that only the supervisor holds open: however it ends, the pipe closes and they end too.
"""
