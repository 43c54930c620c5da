"""The result of an arena run as text."""

from __future__ import annotations

from collections.abc import Iterator

from bots.arena.figures import Figures, Mean
from bots.arena.plan import labels
from games.rules.registry import game

NAME_WIDTH = 20


def report(figures: Figures) -> str:
    """Places, means with 95 % intervals, faults, and a rating table."""
    return "\n".join([_title(figures), "", *_rows(figures), *_faults(figures), *_ratings(figures)])


def _title(figures: Figures) -> str:
    plan = figures.plan
    how = "in duplicate" if plan.duplicate else "independent"
    options = f", options {dict(plan.options)}" if plan.options else ""
    return (
        f"{game(plan.game).name}, {plan.seats} seats{options}: {figures.deals} deals ({how}), "
        f"{figures.tables} tables; --seed {plan.seed.hex()} plays them again"
    )


def _rows(figures: Figures) -> Iterator[str]:
    is_team_game = game(figures.plan.game).cooperative
    won = "won % (95 %)" if is_team_game else "first % (95 %)"
    last = 1 + max((max(row.place_counts, default=1) for row in figures.rows), default=1)
    heads = "".join(f"{f'#{place}':>6}" for place in range(1, last))
    yield f"{'bot':<{NAME_WIDTH}}{'tables':>7}{heads}  {won:<20}{'place (95 %)':<20}score (95 %)"
    for entrant, name in enumerate(labels(figures.plan.bots)):
        row = figures.rows[entrant]
        if not row.tables:
            yield f"{_cut(name)}{0:>7}"
            continue
        counts = "".join(f"{row.place_counts.get(place, 0):>6}" for place in range(1, last))
        firsts = _shown(figures.firsts(entrant), 100, 1)
        places = _shown(figures.places(entrant), 1, 2)
        scores = figures.scores(entrant)
        score = "-" if scores is None else _shown(scores, 1, 2)
        yield f"{_cut(name)}{row.tables:>7}{counts}  {firsts:<20}{places:<20}{score}"


def _shown(mean: Mean, times: int, digits: int) -> str:
    value, low, high = (f"{one * times:.{digits}f}" for one in (mean.value, mean.low, mean.high))
    return f"{value} ({low}-{high})"


def _faults(figures: Figures) -> Iterator[str]:
    for row, name in zip(figures.rows, labels(figures.plan.bots), strict=True):
        if row.faults:
            yield f"{name} broke down at {row.faults} tables and left; first: {row.first_fault}"


def _ratings(figures: Figures) -> Iterator[str]:
    if len(figures.plan.bots) < 2 or not figures.is_rated:
        return
    unit = "a duplicate set" if figures.plan.duplicate else "a table"
    yield ""
    heads = f"{'mu':>8}{'sigma':>8}{'mu-3sigma':>11}"
    yield f"{'skill rating':<{NAME_WIDTH}}{heads}   one contest {unit}"
    names = labels(figures.plan.bots)
    beliefs = figures.ratings()
    for entrant in sorted(beliefs, key=lambda number: (-beliefs[number].mu, number)):
        belief = beliefs[entrant]
        values = f"{belief.mu:>8.2f}{belief.sigma:>8.2f}{belief.exposure:>11.2f}"
        yield f"{_cut(names[entrant])}{values}"


def _cut(name: str) -> str:
    return f"{name[: NAME_WIDTH - 1]:<{NAME_WIDTH}}"
