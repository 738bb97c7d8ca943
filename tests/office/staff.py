"""People of each role, signed in."""

from django.contrib.auth.models import Group, User
from django.test import Client

from tests.signing import sign_in


def member(role: str) -> User:
    """Someone of a role of office/roles.py."""
    user = User.objects.create_user(f"personne{User.objects.count()}", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def client_of(user: User) -> Client:
    """The browser of someone who has just signed in."""
    return sign_in(Client(), user)


def signed_in(role: str) -> Client:
    """The browser of someone of a role."""
    return client_of(member(role))
