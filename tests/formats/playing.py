"""Play a stage in memory: the same facts the service stores, results drawn at random."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from tournaments.formats.contract import Config, Format
from tournaments.formats.registry import format_for
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.slots import EntrantFact, MatchOutcome, PlannedMatch, StageState

ELIMINATION = format_for("single-elimination")


class Lot:
    """A stream of chance with a number as its secret."""

    def __init__(self, secret: int = 0) -> None:
        self._random = Random(secret)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def entrants(n: int) -> tuple[EntrantFact, ...]:
    """Entrant 101 is seed 1, 102 is seed 2 ..."""
    return tuple(EntrantFact(100 + seed, seed, True) for seed in range(1, n + 1))


def fresh(config: Config, n: int, format_: Format = ELIMINATION) -> StageState:
    return StageState(entrants(n), format_.plan(config, n, Lot()), {})


def won(state: StageState, key: str, *order: int) -> StageState:
    """The match was played and ended in this order of entrants."""
    outcome = MatchOutcome(key, order, tuple(range(1, len(order) + 1)), "played")
    return replace(state, results={**state.results, key: outcome})


def withdrawn(state: StageState, *gone: int) -> StageState:
    return replace(
        state,
        entrants=tuple(
            replace(each, active=each.active and each.id not in gone) for each in state.entrants
        ),
    )


def ready(state: StageState) -> list[ResolvedMatch]:
    return [match for match in resolve(state).values() if match.state == "ready"]


def keep_walkovers(state: StageState) -> StageState:
    """Store what follows without play, as the service does."""
    kept = {
        key: MatchOutcome(key, made.order, tuple(range(1, len(made.order) + 1)), "walkover")
        for key, made in resolve(state).items()
        if made.state == "walkover" and key not in state.results
    }
    return replace(state, results={**state.results, **kept})


@dataclass
class Story:
    """How a stage went: its last state, and every match that was played, in order."""

    state: StageState
    played: list[tuple[PlannedMatch, tuple[int, ...]]] = field(default_factory=list)


def play(
    config: Config,
    n: int,
    chance: Random,
    *,
    leaving: float = 0.0,
    format_: Format = ELIMINATION,
) -> Story:
    """From the first match to the end; fails where nothing can go on."""
    story = Story(keep_walkovers(fresh(config, n, format_)))
    while True:
        if chance.random() < leaving:
            gone = chance.choice(story.state.entrants).id
            story.state = keep_walkovers(withdrawn(story.state, gone))
        open_matches = ready(story.state)
        if open_matches:
            _play(story, open_matches[:1] if leaving else open_matches, chance)
            continue
        if format_.is_done(config, story.state):
            return story
        added = format_.next_round(config, story.state, Lot())
        assert added, f"The stage is stuck: {config} with {n} entrants."
        story.state = replace(story.state, matches=(*story.state.matches, *added))
        story.state = keep_walkovers(story.state)


def _play(story: Story, open_matches: list[ResolvedMatch], chance: Random) -> None:
    planned = {match.key: match for match in story.state.matches}
    for made in chance.sample(open_matches, len(open_matches)):
        order = tuple(chance.sample(made.present, len(made.present)))
        story.played.append((planned[made.key], order))
        story.state = won(story.state, made.key, *order)
    story.state = keep_walkovers(story.state)
