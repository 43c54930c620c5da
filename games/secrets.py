"""The only door to deal secrets; api, web and admin may not import it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from django.db import models

from games.models import Deal
from games.rows import TableRow
from games.rules.deals import DealKey, commitment, deal_key
from games.rules.protocol import AnyRules


class DealSecret(models.Model):
    """The 32 random bytes of a deal, apart from everything that is ever shown."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, related_name="+")
    secret = models.BinaryField(max_length=32)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"secret of deal {self.deal_id}"


def seal_deal() -> Deal:
    """A new deal whose commitment may be shown; the secret stays here."""
    (deal,) = seal_deals([False])
    return deal


def seal_deals(shared: Sequence[bool]) -> list[Deal]:
    """So many new deals in two statements; those of which it is true serve several tables."""
    secrets = [os.urandom(32) for _ in shared]
    deals = Deal.objects.bulk_create(
        Deal(commitment=commitment(secret), shared=is_shared)
        for secret, is_shared in zip(secrets, shared, strict=True)
    )
    DealSecret.objects.bulk_create(
        DealSecret(deal=deal, secret=secret) for deal, secret in zip(deals, secrets, strict=True)
    )
    return deals


def key_of(table: TableRow, rules: AnyRules, nonces: Sequence[bytes]) -> DealKey:
    """What the cards of a table come from; `nonces[seat]`."""
    secret, deal_id = DealSecret.objects.values_list("secret", "deal__public_id").get(
        deal_id=table.deal_id
    )
    return _key(bytes(secret), deal_id, table, rules, nonces)


def keys_of(
    tables: Sequence[tuple[TableRow, AnyRules, Sequence[bytes]]],
) -> Iterator[tuple[TableRow, AnyRules, DealKey]]:
    """What the cards of several tables come from, in one statement."""
    deals = {table.deal_id for table, _, _ in tables}
    known = DealSecret.objects.filter(deal_id__in=deals)
    found = {
        key: (bytes(secret), deal_id)
        for key, secret, deal_id in known.values_list("deal_id", "secret", "deal__public_id")
    }
    for table, rules, nonces in tables:
        yield table, rules, _key(*found[table.deal_id], table, rules, nonces)


def _key(
    secret: bytes, deal_id: str, table: TableRow, rules: AnyRules, nonces: Sequence[bytes]
) -> DealKey:
    return deal_key(
        secret,
        game=table.game,
        deal_id=deal_id,
        options=rules.deal_options(),
        nonces=nonces,
    )


def revealed_secret(deal: Deal) -> str | None:
    """The secret in hexadecimal once the last table of the deal has ended, else None."""
    if deal.revealed_at is None:
        return None
    return bytes(DealSecret.objects.values_list("secret", flat=True).get(deal=deal)).hex()


def missing_secrets() -> list[str]:
    """Public ids of deals without their secret; there should be none."""
    known = DealSecret.objects.values("deal_id")
    return list(Deal.objects.exclude(pk__in=known).values_list("public_id", flat=True))


def draw_key(deal_id: int) -> DealKey:
    """What the draws of an event come from: no cards, so no options and no nonces."""
    secret, public_id = DealSecret.objects.values_list("secret", "deal__public_id").get(
        deal_id=deal_id
    )
    return deal_key(bytes(secret), game="draw", deal_id=public_id, options={}, nonces=())
