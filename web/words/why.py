"""Why a result moved a rating as it did, in a few sentences."""

from __future__ import annotations

from ratings.queries import Change

NEAR = 0.25  # so much of a place counts as what was expected
STILL = 0.005  # less is not seen in a strength with two digits


def why_words(change: Change) -> str:
    """What was learnt from it, and where the board number went the other way, why."""
    moved = change.after.mu - change.before.mu
    surer = change.before.sigma - change.after.sigma
    told = [f"{_surprise(change)}: {_strength(moved)}, {_sureness(surer)}."]
    if change.change < 0 and moved > -STILL:
        told.append(
            "The board number is the lower edge of what we believe. A result that was almost "
            "certain teaches little, while with every game a strength may drift, so the edge "
            "went down although the strength did not."
        )
    if change.change > 0 and moved < STILL:
        told.append(
            "The board number is the lower edge of what we believe. Being surer lifted it by more "
            "than the strength fell."
        )
    return " ".join(told)


def _surprise(change: Change) -> str:
    better = change.expected_place - change.place
    if better > NEAR:
        return "Better than expected"
    return "Lower than expected" if better < -NEAR else "About as expected"


def _strength(moved: float) -> str:
    if abs(moved) < STILL:
        return "the strength stays where it was"
    return f"the strength {'rises' if moved > 0 else 'falls'} by {abs(moved):.2f}"


def _sureness(surer: float) -> str:
    if abs(surer) < STILL:
        return "and we are as sure as before"
    return "and we are surer of it" if surer > 0 else "and we are a little less sure of it"
