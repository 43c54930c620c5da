"""Big Number: what may be chosen when a table is made, and which choices fit together."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import shown
from .protocol import BadOptions, Json, Option

DECLARED = (
    Option(
        "decks",
        1,
        (1, 2),
        "Decks of 36 cards: one at two seats, one or two at three or four, two at five or six "
        "(where that is the default).",
    ),
    Option("target", 15, (10, 15, 20), "The table ends after a deal in which a seat reaches this."),
    Option("single_deal", False, (False, True), "One deal only; the fewest cards in hand win."),
)

DECKS_AT = {2: (1,), 3: (1, 2), 4: (1, 2), 5: (2,), 6: (2,)}
"""DECKS_AT[seats]: the numbers of decks one may play with, the default first (N1)."""


def checked(options: Mapping[str, Json], seats: int) -> dict[str, Json]:
    """Every option with its value. Raises BadOptions, which says what is allowed."""
    if type(seats) is not int or seats not in DECKS_AT:
        raise BadOptions(f"Big Number has 2 to 6 seats; {shown(seats)} came.")
    for name, value in options.items():
        _check_one(name, value)
    decks = options.get("decks", DECKS_AT[seats][0])
    if decks not in DECKS_AT[seats]:
        raise BadOptions(f"With {seats} seats decks is {_listed(DECKS_AT[seats])}; {decks} came.")
    whole = {option.name: option.default for option in DECLARED} | {**options, "decks": decks}
    if whole["single_deal"] and whole["target"] != 15:
        raise BadOptions(
            "A single deal is not played up to a target: with single_deal leave target out, or "
            f"at its default 15; {whole['target']} came."
        )
    return whole


def _check_one(name: str, value: Json) -> None:
    option = next((one for one in DECLARED if one.name == name), None)
    if option is None:
        names = ", ".join(one.name for one in DECLARED)
        raise BadOptions(f"The options of Big Number are {names}; {shown(name)} came.")
    # True equals 1 in Python, and 15.0 equals 15.
    if not any(type(value) is type(choice) and value == choice for choice in option.choices):
        raise BadOptions(f"{name} is {_listed(option.choices)}; {shown(value)} came.")


def _listed(choices: tuple[Json, ...]) -> str:
    words = [str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
