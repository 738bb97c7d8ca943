"""The public pages: their addresses, titles and descriptions, in one place, and how one is shown."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.registry import GAMES, Entry

FRESH = 60  # seconds for which browsers and caches may show what they kept
SOON = "dans la minute"  # what staff are told of when players read what they publish


@dataclass(frozen=True, slots=True)
class Page:
    """A page that search engines may find: its address's name, its title, what it is about, the picture shared."""

    name: str
    title: str
    description: str
    game: Entry | None = None

    @property
    def address(self) -> str:
        """Where it is, without the site."""
        return reverse(self.name, args=[self.game] if self.game else [])

    @property
    def picture(self) -> str:
        """The picture that a shared link shows, among the static files; `make pictures` draws it."""
        return f"shared/{self.game.slug if self.game else 'site'}.png"


PAGES = {
    page.name: page
    for page in (
        Page(
            "games:home",
            "Jouer mon ticket",
            "Entrez le code de votre ticket à gratter ILLIKO LIVE et jouez sa partie en ligne\u00a0: Sauve "
            "Souris, La Poule aux œufs d’or ou As Capone.",
        ),
        Page(
            "public:games",
            "Les jeux",
            "Les trois jeux ILLIKO LIVE\u00a0: comment on joue, ce qu’on peut gagner, et les chances exactes "
            "calculées par le programme qui joue.",
        ),
        Page(
            "public:emissions",
            "Les émissions",
            "Les émissions de tickets ILLIKO LIVE\u00a0: mise en vente, clôture, dernier jour pour jouer, "
            "dernier jour pour être payé, avis et lots supplémentaires.",
        ),
        Page(
            "public:reglement",
            "Le règlement",
            "Le règlement de l’offre ILLIKO LIVE en vigueur, ses versions, leurs références au Journal "
            "officiel, et l’essentiel de chaque article.",
        ),
        Page(
            "public:desks",
            "Où être payé",
            "Points de vente et centres de paiement ILLIKO LIVE\u00a0: cherchez par commune, code postal ou "
            "département, et par ce qu’ils peuvent payer.",
        ),
        Page(
            "public:winners",
            "Les gagnants",
            "Les prénoms et départements des grands gagnants ILLIKO LIVE, et combien de joueurs ont gagné "
            "dans chaque département et région.",
        ),
        Page(
            "public:help",
            "Aide",
            "Code refusé, partie interrompue, ticket abîmé, paiement\u00a0: les réponses, et comment joindre "
            "le Service Clients.",
        ),
        Page(
            "public:claims",
            "Réclamation",
            "Un problème avec votre ticket, votre partie ou votre paiement\u00a0? Faites une réclamation en "
            "ligne et suivez-la avec son numéro.",
        ),
        Page(
            "public:responsible",
            "Jouer responsable",
            "Le jeu est interdit aux mineurs et comporte des risques. Repères, signes d’alerte, et à qui parler.",
        ),
        Page(
            "public:privacy",
            "Données personnelles",
            "Ce qu’ILLIKO LIVE garde de vous, pourquoi, combien de temps, et comment exercer vos droits.",
        ),
        Page(
            "public:legal",
            "Mentions légales",
            "Qui édite ILLIKO LIVE, qui l’héberge, et comment signaler un contenu ou une faille de sécurité.",
        ),
        Page(
            "public:accessibility",
            "Déclaration d’accessibilité",
            "Où en est l’accessibilité d’ILLIKO LIVE, ce qui manque, et à qui le dire.",
        ),
        Page(
            "public:status",
            "État du service",
            "Les jeux ILLIKO LIVE sont-ils ouverts\u00a0? Suspensions en cours, incidents passés, et ce qui "
            "en a été fait.",
        ),
        Page(
            "seal:page",
            "Le sceau des parties",
            "Comment chaque tirage d’ILLIKO LIVE est scellé, et comment vérifier votre partie vous-même.",
        ),
    )
}


def game_page(game: Entry) -> Page:
    """The page of one game."""
    told = (
        f"Comment jouer à {game.name}, ce qu’on peut gagner, les chances exactes à chaque étape, et une partie d’essai."
    )
    return Page("public:game", game.name, told, game)


def every_page() -> Iterator[Page]:
    """All that search engines are told of."""
    yield from PAGES.values()
    yield from map(game_page, GAMES.values())


def read_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """What everybody sees alike: read only, no cookie set, no session read, kept a minute by browsers and caches."""
    return require_safe(cache_control(public=True, max_age=FRESH)(view))


def show(
    request: HttpRequest, page: Page, template: str, told: dict[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    """A page, in a template that extends `public/page.html`."""
    return render(request, template, {"page": page, **(told or {})}, status=status)
