"""A light HTTP client: raw sockets, one process, requests written out beforehand."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it: answers, seconds, and each answer's latency."""

    answers: int
    seconds: float
    latencies: Sequence[float] = field(repr=False)

    @property
    def rate(self) -> float:
        return self.answers / self.seconds


class _Line:
    """One connection that sends its requests one after the other, each after the last answer."""

    def __init__(self, port: int, requests: Sequence[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = iter(requests)
        self._received = b""
        self._sent_at = 0.0

    def send_next(self) -> bool:
        """False when there is nothing left to send."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._received = b""
        self._sent_at = time.monotonic()
        self.socket.sendall(request)
        return True

    def received(self) -> float | None:
        """The latency once the answer is whole. Raises RuntimeError unless it is a 200."""
        part = self.socket.recv(65_536)
        if not part:
            raise RuntimeError(f"the server hung up after {self._received[:200]!r}")
        self._received += part
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head):
            return None
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"not a 200: {head[:60]!r} {body[:300]!r}")
        return time.monotonic() - self._sent_at


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":", 1)[1])
    raise RuntimeError(f"an answer without a length: {head!r}")


def drive(port: int, lines: Sequence[Sequence[bytes]], seconds: float) -> Load:
    """Send every line's requests on a connection of its own until the time is up."""
    latencies: list[float] = []
    open_lines = [_Line(port, requests) for requests in lines]
    began = time.monotonic()
    with selectors.DefaultSelector() as selector:
        for line in open_lines:
            if line.send_next():
                selector.register(line.socket, selectors.EVENT_READ, line)
        # Unanswered ones are waited for: a half-made move would not be counted, yet cost.
        while selector.get_map():
            for key, _ in selector.select(timeout=10):
                latency = key.data.received()
                if latency is None:
                    continue
                latencies.append(latency)
                if time.monotonic() - began > seconds or not key.data.send_next():
                    selector.unregister(key.fileobj)
    elapsed = time.monotonic() - began
    for line in open_lines:
        line.socket.close()
    return Load(len(latencies), elapsed, latencies)
