"""Every refusal is a problem with a code; so are Django's own and our own faults."""

from __future__ import annotations

import logging

import pytest
from django.test import Client

from api.docs import error_table
from api.errors import STATUS, problem_response, status_of, title_of
from api.problems import Problem
from games.errors import TableError
from games.rules.protocol import RulesError
from players.errors import PlayerError
from tests.api.calling import BROWSER, PROBLEM_KEYS, Api, as_player
from tests.builders import a_bot, an_admin
from tournaments.errors import TournamentError


def below(kind):
    children = {child for child in kind.__subclasses__() if child.__module__[:5] != "tests"}
    return children.union(*(below(child) for child in children))


FAMILIES = (TableError, RulesError, TournamentError, PlayerError)
ERRORS = sorted(set().union(*map(below, FAMILIES)), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_every_error_has_its_status_and_its_title(kind):
    assert STATUS.get(kind) in {400, 401, 403, 404, 409, 422, 429}
    assert title_of(kind)[0].isupper()


@pytest.mark.parametrize("kind", sorted(below(Problem), key=str), ids=lambda kind: kind.__name__)
def test_every_problem_of_requests_has_a_code_of_its_own(kind):
    codes = [problem.code for problem in below(Problem)]
    assert codes.count(kind.code) == 1
    assert kind.__doc__


def test_the_page_lists_every_code_once():
    codes = [row["code"] for row in error_table()]
    assert codes == sorted(set(codes))
    assert {"illegal_move", "stale_turn", "bad_json", "internal_error"} <= set(codes)


def test_an_error_that_nobody_knows_is_ours():
    assert status_of(RuntimeError("x")) == 500


@pytest.mark.django_db
def test_what_breaks_is_a_problem_too_and_is_logged_by_its_request_id(monkeypatch, caplog):
    def broken(*_, **__):
        raise RuntimeError("the hand was 3D 4D")

    monkeypatch.setattr("games.queries.list_tables", broken)
    with caplog.at_level(logging.ERROR):
        answer = Api().get("/tables")
    assert (answer.status, answer.code) == (500, "internal_error")
    assert answer.json["request_id"] in answer.json["detail"]
    assert answer.json["request_id"] in caplog.text
    assert "3D" not in str(answer.json)


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1", "/api/v1/", "/api/v2/tables", "/api/v1/tables/", "/api/v1/nothing"]
)
def test_an_address_that_there_is_not_is_a_problem(path):
    response = BROWSER.get(path)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert set(response.json()) >= PROBLEM_KEYS


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["put", "patch", "options", "trace"])
def test_a_method_that_is_not_answered_is_a_problem_that_lists_the_others(method):
    response = getattr(BROWSER, method)("/api/v1/tables")
    assert (response.status_code, response.json()["code"]) == (405, "wrong_method")
    assert response.headers["Allow"] == "GET, POST, HEAD"
    assert response.json()["allowed"] == ["GET", "POST", "HEAD"]


@pytest.mark.django_db
def test_head_is_answered_like_get_without_a_body():
    response = BROWSER.head("/api/v1/games")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["put", "delete"])
def test_waiting_routes_refuse_other_methods_alike(method):
    response = getattr(BROWSER, method)("/api/v1/turns")
    assert (response.status_code, response.json()["code"]) == (405, "wrong_method")


def test_a_host_that_is_not_ours_is_a_problem(settings):
    settings.ALLOWED_HOSTS = ["podium.example.org"]
    response = BROWSER.get("/api/v1/games", headers={"Host": "evil.example.org"})
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


def test_what_breaks_before_a_route_is_reached_is_a_problem(monkeypatch):
    def broken(self, request):
        raise RuntimeError("no")

    monkeypatch.setattr("django.middleware.security.SecurityMiddleware.process_request", broken)
    response = Client(raise_request_exception=False).get("/api/v1/games")
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")


def test_the_type_of_a_problem_leads_to_its_line_on_the_page(rf):
    shape = problem_response(TableErrorOfTest("no"), rf.get("/")).content
    assert b'"/api/docs#internal_error"' in shape


class TableErrorOfTest(TableError):
    """Known to nobody."""


@pytest.mark.django_db
def test_the_page_and_the_document_are_served_from_here():
    page = BROWSER.get("/api/docs")
    assert page.status_code == 200
    text = page.content.decode()
    assert 'id="illegal_move"' in text
    assert "/api/v1/tables/{table_id}/moves" in text
    assert "https://" not in text
    document = BROWSER.get("/api/openapi.yaml")
    assert document.headers["Content-Type"].startswith("application/yaml")
    assert document.content.startswith(b"openapi: 3.1.0")


@pytest.mark.django_db
def test_the_api_knows_no_session(client):
    client.force_login(an_admin())
    answer = client.get("/api/v1/token")
    assert (answer.status_code, answer.json()["code"]) == (401, "token_needed")
    assert not answer.cookies
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
def test_no_answer_stays_in_a_cache():
    assert as_player(a_bot()).get("/token").headers["Cache-Control"] == "no-store"
