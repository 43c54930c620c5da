"""Swiss system for matches of two: entrants with equal points meet, nobody twice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from tournaments.formats import rounds as stage_rounds
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.fide_dutch import MOST, DutchEntry, NoDutchPairing, pair_dutch
from tournaments.formats.points import Record, records_of
from tournaments.formats.ranking import ranked, ranked_order
from tournaments.formats.scoring import BYE, POINTS, SHARE_OF_A_WIN, scoring_of
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.swiss_costs import Contender
from tournaments.formats.swiss_facts import Field, accelerated
from tournaments.formats.swiss_pairing import RoundPairing, pair_round
from tournaments.formats.swiss_words import why_paired
from tournaments.formats.tables import RoundOutline
from tournaments.formats.tie_breaks import tie_breaks_setting

FIDE_DUTCH = "fide_dutch"
MOST_ROUNDS = 40
TIE_BREAKS = ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct", "wins")


class Swiss:
    """Everybody plays every round. Pairs are made of equal points, of nobody twice if it can be
    avoided, with seats in turn; with an odd number the last of those who rested least rests.
    """

    code: ClassVar[str] = "swiss"
    name: ClassVar[str] = "Swiss system"
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "rounds",
            "whole",
            0,
            "How many rounds; 0 takes as many as leave one entrant unbeaten.",
            0,
            MOST_ROUNDS,
        ),
        Setting(
            "pairing",
            "choice",
            "fold",
            "Who meets among equal points: the upper half the lower half (fold), neighbours "
            f"(monrad), or by the rules of FIDE's Dutch system, for {MOST} entrants at most.",
            choices=("fold", "monrad", FIDE_DUTCH),
        ),
        Setting(
            "acceleration",
            "flag",
            False,
            "Whether the upper half of the seeds is paired as if it had a point more in the first "
            "rounds (Baku), so that a large field is parted sooner.",
        ),
        POINTS,
        BYE,
        tie_breaks_setting(*TIE_BREAKS),
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = problems_of(self.settings, config, self.name)
        return problems or tuple(_crossed(config, n))

    def seats(self, config: Config) -> int:
        return 2

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        return (RoundOutline(n, n % 2, (2,) * (n // 2), 0),) * rounds_for(config, n)

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        return ()

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        number = self._next_number(config, state)
        if number is None or stage_rounds.open_matches(state):
            return ()
        return _Round(config, state, number).matches()

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        return ranked(state, _records(config, state), _tie_breaks(config))

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return ranked_order(state, _records(config, state), _tie_breaks(config))

    def is_done(self, config: Config, state: StageState) -> bool:
        return self._next_number(config, state) is None and not stage_rounds.open_matches(state)

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return stage_rounds.numbered_rounds(rounds)

    def describe(self, config: Config) -> str:
        rounds = config.get("rounds", 0)
        said = [f"Swiss, {rounds} rounds" if rounds > 1 else "Swiss"]
        pairing = config.get("pairing", "fold")
        if pairing != "fold":
            said.append("FIDE Dutch pairing" if pairing == FIDE_DUTCH else "Monrad pairing")
        if config.get("acceleration"):
            said.append("accelerated")
        return ", ".join(said)

    def _next_number(self, config: Config, state: StageState) -> int | None:
        began = stage_rounds.from_the_start(state)
        return stage_rounds.next_number(state, rounds_for(config, began))


def rounds_for(config: Config, n: int) -> int:
    """As set, or so many that one of n could win all and only one."""
    return int(config.get("rounds", 0)) or (n - 1).bit_length()


def _crossed(config: Config, n: int) -> list[Problem]:
    """What is wrong with settings together, and with them for n entrants."""
    problems = []
    if rounds_for(config, n) >= n - 1:
        problems.append(Problem("entrants", _too_few(n, rounds_for(config, n))))
    if config.get("pairing") != FIDE_DUTCH:
        return problems
    if n > MOST:
        says = f"FIDE's Dutch system pairs {MOST} entrants at most, not {n}: take fold or monrad."
        problems.append(Problem("entrants", says))
    if config.get("points", POINTS.default) != POINTS.default:
        says = f"FIDE's Dutch system counts 1, ½ and 0, not {config['points']!r}."
        problems.append(Problem("points", says))
    return problems


def _too_few(n: int, rounds: int) -> str:
    if n < 4:
        return f"A Swiss needs at least 4 entrants, not {n}: take a round robin."
    return (
        f"{n} entrants can play at most {n - 2} rounds of a Swiss, not {rounds}: in {n - 1} "
        "everybody meets everybody, so take a round robin."
    )


def _tie_breaks(config: Config) -> list[str]:
    return list(config.get("tie_breaks", TIE_BREAKS))


def _records(config: Config, state: StageState) -> dict[int, Record]:
    return records_of(state, scoring_of(config, 2))


class _Round:
    """A round while it is paired."""

    def __init__(self, config: Config, state: StageState, number: int) -> None:
        self.config = config
        self.state = state
        self.number = number
        self.rounds = rounds_for(config, stage_rounds.from_the_start(state))
        self.records = _records(config, state)
        self.seeds = {each.id: each.seed for each in state.entrants}
        self.there = stage_rounds.taking_part(state, number)

    def matches(self) -> tuple[PlannedMatch, ...]:
        field = Field(self.state.entrants, self.records, self._bonus(self.number))
        known = field.contenders(self.there)
        pairing, remark = self._paired(known)
        by_number = {each.number: each for each in known}
        entrant_of = {each.seed: each for each in self.there}
        return tuple(
            self._match(
                board,
                (entrant_of[first], entrant_of[second]),
                why_paired(by_number[first], by_number[second], field.unit, remark),
            )
            for board, (first, second) in enumerate(pairing.pairs, start=1)
        )

    def _paired(self, known: list[Contender]) -> tuple[RoundPairing, str]:
        """The pairs, and what is to be remarked with each of them."""
        pairing = self.config.get("pairing", "fold")
        if pairing != FIDE_DUTCH:
            return pair_round(known, pairing), ""
        try:
            return self._dutch(), " FIDE Dutch."
        except NoDutchPairing:
            return pair_round(known), " No FIDE Dutch pairing is left, so the fold is used."

    def _dutch(self) -> RoundPairing:
        there = {each.id for each in self.there}
        bonuses = [self._bonus(number) for number in range(1, self.number + 1)]
        entries = [
            DutchEntry(
                each.seed,
                self.records[each.id].rounds,
                each.id in there,
                tuple(bonus.get(each.id, Fraction(0)) for bonus in bonuses),
            )
            for each in self.state.entrants
        ]
        bye_worth = SHARE_OF_A_WIN[self.config.get("bye", BYE.default)]
        return pair_dutch(entries, self.seeds, self.rounds, bye_worth)

    def _bonus(self, number: int) -> dict[int, Fraction]:
        if not self.config.get("acceleration", False):
            return {}
        began = stage_rounds.from_the_start(self.state)
        return accelerated(self.state.entrants, number, self.rounds, began)

    def _match(self, board: int, pair: tuple[EntrantFact, EntrantFact], why: str) -> PlannedMatch:
        key = f"R{self.number}.{board}"
        slots = tuple(EntrantSlot(each.id) for each in pair)
        return PlannedMatch(key, self.number, board, "", key, slots, 0, seated=True, why=why)
