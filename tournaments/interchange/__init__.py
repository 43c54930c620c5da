"""Events as files that other programs read and write."""
