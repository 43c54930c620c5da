"""A seat's own cards as things to choose from, with the plays they are good for.

Chosen values joined in order of the alphabet are the key of a play: the page looks its button's
words up by that, and the server writes them by the same rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from games.rules.protocol import Json
from web.drawings.cards import Face, index_of, spoken

Fields = Mapping[str, Sequence[str]]
"""A form as it came: every value of every name."""

NAMED_PLAYS = 64  # so many plays travel with the page; of more it asks the server
ROW = 9  # a narrow screen shows longer hands in two rows


@dataclass(frozen=True, slots=True)
class HandCard:
    """`value` is what the form sends, `key` the key that chooses it, `number` its place."""

    value: str
    id: str
    key: str
    number: int
    says: str
    face: Face
    has_play: bool
    is_chosen: bool

    @property
    def names(self) -> tuple[str, ...]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Cards that make a play; `choose` is what to choose for it."""

    cards: tuple[str, ...]
    choose: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What a seat sees of its own turn.

    `plays` gives words by key, None where there are too many plays; `label` stands on the button
    now, `none` while nothing is chosen; `why` says what keeps the chosen cards from being played.
    """

    rows: tuple[tuple[HandCard, ...], ...]
    plays: Mapping[str, str] | None
    label: str
    none: str
    is_ready: bool
    why: str
    can_pass: bool = False
    count_words: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    idle: tuple[str, ...] = ()
    idle_words: str = ""
    takes: tuple[HandCard, ...] = ()
    heading: str = ""
    keys: str = ""

    @property
    def plays_json(self) -> str:
        """For the script, which looks the button's words up in it."""
        return json.dumps(self.plays, separators=(",", ":"), ensure_ascii=False)


def key_of(cards: Collection[str], take: str | None = None) -> str:
    """The key of a play: "9S JH KS", with ">5H" for a card that is taken up."""
    return " ".join(sorted([*cards, *([f">{take}"] if take else [])]))


def hand_rows(
    names: Sequence[str], useful: Collection[str] | None, chosen: Sequence[str]
) -> tuple[tuple[HandCard, ...], ...]:
    """One row, or two of about the same length; `useful` None: nobody was asked to help."""
    cards = toggles(names, useful, chosen, "c")
    if len(cards) <= ROW:
        return (cards,)
    half = (len(cards) + 1) // 2
    return cards[:half], cards[half:]


def toggles(
    names: Sequence[str], useful: Collection[str] | None, chosen: Sequence[str], prefix: str
) -> tuple[HandCard, ...]:
    """Playing cards to choose; equal cards are told apart by their number alone."""
    left, cards = list(chosen), []
    for number, name in enumerate(names):
        is_chosen = name in left
        if is_chosen:
            left.remove(name)
        has_play = useful is None or name in useful
        twin = names[:number].count(name)
        cards.append(
            HandCard(
                value=name,
                id=f"{prefix}-{name}-{twin}" if twin else f"{prefix}-{name}",
                key=name[0].lower(),
                number=number,
                says=spoken([name]) + ("" if has_play else ", no play with it now"),
                face=Face(0, index_of(name), name[1].lower(), has_play),
                has_play=has_play,
                is_chosen=is_chosen,
            )
        )
    return tuple(cards)


def named(
    plays: Sequence[Json], key_of_play: Callable[[Json], str], label_of: Callable[[Json], str]
) -> Mapping[str, str] | None:
    """Words for every play by its key, if there are few enough."""
    if len(plays) > NAMED_PLAYS:
        return None
    return {key_of_play(play): label_of(play) for play in plays}
