"""Every route and method for every role: who gets in, and with what refusal others do not.

A route that is not in the matrix fails: a new one says there who may use it.
"""

from __future__ import annotations

import pytest

from api.docs import described
from tests.api.calling import ROOT
from tests.api.matrix import ALLOWED, MATRIX, ROLES, a_world, asked
from tests.builders import a_token, own_player

pytestmark = pytest.mark.django_db

SCOPES = ("play", "enter", "organise", "read")


def is_as(wanted, status):
    if wanted == "in":
        return 200 <= status < 300
    return status in (wanted if isinstance(wanted, set) else {wanted})


@pytest.mark.parametrize("role", ROLES)
def test_who_may(role):
    world = a_world()
    wrong = {}
    for method, path in MATRIX:
        answer = asked(world, role, method, path, token=world.tokens[role])
        if not is_as(MATRIX[method, path][role], answer.status_code):
            wrong[method, path] = (answer.status_code, answer.content)
    assert wrong == {}


def test_no_route_is_missing_from_the_matrix():
    routes = {
        (method, address.removeprefix(ROOT))
        for address, methods in described()["paths"].items()
        for method in methods
    }
    assert routes == set(MATRIX)


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_does_only_what_its_scope_says(scope):
    world = a_world()
    token = a_token(own_player(world.people["staff"]), scopes=(scope,))
    wrong = {}
    for method, path in MATRIX:
        answer = asked(world, "staff", method, path, token=token)
        is_refused = answer.status_code == 403 and answer.json()["code"] == "missing_scope"
        if is_refused != (scope not in ALLOWED.get((method, path), default(method, path))):
            wrong[method, path] = (answer.status_code, answer.content)
    assert wrong == {}


def default(method, path):
    """Any scope where no token is needed; `play` for the rest, which is the tables'."""
    security = described()["paths"][ROOT + path][method]["security"]
    return set(SCOPES) if {} in security else {"play"}
