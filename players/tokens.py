"""The text of a token: what its holder keeps, and the little of it that we keep."""

from __future__ import annotations

import hashlib
import re
import secrets
import string

ALPHABET = string.digits + string.ascii_letters
LETTERS = 43  # 62 ** 43 is just over 2 ** 256.
SHOWN = 12  # `pod_` and eight characters: enough to tell one's own tokens apart.
FORM = re.compile(rf"pod_[0-9A-Za-z]{{{LETTERS}}}")


def new_token_text() -> str:
    return "pod_" + "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))


def prefix_of(text: str) -> str:
    return text[:SHOWN]


def digest_of(text: str) -> str:
    """SHA-256, hexadecimal. The text has 256 bits of chance, so no salt or slow hash is needed."""
    return hashlib.sha256(text.encode()).hexdigest()


def has_token_form(text: str) -> bool:
    return FORM.fullmatch(text) is not None
