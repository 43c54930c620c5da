"""Runs a bot: `python -m bots.runner --server URL --token T greedy` plays what it is asked to.

It holds nothing that a restart could lose: what waits for it is asked of the service, and a move
that got no answer is sent again with the same turn.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NoReturn

from bots.choosing import BadStrategy, Chooser, chooser, legal_moves
from bots.client import WAIT_SECONDS, Client, ServiceError, Unreachable
from bots.strategies import UnknownStrategy

DEFAULT_SERVER = "http://localhost:8000"
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
SHORT_WAIT = 0.5
TABLES_AT_ONCE = 8
HOPELESS = (401, 403)  # The token is unknown, or may not do this: asking again changes nothing.


class Runner:
    """Plays every table of one player until it is stopped."""

    def __init__(
        self,
        client: Client,
        choose: Chooser,
        *,
        wait: int = WAIT_SECONDS,
        quiet: bool = False,
    ) -> None:
        self._client = client
        self._choose = choose
        self._wait = wait
        self._quiet = quiet
        self._stopped = threading.Event()
        self._is_interrupted = False
        self._playing: dict[str, Future[None]] = {}

    def stop(self) -> None:
        self._stopped.set()

    def interrupt(self, *_: object) -> None:
        """What a signal calls, in the midst of anything: no lock may be taken here.

        The exception ends a wait at once. Where it falls into a finaliser, Python drops it; then
        the flag ends the run.
        """
        self._is_interrupted = True
        raise KeyboardInterrupt

    def _goes_on(self) -> bool:
        return not self._is_interrupted and not self._stopped.is_set()

    def run(self) -> None:
        """Ask, play, ask again. Raises ServiceError where the token is of no use."""
        with ThreadPoolExecutor(TABLES_AT_ONCE, "table") as tables:
            try:
                while self._goes_on():
                    self._ask_and_start(tables)
                    self._sort_out()
            finally:
                self._stopped.set()  # also for the threads that still try to send

    def _ask_and_start(self, tables: ThreadPoolExecutor) -> None:
        for table in self._patiently(lambda: self._client.turns(self._wait)) or ():
            if table["id"] not in self._playing:
                self._playing[table["id"]] = tables.submit(self._play_safely, table)

    def _sort_out(self) -> None:
        """While tables are being played the service does not wait, so a short wait is ours."""
        if self._playing:
            wait(self._playing.values(), SHORT_WAIT, return_when=FIRST_COMPLETED)
        for key in [key for key, played in self._playing.items() if played.done()]:
            self._playing.pop(key).result()

    def _play_safely(self, table: Mapping[str, Any]) -> None:
        """One table that cannot be played keeps no other from being played."""
        try:
            self._play(table)
        except ServiceError:
            raise
        except Exception as error:
            self._say(table, f"could not be played ({error!r}); asking anew")
            self._stopped.wait(SHORT_WAIT)

    def _play(self, table: Mapping[str, Any]) -> None:
        try:
            move = self._choose(table)
        except Exception as error:  # The author's code: say what it did and keep the seat.
            self._say(table, f"the strategy failed ({error!r}); playing the first legal move")
            move = legal_moves(table)[0]
        try:
            self._send(table, move)
        except ServiceError as refusal:
            if refusal.status != 422:
                self._refused(table, refusal)
                return
            self._say(table, f"{move} was refused: {refusal}; playing the first legal move")
            self._send_instead(table)

    def _send_instead(self, table: Mapping[str, Any]) -> None:
        try:
            self._send(table, legal_moves(table)[0])
        except ServiceError as refusal:
            self._refused(table, refusal)

    def _send(self, table: Mapping[str, Any], move: Any) -> None:  # noqa: ANN401 -- JSON
        key, turn = table["id"], table["turn"]
        answer = self._patiently(lambda: self._client.play(key, turn, move))
        if answer is None:
            return
        self._say(table, f"turn {turn}: {_words(move)}{' (again)' if answer.replayed else ''}")
        if answer.table["status"] == "over":
            self._say(table, _ended(answer.table))

    def _refused(self, table: Mapping[str, Any], refusal: ServiceError) -> None:
        if refusal.status in HOPELESS:
            raise refusal
        self._say(table, str(refusal))  # The table has moved on: the next question tells.
        self._stopped.wait(SHORT_WAIT)

    def _patiently(self, ask: Any) -> Any:  # noqa: ANN401 -- whatever the question gives
        """Ask until there is an answer, with growing pauses; None when stopped meanwhile."""
        pause = FIRST_PAUSE
        while self._goes_on():
            try:
                return ask()
            except Unreachable as trouble:
                if not self._goes_on():
                    break
                seconds = min(max(pause, trouble.retry_after or 0.0), 60.0)
                self._tell(f"{trouble}; trying again in {seconds:g} s")
                self._stopped.wait(seconds)
                pause = min(pause * 2, LONGEST_PAUSE)
        return None

    def _say(self, table: Mapping[str, Any], text: str) -> None:
        self._tell(f"table {table['id']}: {text}")

    def _tell(self, text: str) -> None:
        if not self._quiet:
            print(text, flush=True)


def _words(move: Any) -> str:  # noqa: ANN401 -- any game's JSON
    if isinstance(move, dict) and move.get("cards"):
        return " ".join(map(str, move["cards"]))
    return str(move.get("type", move)) if isinstance(move, dict) else str(move)


def _ended(table: Mapping[str, Any]) -> str:
    own = table.get("viewer_seat")
    places = {seat["number"]: seat["place"] for seat in table["seats"]}
    return f"over, place {places.get(own)} of {len(places)}"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parse(arguments)
    if not options.token:
        _fail("give the bot's token with --token, or in PODIUM_TOKEN.")
    try:
        choose = chooser(options.strategy)
    except (BadStrategy, UnknownStrategy) as error:
        _fail(str(error))
    with Client(options.server, options.token) as client:
        runner = Runner(client, choose, quiet=options.quiet)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, runner.interrupt)
        return _run(runner, options.server)


def _run(runner: Runner, server: str) -> int:
    try:
        print(f"podium bot: playing on {server}; Ctrl-C stops it.", flush=True)
        runner.run()
    except ServiceError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        pass
    print("\npodium bot: stopped; start it again and it plays on.", flush=True)
    return 0


def _fail(sentence: str) -> NoReturn:
    print(f"podium bot: {sentence}", file=sys.stderr)
    raise SystemExit(1)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bots.runner", description=__doc__)
    parser.add_argument("strategy", help="greedy, random, or file.py:Class with choose(view)")
    parser.add_argument("--server", default=DEFAULT_SERVER, help="default: %(default)s")
    parser.add_argument("--token", default=os.environ.get("PODIUM_TOKEN"), help="or PODIUM_TOKEN")
    parser.add_argument("--quiet", action="store_true", help="say nothing of moves")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
