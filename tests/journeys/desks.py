"""Where an organiser sits: at the API, or at the admin pages and the console of the event."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any, NamedTuple, Protocol

from django.test import Client

from games.models import Table
from players.models import Player
from tests.api.calling import Answer, Api, as_player, table_path
from tests.builders import a_user, an_admin, own_player
from tests.tournaments.helpers import entrant_of, finish
from tests.tournaments.test_admin import NEW, page, press
from tournaments.models import Act, Tournament

Decision = Mapping[str, Any]
"""`kind`, `stage`, `match`; for an override `places`: a place for each handle."""


class Price(NamedTuple):
    """What a preview says: matches as (label, before, after), tables void, whose rating moves."""

    matches: list[tuple[str, str, str]]
    tables: int
    rated: set[str]


class Desk(Protocol):
    """All that the organiser and the entrants do in an hour."""

    username: str
    who_withdraws: str

    def create(self, **settings: Any) -> Tournament: ...
    def open(self, event: Tournament) -> None: ...
    def enter(self, event: Tournament, player: Player) -> None: ...
    def check_in(self, event: Tournament, player: Player) -> None: ...
    def start(self, event: Tournament) -> None: ...
    def withdraw(self, event: Tournament, player: Player, reason: str) -> None: ...
    def play(self, table: Table, *order: str) -> None: ...
    def look(self, event: Tournament, what: Decision) -> Price: ...
    def act(self, event: Tournament, what: Decision, reason: str) -> Act: ...
    def champion(self, event: Tournament) -> str: ...


def player_of(event: Tournament, handle: str) -> Player:
    return event.entrants.get(player__handle=handle).player


class ApiDesk:
    """Everybody has a token and nothing else: the organiser, and each bot that enters and plays."""

    username = "dora"
    who_withdraws = "bot-6-owner"

    def __init__(self) -> None:
        self._organiser = as_player(own_player(a_user(self.username, staff=True)))
        self._bots: dict[str, Api] = {}

    def create(self, **settings: Any) -> Tournament:
        body = json.loads(json.dumps(settings, default=dt.datetime.isoformat))
        made = self._done(self._organiser.post("/tournaments", body), 201)
        return Tournament.objects.get(public_id=made.json["id"])

    def open(self, event: Tournament) -> None:
        self._done(self._organiser.post(self._at(event, "open")))

    def enter(self, event: Tournament, player: Player) -> None:
        self._bots[player.handle] = as_player(player)
        self._done(self._bots[player.handle].post(self._at(event, "entrants")), 201)

    def check_in(self, event: Tournament, player: Player) -> None:
        self._done(self._bots[player.handle].post(self._at(event, "check-in")))

    def start(self, event: Tournament) -> None:
        self._done(self._organiser.post(self._at(event, "start")))

    def withdraw(self, event: Tournament, player: Player, reason: str) -> None:
        own = self._bots[player.handle]
        self._done(own.post(self._at(event, "withdraw"), {"reason": reason}))

    def play(self, table: Table, *order: str) -> None:
        """Everybody makes a move, then all leave but the first, the last of the order first."""
        for _ in order:
            seats = Api().get(table_path(table)).json
            mover = self._bots[seats["seats"][seats["to_act"][0]]["handle"]]
            seen = mover.get(table_path(table)).json
            move = {"type": "play", "cards": seen["view"]["hand"][:1]}
            if seen["legal_moves"] is not None:
                move = seen["legal_moves"][0]
            self._done(mover.post(table_path(table, "moves"), {"turn": seen["turn"], "move": move}))
        for handle in reversed(order[1:]):
            self._done(self._bots[handle].post(table_path(table, "leave")))

    def look(self, event: Tournament, what: Decision) -> Price:
        asked = {**self._asked(event, what), "reason": "a look", "preview": True}
        seen = self._done(self._organiser.post(self._at(event, "acts"), asked)).json
        return Price(
            [(each["label"], each["before"], each["after"]) for each in seen["matches"]],
            len(seen["tables"]),
            {each["handle"] for each in seen["ratings"]},
        )

    def act(self, event: Tournament, what: Decision, reason: str) -> Act:
        asked = {**self._asked(event, what), "reason": reason}
        done = self._done(self._organiser.post(self._at(event, "acts"), asked), 201)
        return Act.objects.get(pk=done.json["id"])

    def champion(self, event: Tournament) -> str:
        rows = Api().get(self._at(event, "standings")).json["items"]
        return next(row["handle"] for row in rows if row["place"] == 1)

    @staticmethod
    def _asked(event: Tournament, what: Decision) -> dict[str, Any]:
        if "places" not in what:
            return dict(what)
        places = what["places"].items()
        return {
            **what,
            "places": {player_of(event, handle).public_id: place for handle, place in places},
        }

    @staticmethod
    def _at(event: Tournament, what: str) -> str:
        return f"/tournaments/{event.public_id}/{what}"

    @staticmethod
    def _done(answer: Answer, status: int = 200) -> Answer:
        assert answer.status == status, answer.json
        return answer


class AdminDesk:
    """A browser that is signed in as staff; the bots' tables end as the tests' helpers say."""

    username = "root"
    who_withdraws = "root"

    def __init__(self) -> None:
        self._browser = Client()
        self._browser.force_login(an_admin(self.username))

    def create(self, **settings: Any) -> Tournament:
        starts_at = settings.pop("starts_at", None)
        fields = {name: _typed(value) for name, value in settings.items()}
        if starts_at is not None:
            fields |= {"starts_at_0": f"{starts_at:%Y-%m-%d}", "starts_at_1": f"{starts_at:%H:%M}"}
        answer = self._browser.post(page("tournament", "add"), {**NEW, **fields})
        assert answer.status_code == 302, answer.content.decode()
        return Tournament.objects.latest("pk")

    def open(self, event: Tournament) -> None:
        assert "takes entries" in press(self._browser, "open_entry", event)

    def enter(self, event: Tournament, player: Player) -> None:
        fields = {"tournament": event.pk, "player": player.pk}
        assert self._browser.post(page("entrant", "add"), fields).status_code == 302

    def check_in(self, event: Tournament, player: Player) -> None:
        press(self._browser, "check_in", entrant_of(event, player))

    def start(self, event: Tournament) -> None:
        assert "was told to start" in press(self._browser, "start", event)

    def withdraw(self, event: Tournament, player: Player, reason: str) -> None:
        said = press(self._browser, "withdraw", entrant_of(event, player), reason=reason)
        assert f"{player.handle} is withdrawn." in said

    def play(self, table: Table, *order: str) -> None:
        finish(table, *order)

    def look(self, event: Tournament, what: Decision) -> Price:
        answer = self._browser.get(self._console(event), self._asked(event, what))
        panel = answer.content.decode().split('id="act"')[1].split("</section>")[0]
        rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', panel)
        stopped = re.search(r"(\d+) stopped and voided", panel)
        (ratings,) = re.findall(r"<dt>Ratings</dt><dd>(.*?)</dd>", panel)
        return Price(
            [(row[0], unescape(row[1]), unescape(row[2])) for row in rows],
            int(stopped[1]) if stopped else 0,
            set(re.findall(r"bot-\d+", ratings)),
        )

    def act(self, event: Tournament, what: Decision, reason: str) -> Act:
        fields = {**self._asked(event, what), "reason": reason}
        address = f"{self._console(event)}?stage={what.get('stage', '')}"
        answer = self._browser.post(address, fields, follow=True)
        assert answer.status_code == 200
        act = Act.objects.filter(tournament=event, reason=reason).latest("pk")
        assert reason in answer.content.decode()
        return act

    def champion(self, event: Tournament) -> str:
        text = self._browser.get(f"/events/{event.public_id}?tab=standings").content.decode()
        (first, *_) = re.findall(r"bot-\d+", text.split("<tbody>")[1])
        return str(first)

    @staticmethod
    def _asked(event: Tournament, what: Decision) -> dict[str, Any]:
        fields = {name: value for name, value in what.items() if name not in ("kind", "places")}
        for handle, place in what.get("places", {}).items():
            fields[f"place-{entrant_of(event, player_of(event, handle)).pk}"] = place
        return {"do": what["kind"], **fields}

    @staticmethod
    def _console(event: Tournament) -> str:
        return f"/events/{event.public_id}/console"


def _typed(value: Any) -> str:
    """What a person would type into the field of a form."""
    if value is True:
        return "on"
    return json.dumps(value) if isinstance(value, dict | list) else str(value)
