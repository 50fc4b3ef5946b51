"""How an SQLite file of tables is laid out, and how one of an older server is brought up to date.

A file keeps the number of its format: how many of these steps it has been through. The steps that are there never
change, because files have been through them; a new layout is one more step.
"""

from __future__ import annotations

STEPS = (
    (
        """
        CREATE TABLE IF NOT EXISTS tables (
            id TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            due REAL,
            lobby BLOB,
            state BLOB NOT NULL,
            deck BLOB
        )
        """,
        "CREATE INDEX IF NOT EXISTS tables_due ON tables (due, id) WHERE due IS NOT NULL",
        "CREATE INDEX IF NOT EXISTS tables_listed ON tables (id) WHERE lobby IS NOT NULL",
        """
        CREATE TABLE IF NOT EXISTS events (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            write TEXT NOT NULL, -- the id of the write that brought it, so a write is known however late it comes again
            event BLOB NOT NULL,
            PRIMARY KEY (table_id, number)
        ) WITHOUT ROWID
        """,
    ),
    (
        "ALTER TABLE tables ADD COLUMN closed REAL",
        # Until then, the tables that were not listed were those that had been closed.
        "UPDATE tables SET closed = CAST(strftime('%s', 'now') AS REAL) WHERE lobby IS NULL",
        "CREATE INDEX tables_closed ON tables (closed, id) WHERE closed IS NOT NULL",
        """
        CREATE TABLE hands (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            at REAL NOT NULL,
            summary BLOB NOT NULL,
            PRIMARY KEY (table_id, number)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX hands_ended ON hands (at)",
        """
        CREATE TABLE once (
            table_id TEXT NOT NULL,
            key TEXT NOT NULL,
            request TEXT NOT NULL,
            outcome BLOB NOT NULL,
            until REAL NOT NULL,
            PRIMARY KEY (table_id, key)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX once_until ON once (until)",
        """
        CREATE TABLE asides (
            table_id TEXT NOT NULL,
            name TEXT NOT NULL,
            version INTEGER NOT NULL,
            value BLOB NOT NULL,
            due REAL,
            PRIMARY KEY (table_id, name)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX asides_due ON asides (due) WHERE due IS NOT NULL",
    ),
)
FORMAT = len(STEPS)
"""The format of this server. A file with a higher one is refused."""
