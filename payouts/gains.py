"""What a player may have to be paid, as they would say it, and what a desk pays of it (art. 5.2-5.4)."""

from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import groupby
from operator import or_

from django.db.models import Q

from games.templatetags.french import euros_short
from payouts.means import CASH_LIMIT, TRANSFER_AT_POINT_OF_SALE_LIMIT, TRANSFER_BELOW
from payouts.models import Desk, Payment


@dataclass(frozen=True, slots=True)
class Gain:
    """The prizes from `least` to `most`, in cents, that are paid alike; `most` is None when nothing is too much."""

    slug: str
    least: int
    most: int | None
    winners: int = 1

    @property
    def label(self) -> str:
        """In words: "de 200,01 € à 30 000 €"."""
        if self.winners > 1:
            return "à plusieurs, quel que soit le montant"
        if self.most is None:
            return f"{euros_short(self.least)} et plus"
        return f"de {euros_short(self.least)} à {euros_short(self.most)}" if self.least > 1 else _up_to(self.most)

    def means(self, desk: Desk) -> tuple[str, ...]:
        """What this desk may pay it by, as Payment.Means."""
        return desk.means(self.least, winners=self.winners)

    @property
    def centres_alone(self) -> bool:
        """True when no point of sale may pay it."""
        return not self.means(Desk(kind=Desk.Kind.POINT_OF_SALE, transfers=True))

    @property
    def payers(self) -> Q:
        """The desks that may pay it."""
        found = []
        for kind in (Desk.Kind.POINT_OF_SALE, Desk.Kind.PAYMENT_CENTRE):
            if self.means(Desk(kind=kind, transfers=False)):
                found.append(Q(kind=kind))
            elif self.means(Desk(kind=kind, transfers=True)):
                found.append(Q(kind=kind, transfers=True))
        return reduce(or_, found)


def _up_to(cents: int) -> str:
    return f"jusqu’à {euros_short(cents)}"


ALONE = (
    Gain("especes", 1, CASH_LIMIT),
    Gain("virement", CASH_LIMIT + 1, TRANSFER_AT_POINT_OF_SALE_LIMIT),
    Gain("centre", TRANSFER_AT_POINT_OF_SALE_LIMIT + 1, TRANSFER_BELOW - 1),
    Gain("cheque", TRANSFER_BELOW, None),
)
GAINS = {one.slug: one for one in (*ALONE, Gain("plusieurs", 1, None, winners=2))}


def of(cents: int) -> Gain:
    """Where a prize of one winner stands."""
    return next(one for one in ALONE if one.most is None or cents <= one.most)


def worded(means: tuple[str, ...]) -> str:
    """Payment.Means in words: "virement ou chèque"."""
    return " ou ".join(Payment.Means(one).label for one in means)


@dataclass(frozen=True, slots=True)
class Paid:
    """One thing that a desk pays: how, in words, what, and the drawing of static/art/shell/sprite.svg that shows it."""

    how: str
    what: str
    icon: str


def paid_by(desk: Desk, gain: Gain | None = None) -> tuple[Paid, ...]:
    """What a desk pays, from the smallest prize on, or of this gain alone."""
    return _paid(desk.is_centre, desk.transfers, gain)


@cache
def _paid(is_centre: bool, transfers: bool, gain: Gain | None) -> tuple[Paid, ...]:
    kind = Desk.Kind.PAYMENT_CENTRE if is_centre else Desk.Kind.POINT_OF_SALE
    desk = Desk(kind=kind, transfers=transfers)
    asked = (gain,) if gain else tuple(GAINS.values())
    alike = groupby(asked, key=lambda one: (one.means(desk), one.winners))
    return tuple(_told(means, list(gains)) for (means, _), gains in alike if means)


def _told(means: tuple[str, ...], gains: list[Gain]) -> Paid:
    icon = {"cash": "euro", "transfer": "card"}.get(means[0], "ticket")
    whole = replace(gains[0], most=gains[-1].most)
    return Paid(worded(means), whole.label, icon)
