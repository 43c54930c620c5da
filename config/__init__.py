"""Settings, routes and processes: where the packages meet."""
