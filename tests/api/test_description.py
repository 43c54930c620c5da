"""docs/openapi.yaml and docs/api.md say what the routes do."""

from __future__ import annotations

import re

import pytest
import yaml
from django.conf import settings
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator

from api.docs import as_yaml, described, error_table

DOCS = settings.BASE_DIR / "docs"


def test_the_committed_document_is_fresh():
    assert (DOCS / "openapi.yaml").read_text() == as_yaml(), "run: ./podium manage openapi"


def test_the_command_says_when_it_is_stale(monkeypatch, tmp_path):
    kept = tmp_path / "openapi.yaml"
    monkeypatch.setattr("api.management.commands.openapi.KEPT", kept)
    with pytest.raises(CommandError, match="stale"):
        call_command("openapi", check=True)
    call_command("openapi")
    call_command("openapi", check=True)
    assert yaml.safe_load(kept.read_text())["info"]["title"] == "Podium"


def operations():
    for address, methods in described()["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {address}", operation


def test_every_operation_has_a_name_of_its_own_and_a_summary():
    names = [operation["operationId"] for _, operation in operations()]
    assert len(names) == len(set(names))
    assert all(operation["summary"] for _, operation in operations())


def test_every_operation_promises_problems():
    for _, operation in operations():
        assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_every_schema_is_a_schema():
    for schema in described()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_list_takes_a_limit_and_a_cursor():
    for name, operation in operations():
        answer = (
            operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
        )
        if "next" in answer.get("schema", {}).get("properties", {}):
            parameters = {one["name"]: one["schema"] for one in operation["parameters"]}
            assert parameters["limit"]["maximum"] == 100, name
            assert "cursor" in parameters, name


def test_the_guide_names_every_code():
    named = set(re.findall(r"`([a-z_]+)`", (DOCS / "api.md").read_text()))
    assert {row["code"] for row in error_table()} <= named


def test_the_guide_names_every_route():
    guide = (DOCS / "api.md").read_text()
    plain = re.sub(r"\{\w+\}", "{}", guide)
    for address in described()["paths"]:
        short = re.sub(r"\{\w+\}", "{}", address.removeprefix("/api/v1"))
        assert f"{short}`" in plain, f"docs/api.md does not name {address}"
