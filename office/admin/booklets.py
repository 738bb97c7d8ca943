"""Booklets with their flags, and what was declared of them, in the admin."""

from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from office.admin.reading import ReadOnly
from payouts import exchanging, flagging, lifting, pasted
from payouts.models import Flagging
from tickets.models import Booklet

_PAGES = (
    ("office:flag_stolen", "Déclarer des livrets volés", flagging.FLAG),
    ("office:flag_misprint", "Signaler une anomalie d’impression", flagging.FLAG),
    ("office:lift_flag", "Lever un signalement", lifting.UNFLAG),
    ("office:returned", "Ticket mal imprimé reçu par courrier", exchanging.PERMISSION),
)


class Uncounted(Paginator):  # type: ignore[type-arg]
    """A paginator that counts no further than what can be read: booklets are counted by the tens of thousands."""

    @cached_property
    def count(self) -> int:
        """How many there are, up to what is listed."""
        rows: Any = self.object_list
        return len(rows[:_LISTED].values_list("pk"))


_LISTED = 5_000


@admin.register(Flagging)
class FlaggingAdmin(ReadOnly):
    """What was declared, the newest first."""

    pages = _PAGES
    leads_to = "office:flagging"
    list_display = ("__str__", "kind", "declared_on", "authority", "count", "at", "by")
    list_filter = ("kind",)
    list_select_related = ("by",)
    search_fields = ("reference", "authority", "reason")
    ordering = ("-at",)


@admin.register(Booklet)
class BookletAdmin(ReadOnly):
    """A booklet is found by its number, or a ticket's."""

    pages = _PAGES
    list_display = ("number", "block", "stolen", "misprint", "void")
    list_filter = ("stolen", "misprint")
    list_select_related = ("block__emission__game",)
    search_fields = ("key",)
    search_help_text = "Par un numéro de livret ou de ticket."
    fields = ("number", "block", "stolen", "misprint", "void")
    ordering = ("key",)
    paginator = Uncounted

    @admin.display(description="livret", ordering="key")
    def number(self, booklet: Booklet) -> str:
        return pasted.shown(booklet.key)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Those named; what is no number finds none and is told why."""
        if not search_term.strip():
            return queryset, False
        try:
            named = pasted.read(search_term)
        except pasted.TooMany as error:
            messages.warning(request, error.message)
            return queryset.none(), False
        for piece in named.unread:
            messages.warning(request, piece)
        return queryset.filter(pk__in=named.keys[:_LISTED]), False
