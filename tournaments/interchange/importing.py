"""A bracket of another program becomes an event here, whole or not at all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from players.models import User
from players.transactions import in_one_transaction
from tournaments.actions.importing import bring_results
from tournaments.actions.running import start_tournament
from tournaments.formats.slots import MatchOutcome, StageState
from tournaments.interchange.brackets_reading import Imported
from tournaments.interchange.brackets_results import outcomes_of
from tournaments.interchange.brackets_words import NotABracket
from tournaments.interchange.declared import declared
from tournaments.interchange.exports import names_of
from tournaments.interchange.loading import load_event
from tournaments.models import Tournament


@in_one_transaction
def import_bracket(
    found: Imported,
    *,
    game: str,
    organiser: User | None,
    source: str,
    name: str = "",
    with_results: bool = True,
) -> Tournament:
    """Set it up; where something was played it begins at once, and stands as it stood there.

    `source` is what the file is called, for the trail. Raises NotABracket and what `load_event`
    raises.
    """
    event = _set_up(found, game, name, organiser)
    if not (with_results and found.decided):
        return event

    def bring(tournament: Tournament, now: dt.datetime) -> None:
        names = names_of(tournament)

        def told(state: StageState) -> Sequence[MatchOutcome]:
            return outcomes_of(found.matches, state, names)

        reason = f"imported from {source}"
        bring_results(tournament, now, outcomes_of=told, by=organiser, reason=reason)

    start_tournament(tournament_id=event.pk, by=organiser, bring=bring)
    event.refresh_from_db()
    if event.started_at is None:
        raise NotABracket(event.closed_reason)
    return event


def _set_up(found: Imported, game: str, name: str, organiser: User | None) -> Tournament:
    declaration = {
        "name": name or found.name,
        "game": game,
        "format": found.format,
        "config": found.config,
        "seeding": "manual",
        "entrants": [
            {"player": handle, "seed": seed} for seed, handle in enumerate(found.names, start=1)
        ],
    }
    return load_event(declared(declaration), organiser=organiser)
