"""What an emission's next block will be, or why there can't be one (art. 3.2.1, 3.2.5)."""

from dataclasses import dataclass
from fractions import Fraction

import pyrage
from django.conf import settings
from django.db.models import Max
from pyrage import x25519

from tickets import numbers
from tickets.issuing import booklets, print_file
from tickets.models import Booklet, Emission, PrizeTier

_MOST_BOOKLETS = 999_999  # six digits of a ticket's number


class CannotIssue(Exception):
    """A block that can't be issued; the message tells operators why."""


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
            raise CannotIssue(f"{_name(self.emission)}: the booklet rule can't be kept with its prize table") from error


def plan(emission_id: int) -> Plan:
    """Lock an emission until the transaction ends and plan its next block; CannotIssue says what stands against it."""
    emissions = Emission.objects.select_for_update(of=("self",)).select_related("prize_table")
    emission = emissions.filter(pk=emission_id).first()
    if emission is None:
        raise CannotIssue(f"no emission has the id {emission_id}")
    tiers = tuple(emission.prize_table.tiers.order_by("position"))
    _refuse_unready(emission, tiers)
    return Plan(emission, _last_block(emission) + 1, tiers, _next_keys(emission))


def printer() -> x25519.Recipient:
    """Whom print files are encrypted to; CannotIssue if the settings name nobody."""
    try:
        return x25519.Recipient.from_str(settings.PRINTER_KEY)
    except pyrage.RecipientError as error:
        raise CannotIssue("PRINTER_KEY is not an age recipient (age1...)") from error


def _refuse_unready(emission: Emission, tiers: tuple[PrizeTier, ...]) -> None:
    table, size = emission.prize_table, emission.booklet_size
    if emission.closed_on is not None:
        raise CannotIssue(f"{_name(emission)} is closed by a notice on {emission.closed_on}")
    if table.approved_at is None or not all(tier.expected for tier in tiers):
        raise CannotIssue(f"{_name(emission)}: its prize table, version {table.version}, is not approved")
    if (total := sum(tier.tickets for tier in tiers)) != table.block_size:
        raise CannotIssue(f"{_name(emission)}: its prize table has {total} tickets for a block of {table.block_size}")
    if table.block_size % size:
        raise CannotIssue(f"{_name(emission)}: a block of {table.block_size} is no whole number of booklets of {size}")


def _last_block(emission: Emission) -> int:
    return emission.blocks.aggregate(last=Max("number"))["last"] or 0


def _next_keys(emission: Emission) -> range:
    """Booklets are numbered from 1 through all blocks of the emission."""
    key = numbers.booklet_key(emission.game_code, emission.number, 0)
    last = Booklet.objects.filter(block__emission=emission).aggregate(last=Max("key"))["last"] or key
    count = emission.prize_table.block_size // emission.booklet_size
    if last + count > key + _MOST_BOOKLETS:
        raise CannotIssue(f"{_name(emission)} has no {count} booklet numbers left: open another emission")
    return range(last + 1, last + count + 1)


def _name(emission: Emission) -> str:
    return f"emission {emission.game_code:03d} {emission.number:02d}"
