"""Winners, as far as article 6.3 lets them be told."""

from collections import defaultdict
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from text_unidecode import unidecode

from games.registry import GAMES
from games.templatetags.french import euros_short
from payouts.models import Publication, PublicationAmount
from payouts.places import DEPARTMENTS
from public import tiles
from public.counted import Counted
from public.pages import PAGES, read_only, show

ABOVE = "montant"  # asked for in the place of a game


@dataclass(frozen=True, slots=True)
class Choice:
    """A figure that can be asked for: players who won at a game, or more than the amount."""

    asked: str
    name: str


@read_only
def page(request: HttpRequest) -> HttpResponse:
    """The first names, and one of the figures: `jeu` names which, a game's slug or `montant`."""
    publication, amount = Publication.objects.last(), PublicationAmount.in_force()
    if publication is None:
        return show(request, PAGES["public:winners"], "public/winners.html")
    if publication.amount != amount:
        amount = None  # set since: what was published under another is shown no longer
    choices = _choices(amount)
    choice = next((one for one in choices if one.asked == request.GET.get("jeu")), choices[0])
    shown = {
        "publication": publication,
        "amount": amount,
        "choices": choices,
        "choice": choice,
        "counted": _counted(publication, choice),
        "names": _names(publication) if amount is not None else [],
        "map": tiles,
    }
    return show(request, PAGES["public:winners"], "public/winners.html", shown)


def _choices(amount: int | None) -> list[Choice]:
    above = [Choice(ABOVE, f"Plus de {euros_short(amount)}, tous jeux")] if amount is not None else []
    return [*above, *(Choice(slug, game.name) for slug, game in GAMES.items())]


def _counted(publication: Publication, choice: Choice) -> Counted:
    """Few players at a game are not told exactly: beside a first name, they might tell what somebody played."""
    above = choice.asked == ABOVE
    counts = publication.counts.filter(game=None) if above else publication.counts.filter(game__slug=choice.asked)
    players = {place: won for place, won in counts.values_list("department", "players") if place in DEPARTMENTS}
    return Counted(players, exact=above)


def _names(publication: Publication) -> list[tuple[str, list[str]]]:
    """By department in the usual order, in the order of the alphabet."""
    found = defaultdict(list)
    for place, name in publication.names.values_list("department", "first_name"):
        found[place].append(name)
    return [(str(one), sorted(found[code], key=unidecode)) for code, one in DEPARTMENTS.items() if code in found]
