"""The Game: what may be chosen when a table is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import shown
from .protocol import BadOptions, Json, Option

OPEN_CARD, RESERVED_PILE, BRIEFING = "open_card", "reserved_pile", "briefing"
TWISTS = ("none", OPEN_CARD, RESERVED_PILE, BRIEFING)

DECLARED = (
    Option("min_play", 2, (2, 3), "Cards to play each turn while the draw deck has cards."),
    Option(
        "small_hands",
        False,
        (False, True),
        "Hands of six at two seats and five at three to five, instead of seven and six.",
    ),
    Option("twist", "none", TWISTS, "At most one house twist."),
    Option("start", "vote", ("vote", "random"), "Who starts: the seats vote, or it is drawn."),
    Option("signals", "basic", ("basic", "off"), "Whether seats may say one thing each turn."),
    Option(
        "on_leave",
        "forfeit",
        ("forfeit", "house_bot"),
        "When a seat leaves: the table ends, or a house bot plays on and it is unrated.",
    ),
)

HAND_SIZES = {2: 7, 3: 6, 4: 6, 5: 6}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the course of a table depends on; `hand_size` also says how far hands are refilled."""

    seats: int
    hand_size: int
    min_play: int
    twist: str
    is_voted: bool
    has_signals: bool


def checked(options: Mapping[str, Json], seats: int) -> dict[str, Json]:
    """Every option with its value. Raises BadOptions, which says what is allowed."""
    if type(seats) is not int or seats not in HAND_SIZES:
        raise BadOptions(f"The Game has 2 to 5 seats; {shown(seats)} came.")
    for name, value in options.items():
        _check_one(name, value)
    return {option.name: options.get(option.name, option.default) for option in DECLARED}


def settings_of(options: Mapping[str, Json], seats: int) -> Settings:
    """From options that are checked and complete."""
    return Settings(
        seats=seats,
        hand_size=HAND_SIZES[seats] - options["small_hands"],
        min_play=options["min_play"],
        twist=options["twist"],
        is_voted=options["start"] == "vote",
        has_signals=options["signals"] == "basic",
    )


def _check_one(name: str, value: Json) -> None:
    option = next((one for one in DECLARED if one.name == name), None)
    if option is None:
        names = ", ".join(one.name for one in DECLARED)
        raise BadOptions(f"The options of The Game are {names}; {shown(name)} came.")
    # True equals 1 in Python, and 2.0 equals 2.
    if not any(type(value) is type(choice) and value == choice for choice in option.choices):
        choices = ", ".join(map(_written, option.choices))
        raise BadOptions(f"{name} is one of {choices}; {shown(value)} came.")


def _written(choice: Json) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
