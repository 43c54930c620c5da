"""What can be asked of events."""

from tournaments.queries.audit import audit_findings
from tournaments.queries.bracket import bracket_of
from tournaments.queries.due import stuck_tournaments, tournaments_to_advance
from tournaments.queries.events import (
    acts_of,
    coming_tournaments,
    entrant_key,
    entrant_of,
    entrants_of,
    list_tournaments,
    match_of_table,
    matches_of_tables,
    table_ids_of,
    tournament_by_public_id,
    tournament_seen,
)
from tournaments.queries.foretold import (
    ChanceSeen,
    OddsSeen,
    WinsSeen,
    events_to_foretell,
    odds_of,
    wins_of,
)
from tournaments.queries.outlook import preview
from tournaments.queries.results import lately_decided, names_of_matches
from tournaments.queries.seen import (
    ActSeen,
    BracketSeen,
    Decided,
    EntrantSeen,
    MatchOfTable,
    MatchSeen,
    RoundSeen,
    RowSeen,
    StageSeen,
    StageStandings,
    StandingSeen,
    TieBreakSeen,
    TournamentListed,
    TournamentSeen,
    WaitLine,
)
from tournaments.queries.standings import podium_of, stage_standings, standings_of
from tournaments.queries.waiting import wait_line_of, wait_of

__all__ = [
    "ActSeen",
    "BracketSeen",
    "ChanceSeen",
    "Decided",
    "EntrantSeen",
    "MatchOfTable",
    "MatchSeen",
    "OddsSeen",
    "RoundSeen",
    "RowSeen",
    "StageSeen",
    "StageStandings",
    "StandingSeen",
    "TieBreakSeen",
    "TournamentListed",
    "TournamentSeen",
    "WaitLine",
    "WinsSeen",
    "acts_of",
    "audit_findings",
    "bracket_of",
    "coming_tournaments",
    "entrant_key",
    "entrant_of",
    "entrants_of",
    "events_to_foretell",
    "lately_decided",
    "list_tournaments",
    "match_of_table",
    "matches_of_tables",
    "names_of_matches",
    "odds_of",
    "podium_of",
    "preview",
    "stage_standings",
    "standings_of",
    "stuck_tournaments",
    "table_ids_of",
    "tournament_by_public_id",
    "tournament_seen",
    "tournaments_to_advance",
    "wait_line_of",
    "wait_of",
    "wins_of",
]
