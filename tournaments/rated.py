"""Whether a finishing order counts for the rating; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.tables import table_sizes

UNRATED_WORDS = {
    "": "Rated.",
    "filler": "Not rated: a house bot filled a seat.",
    "mixed": "Not rated: people and bots sat together.",
    "no_contest": "Not rated: fewer than two seats made a move.",
    "same_owner": "Not rated: two seats have the same owner.",
    "casual": "Not rated: it was set up as casual.",
    "void": "Not rated: it was voided.",
    "cooperative": "Not rated: all seats share one result; teams on equal deals are compared.",
    "replaced": "Not rated: between its tables another player took a place.",
    "part_of_match": ("Not rated by itself: the match it belongs to is rated as one."),
}

MOST_TEAMS = 8
# Of one contest in the ledger: with more of them, the middle of the order tells little.


@dataclass(frozen=True, slots=True)
class SeatFact:
    """What counts about a seat: `owner` is None for the house, which owns no player."""

    kind: str
    owner: int | None
    is_filler: bool
    has_moved: bool


def unrated_code(
    seats: Sequence[SeatFact], *, is_casual: bool, is_void: bool, is_cooperative: bool = False
) -> str:
    """The reason why these seats are not rated, empty if they are.

    Where several reasons hold, the first one in the order of docs/ARCHITECTURE is given, but a
    void comes before all of them: nothing that happened there counts.
    """
    if is_void:
        return "void"
    code = unrated_match_code([[seat] for seat in seats], is_casual=is_casual)
    return code or ("cooperative" if is_cooperative else "")


def unrated_match_code(teams: Sequence[Sequence[SeatFact]], *, is_casual: bool) -> str:
    """The same for a match of several tables: `teams` are the entrants, each with all its seats.

    Two players of one owner may be in one team, not in two; one move of a team is enough.
    """
    seats = [seat for team in teams for seat in team]
    owners = [owner for team in teams for owner in {seat.owner for seat in team} - {None}]
    reasons = {
        "filler": any(seat.is_filler for seat in seats),
        "mixed": len({seat.kind for seat in seats}) > 1,
        "no_contest": sum(any(seat.has_moved for seat in team) for team in teams) < 2,
        "same_owner": len(set(owners)) < len(owners),
        "casual": is_casual,
    }
    return next((code for code, holds in reasons.items() if holds), "")


def contest_groups(
    places: Mapping[int, int], seeds: Mapping[int, int]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Entrants and their places in each contest that a match gives, at most 8 in each.

    More are parted by seed, neighbours together: their order tells most about each other.
    """
    by_seed = sorted(places, key=lambda entrant: seeds[entrant])
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for size in table_sizes(len(by_seed), MOST_TEAMS):
        own, by_seed = tuple(by_seed[:size]), by_seed[size:]
        held = [places[entrant] for entrant in own]
        groups.append((own, tuple(1 + sum(other < place for other in held) for place in held)))
    return tuple(groups)


def match_source(event: str, stage: int, key: str, number: int = 1) -> str:
    """Under which name the ledger holds the n-th contest of a match, replayed or of a group.

    `event` is its public id.
    """
    source = f"match:{event}:{stage}:{key}"
    return source if number == 1 else f"{source}:{number}"
