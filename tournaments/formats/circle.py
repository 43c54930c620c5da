"""Everybody meets everybody: the circle method, for one group or several at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournaments.formats.slots import PlannedMatch, SeedSlot

# The first named sits in the first seat.
Pair = tuple[int, int]


def circle(n: int) -> tuple[tuple[Pair, ...], ...]:
    """All rounds of 1..n; n - 1 of them, or n where n is odd, since then one rests in each.

    1 meets n in the first round, and 1 meets 2 in the last. Seats change from round to round but
    once, and so they are level for an odd n, and one apart at most for an even one.
    """
    ring = n - 1 + n % 2
    return tuple(tuple(_round(number, ring, n)) for number in range(ring))


def _round(number: int, ring: int, n: int) -> Iterator[Pair]:
    """The pairs of a round, by the better of the two.

    Members a and b of the ring meet where a + b - 2 and the number of the round add up to a
    multiple of its length; where a would meet itself, it meets n, who stands outside, or rests.
    """
    for a in range(1, ring + 1):
        b = (2 - a - number - 1) % ring + 1
        if a < b:
            # From round to round b - a moves by one, so its parity makes the seats alternate.
            yield (a, b) if (b - a) % 2 else (b, a)
        elif a == b and n % 2 == 0:
            yield (a, n) if number % 2 == 0 else (n, a)


def schedule(groups: Mapping[str, Sequence[int]], legs: int) -> tuple[PlannedMatch, ...]:
    """The matches of all groups of seeds, round by round; a second leg has the seats swapped."""
    rounds = {group: circle(len(seeds)) for group, seeds in groups.items()}
    rounds = {
        group: single + tuple(tuple((b, a) for a, b in pairs) for pairs in single * (legs - 1))
        for group, single in rounds.items()
    }
    matches: list[PlannedMatch] = []
    for number in range(1, max(map(len, rounds.values())) + 1):
        position = 0
        for group, own in rounds.items():
            pairs = own[number - 1] if number <= len(own) else ()
            for index, (first, second) in enumerate(pairs, start=1):
                position += 1
                key = match_key(number, group, index)
                slots = (SeedSlot(groups[group][first - 1]), SeedSlot(groups[group][second - 1]))
                matches.append(
                    PlannedMatch(key, number, position, group, key, slots, 0, seated=True)
                )
    return tuple(matches)


def match_key(round_number: int, group: str, index: int) -> str:
    """R3.2, in a group R3.B2, in a tier R3.T2.1."""
    dot = "." if group[-1:].isdigit() else ""
    return f"R{round_number}.{group}{dot}{index}"


def matches_of(sizes: Sequence[int], legs: int) -> int:
    """How many matches groups of these sizes play."""
    return legs * sum(size * (size - 1) // 2 for size in sizes)


def rounds_of(size: int, legs: int) -> int:
    """How many rounds a group of that size plays."""
    return legs * (size - 1 + size % 2)
