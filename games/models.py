"""What is stored of tables: the deal's commitment, the seats, and the log that is the table."""

from __future__ import annotations

from django.db import models

from players.models import Player, new_public_id


class Deal(models.Model):
    """One deal, played at one table or at all tables of a duplicate set; its secret is apart."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id)
    commitment = models.CharField(max_length=64)
    # SHA-256 of the secret, hexadecimal; shown before the first move.
    shared = models.BooleanField(default=False)
    # Several tables play it: nobody but its own seats sees any of them until the last has ended.
    revealed_at = models.DateTimeField(null=True, blank=True)
    # Set when the last table that uses the deal has ended.

    def __str__(self) -> str:
        return f"deal {self.public_id}"


class Table(models.Model):
    """One playing of one deal of one game."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"
        VOID = "void"

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id)
    game = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    # Every option spelled out, defaults included.
    seat_count = models.PositiveSmallIntegerField()
    patience_seconds = models.PositiveIntegerField()
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.OPEN)
    casual = models.BooleanField(default=False)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="tables")
    ply = models.PositiveIntegerField(default=0)
    # Moves and leaves in the log; kept on the row that every writer locks.
    why = models.CharField(max_length=60, blank=True)
    # How it ended, or why it is void: a stable word.
    unrated_code = models.CharField(max_length=20, blank=True)
    # Why it counts for no rating; known when it is settled, blank if it counts.
    opened_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    # An open table that nobody fills is void from then on.
    started_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    # While it stands, no clock runs and no move is taken.
    settled_at = models.DateTimeField(null=True, blank=True)
    # Null: what follows from the end (ledger, bracket) may still have to happen.
    settle_failures = models.PositiveSmallIntegerField(default=0)
    settle_after = models.DateTimeField(null=True, blank=True)
    # Pushed back after a failure, so that one bad table never starves the rest.

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seat_count__gte=2, seat_count__lte=6),
                name="table_has_two_to_six_seats",
            ),
            models.CheckConstraint(
                condition=models.Q(patience_seconds__gte=1, patience_seconds__lte=14 * 86_400),
                name="patience_is_a_second_to_two_weeks",
            ),
        ]
        indexes = [
            models.Index(
                "over_at",
                name="tables_to_settle",
                condition=models.Q(status__in=["over", "void"], settled_at=None),
            ),
            models.Index(
                "expires_at", name="open_tables_by_expiry", condition=models.Q(status="open")
            ),
            models.Index(
                models.F("id").desc(), name="live_tables", condition=models.Q(status="running")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} table {self.public_id}"


class Seat(models.Model):
    """A place at a table, who holds it, and by when it must act."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    filler = models.BooleanField(default=False)
    # A house bot in a seat that nobody took; makes the table unrated.
    nonce = models.BinaryField(max_length=64, default=b"")
    deadline_at = models.DateTimeField(null=True, blank=True)
    # Set exactly while the seat must act and the table is not paused.
    rest_ms = models.PositiveBigIntegerField(null=True, blank=True)
    # What the seat's clock showed when the table was paused; null: it did not run.
    expire_failures = models.PositiveSmallIntegerField(default=0)
    expire_after = models.DateTimeField(null=True, blank=True)
    # Pushed back after a failure, as for Table.settle_after.
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    left_reason = models.CharField(max_length=8, blank=True)
    driver = models.CharField(max_length=40, blank=True)
    # The house strategy that plays on for a seat that was left; makes the table unrated.

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["table", "player"],
                name="one_seat_per_player",
            ),
        ]
        indexes = [
            models.Index(
                "deadline_at",
                name="seats_by_deadline",
                condition=models.Q(deadline_at__isnull=False),
            ),
            models.Index(
                "player",
                name="seats_to_act_by_player",
                condition=models.Q(deadline_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"


class Move(models.Model):
    """One ply of a table's log: a move, or a leave with its cause."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField(null=True, blank=True)
    # How many moves the seat had made before; null for a leave, which is no turn.
    move = models.JSONField(null=True, blank=True)
    # Canonical JSON; null for a leave.
    cause = models.CharField(max_length=8)
    # `move`, or why the seat left: `resigned`, `deadline`, `removed`.
    received_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "ply"], name="one_move_per_ply"),
            models.UniqueConstraint(fields=["table", "seat", "turn"], name="one_move_per_turn"),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply} of table {self.table_id}"


class Heartbeat(models.Model):
    """The one row by which all processes know that deadlines are being watched."""

    beat_at = models.DateTimeField()
    no_timeouts_before = models.DateTimeField()
    # After an outage nobody is timed out before this instant.

    def __str__(self) -> str:
        return f"beat at {self.beat_at:%H:%M:%S}"
