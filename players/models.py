"""What is stored of those who play."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower

PUBLIC_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


def new_public_id() -> str:
    """Twelve characters nobody can guess or count; never the primary key."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(12))


class User(AbstractUser):
    """A login; it owns players."""

    email = models.EmailField()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="one_user_per_username"),
            models.UniqueConstraint(
                Lower("email"), name="one_user_per_email", condition=~models.Q(email="")
            ),
        ]


class Player(models.Model):
    """The rated identity, human or bot."""

    class Kind(models.TextChoices):
        HUMAN = "human"
        BOT = "bot"

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id)
    handle = models.CharField(max_length=24)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    owner = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="players"
    )
    # Null owner: a bot of the house.
    strategy = models.CharField(max_length=40, blank=True)
    # Names the house strategy that plays for it; blank for everybody else.
    version_label = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("handle"), name="one_player_per_handle"),
            models.UniqueConstraint(
                fields=["owner"],
                condition=models.Q(kind="human"),
                name="one_human_player_per_user",
            ),
            models.CheckConstraint(
                condition=models.Q(strategy="") | models.Q(owner=None),
                name="only_house_players_have_a_strategy",
            ),
        ]

    def __str__(self) -> str:
        return self.handle


class Token(models.Model):
    """Lets a program act for one bot, or for its owner; only a digest of it is kept."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    # The player it acts for: one of the owner's bots, or the owner's own player.
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    # Written at most once a minute.
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"


class Invitation(models.Model):
    """Lets one person sign up where sign-up is by invitation; only a digest is kept."""

    digest = models.CharField(max_length=64, unique=True)
    note = models.CharField(max_length=120, blank=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    used_by = models.OneToOneField(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="invitation"
    )

    def __str__(self) -> str:
        return self.note or f"invitation {self.pk}"
