"""The production shape, as far as it can be checked without starting it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.architecture.tree import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
PINNED = re.compile(r":(?:\d+\.\d+|\$\{PODIUM_TAG)")
each_service = pytest.mark.parametrize("name", sorted(SERVICES))


def tool(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).parent / name
    return subprocess.run(
        [str(program), *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_compose_file_obeys_its_schema():
    run = tool("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml")
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_dockerfile_has_no_known_fault():
    run = tool("hadolint", "Dockerfile")
    assert run.returncode == 0, run.stdout + run.stderr


def test_production_has_its_seven_parts():
    assert {"postgres", "redis", "web", "live", "worker", "beat", "proxy"} <= set(SERVICES)


@each_service
def test_a_service_runs_without_rights(name):
    service = SERVICES[name]
    assert str(service["user"]).split(":")[0] not in {"", "0", "root"}
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True


@each_service
def test_a_service_is_watched_or_says_why_not(name):
    assert ("healthcheck" in SERVICES[name]) != ("x-no-healthcheck" in SERVICES[name])


@each_service
def test_a_service_holds_no_secret_in_its_environment(name):
    for variable in SERVICES[name].get("environment", {}):
        if re.search(r"PASSWORD|SECRET|KEY|TOKEN", variable):
            assert variable.endswith("_FILE")


@each_service
def test_an_address_in_the_environment_holds_no_password(name):
    for value in map(str, SERVICES[name].get("environment", {}).values()):
        assert not re.search(r"://[^/@]*:[^/@]*@", value)


@each_service
def test_an_image_is_pinned(name):
    assert PINNED.search(SERVICES[name]["image"])


@each_service
def test_only_the_proxy_is_reachable_from_outside(name):
    assert ("ports" in SERVICES[name]) == (name == "proxy")


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_the_stores_live_in_a_network_without_a_way_out(name):
    assert SERVICES[name]["networks"] == ["back"]
    assert COMPOSE["networks"]["back"] == {"internal": True}


def test_redis_never_drops_what_it_was_given():
    command = " ".join(SERVICES["redis"]["command"])
    assert "--maxmemory-policy noeviction" in command
    assert "requirepass" in command


def test_every_secret_is_a_file():
    assert all(list(secret) == ["file"] for secret in COMPOSE["secrets"].values())


def test_the_image_runs_as_an_ordinary_user():
    users = re.findall(r"^USER (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert users == ["10001:10001"]


def test_the_image_holds_no_tests_and_no_data():
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in allowed
    assert not {"!tests", "!var", "!.git", "!bench"} & set(allowed)
