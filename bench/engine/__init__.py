"""The tournament engine and its peers at the same tasks."""
