"""What an emission's next block will be, or why there can't be one (art. 3.2.1, 3.2.5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import pyrage
from django.conf import settings
from django.db.models import Max, QuerySet
from django.utils import timezone
from pyrage import x25519

from tickets import numbers
from tickets.issuing import booklets, print_file
from tickets.models import Booklet, Emission, PrizeTier

_MOST_BOOKLETS = 999_999  # six digits of a ticket's number


class CannotIssue(Exception):
    """A block that can't be issued; the message says why, in French."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A block to come: its number in the emission, its tiers in the table's order, its booklets' keys."""

    emission: Emission
    number: int
    tiers: tuple[PrizeTier, ...]
    keys: range

    @property
    def codes(self) -> tuple[int, int]:
        """The game code and the number of the emission."""
        return self.emission.game_code, self.emission.number

    @property
    def file_name(self) -> str:
        """The name of the print file."""
        return print_file.name(*self.codes, self.number)

    def assign(self) -> booklets.Assignment:
        """Draw which ticket bears which tier, counted from 0 (art. 3.2.2, 3.2.4); CannotIssue if no draw can do."""
        try:
            return booklets.assign(
                [tier.tickets for tier in self.tiers],
                [tier.expected_payout for tier in self.tiers],
                booklet_size=self.emission.booklet_size,
                share=Fraction(self.emission.booklet_share, 100),
            )
        except booklets.CannotAssign as error:
            refused = "la règle des livrets ne peut pas être tenue avec son tableau de lots"
            raise CannotIssue(f"{_name(self.emission)}\xa0: {refused}.") from error


def plan(emission_id: int) -> Plan:
    """Lock an emission until the transaction ends and plan its next block; CannotIssue says what stands against it."""
    return _planned(Emission.objects.select_for_update(of=("self",), no_key=True), emission_id)


def check(emission_id: int) -> Plan:
    """Plan the next block as `plan` does, without a lock: what is true now may not be in a moment."""
    printer()
    return _planned(Emission.objects.all(), emission_id)


def printer() -> x25519.Recipient:
    """Whom print files are encrypted to; CannotIssue if the settings name nobody."""
    try:
        return x25519.Recipient.from_str(settings.PRINTER_KEY)
    except pyrage.RecipientError as error:
        raise CannotIssue("La clé de l’imprimeur, PRINTER_KEY, n’est pas une clé publique age (age1...).") from error


def _planned(emissions: QuerySet[Emission], emission_id: int) -> Plan:
    emission = emissions.select_related("prize_table").filter(pk=emission_id).first()
    if emission is None:
        raise CannotIssue(f"Aucune émission n’a l’identifiant {emission_id}.")
    tiers = tuple(emission.prize_table.tiers.order_by("position"))
    for why in _against(emission, tiers):
        raise CannotIssue(f"{_name(emission)}\xa0: {why}.")
    return Plan(emission, _last_block(emission) + 1, tiers, _next_keys(emission))


def _against(emission: Emission, tiers: tuple[PrizeTier, ...]) -> Iterator[str]:
    """What stands against a block. A closing date to come does not: tickets are sold until that day (art. 3.2.6)."""
    table, size = emission.prize_table, emission.booklet_size
    if emission.sale_over(timezone.now()):
        yield f"close le {emission.closed_on:%d/%m/%Y}, elle ne se vend plus"
    if table.approved_at is None or not all(tier.expected for tier in tiers):
        yield f"son tableau de lots, version {table.version}, n’est pas approuvé"
    if (total := sum(tier.tickets for tier in tiers)) != table.block_size:
        yield f"son tableau de lots compte {total} tickets pour un bloc de {table.block_size}"
    if table.block_size % size:
        yield f"un bloc de {table.block_size} tickets ne se divise pas en livrets de {size}"


def _last_block(emission: Emission) -> int:
    return emission.blocks.aggregate(last=Max("number"))["last"] or 0


def _next_keys(emission: Emission) -> range:
    """Booklets are numbered from 1 through all blocks of the emission."""
    key = numbers.booklet_key(emission.game_code, emission.number, 0)
    last = Booklet.objects.filter(block__emission=emission).aggregate(last=Max("key"))["last"] or key
    count = emission.prize_table.block_size // emission.booklet_size
    if last + count > key + _MOST_BOOKLETS:
        left = f"il ne lui reste pas {count} numéros de livrets, ouvrez une autre émission"
        raise CannotIssue(f"{_name(emission)}\xa0: {left}.")
    return range(last + 1, last + count + 1)


def _name(emission: Emission) -> str:
    return f"Émission {emission.game_code:03d} {emission.number:02d}"
