"""The demonstration's people: desks, who pays there, a supervisor, customer service, accounts, who makes the offer."""

import secrets

from django.contrib.auth.models import Group, Permission, User

from payouts.models import Desk, Teller

DESKS = (  # log-in, kind, name, may ask for transfers
    ("tabac", Desk.Kind.POINT_OF_SALE, "Tabac de la Gare", False),
    ("presse", Desk.Kind.POINT_OF_SALE, "Presse du Marché", True),
    ("centre", Desk.Kind.PAYMENT_CENTRE, "Centre de paiement de Lyon", True),
)
ROLES = {  # log-in, its group and what it is for
    "emissions": ("Responsable des émissions", "préparer un tableau de lots"),
    "approbation": ("Approbateur", "approuver un tableau de lots"),
}
PERMISSIONS = {
    "superviseur": ("cancel_payment",),
    "comptabilite": ("send_transfers",),
    "comptabilite-bis": ("send_transfers",),  # who releases a file does not download it
    "service-clients": (
        "decide_ticket",
        "order_refund",
        "view_payment",
        "view_mark",
        "view_claim",
        "handle_claim",
        "decide_claim",
    ),
}


def load_staff() -> list[dict[str, str]]:
    """The log-ins, each with the password drawn for it, and what it is for."""
    made = [_teller(*desk) for desk in DESKS]
    supervisor, password = _user("superviseur")
    Teller.objects.create(user=supervisor, desk=Desk.objects.get(name=DESKS[2][2]))
    made.append({"login": "superviseur", "password": password, "for": "annuler un paiement du centre"})
    for login, purpose in (
        ("service-clients", "décider d’un ticket, suivre les réclamations"),
        ("administration", "toute l’administration"),
    ):
        user, password = _user(login)
        user.is_staff, user.is_superuser = True, login == "administration"
        user.save(update_fields=["is_staff", "is_superuser"])
        made.append({"login": login, "password": password, "for": purpose})
    for login in ("comptabilite", "comptabilite-bis"):
        _, password = _user(login)
        made.append({"login": login, "password": password, "for": "envoyer les virements, à deux"})
    return made + [_given_a_password(login) for login in ROLES]


def in_role(login: str) -> User:
    """Someone who holds one of the roles, made without a password where there is none yet."""
    user, _ = User.objects.get_or_create(username=login, defaults={"is_staff": True})
    user.groups.set([Group.objects.get(name=ROLES[login][0])])
    return user


def _given_a_password(login: str) -> dict[str, str]:
    user, password = in_role(login), secrets.token_urlsafe(9)
    user.set_password(password)
    user.save(update_fields=["password"])
    return {"login": login, "password": password, "for": ROLES[login][1]}


def _teller(login: str, kind: str, name: str, transfers: bool) -> dict[str, str]:
    user, password = _user(login)
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
    Teller.objects.create(user=user, desk=desk)
    return {"login": login, "password": password, "for": f"payer, {name}"}


def _user(login: str) -> tuple[User, str]:
    password = secrets.token_urlsafe(9)
    user = User.objects.create_user(login, password=password)
    user.user_permissions.set(
        Permission.objects.filter(content_type__app_label="payouts", codename__in=PERMISSIONS.get(login, ()))
    )
    return user, password
