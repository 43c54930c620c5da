"""Tokens: shown once, kept as a fingerprint, revocable at once."""

from __future__ import annotations

import datetime as dt
import hashlib
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actions import create_token, note_use, revoke_token
from players.errors import BadExpiry, BadName, BadScopes, NotYourPlayer, TokenNotFound
from players.models import Token, User
from players.queries import caller_of, tokens_of
from players.transactions import database_now
from tests.builders import a_bot, a_token, a_user

pytestmark = pytest.mark.django_db


def make(player, **other):
    return create_token(
        **{
            "owner": player.owner,
            "player": player,
            "name": "laptop",
            "scopes": ["play"],
            "expires_at": None,
            **other,
        }
    )


def test_only_a_fingerprint_and_a_prefix_are_kept():
    made = make(a_bot())
    assert re.fullmatch("pod_[0-9A-Za-z]{43}", made.secret_text)
    kept = Token.objects.get()
    assert kept.digest == hashlib.sha256(made.secret_text.encode()).hexdigest()
    assert kept.prefix == made.secret_text[:12]
    assert made.secret_text not in repr(made)


def test_a_token_speaks_for_its_player():
    bot = a_bot("robo")
    caller = caller_of(make(bot, scopes=["read", "play"]).secret_text)
    assert caller is not None
    assert (caller.handle, caller.player_id, caller.username) == ("robo", bot.pk, "robo-owner")
    assert caller.scopes == {"play", "read"}
    assert caller.may("play", "organise")
    assert not caller.may("organise")
    assert not caller.is_person


def test_finding_the_caller_takes_one_statement():
    text = a_token(a_bot())
    with CaptureQueriesContext(
        connection,
    ) as statements:
        assert caller_of(text)
    assert len(statements) == 1


def test_a_revoked_token_speaks_for_nobody_and_revoking_again_is_no_error():
    made = make(a_bot())
    for _ in range(2):
        revoke_token(owner=made.token.owner, token_id=made.token.pk)
    assert caller_of(made.secret_text) is None


def test_nobody_revokes_the_token_of_another():
    made = make(a_bot())
    with pytest.raises(TokenNotFound):
        revoke_token(owner=a_user("eve"), token_id=made.token.pk)
    assert caller_of(made.secret_text)


def test_a_token_ends_when_it_was_said_to():
    made = make(a_bot(), expires_at=database_now() + dt.timedelta(hours=1))
    assert caller_of(made.secret_text)
    Token.objects.update(expires_at=database_now() - dt.timedelta(seconds=1))
    assert caller_of(made.secret_text) is None


def test_a_token_of_a_login_that_was_shut_speaks_for_nobody():
    text = a_token(a_bot())
    User.objects.update(is_active=False)
    assert caller_of(text) is None


@pytest.mark.parametrize("text", ["", "pod_", "pod_short", "Bearer x", "pod_" + "é" * 43])
def test_what_has_not_the_form_of_a_token_is_looked_up_nowhere(text):
    with CaptureQueriesContext(connection) as statements:
        assert caller_of(text) is None
    assert len(statements) == 0


def test_its_use_is_noted_once_a_minute():
    made = make(a_bot())
    first = caller_of(made.secret_text)
    assert first is not None
    assert first.is_use_to_note
    note_use(token_id=first.token_id)
    again = caller_of(made.secret_text)
    assert again is not None
    assert not again.is_use_to_note
    Token.objects.update(last_used_at=database_now() - dt.timedelta(seconds=61))
    later = caller_of(made.secret_text)
    assert later is not None
    assert later.is_use_to_note


def test_a_token_is_only_for_ones_own_player():
    with pytest.raises(NotYourPlayer):
        make(a_bot("robo"), owner=a_user("eve"))


@pytest.mark.parametrize("scopes", [[], ["rule"], ["play", "webhooks"]])
def test_scopes_are_known_words(scopes):
    with pytest.raises(BadScopes, match="play, enter, organise, read"):
        make(a_bot(), scopes=scopes)


def test_a_token_has_a_name():
    with pytest.raises(BadName):
        make(a_bot(), name="")


def test_a_token_does_not_end_before_it_begins():
    with pytest.raises(BadExpiry):
        make(a_bot(), expires_at=database_now() - dt.timedelta(seconds=1))


def test_ones_own_tokens_are_listed_the_newest_first():
    bot = a_bot()
    for name in ("old", "new"):
        make(bot, name=name)
    make(a_bot("other"))
    assert [token.name for token in tokens_of(bot.owner)] == ["new", "old"]
