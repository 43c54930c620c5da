"""The parts of a drawing: the tree of the winners up to the final, that of the losers, the rest."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.queries import BracketSeen, MatchSeen, RoundSeen

TREE = ("", "winners")
FINAL = "final"
NAMES = {
    "losers": "Losers",
    "consolation": "Consolation",
    "third": "Third place",
    "playoff": "Playoff",
    "decision": "Decision",
}
LETTERS = {"winners": "W", "losers": "L", "consolation": "C"}


@dataclass(frozen=True, slots=True)
class Part:
    """Rounds that are drawn beside each other; `code` is the section of most of them."""

    code: str
    name: str
    rounds: tuple[RoundSeen, ...]

    @property
    def matches(self) -> tuple[MatchSeen, ...]:
        return tuple(match for each in self.rounds for match in each.matches)


def parts_of(bracket: BracketSeen) -> tuple[Part, ...]:
    """From the top of the page to its foot; the name is empty where there is only one."""
    main = [each for each in bracket.rounds if each.section in TREE]
    main += [each for each in bracket.rounds if each.section == FINAL]
    others: dict[str, list[RoundSeen]] = {}
    for each in bracket.rounds:
        if each.section not in (*TREE, FINAL):
            others.setdefault(each.section, []).append(each)
    order = [*(code for code in NAMES if code in others), *(set(others) - set(NAMES))]
    found = [Part(code, NAMES.get(code, code), tuple(others[code])) for code in order]
    if not main:
        return tuple(found)
    has_losers = any(each.section == "winners" for each in main)
    name = ("Winners" if has_losers else "Main bracket") if found else ""
    return (Part("", name, tuple(main)), *found)


def short_name(each: RoundSeen, part: Part) -> str:
    """What a round is called where there is hardly room: W1, L2, Final."""
    letter = LETTERS.get(each.section)
    if not letter:
        return each.name
    numbers = [one.number for one in part.rounds if one.section == each.section]
    return f"{letter}{numbers.index(each.number) + 1}"
