"""The lists and pages of the back office in the groups of who works with them, in French."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

OFFER, TICKETS, MONEY, PEOPLE, MACHINES = (
    "Offre",
    "Tickets et joueurs",
    "Paiements",
    "Comptes et droits",
    "File de tâches",
)
APPS = {"tickets": OFFER, "games": TICKETS, "payouts": MONEY, "auth": PEOPLE, "procrastinate": MACHINES}
MODELS = {"Ticket": TICKETS, "Booklet": TICKETS, "Claim": TICKETS, "Mark": TICKETS, "JournalEntry": TICKETS}
PAGES = ((TICKETS, "games.view_play", "draws", "Tirages, sont-ils uniformes\u00a0?"),)


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
    for group, permission, address, name in PAGES:
        if user.has_perm(permission):
            found[group].links.append(Link(name, reverse(address)))
    for app in apps:
        for model in app["models"]:
            name = MODELS.get(model["object_name"]) or APPS.get(app["app_label"]) or app["name"]
            group = found.setdefault(name, Group(name))
            if model["admin_url"]:
                group.links.append(Link(model["name"], model["admin_url"], model["add_url"]))
    return [group for group in found.values() if group.links]
