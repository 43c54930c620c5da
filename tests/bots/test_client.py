"""The client tells refusals, which are final, from silence, which is tried again."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from bots.client import Client, ServiceError, Unreachable

Handler = Callable[[httpx.Request], httpx.Response]


def a_client(handler: Handler) -> Client:
    return Client("http://podium.test/", "pod_x", transport=httpx.MockTransport(handler))


def test_a_move_is_posted_with_its_turn_under_the_token() -> None:
    def service(request: httpx.Request) -> httpx.Response:
        assert request.url.path == "/api/v1/tables/t1/moves"
        assert request.headers["Authorization"] == "Bearer pod_x"
        assert request.read() == b'{"turn":3,"move":{"type":"pass"}}'
        return httpx.Response(200, json={"status": "running"}, headers={"Replayed": "true"})

    answer = a_client(service).play("t1", 3, {"type": "pass"})
    assert answer.table == {"status": "running"}
    assert answer.replayed


def test_waiting_turns_are_asked_for_with_a_wait_of_25_seconds() -> None:
    def service(request: httpx.Request) -> httpx.Response:
        assert str(request.url) == "http://podium.test/api/v1/turns?wait=25"
        return httpx.Response(200, json={"turns": [{"id": "t1"}]})

    assert a_client(service).turns() == [{"id": "t1"}]


def test_a_refusal_carries_its_code_and_sentence() -> None:
    problem = {"code": "illegal_move", "detail": "A pair is asked for."}
    with pytest.raises(ServiceError, match="A pair is asked for") as refusal:
        a_client(lambda _: httpx.Response(422, json=problem)).play("t1", 0, {})
    assert (refusal.value.status, refusal.value.code) == (422, "illegal_move")


def test_a_busy_service_tells_how_long_to_wait() -> None:
    with pytest.raises(Unreachable) as trouble:
        a_client(lambda _: httpx.Response(429, headers={"Retry-After": "7"})).turns()
    assert trouble.value.retry_after == 7.0


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_broken_service_is_tried_again(status: int) -> None:
    with pytest.raises(Unreachable, match=str(status)):
        a_client(lambda _: httpx.Response(status, text="<html>")).turns()


def test_a_lost_connection_is_tried_again() -> None:
    def service(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    with pytest.raises(Unreachable, match="no answer from the service: refused"):
        a_client(service).turns()


def test_a_page_that_is_no_podium_is_named_as_such() -> None:
    with pytest.raises(Unreachable, match="address of a Podium"):
        a_client(lambda _: httpx.Response(200, text="hello")).turns()


def test_a_refusal_without_json_is_still_a_refusal() -> None:
    with pytest.raises(ServiceError, match="unknown, HTTP 404"):
        a_client(lambda _: httpx.Response(404, text="no")).turns()
