"""What a director asks for in the console, and what is said of it before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from players.models import Player
from tournaments.actions.directing import KINDS, NEEDS, Asked, Preview
from tournaments.queries import BracketSeen, EntrantSeen, MatchSeen

MOST_NAMED = 3
BOARD_SCALE = 100
TITLES = {
    "pause": "Pause the event?",
    "resume": "Let the event go on?",
    "walkover": "Decide {match} without play?",
    "override": "Decide {match} otherwise?",
    "void_result": "Take back the result of {match}?",
    "repair_round": "Pair {round} anew?",
    "give_time": "Give {player} more time?",
    "remove": "Remove {player} from its table?",
    "withdraw": "Withdraw {player}?",
    "disqualify": "Disqualify {player}?",
    "replace": "Replace {player}?",
    "undo": "Undo this act?",
}
BUTTONS = {
    "pause": "Pause",
    "resume": "Go on",
    "walkover": "Decide",
    "override": "Decide",
    "void_result": "Take it back",
    "repair_round": "Pair anew",
    "give_time": "Give time",
    "remove": "Remove",
    "withdraw": "Withdraw",
    "disqualify": "Disqualify",
    "replace": "Replace",
    "undo": "Undo",
}
LEAVING = ("remove", "withdraw", "disqualify")
ACT_WORDS = {
    "resume": "Go on",
    "give_time": "Give 2 min",
    "remove": "Remove",
    "walkover": "Walkover",
    "override": "Decide",
}


@dataclass(frozen=True, slots=True)
class Form:
    """What was asked for so far: `asked` without its reason, and the match it is about."""

    asked: Asked
    match: MatchSeen | None
    hidden: tuple[tuple[str, str], ...]
    # All that was said, to be sent on.
    of: str = ""
    # Public id of whom it is about, at a table.
    handle: str = ""
    # Of whom to take instead, as it was typed.

    @property
    def is_complete(self) -> bool:
        if self.asked.kind == "override":
            return len(self.asked.places) == len(self.rows)
        return not self.asked.missing

    @property
    def unknown(self) -> str:
        """What is wrong with the handle that was typed."""
        is_wrong = self.handle and not self.asked.player
        return f"Nobody is called {self.handle!r} here." if is_wrong else ""

    @property
    def rows(self) -> list[tuple[int, str]]:
        """Key and name of everybody who plays the match."""
        if self.match is None:
            return []
        return [(row.entrant_id, row.name) for row in self.match.rows if row.entrant_id is not None]

    @property
    def places(self) -> list[tuple[int, str, int | None]]:
        """Key and name of everybody who plays the match, with the place asked for or held."""
        held = {row.entrant_id: row.place for row in self.match.rows} if self.match else {}
        return [(key, name, self.asked.places.get(key, held.get(key))) for key, name in self.rows]


def form_of(
    fields: QueryDict, bracket: BracketSeen, entrants: Sequence[EntrantSeen]
) -> Form | None:
    """The act that the address asks for; None where it asks for none that there is."""
    kind = fields.get("do", "")
    if kind not in KINDS:
        return None
    key = fields.get("match", "")[:16]
    match = next((each for each in bracket.matches if each.key == key), None)
    if "match" in NEEDS[kind] and match is None:
        return None
    known = {each.id for each in entrants}
    of, handle = fields.get("of", "")[:12], fields.get("handle", "").strip()[:40]
    by_public_id = {each.player_public_id: each.player_id for each in entrants}
    places = {
        entrant: place for entrant in known if (place := _whole(fields.get(f"place-{entrant}", "")))
    }
    asked = Asked(
        kind=kind,
        reason=fields.get("reason", ""),
        stage=bracket.stage,
        match=key,
        entrants=tuple(
            number for each in fields.getlist("entrant") if (number := _whole(each)) in known
        ),
        places=places,
        table=fields.get("table", "")[:12],
        player=by_public_id.get(of) or _player(handle),
        seconds=_whole(fields.get("seconds", "")) or (120 if kind == "give_time" else 0),
        act=_whole(fields.get("act", "")),
        round=_whole(fields.get("round", "")),
        keep_later=fields.get("keep_later") == "on",
    )
    return Form(asked, match, _kept(fields), of, handle)


def _player(handle: str) -> int:
    """The key of a player; 0 where nobody is called that."""
    keys = Player.objects.filter(handle=handle).values_list("pk", flat=True) if handle else ()
    return next(iter(keys), 0)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def _kept(fields: QueryDict) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, str(value))
        for name in fields
        for value in fields.getlist(name)
        if name not in ("reason", "csrfmiddlewaretoken")
    )


def title_of(form: Form, entrants: Sequence[EntrantSeen]) -> str:
    asked = form.asked
    by_key = {each.id: each.name for each in entrants}
    by_player = {each.player_id: each.name for each in entrants}
    who = by_key.get(asked.entrants[0]) if asked.entrants else by_player.get(asked.player)
    label = form.match.label if form.match else ""
    names = {"match": label, "player": who or "the player", "round": round_words(asked.round)}
    return TITLES[asked.kind].format(**names)


def round_words(number: int) -> str:
    return f"round {number} and all after it" if number else "the newest round"


def damage_of(kind: str, seen: Preview | None) -> str:
    """The words of the button: what is done, and what it costs."""
    words = BUTTONS[kind]
    if seen is None:
        return words
    if seen.tables:
        does = "end" if kind in LEAVING else "void"
        words += f", {does} {len(seen.tables)} table{'' if len(seen.tables) == 1 else 's'}"
    moved = len(seen.ratings.moves) + seen.ratings.uncounted
    if moved:
        words += f", move {moved} rating{'' if moved == 1 else 's'}"
    return words


def tables_words(kind: str, seen: Preview) -> str:
    """What becomes of the running tables: those that somebody leaves end with places."""
    return f"{len(seen.tables)} {'ended by it' if kind in LEAVING else 'stopped and voided'}"


def moves_of(seen: Preview) -> list[tuple[str, str]]:
    """Whose board number moves, and by how much, as boards show it."""
    return [
        (
            move.handle,
            "leaves the board" if move.after is None else _signed(move.after - move.before),
        )
        for move in seen.ratings.moves
    ]


def _signed(change: float) -> str:
    shown = round(BOARD_SCALE * change)
    return f"+{shown}" if shown > 0 else f"–{-shown}" if shown else "0"


def told_of(seen: Preview) -> str:
    """Whom it concerns, the first few by name."""
    named = ", ".join(seen.told[:MOST_NAMED])
    more = len(seen.told) - MOST_NAMED
    return f"{named} and {more} more" if more > 0 else named
