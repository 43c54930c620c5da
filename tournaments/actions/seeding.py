"""An organiser seeds entrants by hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from players.models import User
from players.transactions import database_now, in_one_transaction
from tournaments.actions.checking import MOST_ENTRANTS
from tournaments.actions.common import announce, lock_tournament, record, refuse_strangers
from tournaments.errors import BadTournament, EntrantNotFound, EntryNotOpen
from tournaments.models import Entrant, Tournament


@in_one_transaction
def set_seeds(*, tournament_id: int, seeds: Mapping[int, int | None], by: User | None) -> None:
    """Whom the organiser wants where, by the entrants' keys; None leaves it to the ratings.

    Entrants that are not named keep what they have. Raises NotYourTournament, EntrantNotFound,
    EntryNotOpen once the event has begun, BadTournament where seeds are not set by hand or two
    want the same one.
    """
    tournament = lock_tournament(tournament_id)
    refuse_strangers(tournament, by)
    if tournament.state not in (Tournament.State.DRAFT, Tournament.State.OPEN):
        raise EntryNotOpen(f"{tournament.name} is {tournament.state}; its seeds are drawn.")
    if tournament.seeding != Tournament.Seeding.MANUAL:
        text = f"Seeds of {tournament.name} go by {tournament.seeding}; to set them, say manual."
        raise BadTournament("seeding", text)
    entrants = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ACTIVE)
    before = dict(entrants.order_by("pk").values_list("pk", "wanted_seed"))
    wanted = {**before, **seeds}
    _check_seeds(wanted, before)
    if wanted == before:
        return
    changed = list(entrants.order_by("pk"))
    for entrant in changed:
        entrant.wanted_seed = wanted[entrant.pk]
    Entrant.objects.bulk_update(changed, ["wanted_seed"])
    given = sum(seed is not None for seed in wanted.values())
    record(tournament, "seeds_set", at=database_now(), by=by, seeds=given)
    announce(tournament.pk)


def _check_seeds(wanted: Mapping[int, int | None], entrants: Collection[int]) -> None:
    if set(wanted) - set(entrants):
        raise EntrantNotFound("Nobody has entered under that key.")
    given = [seed for seed in wanted.values() if seed is not None]
    for seed in given:
        if type(seed) is not int or not 1 <= seed <= MOST_ENTRANTS:
            text = f"A seed is a whole number from 1 to {MOST_ENTRANTS}, not {seed!r}."
            raise BadTournament("seeds", text)
    if len(set(given)) < len(given):
        raise BadTournament("seeds", "No two entrants can have the same seed.")
