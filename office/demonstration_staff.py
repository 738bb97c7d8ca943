"""The demonstration's people: three desks and who pays there, and someone of every role."""

import secrets

from django.contrib.auth.models import Group, User

from office import roles
from payouts.models import Desk, Teller

DESKS = (  # log-in, kind, name, may ask for transfers
    ("tabac", Desk.Kind.POINT_OF_SALE, "Tabac de la Gare", False),
    ("presse", Desk.Kind.POINT_OF_SALE, "Presse du Marché", True),
    ("centre", Desk.Kind.PAYMENT_CENTRE, "Centre de paiement de Lyon", True),
)
STAFF = (  # log-in, role, enters the admin, what it is for
    ("superviseur", roles.SUPERVISOR, True, "annuler un paiement du centre, lire tickets et chiffres"),
    ("service-clients", roles.SERVICE, True, "retrouver un ticket, suivre les réclamations"),
    ("responsable-clients", roles.SERVICE_LEAD, True, "diriger le Service Clients"),
    ("emissions", roles.ISSUING, True, "préparer tableaux de lots, émissions et blocs"),
    ("approbation", roles.APPROVER, True, "approuver ce qui est préparé"),
    ("audit", roles.AUDITOR, True, "tout lire"),
    ("comptabilite", roles.ACCOUNTS, False, "envoyer les virements, à deux"),
    ("comptabilite-bis", roles.ACCOUNTS, False, "envoyer les virements, à deux"),  # who releases does not download
)


def load_staff() -> list[dict[str, str]]:
    """The log-ins, each with the password drawn for it, and what it is for."""
    made = [_teller(*desk) for desk in DESKS]
    made += [_given_a_password(in_role(login), purpose) for login, _, _, purpose in STAFF]
    centre = Desk.objects.get(name=DESKS[2][2])
    Teller.objects.create(user=User.objects.get(username="superviseur"), desk=centre)
    chief = User.objects.create_superuser("administration")
    return [*made, _given_a_password(chief, "toute l’administration")]


def in_role(login: str) -> User:
    """Someone of STAFF, made without a password where there is none yet."""
    _, role, is_staff, _ = next(one for one in STAFF if one[0] == login)
    user, _ = User.objects.get_or_create(username=login, defaults={"is_staff": is_staff})
    user.groups.set([Group.objects.get(name=role)])
    return user


def _given_a_password(user: User, purpose: str) -> dict[str, str]:
    password = secrets.token_urlsafe(9)
    user.set_password(password)
    user.save(update_fields=["password"])
    return {"login": user.username, "password": password, "for": purpose}


def _teller(login: str, kind: str, name: str, transfers: bool) -> dict[str, str]:
    desk = Desk.objects.create(
        kind=kind,
        name=name,
        street="1 rue de la République",
        postcode="69002",
        town="Lyon",
        department="69",
        region="Auvergne-Rhône-Alpes",
        transfers=transfers,
    )
    user = User.objects.create_user(login)
    Teller.objects.create(user=user, desk=desk)
    return _given_a_password(user, f"payer, {name}")
