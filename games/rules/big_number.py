"""Big Number: deals are played until somebody has too many points; the fewest points win.

Source: docs/rules/big-number.md; N1 to N25 name its rulings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from .big_number_cards import CARD_NAMES, NO_CARDS, names_of
from .big_number_events import told
from .big_number_flow import (
    after_leave,
    after_pass,
    after_play,
    begun,
    completed,
    legal,
    passed,
    require_in_play,
    require_legal,
    standing,
)
from .big_number_options import DECLARED, checked
from .big_number_parse import parse
from .big_number_redeal import HandsToCome, redeal
from .big_number_state import (
    Deal,
    Move,
    Pass,
    Sheet,
    State,
    View,
    counts_of,
    dump_deal,
    dump_state,
    dump_view,
    load_state,
    load_view,
)
from .deals import DealKey, Stream
from .protocol import LEAVE_REASONS, Events, Json, NotToAct, Option, Outcome, Seat


@dataclass(frozen=True, slots=True)
class BigNumber:
    """The rules of Big Number for two to six seats."""

    code: ClassVar[str] = "big-number"
    name: ClassVar[str] = "Big Number"
    version: ClassVar[int] = 1
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 6
    cooperative: ClassVar[bool] = False
    ties_possible: ClassVar[bool] = True
    declared_options: ClassVar[tuple[Option, ...]] = DECLARED
    decks: int = 1
    target: int = 15
    single_deal: bool = False

    @property
    def options(self) -> Mapping[str, Json]:
        """Every declared option with its value."""
        return {"decks": self.decks, "target": self.target, "single_deal": self.single_deal}

    @classmethod
    def with_options(cls, options: Mapping[str, Json], seats: int) -> BigNumber:
        """Raises BadOptions."""
        return cls(**checked(options, seats))

    def deal_options(self) -> Mapping[str, Json]:
        """A single deal is the first deal of a longer table."""
        return {"decks": self.decks, "target": self.target}

    @property
    def deals(self) -> int:
        """How many deals the table can need: any two seats gain a point in each (N24)."""
        return 1 if self.single_deal else 2 * self.target - 1

    @property
    def last_points(self) -> int:
        """A deal is the last if it brings a seat to so many points."""
        return 1 if self.single_deal else self.target

    def deal(self, key: DealKey, seats: int) -> Deal:
        """Labels `start` and `deck:1`, `deck:2`, ...; cards set aside are never drawn.

        All deals are fixed by the key, and drawn when they are played: most tables end early.
        """
        return Deal(
            start=Seat(key.stream("start").below(seats)),
            deals=HandsToCome(key, seats, self.decks, range(1, self.deals + 1)),
        )

    def dump_deal(self, deal: Deal) -> Json:
        """Every card that may come to a hand, in the order of the draw."""
        return dump_deal(deal)

    def start(self, seats: int, deal: Deal) -> State:
        """The first deal; the others wait in the sheet."""
        everybody = tuple(map(Seat, range(seats)))
        sheet = Sheet(
            number=1,
            start=deal.start,
            points=(0,) * seats,
            playing=everybody,
            dealt=everybody,
            later=deal.deals[1:],
        )
        return begun(sheet, deal.deals[0], ply=0)

    def ply(self, state: State) -> int:
        """How many moves and leaves have been applied."""
        return state.ply

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """One seat, or none when the table is over."""
        return state.to_act

    def in_play(self, state: State) -> tuple[Seat, ...]:
        """Seats that may still leave."""
        return state.sheet.playing if state.why is None else ()

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """The pass first, then by size, value and cards, then by the card taken."""
        if seat not in state.to_act:
            return ()
        return legal(state.hands[seat], state.middle)

    def moves_of(self, view: View) -> tuple[Move, ...]:
        """The legal moves of the view's own seat."""
        if view.seat is None or view.seat not in view.to_act:
            return ()
        return legal(view.hand, view.middle)

    def parse(self, json: Json) -> Move:
        """`{"type":"play","cards":["6S","6C"],"take":"5H"}` or `{"type":"pass"}`.

        Raises MoveNotUnderstood.
        """
        return parse(json, self.decks)

    def dump_move(self, move: Move) -> Json:
        """Cards with falling digits; `take` only where a card is taken."""
        if isinstance(move, Pass):
            return {"type": "pass"}
        play = {"type": "play", "cards": names_of(move.cards.cards)}
        return play if move.take is None else {**play, "take": CARD_NAMES[move.take]}

    def canonical(self, state: State, seat: Seat, move: Move) -> Move:
        """The card of a beaten single is filled in (N2)."""
        return move if isinstance(move, Pass) else completed(state, seat, move)

    def told_from(self, state: State) -> int:
        """Every ply of the table is public and stays so."""
        return 0

    def cards_left(self, state: State) -> tuple[int, ...]:
        """Counts in the deal that runs, or that was the last."""
        return counts_of(state)

    def describe_move(self, move: Move) -> str:
        """`6S6C>5H`, or `-` for a pass."""
        if isinstance(move, Pass):
            return "-"
        taken = "" if move.take is None else f">{CARD_NAMES[move.take]}"
        return "".join(names_of(move.cards.cards)) + taken

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """Raises IllegalMove, NotToAct, NotInPlay, GameOver."""
        # A seat that is to act is always in play.
        if seat not in state.to_act:
            require_in_play(state, seat)
            raise NotToAct(f"Seat {state.turn} is to act, not seat {seat}.")
        if isinstance(move, Pass):
            return after_pass(state, seat)
        play = move if move.take is not None else completed(state, seat, move)
        require_legal(state, seat, play)
        return after_play(state, seat, play, self.last_points)

    def leave(self, state: State, seat: Seat, reason: str) -> State:
        """The seat takes the last free place (N18); its cards stay unseen. Raises as `apply`."""
        if reason not in LEAVE_REASONS:
            raise ValueError(f"A seat leaves for one of {LEAVE_REASONS}; {reason!r} came.")
        require_in_play(state, seat)
        return after_leave(state, seat, reason)

    def outcome(self, state: State) -> Outcome | None:
        """Scores are points."""
        sheet = state.sheet
        if sheet.why is None:
            return None
        return Outcome(standing(sheet), sheet.points, sheet.leavers, sheet.why)

    def view(self, state: State, seat: Seat | None) -> View:
        """Lists what the viewer may see (N22); a spectator sees no hand."""
        sheet = state.sheet
        return View(
            seat=seat,
            ply=state.ply,
            to_act=state.to_act,
            hand=NO_CARDS if seat is None else state.hands[seat],
            counts=counts_of(state),
            points=sheet.points,
            number=sheet.number,
            start=sheet.start,
            dealt=sheet.dealt,
            middle=state.middle,
            owner=state.owner,
            passed=passed(state),
            taken=state.taken,
            out=state.out,
            acts=state.acts,
            leavers=sheet.leavers,
            why=sheet.why,
        )

    def dump_view(self, view: View) -> Json:
        """What the viewer sees, as it travels over HTTP."""
        return dump_view(view)

    def load_view(self, json: Json) -> View:
        """The view back from `dump_view`."""
        return load_view(json)

    def events(self, before: State, seat: Seat, move: Move | None, after: State) -> Events:
        """All of it is public: cards are played and taken face up, and new hands are in views."""
        return Events(public=told(before, seat, move, after, self.outcome(after)))

    def redeal(self, view: View, stream: Stream) -> State:
        """A state chosen at random among those that the view leaves open."""
        return redeal(view, stream, decks=self.decks, deals=self.deals)

    def dump(self, state: State) -> Json:
        """All of the state, hidden cards too."""
        return dump_state(state)

    def load(self, json: Json) -> State:
        """The state back from `dump`."""
        return load_state(json)
