"""Real bots, tokens and Big Two tables, with every move of a table known beforehand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bots.strategies import strategy
from games.actions import deal_table
from games.models import Table
from games.rows import read_table
from games.rules.deals import Stream
from games.rules.protocol import Json, Seat
from games.states import first_position
from players.actions import create_bot, create_token
from players.models import Player, User

GAME = "big-two"
A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Bot:
    """A registered bot and the text of its token."""

    player_id: int
    token: str


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table that waits for its first move; `moves` holds (seat, turn, move) up to the end."""

    key: int
    public_id: str
    bots: tuple[Bot, ...]
    moves: tuple[tuple[int, int, Json], ...]

    def requests(self) -> list[bytes]:
        """The HTTP requests that play it, in order."""
        return [self._request(seat, turn, move) for seat, turn, move in self.moves]

    def _request(self, seat: int, turn: int, move: Json) -> bytes:
        body = json.dumps({"turn": turn, "move": move}).encode()
        head = (
            f"POST /api/v1/tables/{self.public_id}/moves HTTP/1.1\r\n"
            f"Host: 127.0.0.1\r\nAuthorization: Bearer {self.bots[seat].token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body


def bots(count: int) -> list[Bot]:
    """Bots of different owners, so that their tables count."""
    return [_bot(number) for number in range(count)]


def _bot(number: int) -> Bot:
    owner = User.objects.create(username=f"owner-{number}", email=f"owner-{number}@example.org")
    player = create_bot(owner=owner, handle=f"bench-{number}")
    token = create_token(owner=owner, player=player, name="bench", scopes=["play"])
    return Bot(player.pk, token.secret_text)


def dealt(seated: Sequence[Bot], patience_seconds: int = A_DAY) -> int:
    """The key of a new running table."""
    return deal_table(
        game=GAME,
        options={},
        player_ids=[bot.player_id for bot in seated],
        patience_seconds=patience_seconds,
        casual=False,
        event_string="bench",
    )


def planned_table(seated: Sequence[Bot]) -> PlannedTable:
    """A new table and the moves with which greedy bots would play it."""
    row = read_table(id=dealt(seated))
    position = first_position(row)
    rules, state, turns = position.rules, position.state, [0] * len(seated)
    greedy, unused = strategy("greedy", GAME), Stream(b"unused", "unused")
    moves = []
    while rules.outcome(state) is None:
        seat = rules.to_act(state)[0]
        move = greedy.choose(rules, rules.view(state, Seat(seat)), unused)
        moves.append((int(seat), turns[seat], rules.dump_move(move)))
        turns[seat] += 1
        state = rules.apply(state, seat, move)
    return PlannedTable(row.id, row.public_id, tuple(seated), tuple(moves))


def player(key: int) -> Player:
    return Player.objects.get(pk=key)


def rename_table(key: int, public_id: str) -> None:
    """Public names that count, for scripts that know no others."""
    Table.objects.filter(pk=key).update(public_id=public_id)
