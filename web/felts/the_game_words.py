"""The Game in few words: piles, signals, and how it ended."""

from __future__ import annotations

from games.rules.protocol import Json

PILES = {"up1": "Up 1", "up2": "Up 2", "down1": "Down 1", "down2": "Down 2"}
ENDINGS = {
    "won": "Won: every card is placed.",
    "stuck": "Nothing more could be placed.",
    "forfeit": "It ended because a seat left.",
    "void_start": "A seat left before the first turn: it counts as not played.",
}


def rises(pile: str) -> bool:
    return pile.startswith("up")


def signal_words(signal: Json) -> str:
    """What a seat says, under its name: "needs Up 2", "many low cards"."""
    if signal["say"] == "pain":
        return "this hurts"
    if signal["say"] == "rich":
        return f"many {signal['range']} cards"
    pile = signal["pile"]
    if signal["say"] == "need":
        return f"needs {PILES[pile]}"
    if signal["say"] == "protect":
        return f"keep {PILES[pile]} {_good_end(pile)}"
    return f"no big jump on {PILES[pile]}"


def lane_words(handle: str, signal: Json) -> str:
    """The same beside the pile that it speaks of."""
    if signal["say"] == "need":
        return f"{handle} needs this pile"
    if signal["say"] == "protect":
        return f"{handle}: keep it {_good_end(signal['pile'])}"
    return f"{handle}: no big jump here"


def _good_end(pile: str) -> str:
    return "low" if rises(pile) else "high"
