"""Operators may look at ratings, and at nothing else."""

from __future__ import annotations

import pytest
from django.test import Client

from ratings.models import Contest, Pool, Rating, RatingChange
from tests.builders import an_admin, some_bots
from tests.ratings.helpers import a_contest, folded

pytestmark = pytest.mark.django_db

MODELS = [Pool, Contest, Rating, RatingChange]


@pytest.fixture
def admin(client: Client) -> Client:
    a_contest("table:1", *some_bots("ada", "ben"))
    folded()
    client.force_login(an_admin())
    return client


def address(model: type, *rest: str) -> str:
    return "/".join(["/admin/ratings", model.__name__.lower(), *rest, ""])


@pytest.mark.parametrize("model", MODELS)
def test_lists_and_rows_can_be_read(admin, model):
    row = str(model.objects.first().pk)
    assert admin.get(address(model)).status_code == 200
    assert admin.get(address(model, row, "change")).status_code == 200
    assert admin.get(address(model), {"q": "ada"}).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_written(admin, model):
    row = str(model.objects.first().pk)
    before = list(model.objects.values_list())
    assert admin.get(address(model, "add")).status_code == 403
    assert admin.post(address(model, row, "change"), {}).status_code == 403
    assert admin.post(address(model, row, "delete"), {"post": "yes"}).status_code == 403
    assert list(model.objects.values_list()) == before
