"""What is stored of ratings: the ledger of contests, the ratings, and how each came about.

Foreign keys without an index of their own are the first column of a unique constraint, or are
followed only when a row is deleted, which nobody is in a hurry for.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from players.models import Player
from ratings.skill import Belief, Parameters

USUAL = Parameters()


class Pool(models.Model):
    """What one rating is kept for: a game and a division."""

    class Division(models.TextChoices):
        HUMAN = "human"
        BOT = "bot"
        TEAM = "team"

    game = models.CharField(max_length=20)
    division = models.CharField(max_length=5, choices=Division.choices)
    mu = models.FloatField(default=USUAL.mu)
    sigma = models.FloatField(default=USUAL.sigma)
    # The belief about a newcomer.
    beta = models.FloatField(default=USUAL.beta)
    tau = models.FloatField(default=USUAL.tau)
    draw_probability = models.FloatField(default=0.1)
    # Of contests that may tie, until the ledger shows how often neighbours do.
    generation = models.PositiveIntegerField(default=1)
    # Counts how often the ledger was folded again from its beginning.
    is_stale = models.BooleanField(default=False)
    # A struck contest counts again, so that the ledger has to be folded once more.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "division"], name="one_pool_per_division"),
            models.CheckConstraint(
                condition=Q(sigma__gt=0, beta__gt=0, tau__gte=0), name="pool_deviations_make_sense"
            ),
            models.CheckConstraint(
                condition=Q(draw_probability__gte=0, draw_probability__lt=1),
                name="pool_draw_probability_below_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}, {self.division}"

    @property
    def parameters(self) -> Parameters:
        return Parameters(self.mu, self.sigma, self.beta, self.tau)


class Contest(models.Model):
    """One finishing order: a fact. What follows from it is worked out by the folder."""

    pool = models.ForeignKey(
        Pool, on_delete=models.PROTECT, related_name="contests", db_index=False
    )
    source = models.CharField(max_length=60, unique=True)
    # What it is the result of, such as "table:k3m9…"; a result is recorded once.
    played_at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())
    draw_probability = models.FloatField()
    sequence = models.PositiveBigIntegerField(null=True, blank=True)
    # Its number in the ledger of the pool, from 1 without a gap; null until it is folded.
    voided_at = models.DateTimeField(null=True, blank=True)
    refusal = models.CharField(max_length=40, blank=True)
    # Why the folder set it aside: an error code; blank for all that count.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "sequence"], name="one_contest_per_number"),
            models.CheckConstraint(
                condition=Q(draw_probability__gte=0, draw_probability__lt=1),
                name="contest_draw_probability_below_one",
            ),
            models.CheckConstraint(
                condition=Q(refusal="") | Q(sequence=None), name="refused_contests_have_no_number"
            ),
        ]
        indexes = [
            models.Index(
                fields=["pool", "played_at", "id"],
                name="contests_to_fold",
                condition=Q(sequence=None, voided_at=None, refusal=""),
            ),
            models.Index(fields=["pool"], name="refused_contests", condition=~Q(refusal="")),
            models.Index(
                fields=["pool"],
                name="voided_contests",
                condition=Q(voided_at__isnull=False, sequence__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.source


class ContestTeam(models.Model):
    """A team and how it did; `seat` is its number in the contest, from 0."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="teams", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    # 1 is best; equal numbers tie.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["contest", "seat"], name="one_team_per_seat"),
        ]

    def __str__(self) -> str:
        return f"team {self.seat} of {self.contest_id}, place {self.place}"


class ContestPlayer(models.Model):
    """Who played in a team, in the order of the team, and for what share of the contest."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="players", db_index=False
    )
    team = models.ForeignKey(
        ContestTeam, on_delete=models.CASCADE, related_name="players", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="contests")
    weight = models.FloatField(default=1.0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="one_player_per_number"),
            models.UniqueConstraint(fields=["contest", "player"], name="nobody_plays_twice"),
            models.CheckConstraint(condition=Q(weight__gte=0), name="weights_are_not_negative"),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} of contest {self.contest_id}"


class Rating(models.Model):
    """What is believed of a player now; a cache of the ledger."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    exposure = models.FloatField()
    # mu − 3 sigma, the key of the board.
    contests = models.PositiveIntegerField()
    last_sequence = models.PositiveBigIntegerField()
    # The number of the last contest the player took part in.
    last_played_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="one_rating_per_player"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_sigma_above_zero"),
        ]
        indexes = [
            models.Index(
                F("pool"), F("exposure").desc(), F("mu").desc(), F("player"), name="board_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mu:.2f} ± {self.sigma:.2f}"

    @property
    def belief(self) -> Belief:
        return Belief(self.mu, self.sigma)


class RatingChange(models.Model):
    """What one contest taught about one player, under one generation of the pool."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="changes", db_index=False)
    generation = models.PositiveIntegerField()
    contest = models.ForeignKey(Contest, on_delete=models.PROTECT, related_name="changes")
    sequence = models.PositiveBigIntegerField()
    # The contest's own, so that a player's history is read from one index.
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rating_changes", db_index=False
    )
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    place = models.PositiveSmallIntegerField()
    expected_place = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "generation", "player", "sequence"],
                name="one_change_per_player_and_contest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mu_before:.2f} → {self.mu_after:.2f}"

    @property
    def before(self) -> Belief:
        return Belief(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Belief:
        return Belief(self.mu_after, self.sigma_after)
