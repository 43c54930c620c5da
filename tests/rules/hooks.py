"""What the contract tests must know of each game: all cards of a state, and a second deal of what
a viewer cannot see, written from the rules page and not from the game's own `view` or `redeal`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from games.rules.big_two_hands import CARD_NAMES
from games.rules.deals import Stream
from games.rules.protocol import Json
from games.rules.registry import AnyRules
from tests.rules.big_number_hook import BigNumberHook
from tests.rules.the_game_hook import TheGameHook


class Hook(Protocol):
    """One of these for every registered game, in HOOKS below."""

    options: Mapping[str, Json]
    """The options of the tables that the contract is tested at."""

    def pack(self, seats: int) -> Counter[str]:
        """All cards of the game, by these options."""
        ...

    def deal_number(self, dumped: Json) -> int:
        """Which deal of its table the dumped state is in, from 1."""
        ...

    def cards(self, dumped: Json) -> Counter[str]:
        """Every card of a dumped state, wherever it lies; the same at every ply of one deal."""
        ...

    def deal_again(self, dumped: Json, viewer: int | None, chance: Stream) -> Json:
        """The dumped state with the cards that `viewer` cannot see laid out anew."""
        ...


class BigTwoHook:
    """Swaps unseen cards one by one, and takes a swap back that public facts forbid."""

    SWAPS = 150
    options: Mapping[str, Json] = {}

    def pack(self, seats: int) -> Counter[str]:
        return Counter(CARD_NAMES)

    def deal_number(self, dumped: Json) -> int:
        return 1

    def cards(self, dumped: Json) -> Counter[str]:
        return Counter(card for part in ("hands", "played") for row in dumped[part] for card in row)

    def deal_again(self, dumped: Json, viewer: int | None, chance: Stream) -> Json:
        hands = [list(hand) for hand in dumped["hands"]]
        gone = [card for cards in dumped["played"] for card in cards]
        lying = {*gone, *(card for hand in hands for card in hand)}
        aside = [card for card in CARD_NAMES if card not in lying]
        places = [
            (pile, index)
            for pile in [*(hand for seat, hand in enumerate(hands) if seat != viewer), aside]
            for index in range(len(pile))
        ]
        for _ in range(self.SWAPS if len(places) > 1 else 0):
            (one, i), (other, j) = (places[chance.below(len(places))] for _ in "ab")
            one[i], other[j] = other[j], one[i]
            if not self._is_possible(dumped, hands):
                one[i], other[j] = other[j], one[i]
        return {**dumped, "hands": hands, **self._duty(dumped, viewer, hands, chance)}

    def _is_possible(self, dumped: Json, hands: list[list[str]]) -> bool:
        """The leader had the lowest dealt card, and no dealt card is below the first play."""
        strength = CARD_NAMES.index
        dealt = [hand + seen for hand, seen in zip(hands, dumped["played"], strict=True)]
        lowest = [min(map(strength, cards)) for cards in dealt]
        if min(lowest) != lowest[dumped["leader"]]:
            return False
        return dumped["bound"] is None or min(lowest) >= strength(dumped["bound"]) or len(hands) > 2

    def _duty(
        self, dumped: Json, viewer: int | None, hands: list[list[str]], chance: Stream
    ) -> Mapping[str, Json]:
        """Another card left over and another `must`, where the viewer knows neither."""
        if dumped["must"] is None or viewer == dumped["leader"]:
            return {}
        held = sorted(hands[dumped["leader"]], key=CARD_NAMES.index)
        if dumped["left_over"] is None:
            return {"must": held[0]}
        # Any card but the lowest; that one only if its owner led with the next lowest of the pack.
        spare = held[1:] + held[:1] * (held[1] == "3C")
        left_over = spare[chance.below(len(spare))]
        return {"left_over": left_over, "must": next(card for card in held if card != left_over)}


HOOKS: dict[str, Hook] = {
    "big-two": BigTwoHook(),
    "big-number": BigNumberHook(),
    "the-game": TheGameHook(),
}


def dealt_again(rules: AnyRules, state: Any, viewer: int | None, chance: Stream) -> Any:
    dumped = rules.dump(state)
    return rules.load(HOOKS[rules.code].deal_again(dumped, viewer, chance))
