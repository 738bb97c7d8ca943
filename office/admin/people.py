"""Accounts in the admin: an administrator takes away the second factors of who lost theirs."""

import allauth.account.admin
import allauth.mfa.admin  # noqa: F401 - both register models, which is undone below
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from office.fields import IN_ADMIN

TAKEN = "Les seconds facteurs de {} compte(s) sont retirés. Donnez aussi un nouveau mot de passe à chacun."

admin.site.unregister((User, EmailAddress, Authenticator))


@admin.register(User)
class Accounts(UserAdmin):  # type: ignore[type-arg]
    """Django's, with what a lost phone asks for."""

    actions = ("take_second_factors",)
    formfield_overrides = IN_ADMIN

    @admin.action(description="Retirer les seconds facteurs (téléphone perdu)", permissions=["change"])
    def take_second_factors(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Remove every factor and code of these people, on the admin's own record."""
        for user in users:
            Authenticator.objects.filter(user=user).delete()
            self.log_change(request, user, "Seconds facteurs retirés.")
        self.message_user(request, TAKEN.format(len(users)), messages.SUCCESS)
