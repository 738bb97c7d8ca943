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


_LISTED = 5_000


class Uncounted(Paginator):  # type: ignore[type-arg]
    """A paginator that counts no table whole: of more than _LISTED rows it gives the first page, and says so."""

    @cached_property
    def more(self) -> bool:
        """True when there are more than are counted."""
        return self._counted > _LISTED

    @cached_property
    def count(self) -> int:
        """How many there are, or are given."""
        return int(self.per_page) if self.more else self._counted

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return len(rows[: _LISTED + 1].values_list("pk"))


@admin.register(Flagging)
class FlaggingAdmin(ReadOnly):
    """What was declared, the newest first."""

    pages = _PAGES
    leads_to = "office:flagging"
    list_display = ("__str__", "kind", "declared_on", "authority", "count", "at", "by")
    list_filter = ("kind",)
    list_select_related = ("by",)
    search_fields = ("reference", "authority", "reason")
    search_help_text = "Par la plainte, l’autorité, la raison, ou un numéro de livret ou de ticket."
    ordering = ("-at",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Those that named a booklet, or a ticket's; else those whose words are searched."""
        try:
            keys = pasted.read(search_term).keys
        except pasted.TooMany as error:
            messages.warning(request, error.message)
            return queryset.none(), False
        if keys:
            return queryset & Flagging.objects.naming(keys), False
        return super().get_search_results(request, queryset, search_term)


@admin.register(Booklet)
class BookletAdmin(ReadOnly):
    """A booklet is found by its number, or a ticket's."""

    pages = _PAGES
    leads_to = "office:found_booklet"
    change_list_template = "admin/office/booklets/list.html"
    list_display = ("number", "block", "flags")
    list_filter = ("stolen", "misprint")
    list_select_related = ("block__emission__game",)
    search_fields = ("key",)
    search_help_text = "Par un numéro de livret ou de ticket."
    ordering = ("key",)
    paginator = Uncounted

    @admin.display(description="livret", ordering="key")
    def number(self, booklet: Booklet) -> str:
        return pasted.shown(booklet.key)

    @admin.display(description="signalements", empty_value="aucun")
    def flags(self, booklet: Booklet) -> str | None:
        borne = {"volé": booklet.stolen, "anomalie d’impression": booklet.misprint, "nul": booklet.void}
        return ", ".join(words for words, borne_so in borne.items() if borne_so) or None

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
        for piece in named.left_out:
            messages.warning(request, piece)
        return queryset.filter(pk__in=named.keys[: _LISTED + 1]), False
