"""How the numbers of the tie-breaks are worked out, and told as sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from tournaments.formats.amounts import amount, exact_sum, ratio, told_sum
from tournaments.formats.points import Played, Record
from tournaments.formats.scoring import ONE, ZERO
from tournaments.formats.tally import Measured, Tally, at_the_table

Measure = Callable[[Tally], Measured]
Told = Callable[[Tally, int], str]
# cut(terms, missed): which rounds are left out; `missed` are those missed by own doing.
Cut = Callable[[Sequence[int], Sequence[int]], tuple[int, ...]]


def nothing_cut(terms: Sequence[int], missed: Sequence[int]) -> tuple[int, ...]:
    """Every round stays."""
    return ()


def lowest_cut(terms: Sequence[int], missed: Sequence[int]) -> tuple[int, ...]:
    """The lowest term: of the rounds missed by own doing, if there are any."""
    return (min(missed or range(len(terms)), key=terms.__getitem__),) if terms else ()


def extremes_cut(terms: Sequence[int], missed: Sequence[int]) -> tuple[int, ...]:
    """The lowest term, and the highest of the others."""
    lowest = lowest_cut(terms, missed)
    others = [index for index in range(len(terms)) if index not in lowest]
    return (*lowest, max(others, key=terms.__getitem__)) if others else lowest


def buchholz(cut: Cut) -> tuple[Measure, Told]:
    """The sum of the scores met, without the rounds that are cut, and its words."""

    def cut_of(tally: Tally, entrant: int) -> tuple[int, ...]:
        return cut(tally.met[entrant], tally.missed.get(entrant, ()))

    def measure(tally: Tally) -> Measured:
        sums = {
            entrant: sum(terms) - sum([terms[index] for index in cut_of(tally, entrant)])
            for entrant, terms in tally.met.items()
        }
        return Measured(sums, tally.unit)

    def told(tally: Tally, entrant: int) -> str:
        terms, gone = tally.met[entrant], cut_of(tally, entrant)
        if not gone:
            return told_units(terms, tally.unit)
        kept = told_units(
            [term for index, term in enumerate(terms) if index not in gone], tally.unit
        )
        return f"{kept}, without {' and '.join(ratio(terms[each], tally.unit) for each in gone)}"

    return measure, told


def told_units(values: Sequence[int], unit: int) -> str:
    """The sum of terms that are given in units."""
    return told_sum([ratio(value, unit) for value in values], ratio(sum(values), unit))


def opponents_average(tally: Tally) -> Measured:
    """The mean per round of what Buchholz adds up."""
    common = lcm(*(len(met) for met in tally.met.values() if met))
    return Measured(
        {each: sum(met) * common // max(len(met), 1) for each, met in tally.met.items()},
        tally.unit * common,
    )


def told_average(tally: Tally, entrant: int) -> str:
    """The sum, the rounds, and the mean."""
    met = tally.met[entrant]
    total, mean = (Fraction(sum(met), part * tally.unit) for part in (1, max(len(met), 1)))
    return f"{amount(total)} / {len(met)} = {amount(mean)}" if met else "0"


def sonneborn_berger(tally: Tally) -> Measured:
    """The sum of the scores that were beaten."""
    return Measured({each: sum(own) for each, own in tally.beaten.items()}, tally.unit)


def summed(term: Callable[[Played], Fraction]) -> tuple[Measure, Told]:
    """A sum over the rounds that were played."""

    def terms(tally: Tally, entrant: int) -> list[Fraction]:
        return [term(played) for played in at_the_table(tally.records[entrant])]

    def measure(tally: Tally) -> Measured:
        return _measured({each: exact_sum(terms(tally, each)) for each in tally.records})

    def told(tally: Tally, entrant: int) -> str:
        own = terms(tally, entrant)
        return told_sum([amount(each) for each in own], amount(exact_sum(own)))

    return measure, told


def _measured(values: Mapping[int, Fraction]) -> Measured:
    unit = lcm(*{value.denominator for value in values.values()})
    return Measured(
        {each: value.numerator * (unit // value.denominator) for each, value in values.items()},
        unit,
    )


def won_alone(played: Played) -> Fraction:
    """1 for the first place without a tie."""
    return ONE if played.place == 1 and not _sharing(played) else ZERO


def _sharing(played: Played) -> int:
    """How many share the first place with whoever has it."""
    return sum(result.denominator != 1 for _, result in played.opponents)


def games_won(played: Played) -> Fraction:
    """A match of one table is one game; those who share its first place share the game."""
    if played.score is not None:
        return played.score
    if played.place != 1:
        return ZERO
    return Fraction(1, 1 + _sharing(played))


def share_beaten(played: Played) -> Fraction:
    """The place on a scale from 1, the first, to 0, the last; level ones count half."""
    if not played.opponents:
        return ZERO
    halves = sum(2 * result.numerator // result.denominator for _, result in played.opponents)
    return Fraction(halves, 2 * len(played.opponents))


def _running(record: Record) -> list[Fraction]:
    """The score after each round."""
    totals, total = [], ZERO
    for played in record.rounds:
        total += played.points
        totals.append(total)
    return totals


def progressive(tally: Tally) -> Measured:
    """The sum of the scores after each round."""
    return _measured({each: exact_sum(_running(record)) for each, record in tally.records.items()})


def told_progressive(tally: Tally, entrant: int) -> str:
    """The scores after each round and their sum."""
    totals = _running(tally.records[entrant])
    return told_sum([amount(each) for each in totals], amount(exact_sum(totals)))


def _koya_of(tally: Tally, entrant: int) -> list[Fraction]:
    strong = tally.strong
    return [
        Fraction(sum(result for other, result in played.opponents if other in strong))
        / len(played.opponents)
        for played in tally.records[entrant].rounds
        if any(other in strong for other, _ in played.opponents)
    ]


def koya(tally: Tally) -> Measured:
    """The results against those who have at least half of what they could have."""
    return _measured({each: exact_sum(_koya_of(tally, each)) for each in tally.records})


def told_koya(tally: Tally, entrant: int) -> str:
    """The results that count and their sum."""
    own = _koya_of(tally, entrant)
    return told_sum([amount(each) for each in own], amount(exact_sum(own)))


def _seated_later(tally: Tally, entrant: int) -> tuple[int, int]:
    """In how many matches of known seats it did not sit first, and how many those are."""
    seats = [played.seat for played in at_the_table(tally.records[entrant])]
    known = [seat for seat in seats if seat is not None]
    return sum(seat > 0 for seat in known), len(known)


def later_seats(tally: Tally) -> Measured:
    """How many matches began with somebody else."""
    return Measured({each: _seated_later(tally, each)[0] for each in tally.records}, 1)


def told_later_seats(tally: Tally, entrant: int) -> str:
    """As in 3 of 5."""
    later, known = _seated_later(tally, entrant)
    return f"{later} of {known}"


def _exposures(tally: Tally, entrant: int) -> list[Fraction]:
    """mu - 3 sigma of everybody met at a table, in hundredths; a newcomer has 0."""
    return [
        tally.exposures[other]
        for played in at_the_table(tally.records[entrant])
        for other, _ in played.opponents
    ]


def opponents_rating(tally: Tally) -> Measured:
    """The mean rating of everybody met at a table, in hundredths before the mean."""
    return _measured({each: _mean(_exposures(tally, each)) for each in tally.records})


def _mean(values: Sequence[Fraction]) -> Fraction:
    return exact_sum(values) / len(values) if values else ZERO


def told_rating(tally: Tally, entrant: int) -> str:
    """The mean, and of how many."""
    own = _exposures(tally, entrant)
    return f"mean of {len(own)}: {float(_mean(own)):.2f}" if own else "0"


def seed(tally: Tally) -> Measured:
    """The better seed is the greater number."""
    return Measured({each: -fact.seed for each, fact in tally.facts.items()}, 1)


def told_seed(tally: Tally, entrant: int) -> str:
    """As in seed 3."""
    return f"seed {tally.facts[entrant].seed}"
