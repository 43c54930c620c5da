"""What one look shows is of one instant, whoever moves meanwhile."""

from __future__ import annotations

import threading

import pytest
from django.db import connections

from games.models import Table
from tests.builders import some_bots
from tests.games.helpers import a_table, play_to_the_end, seen

pytestmark = pytest.mark.django_db(transaction=True)


def played_meanwhile(table: Table) -> threading.Thread:
    def play() -> None:
        try:
            play_to_the_end(table)
        finally:
            connections.close_all()

    playing = threading.Thread(target=play)
    playing.start()
    return playing


@pytest.mark.parametrize("attempt", range(3))
def test_who_is_to_act_and_the_cards_are_of_the_same_ply(attempt):
    table = a_table(*some_bots("ant", "bee"))
    playing = played_meanwhile(table)
    while playing.is_alive():
        look = seen(table)
        assert list(look.to_act) == look.view["to_act"], look.ply
    playing.join()
