"""Big Two: one deal is one table, and the order of going out is the result.

Source: docs/rules/big-two.md; R1 to R26 name its rulings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from .big_two_flow import after_leave, after_pass, after_play, passed_since
from .big_two_hands import Play, bits_of, card_named, lowest_card, names_of
from .big_two_legal import legal, refusal
from .big_two_redeal import redeal
from .big_two_state import (
    PASS,
    Deal,
    Move,
    Pass,
    Sheet,
    State,
    View,
    dump_deal,
    dump_state,
    dump_view,
    load_state,
    load_view,
)
from .cards import shown
from .deals import DealKey, Stream
from .protocol import (
    LEAVE_REASONS,
    BadOptions,
    Events,
    GameOver,
    IllegalMove,
    Json,
    MoveNotUnderstood,
    NotInPlay,
    NotToAct,
    Option,
    Outcome,
    Seat,
    places_by_order,
)

HAND_SIZES = {2: 17, 3: 17, 4: 13}


@dataclass(frozen=True, slots=True)
class BigTwo:
    """The rules of Big Two for two to four seats; the game has no options."""

    code: ClassVar[str] = "big-two"
    name: ClassVar[str] = "Big Two"
    version: ClassVar[int] = 1
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 4
    cooperative: ClassVar[bool] = False
    ties_possible: ClassVar[bool] = False
    declared_options: ClassVar[tuple[Option, ...]] = ()
    options: Mapping[str, Json] = field(default_factory=dict)

    @classmethod
    def with_options(cls, options: Mapping[str, Json], seats: int) -> BigTwo:
        """Raises BadOptions."""
        if seats not in HAND_SIZES:
            raise BadOptions(f"Big Two has 2, 3 or 4 seats; {shown(seats)} came.")
        if options:
            raise BadOptions(f"Big Two has no options; {shown(next(iter(options)))} came.")
        return cls()

    def deal_options(self) -> Mapping[str, Json]:
        """None."""
        return {}

    def deal(self, key: DealKey, seats: int) -> Deal:
        """At two seats 34 draws: the 18 other cards never get an order (R23)."""
        size = HAND_SIZES[seats]
        drawn = key.stream("deck:1").draw(52, 34 if seats == 2 else 52)
        hands = tuple(drawn[seat * size : (seat + 1) * size] for seat in range(seats))
        return Deal(hands, drawn[51] if seats == 3 else None)

    def dump_deal(self, deal: Deal) -> Json:
        """Every card that was dealt, in the order of the draw."""
        return dump_deal(deal)

    def start(self, seats: int, deal: Deal) -> State:
        """The leader is found before the card left over is handed to it (R2)."""
        hands = [bits_of(hand) for hand in deal.hands]
        leader = Seat(min(range(seats), key=[hand & -hand for hand in hands].__getitem__))
        must = lowest_card(hands[leader])
        if deal.left_over is not None:
            hands[leader] |= 1 << deal.left_over
        dealt, everybody = tuple(hands), tuple(map(Seat, range(seats)))
        sheet = Sheet(everybody, dealt, leader, must, deal.left_over)
        return State(hands=dealt, to_act=(leader,), sheet=sheet)

    def ply(self, state: State) -> int:
        """How many moves and leaves have been applied."""
        return state.ply

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """One seat, or none when the table is over."""
        return state.to_act

    def in_play(self, state: State) -> tuple[Seat, ...]:
        """Seats that may still leave."""
        return state.playing if state.why is None else ()

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """The pass first, then by size, key and cards."""
        if seat not in state.to_act:
            return ()
        sheet = state.sheet
        return legal(state.hands[seat], sheet.dealt[seat], state.table, sheet.must)

    def moves_of(self, view: View) -> tuple[Move, ...]:
        """The legal moves of the view's own seat."""
        if view.seat is None or view.seat not in view.to_act:
            return ()
        dealt = view.hand | view.played[view.seat]
        return legal(view.hand, dealt, view.table, view.must)

    def parse(self, json: Json) -> Move:
        """`{"type":"play","cards":["3D"]}` or `{"type":"pass"}`. Raises MoveNotUnderstood."""
        kind = json.get("type") if isinstance(json, dict) else None
        if kind == "pass":
            _require_keys(json, {"type"})
            return PASS
        if kind == "play":
            _require_keys(json, {"type", "cards"})
            return _parse_cards(json["cards"])
        raise MoveNotUnderstood(
            'A move is {"type":"play","cards":[...]} or {"type":"pass"}; '
            f"{shown(json if kind is None else kind)} came."
        )

    def dump_move(self, move: Move) -> Json:
        """Cards in ascending order."""
        if isinstance(move, Pass):
            return {"type": "pass"}
        return {"type": "play", "cards": names_of(move.cards)}

    def canonical(self, state: State, seat: Seat, move: Move) -> Move:
        """Nothing may be left out of a move of this game."""
        return move

    def told_from(self, state: State) -> int:
        """Every ply of the table is public and stays so."""
        return 0

    def cards_left(self, state: State) -> tuple[int, ...]:
        """At three seats the leader starts with 18, and everybody may know it (R4)."""
        return tuple(map(int.bit_count, state.hands))

    def describe_move(self, move: Move) -> str:
        """`3D3C`, or `-` for a pass."""
        return "-" if isinstance(move, Pass) else "".join(names_of(move.cards))

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """Raises IllegalMove, NotToAct, NotInPlay, GameOver."""
        if seat not in state.to_act:
            _require_in_play(state, seat)
            raise NotToAct(f"Seat {state.turn} is to act, not seat {seat}.")
        if isinstance(move, Pass):
            return after_pass(state, seat)
        refused = refusal(state.hands[seat], state.table, state.sheet.must, move)
        if refused is not None:
            raise IllegalMove(*refused, _standing(state))
        return after_play(state, seat, move)

    def leave(self, state: State, seat: Seat, reason: str) -> State:
        """The seat takes the last free place (R18); its cards stay unseen. Raises as `apply`."""
        if reason not in LEAVE_REASONS:
            raise ValueError(f"A seat leaves for one of {LEAVE_REASONS}; {reason!r} came.")
        _require_in_play(state, seat)
        return after_leave(state, seat, reason)

    def outcome(self, state: State) -> Outcome | None:
        """Whoever stayed ranks above every leaver, and an early leaver below a later one (R19)."""
        if state.why is None:
            return None
        sheet, seats = state.sheet, len(state.hands)
        left = [one.seat for one in reversed(sheet.leavers)]
        places = places_by_order(seats, (*sheet.out, *sheet.playing, *left))
        return Outcome(places, (None,) * seats, sheet.leavers, state.why)

    def view(self, state: State, seat: Seat | None) -> View:
        """Lists what the viewer may see; a spectator sees no hand."""
        sheet = state.sheet
        is_leader = seat == sheet.leader
        return View(
            seat=seat,
            ply=state.ply,
            to_act=state.to_act,
            hand=0 if seat is None else state.hands[seat],
            counts=self.cards_left(state),
            played=state.played,
            trick=state.trick,
            table=state.table,
            owner=state.owner,
            passed=passed_since(state),
            out=sheet.out,
            leavers=sheet.leavers,
            leader=sheet.leader,
            must=sheet.must if is_leader or len(state.hands) == 4 else None,
            left_over=sheet.left_over if is_leader else None,
            bound=sheet.bound,
            why=sheet.why,
        )

    def dump_view(self, view: View) -> Json:
        """What the viewer sees, as it travels over HTTP."""
        return dump_view(view)

    def load_view(self, json: Json) -> View:
        """The view back from `dump_view`."""
        return load_view(json)

    def events(self, before: State, seat: Seat, move: Move | None, after: State) -> Events:
        """All of it is public: nobody learns a card that is not played."""
        told = [_told_of_act(seat, move, after)]
        if len(after.out) > len(before.out):
            told.append({"type": "out", "seat": seat, "place": len(after.out)})
        outcome = self.outcome(after)
        if outcome is not None:
            told.append({"type": "over", "places": list(outcome.places), "why": outcome.why})
        elif before.table is not None and after.table is None:
            told.append({"type": "trick_over", "leads": after.turn})
        return Events(public=tuple(told))

    def redeal(self, view: View, stream: Stream) -> State:
        """A state chosen at random among those that the view leaves open."""
        return redeal(view, stream)

    def dump(self, state: State) -> Json:
        """All of the state, hidden cards too."""
        return dump_state(state)

    def load(self, json: Json) -> State:
        """The state back from `dump`."""
        return load_state(json)


