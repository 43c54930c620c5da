"""Points and tie-breaks as they go together in games that people know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Custom:
    """A choice of points and tie-breaks with a name; a config takes both over as they are."""

    name: str
    says: str
    points: str
    tie_breaks: tuple[str, ...]


CUSTOMS: Mapping[str, Custom] = {
    "chess": Custom(
        "Chess, Swiss",
        "A point for a win; then the strength of the opponents.",
        "linear",
        ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct", "wins"),
    ),
    "chess_all": Custom(
        "Chess, everybody meets everybody",
        "A point for a win; then the results among those who are level.",
        "linear",
        ("direct", "wins", "sonneborn_berger", "koya"),
    ),
    "football": Custom(
        "Football",
        "Three points for a win and one for a draw; then games and direct encounters.",
        "three_one",
        ("games_won", "direct", "wins"),
    ),
    "bridge": Custom(
        "Duplicate bridge",
        "A point for every opponent beaten, half for every level one.",
        "linear",
        ("games_won", "direct", "opponents_average"),
    ),
    "winner_takes_all": Custom(
        "Pods, the winner takes nearly all",
        "Five points for a win and one for a tie for it; then the strength of the opponents.",
        "five_one",
        ("opponents_average", "wins", "places"),
    ),
    "wins_first": Custom(
        "Tables, wins first",
        "A win counts; then every place, then the seed held from the start.",
        "win_only",
        ("places", "opponents_average", "lot"),
    ),
    "ranks": Custom(
        "Debate, every rank counts",
        "A point for each place that is behind; then first places and results.",
        "steps",
        ("wins", "direct", "opponents_average"),
    ),
    "early": Custom(
        "Early points count more",
        "A point for a win; then the sum of the scores after each round.",
        "linear",
        ("progressive", "direct", "wins"),
    ),
}
