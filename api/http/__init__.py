"""HTTP: parse, call the service, reply.

Text becomes a value here and nowhere else; whether it is legal at the table is for the service and the rules.
"""
