"""A prize table's page in tests: who works on it, and a form to post."""

from collections.abc import Iterable

from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from games.contents import Content
from office import roles
from tests.signing import sign_in
from tickets.models import PrizeTable

Row = tuple[str, ...]  # as typed: the lots, then the tickets
ROWS: tuple[Row, ...] = (("5", "40", "60"), ("2,00", "16", "40"))


def staff(role: str) -> User:
    """Someone of this role alone."""
    user, made = User.objects.get_or_create(username=role, defaults={"is_staff": True})
    if made:
        user.groups.add(Group.objects.get(name=role))
    return user


def signed_in(role: str = roles.ISSUING) -> Client:
    """A browser of theirs."""
    return sign_in(Client(), staff(role))


def address(table: PrizeTable, name: str = "table", *more: str) -> str:
    return reverse(f"office:{name}", args=[table.pk, *more])


def typed(table: PrizeTable, rows: Iterable[Row] = ROWS, **said: str) -> dict[str, str]:
    """The form with these lines; Sauve Souris returns 70 % when the maximum is eight times a mouse."""
    fields = {"block_size": "100", "share": "70", "tolerance": "0,6", "seen": Content.of(table).fingerprint}
    for place, (*lots, tickets) in enumerate(rows):
        fields |= {f"lignes-{place}-lot_{column}": lot for column, lot in enumerate(lots)}
        fields[f"lignes-{place}-tickets"] = tickets
    sizes = {"TOTAL_FORMS": str(len(list(rows))), "INITIAL_FORMS": "0"}
    return fields | {f"lignes-{name}": value for name, value in sizes.items()} | said
