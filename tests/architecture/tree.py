"""The repository as these tests see it: the files that git tracks."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("api", "bots", "config", "games", "players", "ratings", "tournaments", "web")
VENDORED = ("/vendor/", "tests/vectors/")  # other people's files and published figures


def tracked() -> list[Path]:
    """Without git (a downloaded archive) every file counts that is not hidden or made."""
    listing = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=False
    )
    if listing.returncode == 0:
        names = [name for name in listing.stdout.split("\0") if name]
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and not _is_made(path)]


def _is_made(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return any(part in {"var", "__pycache__"} or part.startswith(".") for part in parts)


def python_files() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def text_of(path: Path) -> str:
    """The file's text; empty for what is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))
