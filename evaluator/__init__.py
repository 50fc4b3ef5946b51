"""Scores high and low poker hands and resolves showdowns; knows the name of no game."""
