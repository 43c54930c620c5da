"""What is stored of events: who entered, the published matches, their results, the acts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models import Deal, Table
from players.models import Player, User, new_public_id


class Tournament(models.Model):
    """An event: entrants and one or more stages."""

    class State(models.TextChoices):
        DRAFT = "draft"
        OPEN = "open"
        RUNNING = "running"
        CLOSED = "closed"
        CANCELLED = "cancelled"

    class Seeding(models.TextChoices):
        RATING = "rating"
        ENTRY = "entry"
        RANDOM = "random"
        MANUAL = "manual"

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id)
    name = models.CharField(max_length=60)
    description = models.TextField(blank=True)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    format = models.CharField(max_length=30)
    config = models.JSONField(default=dict)
    # Of the first stage; checked by the format.
    match_plan = models.JSONField(default=dict)
    # How a match of the first stage is decided; see tournaments.match_plans. Empty: one table.
    later_stages = models.JSONField(default=list)
    # The stages after the first: format, config, match_plan, and the cut before each.
    team_size = models.PositiveSmallIntegerField(default=1)
    # How many players an entrant is.
    schedule = models.JSONField(default=dict)
    # When rounds may begin; see tournaments.schedules. Empty: as soon as they are ready.
    max_tables_each = models.PositiveSmallIntegerField(null=True, blank=True)
    # At most so many tables of a player run at once, in all events; null: no limit.
    time_zone = models.CharField(max_length=40, default="UTC")
    series = models.ForeignKey(
        "Series", on_delete=models.SET_NULL, null=True, blank=True, related_name="tournaments"
    )
    # What it is one occurrence of.
    late_entry_rounds = models.PositiveSmallIntegerField(default=0)
    # Entry stays open until this round of the first stage is published.
    paused_at = models.DateTimeField(null=True, blank=True)
    # While it stands, no clock of the event runs and nothing is dealt.
    patience_seconds = models.PositiveIntegerField()
    casual = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    seeding = models.CharField(max_length=6, choices=Seeding.choices, default=Seeding.RATING)
    organiser = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    # Null: the service itself.
    draw = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="+")
    # The sealed chance of all draws; opened when the event has ended.
    starts_at = models.DateTimeField(null=True, blank=True)
    # Null: it starts when its organiser starts it.
    check_in = models.BooleanField(default=False)
    check_in_seconds = models.PositiveIntegerField(default=1800)
    # How long before `starts_at` check-in opens.
    min_entrants = models.PositiveIntegerField(default=2)
    max_entrants = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_reason = models.CharField(max_length=200, blank=True)
    # Why it ended without a winner; blank where it was played to its end.
    advance_failures = models.PositiveSmallIntegerField(default=0)
    advance_after = models.DateTimeField(null=True, blank=True)
    # Pushed back after a failure, so that one bad event never starves the rest.

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(patience_seconds__gte=1, patience_seconds__lte=14 * 86_400),
                name="event_patience_is_a_second_to_two_weeks",
            ),
            models.CheckConstraint(condition=Q(min_entrants__gte=2), name="two_entrants_at_least"),
            models.CheckConstraint(
                condition=Q(check_in=False) | Q(starts_at__isnull=False),
                name="check_in_ends_at_a_time",
            ),
        ]
        indexes = [
            models.Index("starts_at", name="tournaments_to_start", condition=Q(state="open")),
            models.Index("id", name="running_tournaments", condition=Q(state="running")),
        ]

    def __str__(self) -> str:
        return self.name


class Series(models.Model):
    """An event that comes again and again: what it is, and the rule of when."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id)
    name = models.CharField(max_length=60)
    template = models.JSONField()
    # An event as one declaration, without its time of start.
    rule = models.CharField(max_length=200)
    # An RFC 5545 recurrence rule, read in the time zone.
    first_at = models.DateTimeField()
    time_zone = models.CharField(max_length=40, default="UTC")
    announced_hours = models.PositiveSmallIntegerField(default=24)
    # So long before its start an occurrence is created and opened for entry.
    next_at = models.DateTimeField(null=True, blank=True)
    # The next start that has no event yet; null: there is none, or it was stopped.
    organiser = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="series"
    )
    failures = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index("next_at", name="series_due", condition=Q(next_at__isnull=False)),
        ]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """The entry of a player, or of a team, in one event."""

    class Status(models.TextChoices):
        ACTIVE = "active"
        WITHDRAWN = "withdrawn"
        ABSENT = "absent"
        # Did not check in, so the event started without it.
        DISQUALIFIED = "disqualified"
        REPLACED = "replaced"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    # Of a team, its first player, who speaks for it.
    name = models.CharField(max_length=60, blank=True)
    # Of a team; blank: the player's handle.
    club = models.CharField(max_length=40, blank=True)
    # Entrants of one club are kept apart as long as can be.
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    wanted_seed = models.PositiveIntegerField(null=True, blank=True)
    # As the organiser asked, where seeds are set by hand.
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)
    # The first and last round of the first stage it is there for; null: to the end.
    missed = models.JSONField(default=list, blank=True)
    # [stage, round] of each that was paired while it had left, before it came back.
    replaces = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replaced_by"
    )
    seed = models.PositiveIntegerField(null=True, blank=True)
    # 1 is the strongest; null before the start, and for those who did not take part.
    mu = models.FloatField(null=True, blank=True)
    sigma = models.FloatField(null=True, blank=True)
    # The belief by which it was seeded; null for a newcomer.
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_per_player"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="one_entrant_per_seed"),
        ]

    def __str__(self) -> str:
        return f"entrant {self.pk} of event {self.tournament_id}"


