"""What benchmarks and journeys share: servers to start, figures to print."""
