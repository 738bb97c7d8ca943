"""People of each role, signed in."""

from django.contrib.auth.models import Group, User
from django.test import Client

from tests.signing import sign_in


def member(role: str) -> User:
    """Someone of a role of office/roles.py."""
    user = User.objects.create_user(f"personne{User.objects.count()}", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def signed_in(role: str) -> Client:
    """The browser of someone of a role."""
    return sign_in(Client(), member(role))
