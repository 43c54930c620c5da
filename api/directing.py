"""What a new tournament is made of, and who sees one that is still a draft."""

from __future__ import annotations

from api.fields import Fields, flag, instant, mapping, one_of, text, whole
from api.views import Call
from games.actions.opening import LONGEST_PATIENCE
from tournaments.errors import TournamentNotFound
from tournaments.models import Tournament
from tournaments.queries import TournamentSeen, tournament_seen

TOURNAMENT = Fields(
    name=text(200, about="1 to 60 characters."),
    description=text(2000, default="", about="What a player wants to know."),
    game=text(20, about="A code of `GET /games`."),
    options=mapping(default={}, about="The game's options."),
    format=text(30, about="`single-elimination`."),
    config=mapping(
        default={},
        about="For single-elimination: `seats` (2 to 4) and, from 3 on, `advance`: how many go on.",
    ),
    patience_seconds=whole(
        1, LONGEST_PATIENCE, default=30, about="Seconds for each move, up to 14 days."
    ),
    casual=flag(default=False, about="True: no rating changes."),
    starts_at=instant(default=None, about="Left out: it starts when you start it."),
    check_in=flag(default=False, about="True: who does not check in is left out."),
    check_in_seconds=whole(1, 604_800, default=1800, about="How long before the start."),
    min_entrants=whole(default=2, about="With fewer it closes instead of starting."),
    max_entrants=whole(default=None, about="Left out: no limit but the service's."),
    seeding=one_of("rating", "entry", "random", default="rating", about="By what seeds go."),
)


def seen_by_caller(call: Call, public_id: str) -> TournamentSeen:
    """The tournament. Raises TournamentNotFound, also for a draft that is not the caller's."""
    seen = tournament_seen(public_id)
    if seen.state != Tournament.State.DRAFT:
        return seen
    caller = call.caller
    directs = caller is not None and caller.may("organise")
    if directs and caller and (caller.is_staff or caller.owner_id == seen.organiser_id):
        return seen
    raise TournamentNotFound("No such event.")