def _require_keys(json: Mapping[str, Json], keys: set[str]) -> None:
    if set(json) != keys:
        names = ", ".join(sorted(keys))
        odd = next(iter(set(json) ^ keys)) if len(set(json) ^ keys) == 1 else None
        about = f"; mind {shown(odd)}" if odd is not None else ""
        raise MoveNotUnderstood(f"A move of this type has exactly the keys {names}{about}.")


def _parse_cards(json: Json) -> Play:
    if not isinstance(json, list) or not json:
        raise MoveNotUnderstood('"cards" is a list with at least one card, such as ["3D"].')
    cards = 0
    for one in json:
        bit = 1 << card_named(one)
        if cards & bit:
            raise MoveNotUnderstood(f"{names_of(bit)[0]} is named twice.", "duplicate_card")
        cards |= bit
    return Play(cards)


def _require_in_play(state: State, seat: Seat) -> None:
    if state.why is not None:
        raise GameOver("The table is over; its outcome stands.")
    if seat not in state.playing:
        raise NotInPlay(f"Seat {seat} has gone out or has left.")


def _standing(state: State) -> Json:
    """What lay on the table when a move was refused."""
    if state.table is None:
        return None
    return {"cards": names_of(state.table.cards), "seat": state.owner}


def _told_of_act(seat: Seat, move: Move | None, after: State) -> Mapping[str, Json]:
    if move is None:
        return {"type": "leave", "seat": seat, "reason": after.sheet.leavers[-1].reason}
    if isinstance(move, Pass):
        return {"type": "pass", "seat": seat}
    left = after.hands[seat].bit_count()
    return {"type": "play", "seat": seat, "cards": names_of(move.cards), "left": left}
