"""The path of a move on PostgreSQL: moves/s beside pgbench, statements, folding, lateness.

Every figure stands beside its peer or limit and was measured in the same run; the command fails
if one is short of its goal. Names of parts (`speed folding lateness`) choose among them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from bench.kit.database import scratch_database
from bench.kit.figures import HEAD, Figure

PARTS = ("speed", "folding", "lateness")
MOST_SECONDS = 240  # for one part


def main(names: list[str]) -> int:
    for name in names:
        if name not in PARTS:
            raise SystemExit(f"bench: the parts are {', '.join(PARTS)}; {name!r} came.")
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres") or not os.environ.get("REDIS_URL"):
        raise SystemExit("bench: DATABASE_URL and REDIS_URL must name PostgreSQL and Redis.")
    figures = [figure for name in names or PARTS for figure in _measured(name, server)]
    print(HEAD)
    for figure in figures:
        print(figure)
    return 0 if all(figure.is_reached for figure in figures) else 1


def _measured(name: str, server: str) -> list[Figure]:
    """The figures of one part, measured in processes and a database of its own."""
    print(f"bench: measuring {name} ...", file=sys.stderr, flush=True)
    with scratch_database(server) as database, tempfile.TemporaryDirectory() as var:
        environment = {**os.environ, "DATABASE_URL": database, "PODIUM_VAR": var}
        environment |= {"LOG_LEVEL": "WARNING", "PODIUM_DEMO": "0"}
        run = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"]
        subprocess.run(run, env=environment, check=True)
        measure = [sys.executable, "-m", f"bench.parts.{name}"]
        done = subprocess.run(
            measure, env=environment, check=True, stdout=subprocess.PIPE, timeout=MOST_SECONDS
        )
    return [Figure(**figure) for figure in json.loads(done.stdout)]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
