"""Typed readers of the environment: a bad value refuses to start, naming the variable."""

from __future__ import annotations

import secrets
from pathlib import Path
from urllib.parse import quote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_env = environ.Env()


def text(name: str, default: str) -> str:
    """The variable, or the content of the file that NAME_FILE names, or the default."""
    path = _env.str(f"{name}_FILE", default="")
    if path and not _env.str(name, default=""):
        return _content(name, Path(path))
    return str(_env.str(name, default=default))


def url(name: str, default: str) -> str:
    """An address; its password may come apart from it, as X_PASSWORD for X_URL."""
    address = text(name, default)
    password = text(f"{name.removesuffix('_URL')}_PASSWORD", "")
    if not password or not address:
        return address
    parts = urlsplit(address)
    who = f"{parts.username or ''}:{quote(password, safe='')}"
    where = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{who}@{where}").geturl()


def _content(name: str, path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE names {path}, which cannot be read.") from error


def words(name: str, default: list[str]) -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in _env.list(name, default=default) if word.strip()]


def flag(name: str, default: bool) -> bool:
    value = _env.str(name, default="1" if default else "0").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off", ""}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0 (true/false), not {value!r}.")


def number(name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    raw = _env.str(name, default=str(default))
    try:
        value = int(raw)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {raw!r}.") from error
    if not least <= value <= most:
        raise ImproperlyConfigured(f"{name} must lie between {least} and {most}, not {value}.")
    return value


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def kept_secret(name: str, path: Path) -> str:
    """The variable if it is set, else a secret kept in a file that only its owner reads."""
    value = text(name, "")
    if value:
        return value
    if path.exists():
        return path.read_text().strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(secrets.token_urlsafe(48))
    return path.read_text().strip()
