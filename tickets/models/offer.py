"""The offer: games, their prize tables, and the emissions of tickets (art. 3.2)."""

from datetime import date, datetime
from fractions import Fraction

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from tickets.calendar import last_payment_day, last_start_day, paris_day


class Game(models.Model):
    """A game of the offer; its slug names its rules in the games' registry."""

    slug = models.SlugField(unique=True)
    name = models.CharField("nom", max_length=60)
    price = models.PositiveIntegerField("prix du ticket", help_text="en centimes")

    class Meta:
        verbose_name = "jeu"
        verbose_name_plural = "jeux"

    def __str__(self) -> str:
        return self.name


class PrizeTable(models.Model):
    """How many tickets of a block bear which potential lots; the same for all blocks of an emission (art. 3.2.2).

    Once approved, the database refuses any change of it and of its lines.
    """

    kept = True

    game = models.ForeignKey(Game, models.PROTECT, related_name="prize_tables", verbose_name="jeu")
    version = models.PositiveSmallIntegerField()
    block_size = models.PositiveIntegerField("tickets par bloc")
    share = models.PositiveIntegerField(
        "part des mises affectée aux gagnants",
        null=True,
        blank=True,
        help_text="fixée par l’arrêté (art. 2.3), en centièmes de %",
    )
    tolerance = models.PositiveIntegerField("tolérance", null=True, blank=True, help_text="en centièmes de %")
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="préparé par"
    )
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="approuvé par"
    )
    approved_at = models.DateTimeField("approuvé le", null=True, blank=True)

    class Meta:
        verbose_name = "tableau de lots"
        verbose_name_plural = "tableaux de lots"
        default_permissions = ("add", "change", "view")
        permissions = [("approve_prizetable", "Approuver un tableau de lots")]
        constraints = [models.UniqueConstraint(fields=["game", "version"], name="prize_table_version")]

    def __str__(self) -> str:
        return f"{self.game}, tableau {self.version}"

    @property
    def exact_return(self) -> Fraction | None:
        """What a block pays for what it costs, exactly, as approved (art. 2.3); None before approval."""
        if self.approved_at is None:
            return None
        tiers = self.tiers.all()
        paid = sum((tier.tickets * tier.expected_payout for tier in tiers), Fraction(0))
        return paid / (sum(tier.tickets for tier in tiers) * self.game.price)


class PrizeTier(models.Model):
    """A line of a prize table: potential lots in cents, in the order of the game's rules, and its tickets a block."""

    table = models.ForeignKey(PrizeTable, models.CASCADE, related_name="tiers", verbose_name="tableau de lots")
    position = models.PositiveSmallIntegerField("ligne")
    lots = ArrayField(models.PositiveBigIntegerField(), verbose_name="lots potentiels", help_text="en centimes")
    tickets = models.PositiveIntegerField("tickets par bloc")
    expected = models.CharField(
        "gain espéré", max_length=60, blank=True, help_text="fraction de centimes, écrite à l’approbation"
    )

    class Meta:
        verbose_name = "ligne de tableau"
        verbose_name_plural = "lignes de tableau"
        default_permissions = ("view",)
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["table", "position"], name="prize_tier_position")]

    def __str__(self) -> str:
        return f"{self.table}, ligne {self.position}"

    @property
    def expected_payout(self) -> Fraction:
        """Exact expected payout of a ticket of this tier, in cents. Raises ValueError before approval."""
        return Fraction(self.expected)


class Emission(models.Model):
    """Tickets sold under one game code and emission number, between two dates (art. 3.2.5-3.2.6)."""

    kept = True

    game = models.ForeignKey(Game, models.PROTECT, related_name="emissions", verbose_name="jeu")
    prize_table = models.ForeignKey(PrizeTable, models.PROTECT, verbose_name="tableau de lots")
    game_code = models.PositiveSmallIntegerField("code jeu", validators=[MaxValueValidator(999)])
    number = models.PositiveSmallIntegerField("numéro d’émission", validators=[MaxValueValidator(99)])
    available_on = models.DateField("disponible le")
    closed_on = models.DateField("clôture", null=True, blank=True)
    booklet_size = models.PositiveSmallIntegerField(
        "tickets par livret", default=50, validators=[MinValueValidator(1), MaxValueValidator(999)]
    )
    booklet_share = models.PositiveSmallIntegerField(
        "gain espéré minimal d’un livret", default=75, help_text="en % de celui d’un livret moyen (art. 3.2.4)"
    )

    class Meta:
        verbose_name = "émission"
        default_permissions = ["view", "add"]
        constraints = [models.UniqueConstraint(fields=["game_code", "number"], name="emission_codes")]

    def __str__(self) -> str:
        return f"{self.game}, {self.game_code:03d} {self.number:02d}"

    @property
    def last_start_day(self) -> date | None:
        """Last Paris day to start a play (art. 3.3.4), None as long as no closing notice is out."""
        return last_start_day(self.closed_on) if self.closed_on else None

    @property
    def last_payment_day(self) -> date | None:
        """Last Paris day of payment and claims (art. 9, 10), None as long as no closing notice is out."""
        return last_payment_day(self.closed_on) if self.closed_on else None

    def on_sale_yet(self, at: datetime) -> bool:
        return paris_day(at) >= self.available_on

    def sale_over(self, at: datetime) -> bool:
        """True after the closing date, the last day of sale (art. 3.2.6)."""
        return self.closed_on is not None and paris_day(at) > self.closed_on

    def start_barred(self, at: datetime) -> bool:
        """True when it is too late to start a play (art. 3.3.4)."""
        return self.closed_on is not None and paris_day(at) > last_start_day(self.closed_on)
