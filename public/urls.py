"""Addresses of the public pages."""

from django.urls import path, register_converter

from public.converters import GameConverter
from public.views import (
    claims,
    desks,
    emissions,
    following,
    found,
    games,
    help,
    practice,
    reglement,
    status,
    texts,
    winners,
)

register_converter(GameConverter, "game")

app_name = "public"
urlpatterns = [
    path("jeux/", games.index, name="games"),
    path("jeux/<game:game>", games.game, name="game"),
    path("jeux/<game:game>/essai", practice.page, name="practice"),
    path("jeux/<game:game>/essai/etape", practice.step, name="practice_step"),
    path("jeux/<game:game>/essai/placement", practice.placement, name="practice_placement"),
    path("jeux/<game:game>/essai/suite", practice.board, name="practice_board"),
    path("reglement", reglement.page, name="reglement"),
    path("emissions/", emissions.index, name="emissions"),
    path("emissions.atom", emissions.atom, name="emissions_atom"),
    path("emissions.ics", emissions.calendar, name="emissions_calendar"),
    path("points-de-vente/", desks.index, name="desks"),
    path("points-de-vente.csv", desks.csv_file, name="desks_csv"),
    path("gagnants", winners.page, name="winners"),
    path("aide", help.page, name="help"),
    path("reclamations/", claims.page, name="claims"),
    path("reclamations/suivi", following.page, name="claim_follow"),
    path("reclamations/suivi/ajouter", following.add, name="claim_add"),
    path("reclamations/suivi/retirer", following.withdraw, name="claim_withdraw"),
    path("reclamations/suivi/fermer", following.leave, name="claim_leave"),
    path("reclamations/code-de-suivi", following.as_text, name="claim_secret"),
    path("jouer-responsable", texts.responsible, name="responsible"),
    path("donnees-personnelles", texts.privacy, name="privacy"),
    path("mentions-legales", texts.legal, name="legal"),
    path("accessibilite", texts.accessibility, name="accessibility"),
    path("etat", status.page, name="status"),
    path(".well-known/security.txt", texts.security, name="security"),
    path("sitemap.xml", found.sitemap, name="sitemap"),
    path("robots.txt", found.robots, name="robots"),
]
