"""Winners to look at: players of the theatre alone, and numbers made up, as a nightly run would leave them."""

from django.utils import timezone

from office.demonstration_staff import in_role
from payouts.models import Publication, PublishedCount, PublishedName
from payouts.places import DEPARTMENTS
from payouts.publishing import last_day, set_amount
from public.tiles import PLACES
from tickets.calendar import paris_day
from tickets.models import Game

AMOUNT = 10_000_00
NAMES = {
    "06": ("Pantalon", "Zerbinette"),
    "13": ("Polichinelle",),
    "29": ("Colombine",),
    "33": ("Cyrano", "Roxane"),
    "59": ("Scapin",),
    "67": ("Pierrot",),
    "69": ("Guignol", "Gnafron", "Madelon"),
    "75": ("Arlequin", "Célimène", "Figaro", "Sganarelle"),
    "974": ("Esmeralda",),
}
_NOBODY = {"48", "977"}


def _players(code: str, centre: int) -> int:
    """More in the middle of the map, a middle of its own for each game; few overseas."""
    column, row = PLACES[code]
    return int(code) % 7 if len(code) > 2 else 2_400 // (1 + abs(column - centre % 9) + abs(row - centre % 7)) + row


def load_winners() -> None:
    """The amount, and what is told of them."""
    amount = set_amount(cents=AMOUNT, by=in_role("emissions")).amount
    made = Publication.objects.create(amount=amount, until=last_day(paris_day(timezone.now())))
    PublishedName.objects.bulk_create(
        PublishedName(publication=made, department=code, first_name=name, link=name)
        for code, names in NAMES.items()
        for name in names
    )
    counts: dict[tuple[str, Game | None], int] = {(code, None): len(names) for code, names in NAMES.items()}
    for game in Game.objects.all():
        counts |= {(code, game): _players(code, len(game.name)) for code in DEPARTMENTS.keys() - _NOBODY}
    PublishedCount.objects.bulk_create(
        PublishedCount(publication=made, department=code, game=game, players=players)
        for (code, game), players in counts.items()
    )
