"""Numbers that part equal points, each with its formula and its sum in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats import measures
from tournaments.formats.direct import direct_encounter
from tournaments.formats.settings import Setting
from tournaments.formats.tally import Tally


@dataclass(frozen=True, slots=True)
class TieBreakRule:
    """How equal points are parted: the greater number comes ahead.

    `measure` gives it for everybody; `among` for those who are level so far, with its words,
    where it depends on them. A rule has one of the two.
    """

    code: str
    name: str
    formula: str
    measure: measures.Measure | None = None
    told: measures.Told = lambda tally, entrant: ""
    among: Callable[[Tally, Sequence[int]], Mapping[int, tuple[Fraction, str]]] | None = None


_RULES = (
    TieBreakRule(
        "buchholz",
        "Buchholz",
        "The sum of the scores of all opponents; at larger tables the mean of each table's.",
        *measures.buchholz(measures.nothing_cut),
    ),
    TieBreakRule(
        "buchholz_cut1",
        "Buchholz cut 1",
        "Buchholz without the lowest of its terms, a missed round's first of all.",
        *measures.buchholz(measures.lowest_cut),
    ),
    TieBreakRule(
        "median_buchholz",
        "Median Buchholz",
        "Buchholz without the lowest and the highest of its terms.",
        *measures.buchholz(measures.extremes_cut),
    ),
    TieBreakRule(
        "opponents_average",
        "Opponents' average",
        "Buchholz divided by the number of rounds.",
        measures.opponents_average,
        measures.told_average,
    ),
    TieBreakRule(
        "sonneborn_berger",
        "Sonneborn-Berger",
        "The scores of those who were beaten and half the scores of those who were level; "
        "at larger tables divided by the number of opponents.",
        measures.sonneborn_berger,
        lambda tally, entrant: measures.told_units(tally.beaten[entrant], tally.unit),
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
        *measures.summed(measures.won_alone),
    ),
    TieBreakRule(
        "games_won",
        "Games won",
        "The sum of what the matches were decided by, such as tables won; "
        "the first place of a match of one table counts 1, shared by those who share it.",
        *measures.summed(measures.games_won),
    ),
    TieBreakRule(
        "places",
        "Places",
        "The share of opponents who were beaten in each match played, level ones half: "
        "1 for the first place, 0 for the last, evenly between.",
        *measures.summed(measures.share_beaten),
    ),
    TieBreakRule(
        "progressive",
        "Progressive score",
        "The sum of the scores after each round, so that early points count more often.",
        measures.progressive,
        measures.told_progressive,
    ),
    TieBreakRule(
        "koya",
        "Koya",
        "The results against those who have at least half of what they could have.",
        measures.koya,
        measures.told_koya,
    ),
    TieBreakRule(
        "fewer_firsts",
        "Later seats",
        "The number of matches played from a later seat than the first, where seats are known.",
        measures.later_seats,
        measures.told_later_seats,
    ),
    TieBreakRule(
        "opponents_rating",
        "Opponents' rating",
        "The mean rating (mu - 3 sigma) at the start of all opponents met at a table; "
        "a newcomer counts 0.",
        measures.opponents_rating,
        measures.told_rating,
    ),
    TieBreakRule(
        "lot",
        "Seed",
        "The better seed comes ahead: where seeds were drawn by lot, that published lot decides.",
        measures.seed,
        measures.told_seed,
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
