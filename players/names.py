"""What people and things may be called: readable, and never two that look the same."""

from __future__ import annotations

import re
import unicodedata

from players.errors import BadHandle, BadName

HANDLE = re.compile(r"[A-Za-z0-9_-]{3,24}")
OF_THE_HOUSE = "house-"  # Nobody else's handle begins so: the house always finds a free one.
SHOWN = 40  # A refusal quotes no more of a name than that.

# Controls, formats (zero width, bidi), surrogates, private use, unassigned, line separators.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def handle_of(text: str) -> str:
    """The handle as it is kept. Raises BadHandle."""
    handle = unicodedata.normalize("NFKC", text).strip()
    if not HANDLE.fullmatch(handle):
        raise BadHandle(
            "A handle is 3 to 24 characters out of A-Z, a-z, 0-9, - and _; "
            f"got {_quoted(text)} ({len(text)} characters)."
        )
    return handle


def outside_handle_of(text: str) -> str:
    """The handle of a player that is not the house's. Raises BadHandle."""
    handle = handle_of(text)
    if handle.lower().startswith(OF_THE_HOUSE):
        raise BadHandle(f"Handles that begin with {OF_THE_HOUSE} belong to the house.")
    return handle


def plain_name(text: str, *, most: int = 60) -> str:
    """The name of a tournament, a token: anything readable on one line. Raises BadName."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not 1 <= len(name) <= most:
        raise BadName(f"A name is 1 to {most} characters; got {len(name)}.")
    unseen = next((char for char in name if unicodedata.category(char) in UNSEEN), None)
    if unseen is not None:
        raise BadName(f"A name holds no character that does not show; got U+{ord(unseen):04X}.")
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise BadName(f"A name holds a letter or a digit; got {_quoted(text)}.")
    return name


def one_line(text: str, *, most: int) -> str:
    """What somebody wrote as it is kept: on one line, without what does not show, cut short."""
    shown = (char for char in " ".join(text.split()) if unicodedata.category(char) not in UNSEEN)
    return "".join(shown).strip()[:most]


def _quoted(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")
