"""The runner keeps its seats: it sends again, plays several tables at once, and survives."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from bots.choosing import chooser, legal_moves
from bots.client import Client, ServiceError
from bots.runner import Runner
from tests.bots.waiting import a_waiting_table

ROOT = Path(__file__).resolve().parents[2]
Answers = Callable[[dict[str, Any]], httpx.Response]


class Service:
    """A far end that answers moves as the test says and stops the runner when all are made."""

    def __init__(self, tables: list[dict[str, Any]], answers: list[Answers]) -> None:
        self.waiting = {table["id"]: table for table in tables}
        self.answers = answers
        self.moves: list[tuple[str, int, Any]] = []
        self.runner: Runner | None = None
        self.lock = threading.Lock()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/turns"):
            return httpx.Response(200, json={"turns": list(self.waiting.values())})
        key = request.url.path.split("/")[4]
        body = json.loads(request.read())
        with self.lock:
            self.moves.append((key, body["turn"], body["move"]))
            answer = self.answers.pop(0)(self.waiting[key])
            if answer.status_code == 200:
                del self.waiting[key]
            if not self.waiting and self.runner:
                self.runner.stop()
        return answer

    def run(self, choose: Any) -> list[tuple[str, int, Any]]:
        client = Client("http://podium.test", "pod_x", transport=httpx.MockTransport(self))
        self.runner = Runner(client, choose)
        self.runner.run()
        return self.moves


def good(table: dict[str, Any]) -> httpx.Response:
    return httpx.Response(200, json={**table, "status": "running"})


def the_end(table: dict[str, Any]) -> httpx.Response:
    seats = [{"number": 0, "place": 2}, {"number": 1, "place": 1}]
    return httpx.Response(200, json={**table, "status": "over", "seats": seats, "viewer_seat": 1})


def broken(_: dict[str, Any]) -> httpx.Response:
    return httpx.Response(503)


def illegal(_: dict[str, Any]) -> httpx.Response:
    return httpx.Response(422, json={"code": "illegal_move", "detail": "Too low."})


def test_a_move_without_an_answer_is_sent_again_with_the_same_turn() -> None:
    table = a_waiting_table()
    first, second = Service([table], [broken, good]).run(chooser("random"))
    assert first == second
    assert first[:2] == ("t1", 0)


def test_two_tables_are_played_at_once() -> None:
    both = threading.Barrier(2, timeout=5)

    def choose(table: Any) -> Any:
        both.wait()  # passes only if the other table is being thought about as well
        return legal_moves(table)[0]

    moves = Service([a_waiting_table("t1"), a_waiting_table("t2")], [good, good]).run(choose)
    assert {key for key, _, _ in moves} == {"t1", "t2"}


def test_the_end_of_a_table_is_told_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    Service([a_waiting_table()], [the_end]).run(chooser("greedy"))
    assert "table t1: over, place 1 of 2" in capsys.readouterr().out


def test_a_refused_move_is_replaced_by_the_first_legal_one() -> None:
    table = a_waiting_table()
    moves = Service([table], [illegal, good]).run(lambda _: {"type": "pass"})
    assert [move for _, _, move in moves] == [{"type": "pass"}, legal_moves(table)[0]]


def test_a_strategy_that_fails_keeps_its_seat(capsys: pytest.CaptureFixture[str]) -> None:
    table = a_waiting_table()
    moves = Service([table], [good]).run(lambda view: view["no such key"])
    assert [move for _, _, move in moves] == [legal_moves(table)[0]]
    assert "the strategy failed (KeyError" in capsys.readouterr().out


def test_a_table_that_cannot_be_played_keeps_no_other_from_being_played() -> None:
    strange = {**a_waiting_table("t1"), "game": "a game of tomorrow"}
    service = Service([strange, a_waiting_table("t2")], [])

    def last_answer(table: dict[str, Any]) -> httpx.Response:
        service.waiting.pop("t1")
        return good(table)

    service.answers.append(last_answer)
    moves = service.run(chooser("greedy"))
    assert [key for key, _, _ in moves] == ["t2"]


def test_a_revoked_token_ends_the_run_with_its_reason() -> None:
    problem = {"code": "token_invalid", "detail": "This token is not valid any more."}
    client = Client(
        "http://podium.test",
        "pod_x",
        transport=httpx.MockTransport(lambda _: httpx.Response(401, json=problem)),
    )
    with pytest.raises(ServiceError, match="not valid any more"):
        Runner(client, chooser("greedy")).run()


def a_runner(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if name != "PODIUM_TOKEN"}
    return subprocess.Popen(
        [sys.executable, "-m", "bots.runner", *arguments],
        cwd=ROOT,
        env=kept | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_without_a_token_the_command_says_where_to_put_it() -> None:
    _, said = (process := a_runner("greedy")).communicate(timeout=20)
    assert process.returncode == 1
    assert said == "podium bot: give the bot's token with --token, or in PODIUM_TOKEN.\n"


def test_an_interruption_that_python_drops_ends_the_run_all_the_same() -> None:
    """As it does in a finaliser: the exception is lost there, and only the flag is left."""

    def far_end(request: httpx.Request) -> httpx.Response:
        with pytest.raises(KeyboardInterrupt):
            runner.interrupt(signal.SIGTERM, None)
        raise httpx.ConnectError("refused", request=request)

    client = Client("http://podium.test", "pod_x", transport=httpx.MockTransport(far_end))
    runner = Runner(client, chooser("greedy"), quiet=True)
    runner.run()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_waits_for_an_absent_service_and_stops_cleanly(number: signal.Signals) -> None:
    process = a_runner("greedy", "--server", "http://127.0.0.1:9", PODIUM_TOKEN="pod_x")
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(3)]
    process.send_signal(number)
    try:
        rest, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert lines[0].startswith("podium bot: playing on http://127.0.0.1:9")
    assert [line.split("; ")[1] for line in lines[1:]] == [
        "trying again in 0.25 s\n",
        "trying again in 0.5 s\n",
    ]
    assert rest.endswith("podium bot: stopped; start it again and it plays on.\n")
    assert (process.returncode, errors) == (0, "")
