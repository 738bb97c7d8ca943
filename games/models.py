"""A play: the interactive part of one ticket (art. 3.3), where it stands and the end of its record; exact odds kept."""

import uuid
from datetime import datetime
from typing import Any

import msgspec
from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery

from games.registry import GAMES, Entry
from tickets import numbers
from tickets.models import Addendum, AdditionalLot, PrizeTier, Suspension, Ticket
from tickets.record import Head


class PlayQuerySet(models.QuerySet["Play"]):
    def for_step(self) -> "PlayQuerySet":
        """With all that a step and its board read: the tier, the game, and what suspends it, in one statement."""
        told = Suspension.objects.told(OuterRef("tier__table__game"))[:1]
        addenda = Addendum.objects.of_start(OuterRef("tier__table__game"), OuterRef("started_at"))
        return self.select_related("tier__table__game").annotate(
            suspended_with=Subquery(told), draws_additional=Exists(addenda)
        )

    def running(self, at: datetime) -> "PlayQuerySet":
        """Open plays that may still go on at `at` (art. 3.3.5)."""
        return self.filter(ended_at=None, deadline__gt=at)

    def expired(self, at: datetime) -> "PlayQuerySet":
        """Open plays whose thirty days are over at `at` (art. 3.3.8)."""
        return self.filter(ended_at=None, deadline__lte=at)


class Play(models.Model):
    """Amounts are cents; `deadline` is the first instant at which it is too late to go on (art. 3.3.5)."""

    kept = True

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ticket = models.OneToOneField(Ticket, models.PROTECT, related_name="play")
    tier = models.ForeignKey(PrizeTier, models.PROTECT, verbose_name="lot potentiel", db_index=False)
    state = models.JSONField("état")
    step = models.PositiveSmallIntegerField("étapes jouées", default=0)
    started_at = models.DateTimeField("commencée le")
    deadline = models.DateTimeField("à terminer avant")
    ended_at = models.DateTimeField("terminée le", null=True)
    outcome = models.CharField("issue", max_length=20, blank=True)
    amount = models.PositiveBigIntegerField("gain", null=True, help_text="en centimes")
    expiry_recorded = models.BooleanField(default=False)
    entries = models.PositiveIntegerField(help_text="entrées du journal de ce ticket")
    head = models.BinaryField(help_text="empreinte de la dernière")

    objects = PlayQuerySet.as_manager()

    class Meta:
        verbose_name = "partie"
        indexes = [  # a step changes none of their fields, but for the one that ends the play
            models.Index(fields=["started_at"], include=["ticket"], name="play_started"),
            models.Index(fields=["ended_at"], include=["ticket", "amount"], name="play_ended"),
            models.Index(fields=["deadline"], include=["ticket"], condition=Q(ended_at=None), name="play_open_until"),
        ]

    def __str__(self) -> str:
        return f"{self.game.name}, ticket {self.number_shown}"

    @property
    def suspension(self) -> str | None:
        """What players read of the game or the site suspended, for a play read by for_step()."""
        told: str | None = vars(self)["suspended_with"]
        return told

    @property
    def additional(self) -> bool:
        """True when an additional lot may be drawn at its end, for a play read by for_step() (art. 3.2.8)."""
        found: bool = vars(self)["draws_additional"]
        return found

    @property
    def game(self) -> Entry:
        return GAMES[self.tier.table.game.slug]

    @property
    def game_slug(self) -> str:
        return self.game.slug

    @property
    def game_name(self) -> str:
        return self.game.name

    @property
    def number_shown(self) -> str:
        return numbers.shown(self.ticket_id)

    @property
    def lots(self) -> dict[str, int]:
        return dict(zip(self.game.rules.LOTS, self.tier.lots, strict=True))

    @property
    def chain_head(self) -> Head:
        return Head(self.entries, bytes(self.head))

    def status(self, at: datetime) -> str:
        """ "won", "lost", "expired" (art. 3.3.8) or "open" at the instant `at`."""
        if self.ended_at is not None:
            return "won" if self.amount else "lost"
        return "expired" if at >= self.deadline else "open"

    def load(self) -> Any:
        """The rules' state."""
        return msgspec.convert(self.state, self.game.rules.State)

    def store(self, state: Any, at: datetime) -> None:
        """Keep the rules' state, and the outcome and amount when it ends the play; saves nothing."""
        self.state = msgspec.to_builtins(state)
        outcome = self.game.rules.outcome(state)
        if outcome is not None:
            self.ended_at, self.outcome = at, outcome
            self.amount = self.game.rules.prize(tuple(self.tier.lots), outcome)


class WonLot(models.Model):
    """An additional lot that a play drew at its end, to be paid or handed over once (art. 3.2.8)."""

    kept = True

    play = models.ForeignKey(Play, models.PROTECT, related_name="won_lots", verbose_name="partie")
    lot = models.ForeignKey(AdditionalLot, models.PROTECT, related_name="+", verbose_name="lot")

    class Meta:
        verbose_name = "lot supplémentaire gagné"
        verbose_name_plural = "lots supplémentaires gagnés"
        default_permissions = ["view"]
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["play", "lot"], name="won_lot_once")]

    def __str__(self) -> str:
        return self.lot.description


class Reckoning(models.Model):
    """What long exploring of the rules gave, under a key that changes with their code: written once, never changed."""

    append_only = True

    key = models.CharField(primary_key=True, max_length=150)
    told = models.JSONField(help_text="fractions are strings a/b")

    class Meta:
        verbose_name = "calcul des chances"
        verbose_name_plural = "calculs des chances"
        default_permissions = ()

    def __str__(self) -> str:
        return self.key
