"""Numbers that part equal points, each with its formula and its sum in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from tournaments.formats.amounts import amount, exact_sum, told_sum
from tournaments.formats.direct import direct_encounter
from tournaments.formats.points import Played, Record
from tournaments.formats.scoring import ONE, ZERO
from tournaments.formats.settings import Setting
from tournaments.formats.tally import Measured, Tally, at_the_table, is_voluntary

Told = Callable[[Tally, int], str]


@dataclass(frozen=True, slots=True)
class TieBreakRule:
    """How equal points are parted: the greater number comes ahead.

    `measure` gives it for everybody; `among` for those who are level so far, with its words,
    where it depends on them. A rule has one of the two.
    """

    code: str
    name: str
    formula: str
    measure: Callable[[Tally], Measured] | None = None
    told: Told = lambda tally, entrant: ""
    among: Callable[[Tally, Sequence[int]], Mapping[int, tuple[Fraction, str]]] | None = None


def _kept(values: Sequence[int], missed: Sequence[bool], *, highest: bool) -> list[bool]:
    """Which rounds stay: without the lowest (of those missed by own doing, if any), and without
    the highest of the rest.
    """
    kept = [True] * len(values)
    if values:
        low = min(range(len(values)), key=lambda index: (not missed[index], values[index]))
        kept[low] = False
    if highest and any(kept):
        kept[max((i for i, stays in enumerate(kept) if stays), key=lambda i: values[i])] = False
    return kept


def _keep_all(values: Sequence[int], missed: Sequence[bool]) -> list[bool]:
    return [True] * len(values)


def _buchholz(
    keep: Callable[[Sequence[int], Sequence[bool]], list[bool]],
) -> tuple[Callable[[Tally], Measured], Told]:
    """The sum of the scores met in the rounds that are kept, and its words."""

    def measure(tally: Tally) -> Measured:
        if keep is _keep_all:
            return Measured({each: sum(met) for each, met in tally.met.items()}, tally.unit)
        return Measured({each: sum(_sorted_out(tally, each)[0]) for each in tally.met}, tally.unit)

    def _sorted_out(tally: Tally, entrant: int) -> tuple[list[int], list[int]]:
        met = tally.met[entrant]
        kept = keep(met, is_voluntary(tally.records[entrant]))
        return (
            [value for value, stays in zip(met, kept, strict=True) if stays],
            [value for value, stays in zip(met, kept, strict=True) if not stays],
        )

    def told(tally: Tally, entrant: int) -> str:
        stay, go = _sorted_out(tally, entrant)
        words = _told_units(stay, tally.unit)
        if not go:
            return words
        return f"{words}, without {' and '.join(amount(Fraction(each, tally.unit)) for each in go)}"

    return measure, told


def _told_units(values: Sequence[int], unit: int) -> str:
    terms = [amount(Fraction(value, unit)) for value in values]
    return told_sum(terms, Fraction(sum(values), unit))


def _opponents_average(tally: Tally) -> Measured:
    common = lcm(*(len(met) for met in tally.met.values() if met))
    return Measured(
        {each: sum(met) * common // max(len(met), 1) for each, met in tally.met.items()},
        tally.unit * common,
    )


def _told_average(tally: Tally, entrant: int) -> str:
    met = tally.met[entrant]
    total, mean = (Fraction(sum(met), part * tally.unit) for part in (1, max(len(met), 1)))
    return f"{amount(total)} / {len(met)} = {amount(mean)}" if met else "0"


def _sonneborn_berger(tally: Tally) -> Measured:
    return Measured({each: sum(own) for each, own in tally.beaten.items()}, tally.unit)


def _summed(term: Callable[[Played], Fraction]) -> tuple[Callable[[Tally], Measured], Told]:
    """A sum over the rounds that were played."""

    def terms(tally: Tally, entrant: int) -> list[Fraction]:
        return [term(played) for played in at_the_table(tally.records[entrant])]

    def measure(tally: Tally) -> Measured:
        return _measured({each: exact_sum(terms(tally, each)) for each in tally.records})

    def told(tally: Tally, entrant: int) -> str:
        own = terms(tally, entrant)
        return told_sum([amount(each) for each in own], exact_sum(own))

    return measure, told


def _measured(values: Mapping[int, Fraction]) -> Measured:
    unit = lcm(*{value.denominator for value in values.values()})
    return Measured(
        {each: value.numerator * (unit // value.denominator) for each, value in values.items()},
        unit,
    )


def _is_won(played: Played) -> Fraction:
    ahead_of_all = all(result == ONE for _, result in played.opponents)
    return ONE if played.place == 1 and ahead_of_all else ZERO


def _games(played: Played) -> Fraction:
    """A match of one table is one game; those who share its first place share the game."""
    if played.score is not None:
        return played.score
    if played.place != 1:
        return ZERO
    return Fraction(1, 1 + sum(result != ONE for _, result in played.opponents))


def _running(record: Record) -> list[Fraction]:
    """The score after each round."""
    totals, total = [], ZERO
    for played in record.rounds:
        total += played.points
        totals.append(total)
    return totals


def _progressive(tally: Tally) -> Measured:
    return _measured({each: exact_sum(_running(record)) for each, record in tally.records.items()})


def _told_progressive(tally: Tally, entrant: int) -> str:
    totals = _running(tally.records[entrant])
    return told_sum([amount(each) for each in totals], exact_sum(totals))


def _koya_of(tally: Tally, entrant: int) -> list[Fraction]:
    strong = tally.strong
    return [
        Fraction(sum(result for other, result in played.opponents if other in strong))
        / len(played.opponents)
        for played in tally.records[entrant].rounds
        if any(other in strong for other, _ in played.opponents)
    ]


def _koya(tally: Tally) -> Measured:
    return _measured({each: exact_sum(_koya_of(tally, each)) for each in tally.records})


def _told_koya(tally: Tally, entrant: int) -> str:
    own = _koya_of(tally, entrant)
    return told_sum([amount(each) for each in own], exact_sum(own))


def _seated_later(tally: Tally, entrant: int) -> tuple[int, int]:
    """In how many matches of known seats it did not sit first, and how many those are."""
    seats = [played.seat for played in at_the_table(tally.records[entrant])]
    known = [seat for seat in seats if seat is not None]
    return sum(seat > 0 for seat in known), len(known)


def _fewer_firsts(tally: Tally) -> Measured:
    return Measured({each: _seated_later(tally, each)[0] for each in tally.records}, 1)


def _told_seats(tally: Tally, entrant: int) -> str:
    later, known = _seated_later(tally, entrant)
    return f"{later} of {known}"


def _exposures(tally: Tally, entrant: int) -> list[Fraction]:
    """mu - 3 sigma of everybody met at a table, in hundredths; a newcomer has 0."""
    return [
        tally.exposures[other]
        for played in at_the_table(tally.records[entrant])
        for other, _ in played.opponents
    ]


def _opponents_rating(tally: Tally) -> Measured:
    return _measured({each: _mean(_exposures(tally, each)) for each in tally.records})


def _mean(values: Sequence[Fraction]) -> Fraction:
    return exact_sum(values) / len(values) if values else ZERO


def _told_rating(tally: Tally, entrant: int) -> str:
    own = _exposures(tally, entrant)
    return f"mean of {len(own)}: {float(_mean(own)):.2f}" if own else "0"


def _lot(tally: Tally) -> Measured:
    return Measured({each: -fact.seed for each, fact in tally.facts.items()}, 1)


def _told_lot(tally: Tally, entrant: int) -> str:
    return f"seed {tally.facts[entrant].seed}"


_RULES = (
    TieBreakRule(
        "buchholz",
        "Buchholz",
        "The sum of the scores of all opponents; at larger tables the mean of each table's.",
        *_buchholz(_keep_all),
    ),
    TieBreakRule(
        "buchholz_cut1",
        "Buchholz cut 1",
        "Buchholz without the lowest of its terms, a missed round's first of all.",
        *_buchholz(lambda values, missed: _kept(values, missed, highest=False)),
    ),
    TieBreakRule(
        "median_buchholz",
        "Median Buchholz",
        "Buchholz without the lowest and the highest of its terms.",
        *_buchholz(lambda values, missed: _kept(values, missed, highest=True)),
    ),
    TieBreakRule(
        "opponents_average",
        "Opponents' average",
        "Buchholz divided by the number of rounds.",
        _opponents_average,
        _told_average,
    ),
    TieBreakRule(
        "sonneborn_berger",
        "Sonneborn-Berger",
        "The scores of those who were beaten and half the scores of those who were level; "
        "at larger tables divided by the number of opponents.",
        _sonneborn_berger,
        lambda tally, entrant: _told_units(tally.beaten[entrant], tally.unit),
    ),
    TieBreakRule(
        "direct",
        "Direct encounter",
        "The results among those who are level, if all of them met, or if nobody could catch up "
        "by the matches that are missing.",
        among=direct_encounter,
    ),
    TieBreakRule(
        "wins",
        "Wins",
        "The number of matches played and won alone; byes and walkovers do not count.",
        *_summed(_is_won),
    ),
    TieBreakRule(
        "games_won",
        "Games won",
        "The sum of what the matches were decided by, such as tables won; "
        "the first place of a match of one table counts 1, shared by those who share it.",
        *_summed(_games),
    ),
    TieBreakRule(
        "progressive",
        "Progressive score",
        "The sum of the scores after each round, so that early points count more often.",
        _progressive,
        _told_progressive,
    ),
    TieBreakRule(
        "koya",
        "Koya",
        "The results against those who have at least half of what they could have.",
        _koya,
        _told_koya,
    ),
    TieBreakRule(
        "fewer_firsts",
        "Later seats",
        "The number of matches played from a later seat than the first, where seats are known.",
        _fewer_firsts,
        _told_seats,
    ),
    TieBreakRule(
        "opponents_rating",
        "Opponents' rating",
        "The mean rating (mu - 3 sigma) at the start of all opponents met at a table; "
        "a newcomer counts 0.",
        _opponents_rating,
        _told_rating,
    ),
    TieBreakRule(
        "lot",
        "Seed",
        "The better seed comes ahead: where seeds were drawn by lot, that published lot decides.",
        _lot,
        _told_lot,
    ),
)
TIE_BREAKS: Mapping[str, TieBreakRule] = {rule.code: rule for rule in _RULES}


def tie_breaks_setting(*default: str) -> Setting:
    """The setting of a format that counts points."""
    return Setting(
        "tie_breaks",
        "choices",
        list(default),
        "What parts equal points, in this order.",
        choices=tuple(TIE_BREAKS),
    )
