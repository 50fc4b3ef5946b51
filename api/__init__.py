"""The game API: tables, dealing, betting, views."""