class EntrantPlayer(models.Model):
    """A player of a team; the first one is `Entrant.player`. Single players have no such row."""

    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, related_name="members", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    number = models.PositiveSmallIntegerField()
    # From 1.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entrant", "number"], name="one_member_per_number"),
            models.UniqueConstraint(fields=["entrant", "player"], name="one_membership_per_player"),
        ]

    def __str__(self) -> str:
        return f"player {self.number} of entrant {self.entrant_id}"


class BegunStages(models.Manager["Stage"]):
    """Stages that are being played or have been; the others were taken back by a director."""

    def get_queryset(self) -> models.QuerySet[Stage]:
        return super().get_queryset().filter(started_at__isnull=False)


class Stage(models.Model):
    """A part of an event with one format; its config stands as it was when it began."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=30)
    config = models.JSONField(default=dict)
    match_plan = models.JSONField(default=dict)
    field = models.JSONField(default=list)
    # The keys of its entrants by seed; empty in a first stage, which everybody plays.
    started_at = models.DateTimeField(null=True, blank=True)
    # Null: taken back, until the stage before it has ended once more.
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = BegunStages()
    all_rows = models.Manager()  # noqa: DJ012 - a manager, too

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number"),
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of event {self.tournament_id}"


class Match(models.Model):
    """A published meeting of entrants. Its seats are slots; who sits there is worked out."""

    class State(models.TextChoices):
        BLOCKED = "blocked"
        READY = "ready"
        LIVE = "live"
        DONE = "done"
        WALKOVER = "walkover"
        SKIPPED = "skipped"
        VOID = "void"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="matches")
    key = models.CharField(max_length=16)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    # Its position in the round, from 1; a gap is a bye.
    group = models.CharField(max_length=12, blank=True)
    section = models.CharField(max_length=12, blank=True)
    label = models.CharField(max_length=30)
    slots = models.JSONField()
    advance = models.PositiveSmallIntegerField()
    # The first so many go on; 0 in a final.
    condition = models.JSONField(null=True, blank=True)
    # A match and a slot: played only if whoever sits there wins it.
    seated = models.BooleanField(default=False)
    # The order of the slots is the order of the seats; else a lot seats them.
    why = models.CharField(max_length=200, blank=True)
    # How the pairing came about.
    opens_at = models.DateTimeField(null=True, blank=True)
    # Nothing of it is dealt before; null: as soon as it is ready.
    voided_at = models.DateTimeField(null=True, blank=True)
    # Taken back by a director: it is no fact any more, and its key may be published again.
    state = models.CharField(max_length=8, choices=State.choices, default=State.BLOCKED)
    # A copy of what the facts say, kept so that the tick finds ready matches by an index.

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "key"],
                condition=Q(voided_at__isnull=True),
                name="one_match_per_key",
            ),
        ]
        indexes = [
            models.Index("stage", name="matches_to_deal", condition=Q(state="ready")),
        ]
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"match {self.key} of stage {self.stage_id}"


class MatchTable(models.Model):
    """A table that plays for a match; a void one is followed by another."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    # 1 for the first table dealt for the match.
    part = models.PositiveSmallIntegerField(default=1)
    # Which of the match's tables it is; a void one is followed by another of the same part.
    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="match_table")
    seating = models.JSONField()
    # The entrants' keys in seat order.
    voided_at = models.DateTimeField(null=True, blank=True)
    # A director struck it: it counts for the match no more, and its part is dealt again.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_match_table_per_number"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of match {self.match_id}"


class MatchResult(models.Model):
    """The places of the entrants who took part in a match; one of them counts."""

    class Cause(models.TextChoices):
        PLAYED = "played"
        WALKOVER = "walkover"
        OVERRIDE = "override"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    entrants = models.JSONField()
    # Keys, best first; with `places` in the same order, 1 is best and ties share.
    places = models.JSONField()
    scores = models.JSONField(default=list)
    # Fractions as text, in the order of `entrants`; empty where the places say all.
    cause = models.CharField(max_length=8, choices=Cause.choices)
    recorded_at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(voided_at__isnull=True),
                name="one_live_result_per_match",
            ),
        ]

    def __str__(self) -> str:
        return f"result of match {self.match_id}"


class Act(models.Model):
    """What a director or the clock did; only ever added to."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=20)
    payload = models.JSONField(default=dict)
    actor = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Null: the clock.
    reason = models.CharField(max_length=200, blank=True)
    happened_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} in event {self.tournament_id}"


class Foretelling(models.Model):
    """The chances in a running event, worked out from its facts; a cache that is made anew."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="foretelling"
    )
    mark = models.CharField(max_length=80)
    # Of the facts it follows from: when they have another mark, it is out of date.
    runs = models.PositiveIntegerField()
    wins = models.JSONField()
    # By the keys of entrants: in how many of the runs each won.
    places = models.JSONField()
    # By stage and match, as in "1:W1.1": the odds of each place for every entrant of it.
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"chances in event {self.tournament_id}"
