"""A row of playing cards, each partly under the next; the last one is whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CARD_WIDTH, CARD_HEIGHT = 60, 84
STEP = 23  # the index of a card below stays in sight
PIP_ROOM = 50  # the large pip is drawn where at least so much of the card is seen
SLIP_WIDTH = 16
RANK_WORDS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
SUIT_WORDS = {"D": "diamonds", "C": "clubs", "H": "hearts", "S": "spades"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card at its place: what its corner shows, and whether its large pip is in sight."""

    x: int
    index: str
    suit: str
    pip: bool


@dataclass(frozen=True, slots=True)
class Fan:
    """`width` and CARD_HEIGHT in units of the drawing; `pixels` is its height on the page."""

    faces: tuple[Face, ...]
    width: int
    pixels: int
    says: str

    @property
    def pixel_width(self) -> int:
        return round(self.width * self.pixels / CARD_HEIGHT)


def fan(names: Sequence[str], pixels: int) -> Fan:
    """Cards by their names on the wire (`TS`), so many pixels high."""
    step = STEP if len(names) > 1 else CARD_WIDTH
    last = len(names) - 1
    faces = tuple(
        Face(number * step, index_of(name), name[1].lower(), number == last or step >= PIP_ROOM)
        for number, name in enumerate(names)
    )
    return Fan(faces, max(last, 0) * step + CARD_WIDTH, pixels, spoken(names))


Slip = tuple[int, str, str]
"""Where it stands, its index and its suit."""


def slips(names: Sequence[str]) -> tuple[Slip, ...]:
    """Rank over pip side by side, where a column is too narrow for a fan."""
    return tuple(
        (number * SLIP_WIDTH, index_of(name), name[1].lower()) for number, name in enumerate(names)
    )


def index_of(name: str) -> str:
    """What stands in the corner: the wire's T is a 10 to the eye."""
    return "10" if name[0] == "T" else name[0]


def spoken(names: Sequence[str]) -> str:
    """ "nine of spades, ten of hearts"."""
    return ", ".join(f"{RANK_WORDS[name[0]]} of {SUIT_WORDS[name[1]]}" for name in names)
