"""Who changed what of a row of the admin, in place of the admin's own log, which knows of its own forms alone."""

from collections.abc import Mapping

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from office.access import office_page
from office.changes import HISTORY, changes, tracked
from office.pages import page
from payouts.models import Desk, Teller
from tickets.models import Addendum, AdditionalLot, PrizeTable, PrizeTier

_PARTS: Mapping[type[Model], tuple[type[Model], str]] = {
    PrizeTable: (PrizeTier, "table"),
    Addendum: (AdditionalLot, "addendum"),
    Desk: (Teller, "desk"),
    User: (Authenticator, "user"),
}


@require_safe
@office_page(HISTORY)
def history(request: HttpRequest, user: User, app: str, model: str, key: str) -> HttpResponse:
    """Each change of the row and of its parts, the latest first; 404 when nothing is kept of such rows."""
    of = apps.all_models.get(app, {}).get(model)
    if of is None or of not in tracked() or not admin.site.is_registered(of):
        raise Http404("De cette sorte d’objets, aucun changement n’est gardé.")
    shown_by = admin.site.get_model_admin(of)
    row = shown_by.get_object(request, unquote(key))
    if row is None:
        raise Http404("Cet objet n’existe pas.")
    if not shown_by.has_view_permission(request, row):
        raise PermissionDenied
    found = changes(of, pgh_obj=row.pk)
    if of in _PARTS:
        part, field = _PARTS[of]
        found = sorted(found + changes(part, **{field: row.pk}), key=lambda one: one.at, reverse=True)
    shown = {"found": found, "row": row, "opts": of._meta}
    return page(request, "history.html", f"Qui a changé quoi\u00a0: {row}", shown)
