"""Parts of a benchmark that need the database: each in a process and a database of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from bench.kit.database import scratch_database
from bench.kit.figures import Figure

MOST_SECONDS = 240  # for one part


def server() -> str:
    """The PostgreSQL that the harness names; ends the bench where there is none."""
    address = os.environ.get("DATABASE_URL", "")
    if not address.startswith("postgres") or not os.environ.get("REDIS_URL"):
        raise SystemExit("bench: DATABASE_URL and REDIS_URL must name PostgreSQL and Redis.")
    return address


def measured(name: str) -> list[Figure]:
    """The figures of `bench/parts/NAME.py`."""
    print(f"bench: measuring {name} ...", file=sys.stderr, flush=True)
    with scratch_database(server()) as database, tempfile.TemporaryDirectory() as var:
        environment = {**os.environ, "DATABASE_URL": database, "PODIUM_VAR": var}
        environment |= {"LOG_LEVEL": "WARNING", "PODIUM_DEMO": "0"}
        run = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"]
        subprocess.run(run, env=environment, check=True)
        measure = [sys.executable, "-m", f"bench.parts.{name}"]
        done = subprocess.run(
            measure, env=environment, check=True, stdout=subprocess.PIPE, timeout=MOST_SECONDS
        )
    return [Figure(**figure) for figure in json.loads(done.stdout)]
