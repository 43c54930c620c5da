"""The top bar says whether anything waits for whoever reads."""

from __future__ import annotations

import pytest

from games.models import Table
from players.models import User
from tests.builders import a_user, own_player
from tests.games.helpers import a_table, play_one, player_to_act
from tests.web.worlds import text_of, visit

pytestmark = pytest.mark.django_db


def bar_of(user: User) -> str:
    page = text_of(visit("/boards", user))
    return page[: page.index("<main")]


def two_people() -> tuple[Table, User, User]:
    """A running table, who is to act, and who waits."""
    users = {user.username: user for user in (a_user("ada"), a_user("ben"))}
    table = a_table(*(own_player(user) for user in users.values()))
    to_act = player_to_act(table).handle
    (waiting,) = set(users) - {to_act}
    return table, users[to_act], users[waiting]


def test_it_leads_whoever_must_act_to_the_table():
    table, to_act, waiting = two_people()
    chip = f'<a class="chip you" href="/tables/{table.public_id}">Your turn · 1 table</a>'
    assert chip in bar_of(to_act)
    assert "Your turn" not in bar_of(waiting)


def test_it_counts_the_tables_and_leads_to_the_most_urgent():
    table, ada, ben = two_people()
    a_table(own_player(ada), own_player(ben), patience=3600)
    if player_to_act(Table.objects.latest("pk")) != own_player(ada):
        play_one(Table.objects.latest("pk"))
    chip = f'<a class="chip you" href="/tables/{table.public_id}">Your turn · 2 tables</a>'
    assert chip in bar_of(ada)


def test_nobody_in_particular_is_told_of_no_turn():
    two_people()
    assert "Your turn" not in text_of(visit("/boards"))
