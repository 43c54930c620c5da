"""pgbench as a peer: the statements of one real move, sent by PostgreSQL's own load program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit


def program() -> str:
    """pgbench of the server that the harness started, or of this machine."""
    beside = Path(os.environ.get("PODIUM_PG_BIN", "")) / "pgbench"
    found = str(beside) if beside.is_file() else shutil.which("pgbench")
    if not found:
        raise SystemExit("bench: no pgbench; Debian has it in the package postgresql.")
    return found


def transactions_per_second(
    script: Path, database: str, *, clients: int, seconds: int, first_ply: int
) -> float:
    """The script's rate over `clients` connections; every transaction has to succeed."""
    where = urlsplit(database)
    command = [program(), "--no-vacuum", "--protocol=simple", f"--file={script}"]
    command += [f"--client={clients}", "--jobs=2", f"--time={seconds}", f"--define=ply={first_ply}"]
    command += ["-h", str(where.hostname), "-p", str(where.port or 5432)]
    command += ["-U", where.username or "postgres", where.path.lstrip("/")]
    password = {"PGPASSWORD": where.password} if where.password else {}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **password}
    )
    rate = re.search(r"tps = ([0-9.]+) \(without initial", done.stdout)
    failed = re.search(r"number of failed transactions: ([0-9]+)", done.stdout)
    if done.returncode or not rate or (failed and int(failed[1])):
        raise RuntimeError(f"pgbench failed: {done.stdout[-500:]} {done.stderr[-1500:]}")
    return float(rate[1])
