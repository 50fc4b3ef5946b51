"""The game API: tables, dealing, betting, views."""

__version__ = "0.1.0"
