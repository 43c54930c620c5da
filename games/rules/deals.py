"""Verifiable deals, scheme "vdeal-1": every card follows from a secret that is committed to first.

Source: docs/rules/deals.md.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from struct import unpack
from typing import Any

SCHEME = "vdeal-1"
SECRET_BYTES = 32
NONCE_BYTES_MAX = 64
WORD_LIMIT = 2**32

BLOCK_BYTES = 64
_INNER_PAD, _OUTER_PAD = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def canonical_json(value: Any) -> str:  # noqa: ANN401 -- any JSON value has a canonical text
    """JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def commitment(secret: bytes) -> str:
    """The hex digest that is shown before the first move and binds the service to `secret`."""
    _require_secret(secret)
    return hashlib.sha256(f"{SCHEME}|commit|".encode() + secret).hexdigest()


def transcript(
    *, game: str, deal_id: str, options: Mapping[str, Any], nonces: Sequence[bytes]
) -> bytes:
    """Everything public that a deal depends on; `nonces[seat]` has 0 to 64 bytes.

    `options` are the deal options of the game with every default spelled out.
    """
    for nonce in nonces:
        _require_nonce(nonce)
    texts = (game, deal_id, canonical_json(options), str(len(nonces)))
    parts = [text.encode() for text in texts] + list(nonces)
    return f"{SCHEME}|deal|".encode() + b"".join(map(_with_length, parts))


def deal_key(
    secret: bytes,
    *,
    game: str,
    deal_id: str,
    options: Mapping[str, Any],
    nonces: Sequence[bytes],
) -> DealKey:
    """The key from which all chance of one deal is drawn."""
    _require_secret(secret)
    message = transcript(game=game, deal_id=deal_id, options=options, nonces=nonces)
    return DealKey(hmac.digest(secret, message, "sha256"))


class DealKey:
    """A key that gives independent streams by label; never printed, for it tells every hand."""

    __slots__ = ("raw",)

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    def __repr__(self) -> str:
        return "<DealKey sealed>"

    def stream(self, label: str) -> Stream:
        """A fresh stream from its beginning; labels are listed in docs/rules/deals.md."""
        return Stream(self.raw, label)


class Stream:
    """An endless row of 32-bit words; it moves on with each word that is taken."""

    __slots__ = ("_block", "_inner", "_label", "_outer", "_words")

    def __init__(self, key: bytes, label: str) -> None:
        self._label = label
        self._inner, self._outer = _hmac_begun(key, f"{SCHEME}|{label}|".encode())
        self._block = 0
        self._words: list[int] = []

    def __repr__(self) -> str:
        return f"<Stream {self._label!r} sealed>"

    def word(self) -> int:
        """The next word, 0 up to 2**32 - 1."""
        if not self._words:
            self._refill()
        return self._words.pop()

    def below(self, n: int) -> int:
        """A fair number from 0 up to n - 1; words that would favour small numbers are skipped."""
        if not 1 <= n <= WORD_LIMIT:
            raise ValueError(f"below() takes 1 to {WORD_LIMIT}; {n} came.")
        fair_limit = WORD_LIMIT - WORD_LIMIT % n
        word = self.word()
        while word >= fair_limit:
            word = self.word()
        return word % n

    def draw(self, size: int, k: int) -> tuple[int, ...]:
        """The first `k` places of a shuffle of 0 .. size - 1; the others get no order."""
        if not 0 <= k <= size:
            raise ValueError(f"draw() takes 0 to {size} of {size}; {k} came.")
        row = list(range(size))
        for here, step in enumerate(self._steps(size, k)):
            other = here + step
            row[here], row[other] = row[other], row[here]
        return tuple(row[:k])

    def _steps(self, size: int, k: int) -> list[int]:
        """`below` of size, size - 1, ...: `k` numbers, worked out at once if every word is fair."""
        words, lefts = self._words, range(size, size - k, -1)
        while len(words) < k:
            self._refill()
        following = words[: -k - 1 : -1]
        if max(following, default=0) >= WORD_LIMIT - size:
            return list(map(self.below, lefts))
        del words[len(words) - k :]
        return [word % left for word, left in zip(following, lefts, strict=True)]

    def _refill(self) -> None:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(b"%d" % self._block)
        outer.update(inner.digest())
        # Last word first, so that words can be popped from the end.
        self._words[:0] = unpack(">8I", outer.digest())[::-1]
        self._block += 1


def _hmac_begun(key: bytes, beginning: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """HMAC-SHA256 of all messages that begin alike, as its inner and its outer hash (RFC 2104).

    One hash of each serves every block of a stream: three times as fast as `hmac.digest` anew.
    """
    if len(key) > BLOCK_BYTES:
        key = hashlib.sha256(key).digest()
    padded = key.ljust(BLOCK_BYTES, bytes(1))
    inner, outer = padded.translate(_INNER_PAD), padded.translate(_OUTER_PAD)
    return hashlib.sha256(inner + beginning), hashlib.sha256(outer)


def _with_length(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def _require_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"A secret has {SECRET_BYTES} bytes; {len(secret)} came.")


def _require_nonce(nonce: bytes) -> None:
    if len(nonce) > NONCE_BYTES_MAX:
        raise ValueError(f"A nonce has at most {NONCE_BYTES_MAX} bytes; {len(nonce)} came.")
