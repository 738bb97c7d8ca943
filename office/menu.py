"""The lists and pages of the back office in the groups of who works with them, in French."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

from payouts import exchanging, flagging, lifting, publishing, refunding
from payouts.claiming.changing import HANDLE
from payouts.importing import applying as importing
from tickets import suspending

OFFER, TICKETS, MONEY, PEOPLE, MACHINES = (
    "Offre",
    "Tickets et joueurs",
    "Paiements",
    "Comptes et droits",
    "File de tâches",
)
APPS = {
    "tickets": OFFER,
    "games": TICKETS,
    "payouts": MONEY,
    "public": OFFER,
    "auth": PEOPLE,
    "procrastinate": MACHINES,
}
MODELS = {"Booklet": TICKETS, "Claim": TICKETS, "Flagging": TICKETS}
NAMES = {"ProcrastinateJob": "Tâches"}
PAGES = (  # group, who may, address, name
    (TICKETS, "tickets.view_ticket", "office:search", "Rechercher un ticket"),
    (TICKETS, HANDLE, "office:new_claim", "Nouvelle réclamation"),
    (TICKETS, "payouts.view_claim", "office:claim_figures", "Réclamations en chiffres"),
    (TICKETS, flagging.FLAG, "office:flag_stolen", "Signaler des livrets volés"),
    (TICKETS, flagging.FLAG, "office:flag_misprint", "Signaler une anomalie d’impression"),
    (TICKETS, lifting.UNFLAG, "office:lift_flag", "Lever un signalement de livrets"),
    (TICKETS, exchanging.PERMISSION, "office:returned", "Tickets rendus"),
    (OFFER, suspending.PERMISSION, "office:suspend", "Suspendre un jeu ou le site"),
    (OFFER, "games.view_play", "draws", "Relevé des tirages"),
    (MONEY, importing.PERMISSION, "office:desks_import", "Importer les points de vente"),
    (MONEY, refunding.PERMISSION, "office:mass_refund", "Rembourser après une panne"),
    (MONEY, publishing.PERMISSION, "office:publication", "Publier les prénoms des gagnants"),
)


@dataclass(frozen=True, slots=True)
class Link:
    """A list or a page; `add` is where a row is added, if this person may."""

    name: str
    address: str
    add: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Links under one heading."""

    name: str
    links: list[Link] = field(default_factory=list)


def groups(user: User | AnonymousUser, apps: Iterable[Mapping[str, Any]]) -> list[Group]:
    """What this person may open: the admin's own list of models, `apps`, and the pages beside it, in their groups."""
    found = {name: Group(name) for name in (TICKETS, OFFER, MONEY, PEOPLE, MACHINES)}
    for place, permission, address, name in PAGES:
        if user.has_perm(permission):
            found[place].links.append(Link(name, reverse(address)))
    for app in apps:
        for model in app["models"]:
            name = MODELS.get(model["object_name"]) or APPS.get(app["app_label"]) or app["name"]
            if model["admin_url"]:
                found.setdefault(name, Group(name)).links.append(
                    Link(NAMES.get(model["object_name"], model["name"]), model["admin_url"], model["add_url"])
                )
    return [group for group in found.values() if group.links]
