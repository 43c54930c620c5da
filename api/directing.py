"""What a new tournament is made of, and who sees one that is still a draft."""

from __future__ import annotations

from api.fields import Fields, flag, instant, mapping, objects, one_of, text, whole
from api.views import Call
from games.actions.opening import LONGEST_PATIENCE
from tournaments.errors import TournamentNotFound
from tournaments.formats.chain import MOST_STAGES
from tournaments.formats.registry import formats
from tournaments.models import Tournament
from tournaments.queries import TournamentSeen, tournament_seen

TOURNAMENT = Fields(
    name=text(200, about="1 to 60 characters."),
    description=text(2000, default="", about="What a player wants to know."),
    game=text(20, about="A code of `GET /games`."),
    options=mapping(default={}, about="The game's options."),
    format=text(30, about=", ".join(f"`{each.code}`" for each in formats()) + "."),
    config=mapping(
        default={},
        about="The settings of the format: for single-elimination among others `seats` (2 to 6)"
        " and, from 3 on, `advance`: how many go on.",
    ),
    match_plan=mapping(default={}, about="How a match is decided; left out: by one table."),
    later_stages=objects(
        MOST_STAGES - 1,
        default=[],
        about="Stages that follow: `format`, `config`, `match_plan`, and the `cut` before each.",
    ),
    team_size=whole(1, 5, default=1, about="How many players an entrant is."),
    patience_seconds=whole(
        1, LONGEST_PATIENCE, default=30, about="Seconds for each move, up to 14 days."
    ),
    casual=flag(default=False, about="True: no rating changes."),
    starts_at=instant(default=None, about="Left out: it starts when you start it."),
    check_in=flag(default=False, about="True: who does not check in is left out."),
    check_in_seconds=whole(1, 604_800, default=1800, about="How long before the start."),
    min_entrants=whole(default=2, about="With fewer it closes instead of starting."),
    max_entrants=whole(default=None, about="Left out: no limit but the service's."),
    seeding=one_of(
        "rating", "entry", "random", "manual", default="rating", about="By what seeds go."
    ),
    schedule=mapping(default={}, about="When rounds begin; left out: as soon as they are ready."),
    time_zone=text(40, default="UTC", about="By whose clocks the schedule is read."),
    max_tables_each=whole(
        1, 100, default=None, about="At most so many tables of a player run at once."
    ),
    late_entry_rounds=whole(0, 50, default=0, about="Entry stays open until this round is paired."),
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
