"""What entrants of a double elimination at tables have behind them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

from tournaments.formats.bracket import WINNERS
from tournaments.formats.resolver import ResolvedMatch
from tournaments.formats.slots import PlannedMatch, StageState


class History:
    """Who met whom, how often each entrant had a bye, and how many rounds each part played."""

    def __init__(self, state: StageState, resolved: Mapping[str, ResolvedMatch]) -> None:
        self.met: dict[int, set[int]] = defaultdict(set)
        self.byes: Counter[int] = Counter()
        self.rounds: Counter[str] = Counter()
        self._lost: Counter[int] = Counter()
        self._fresh: set[int] = set()
        self._all = {entrant.id for entrant in state.entrants}
        for _, matches in groupby(state.matches, key=lambda match: match.round):
            self._add_round([(match, resolved[match.key]) for match in matches])

    def _add_round(self, matches: Sequence[tuple[PlannedMatch, ResolvedMatch]]) -> None:
        section = matches[0][0].section
        self.rounds[section] += 1
        seated = {each for _, made in matches for each in made.entrants if each is not None}
        lives = 0 if section == WINNERS else 1
        resting = {each for each in self._all - seated if self._lost[each] == lives}
        if not seated & self._fresh:
            # Both parts played at once: who was just then dropping did not rest meanwhile.
            resting -= self._fresh
        self.byes.update(resting)
        self._fresh = set()
        for match, made in matches:
            for entrant in made.present:
                self.met[entrant].update(made.present)
                self.met[entrant].discard(entrant)
            if section == WINNERS:
                self._fresh.update(made.order[match.advance :])
            self._lost.update(made.order[match.advance :])
