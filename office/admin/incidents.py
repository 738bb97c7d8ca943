"""Incidents in the admin: what the status page tells of them."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone

from office.admin.as_read import AsRead, ReadFirst
from office.fields import IN_ADMIN
from public.models import Incident

if TYPE_CHECKING:
    IncidentsAdmin = admin.ModelAdmin[Incident]
else:
    IncidentsAdmin = admin.ModelAdmin


class IncidentForm(AsRead):
    """An incident, its hours in order and none of them to come."""

    def clean(self) -> dict[str, Any] | None:
        """What can't be is told beside its field."""
        cleaned, now = super().clean(), timezone.now()
        hours = {name: self.cleaned_data.get(name) for name in ("began_at", "ended_at")}
        for name, hour in hours.items():
            if hour and hour > now:
                self.add_error(name, "Cette heure n’est pas encore venue.")
        if hours["began_at"] and hours["ended_at"] and hours["ended_at"] <= hours["began_at"]:
            self.add_error("ended_at", "La fin vient après le début.")
        if not self.instance.pk and Incident.objects.filter(**self.cleaned_data).exists():
            self.add_error(None, "Cet incident est déjà publié, mot pour mot\u00a0: rien n’est publié deux fois.")
        return cleaned


@admin.register(Incident)
class IncidentAdmin(ReadFirst, IncidentsAdmin):
    """Published by being saved; its history says what it was before."""

    actions = None
    form = IncidentForm
    list_display = ("title", "what", "began_at", "ended_at", "published_by")
    list_select_related = ("game", "published_by")
    list_filter = ("game",)
    fields = ("title", "text", "game", "began_at", "ended_at", "published_by", "published_at")
    readonly_fields = ("published_by", "published_at")
    formfield_overrides = IN_ADMIN

    @admin.display(description="où", ordering="game")
    def what(self, incident: Incident) -> str:
        return str(incident.game or "Tout le site")

    def save_model(self, request: HttpRequest, obj: Incident, form: Any, change: bool) -> None:
        """Who publishes it signs it."""
        if not change:
            obj.published_at, obj.published_by_id = timezone.now(), request.user.pk  # type: ignore[assignment]
        super().save_model(request, obj, form, change)
        messages.success(
            request, "C’est publié\u00a0: les joueurs le lisent dès maintenant sur la page État du service."
        )
