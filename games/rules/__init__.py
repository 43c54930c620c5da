"""The pure rules of every game: values in, values out; no clock, no chance of its own."""
