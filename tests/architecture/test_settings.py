"""Every variable that the service reads is documented, and a bad value is refused by name."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from tests.architecture.tree import ROOT, python_files, text_of

READS = re.compile(
    r"env\.(?:text|words|flag|number|choice|url|kept_secret)\(\s*\"([A-Z_]+)\""
    r"|environ(?:\.get\(|\[)\"([A-Z_]+)\""
)
NOT_OURS = {"DJANGO_SETTINGS_MODULE"}


def variables() -> set[str]:
    service = [path for path in python_files() if not path.is_relative_to(ROOT / "tests")]
    found = {name for path in service for pair in READS.findall(text_of(path)) for name in pair}
    return found - NOT_OURS - {""}


def test_every_variable_is_explained_in_the_operations_page():
    page = (ROOT / "docs/operations.md").read_text()
    assert [name for name in sorted(variables()) if f"`{name}`" not in page] == []


def test_the_search_for_variables_finds_the_best_known_ones():
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PORT"} <= variables()


def test_a_number_must_be_one(monkeypatch):
    monkeypatch.setenv("DATABASE_POOL", "many")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_POOL must be a whole number"):
        env.number("DATABASE_POOL", 16)


def test_a_number_must_lie_within_its_bounds(monkeypatch):
    monkeypatch.setenv("DATABASE_POOL", "0")
    with pytest.raises(ImproperlyConfigured, match="between 1 and 500, not 0"):
        env.number("DATABASE_POOL", 16, least=1, most=500)


def test_a_flag_is_yes_or_no(monkeypatch):
    monkeypatch.setenv("PODIUM_DEBUG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="PODIUM_DEBUG must be 1 or 0"):
        env.flag("PODIUM_DEBUG", False)


def test_a_choice_names_what_may_be_chosen(monkeypatch):
    monkeypatch.setenv("PODIUM_SIGN_UP", "maybe")
    with pytest.raises(ImproperlyConfigured, match="one of open, closed, not 'maybe'"):
        env.choice("PODIUM_SIGN_UP", "open", ("open", "closed"))


def test_a_secret_may_come_from_a_file(monkeypatch, tmp_path):
    (tmp_path / "key").write_text("forty-two\n")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "key"))
    assert env.text("SECRET_KEY", "") == "forty-two"


def test_a_missing_secret_file_is_named(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "nowhere"))
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY_FILE names .*nowhere"):
        env.text("SECRET_KEY", "")


def test_a_password_file_completes_the_address(monkeypatch, tmp_path):
    (tmp_path / "password").write_text("a/b@c\n")
    monkeypatch.setenv("DATABASE_URL", "postgres://podium@postgres:5432/podium")
    monkeypatch.setenv("DATABASE_PASSWORD_FILE", str(tmp_path / "password"))
    assert env.url("DATABASE_URL", "") == "postgres://podium:a%2Fb%40c@postgres:5432/podium"


def test_an_address_without_a_password_stays_as_it_is(monkeypatch):
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:6379/0")
    monkeypatch.delenv("REDIS_PASSWORD", raising=False)
    assert env.url("REDIS_URL", "") == "redis://127.0.0.1:6379/0"


def test_a_kept_secret_stays_the_same_and_is_readable_by_its_owner_only(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    path = tmp_path / "var" / "secret_key"
    first = env.kept_secret("SECRET_KEY", path)
    assert env.kept_secret("SECRET_KEY", path) == first
    assert len(first) >= 40
    assert path.stat().st_mode & 0o777 == 0o600
