"""Benchmarks beside their peers, measured in the same run; the ratios count, not the machine."""
