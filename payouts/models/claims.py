"""Claims (art. 10); what is known of the claimant is sealed."""

import uuid
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from payouts import personal
from payouts.claiming import admissibility, claimants, numbers
from payouts.claiming.admissibility import Verdict
from payouts.claiming.claimants import Claimant
from payouts.models.marks import Mark
from payouts.models.orders import Refund
from payouts.models.sealed import SealedRow
from tickets import numbers as ticket_numbers
from tickets.journal.chain import canonical
from tickets.models import Emission, Ticket

WHOLE = Q(sealed__isnull=False, wrapped_key__isnull=False, master__isnull=False)
EMPTY = Q(sealed=None, wrapped_key=None, master=None)


class ClaimQuerySet(models.QuerySet["Claim"]):
    def numbered(self, number: int) -> "ClaimQuerySet":
        """The one of this number, if there is one. Raises numbers.BadClaimNumber."""
        return self.filter(pk=numbers.key_of(number))

    def open(self) -> "ClaimQuerySet":
        """Those that wait for a decision."""
        return self.filter(status__in=Claim.OPEN)

    def pending(self) -> "ClaimQuerySet":
        """Those with which something is left to do, a letter perhaps."""
        return self.exclude(status=Claim.Status.CLOSED)

    def overdue(self, today: date) -> "ClaimQuerySet":
        """Those that should have been decided."""
        return self.open().filter(due_on__lt=today)


class Claim(SealedRow):
    """A claim; the row stays when the data goes. Each change raises `version`, and is the event of that number.

    Its number is said on the telephone and is no secret: who follows a claim on the site shows one besides, of which
    `secret_digest` is the digest. `form_digest` is that of the key of the form that made it: sent twice, it makes one.
    """

    kept = True

    class Channel(models.TextChoices):
        """How it came, which says the day that counts."""

        POST = "post", "courrier"  # the postmark's
        TELEPHONE = "telephone", "téléphone"
        SITE = "site", "site"

    class Subject(models.TextChoices):
        """What it is about."""

        RESULT = "result", "résultat d’une partie"
        PAYMENT = "payment", "paiement d’un gain"
        MISPRINT = "misprint", "anomalie d’impression"
        DAMAGED = "damaged", "ticket détérioré"
        FAULT = "fault", "incident technique"
        OTHER = "other", "autre"

    class Status(models.TextChoices):
        """Where it stands."""

        RECEIVED = "received", "reçue"
        IN_PROGRESS = "in_progress", "en cours"
        WAITING = "waiting", "en attente du joueur"
        DECIDED = "decided", "décidée"
        CLOSED = "closed", "classée"

    class Outcome(models.TextChoices):
        """What was decided."""

        ACCEPTED = "accepted", "acceptée"
        REFUSED = "refused", "refusée"
        INADMISSIBLE = "inadmissible", "irrecevable"

    OPEN = (Status.RECEIVED, Status.IN_PROGRESS, Status.WAITING)

    uid = models.UUIDField(default=uuid.uuid4, editable=False)  # what the sealed data is bound to
    version = models.PositiveIntegerField(default=0)
    channel = models.CharField("reçue par", max_length=10, choices=Channel.choices)
    subject = models.CharField("objet", max_length=10, choices=Subject.choices)
    status = models.CharField("état", max_length=12, choices=Status.choices, default=Status.RECEIVED)
    outcome = models.CharField("décision", max_length=12, choices=Outcome.choices, blank=True)
    exercised_on = models.DateField("jour qui compte", help_text="cachet de la poste, appel ou dépôt sur le site")
    received_on = models.DateField("reçue le", db_index=True)
    due_on = models.DateField("à décider avant la fin du")
    decided_on = models.DateField("décidée le", null=True, db_index=True)
    ticket = models.ForeignKey(Ticket, models.PROTECT, null=True, related_name="claims")
    emission = models.ForeignKey(Emission, models.PROTECT, null=True, related_name="claims", verbose_name="émission")
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name="suivie par"
    )
    refund = models.ForeignKey(Refund, models.PROTECT, null=True, related_name="+", verbose_name="remboursement")
    mark = models.ForeignKey(Mark, models.PROTECT, null=True, related_name="+", verbose_name="mention")
    erase_on = models.DateField("à effacer le", null=True, help_text="vide tant qu’elle n’est pas décidée ou classée")
    erased_at = models.DateTimeField("effacée le", null=True)
    form_digest = models.BinaryField(null=True, unique=True, max_length=32)
    secret_digest = models.BinaryField(null=True, max_length=32)

    objects = ClaimQuerySet.as_manager()

    class Meta:
        verbose_name = "réclamation"
        default_permissions = ["view"]
        permissions = [
            ("handle_claim", "Suivre les réclamations, lire et écrire aux joueurs"),
            ("decide_claim", "Décider d’une réclamation"),
            ("lead_claims", "Réattribuer et rouvrir les réclamations"),
        ]
        indexes = [
            models.Index(fields=["due_on"], condition=~Q(status="closed"), name="claim_pending"),
            models.Index(fields=["erase_on"], condition=Q(erased_at=None), name="claim_to_erase"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(erased_at=None) & WHOLE | Q(erased_at__isnull=False, erase_on=None) & EMPTY,
                name="claim_whole_or_erased",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["received", "in_progress", "waiting"], outcome="", decided_on=None)
                & Q(erase_on=None, erased_at=None)
                | Q(status__in=["decided", "closed"], outcome__gt="", decided_on__isnull=False)
                | Q(status="closed", outcome="", decided_on=None),
                name="claim_decided_or_not",
            ),
            models.CheckConstraint(condition=Q(exercised_on__lte=F("received_on")), name="claim_came_after_it_left"),
        ]

    def __str__(self) -> str:
        return f"réclamation {self.shown}"

    @property
    def number(self) -> int:
        """What it is called by."""
        return numbers.of_key(self.pk)

    @property
    def shown(self) -> str:
        """Its number as it is written and said."""
        return numbers.shown(self.number)

    @property
    def ticket_number(self) -> str:
        """The ticket's number as printed, "" as long as it is not known."""
        return ticket_numbers.shown(self.ticket_id) if self.ticket_id else ""

    @property
    def is_open(self) -> bool:
        return self.status in self.OPEN

    @property
    def row(self) -> bytes:
        return canonical(["claim", str(self.uid)]).encode()

    def claimant(self) -> Claimant:
        """Who claims. Raises Erased, personal.Unreadable."""
        return claimants.of_text(personal.unseal(self.content, row=self.row))

    def seal(self, claimant: Claimant) -> str:
        """Seal this claimant under a new key, saving nothing; gives the digest for the journal."""
        text = claimant.text()
        self.content, key = personal.seal(text, row=self.row)
        return personal.digest(key, text)

    @property
    def verdict(self) -> Verdict:
        """Whether it came in time (art. 10)."""
        emission = self.emission
        return admissibility.judge(
            channel=self.channel,
            exercised_on=self.exercised_on,
            emission_known=emission is not None,
            closed_on=emission.closed_on if emission else None,
        )
