"""Accounts in the admin: an administrator takes away the second factors of who lost theirs."""

import allauth.account.admin
import allauth.mfa.admin  # noqa: F401 - both register models, which is undone below
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from office.fields import IN_ADMIN
from tickets import record
from tickets.journal.chain import Subject
from tickets.suspending import WHOLE_SITE

TAKEN = "Les seconds facteurs de {} compte(s) sont retirés. Donnez aussi un nouveau mot de passe à chacun."

admin.site.unregister((User, EmailAddress, Authenticator))


@admin.register(User)
class Accounts(UserAdmin):  # type: ignore[type-arg]
    """Django's, with what a lost phone asks for."""

    actions = ("take_second_factors",)
    formfield_overrides = IN_ADMIN

    @admin.action(description="Retirer les seconds facteurs (téléphone perdu)", permissions=["change"])
    def take_second_factors(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Remove every factor and code of these people; who did is kept (office/models/history.py)."""
        for user in users:
            Authenticator.objects.filter(user=user).delete()
        self.message_user(request, TAKEN.format(len(users)), messages.SUCCESS)

    @transaction.atomic
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Give someone another password; journalled, for whoever did could then sign in as them."""
        answer = super().user_change_password(request, id, form_url)
        if request.method == "POST" and answer.status_code == 302:
            told = {"user": int(id), "by": request.user.pk}
            record.note(Subject.SITE, WHOLE_SITE, "password_given", told, at=timezone.now())
        return answer
