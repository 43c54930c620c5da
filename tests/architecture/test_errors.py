"""Every error of ours has a code of its own and a place in the API."""

from __future__ import annotations

import pytest

from api.errors import STATUS
from games.errors import TableError
from games.rules.protocol import RulesError
from players.errors import PlayerError
from tournaments.errors import TournamentError

BASES = (TableError, RulesError, TournamentError, PlayerError)


def descendants(kind: type[Exception]) -> set[type[Exception]]:
    """All classes below, except those that only tests define."""
    below = {child for child in kind.__subclasses__() if not child.__module__.startswith("tests")}
    return below.union(*(descendants(child) for child in below))


ERRORS = sorted(set().union(*map(descendants, BASES)), key=lambda kind: kind.__qualname__)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_has_a_code(error):
    assert error.code
    assert error.code == error.code.lower()
    assert " " not in error.code


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_says_what_it_means(error):
    assert error.__doc__
    assert error.__doc__.strip()


@pytest.mark.parametrize("family", BASES, ids=lambda family: family.__name__)
def test_no_two_errors_of_a_family_share_a_code(family):
    # Across families they may: "not your turn" is the same answer, whoever noticed it first.
    codes = [error.code for error in ERRORS if issubclass(error, family)]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_has_a_status_of_its_own(error):
    assert STATUS[error] in {400, 401, 403, 404, 409, 422, 429}
