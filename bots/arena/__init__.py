"""Plays bots against each other offline: no server, no database, the same rules and records."""
