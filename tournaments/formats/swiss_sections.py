"""Match a large Swiss round from the top down, a section of it at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, groupby

from tournaments.formats.swiss_costs import Costs, Target

Pairs = list[tuple[int, int]]
Matcher = Callable[[Sequence[tuple[int, int, int]], int], Pairs]

SECTION = 64
# So many are matched at a time: whoever fold would pair is in the same section.
CARRIED = 32
REOPENED = 512


def match_sections(costs: Costs, scores: Sequence[int], target: Target, cheapest: Matcher) -> Pairs:
    """All of an even number of ranked entrants in pairs.

    Whoever a section cannot pair well floats down to the next. Where the last one cannot help
    meetings again, the pairs just above are taken up once more, as many as it takes.
    """
    pairs: Pairs = []
    carried: list[int] = []
    sections = split(scores, target)
    for section in sections[:-1]:
        made, carried = _match_section(costs, sorted(carried + section), cheapest)
        pairs += made
    return _close(costs, pairs, sorted(carried + sections[-1]), cheapest)


def split(scores: Sequence[int], target: Target) -> list[list[int]]:
    """Indices in sections: small score groups together, large ones in slices.

    A slice of a folded group holds the same part of its upper and of its lower half.
    """
    sections: list[list[int]] = [[]]
    for _, same in groupby(range(len(scores)), key=scores.__getitem__):
        group = list(same)
        if len(sections[-1]) + len(group) <= SECTION:
            sections[-1] += group
            continue
        slices = _slices(group, target)
        sections = [*sections, *slices] if sections[-1] else slices
    return sections


def _slices(group: list[int], target: Target) -> list[list[int]]:
    count = -(-len(group) // SECTION)
    if target == "monrad":
        # Even slices, so that only the last may have one over.
        return [group[here : here + SECTION] for here in range(0, len(group), SECTION)]
    half = len(group) // 2
    upper, lower = group[:half], group[half:]
    cuts = [half * each // count for each in range(count)]
    ends = [*cuts[1:], len(lower)]
    return [upper[here:end] + lower[here:end] for here, end in zip(cuts, ends, strict=True)]


def _match_section(costs: Costs, section: list[int], cheapest: Matcher) -> tuple[Pairs, list[int]]:
    """The pairs to keep, and who floats down: one of an odd number, and whom nobody fits."""
    edges = _edges(costs, section)
    nobody = len(section)
    if nobody % 2:
        lowest = section[-1]
        edges += [
            (here, nobody, costs.of_floating(index, lowest)) for here, index in enumerate(section)
        ]
    kept: Pairs = []
    carried: list[int] = []
    for here, there in cheapest(edges, nobody + nobody % 2):
        if there == nobody:
            carried.append(section[here])
        elif costs.of(section[here], section[there]) < costs.clash or len(carried) >= CARRIED:
            kept.append((section[here], section[there]))
        else:
            carried += section[here], section[there]
    return kept, carried


def _close(costs: Costs, pairs: Pairs, last: list[int], cheapest: Matcher) -> Pairs:
    """Match the last section, with ever more of those above it while entrants meet again."""
    reopened = 0
    while True:
        open_pairs = pairs[len(pairs) - reopened :]
        section = sorted([*last, *(index for pair in open_pairs for index in pair)])
        made = [
            (section[here], section[there])
            for here, there in cheapest(_edges(costs, section), len(section))
        ]
        is_clean = all(costs.of(high, low) < costs.clash for high, low in made)
        if is_clean or reopened == len(pairs) or len(section) >= REOPENED:
            return pairs[: len(pairs) - reopened] + made
        reopened = min(max(2 * reopened, SECTION // 2), len(pairs))


def _edges(costs: Costs, section: Sequence[int]) -> list[tuple[int, int, int]]:
    of = costs.of
    return [
        (here, there, of(section[here], section[there]))
        for here, there in combinations(range(len(section)), 2)
    ]
