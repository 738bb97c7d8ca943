"""Winners in the admin: their rows, read-only and without data, and the way to the pages of rights (art. 6.4)."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path

from games.templatetags.french import euros
from office.admin import rights
from office.admin.reading import ReadOnly
from payouts import publishing
from payouts.models import PublicationAmount, Winner
from tickets import numbers

EXPORT = "payouts.export_winners"


if TYPE_CHECKING:
    WinnersAdmin = admin.ModelAdmin[Winner]
else:
    WinnersAdmin = admin.ModelAdmin


@admin.register(Winner)
class WinnerAdmin(WinnersAdmin):
    """No name is shown or searched: data is sealed, and opened by the pages of rights alone, which journal it."""

    list_display = ("ticket", "paid_on", "position", "amount", "state")
    list_select_related = ("payment",)
    fields = (
        "ticket",
        "paid_on",
        "position",
        "amount",
        "state",
        "unpublished_at",
        "erase_on",
        "reduced_at",
        "erased_at",
    )
    ordering = ("-payment__paid_at", "position")
    search_fields = ("payment__ticket",)
    search_help_text = (
        "Par le numéro du ticket seulement : les données sont scellées, un nom ne peut pas y être cherché."
    )

    @admin.display(description="ticket")
    def ticket(self, winner: Winner) -> str:
        return numbers.shown(winner.payment.ticket_id)

    @admin.display(description="payé le")
    def paid_on(self, winner: Winner) -> object:
        return winner.payment.day

    @admin.display(description="part")
    def amount(self, winner: Winner) -> str:
        return euros(winner.share)

    @admin.display(description="données")
    def state(self, winner: Winner) -> str:
        if winner.erased_at:
            return "effacées"
        return "nom et adresse" if winner.reduced_at else "toutes"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Winner], search_term: str
    ) -> tuple[QuerySet[Winner], bool]:
        """Those of one ticket; a term that is no ticket number finds nobody and is told why."""
        if not search_term.strip():
            return queryset, False
        try:
            return queryset.filter(payment__ticket_id=numbers.read(search_term)), False
        except numbers.BadNumber as error:
            messages.warning(request, error.message)
            return queryset.none(), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Winner | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Winner | None = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        """The pages of rights and of the bodies, before the admin's own."""
        every = [
            path(f"<uuid:winner_id>/{right.slug}/", self.admin_site.admin_view(self._page(right)), name=right.name)
            for right in rights.RIGHTS
        ]
        bodies = path("organismes/", self.admin_site.admin_view(rights.bodies), name="payouts_winner_bodies")
        return [bodies, *every, *super().get_urls()]

    def change_view(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        """With the links to the pages of rights, for who may use them."""
        shown = {"rights": [right for right in rights.RIGHTS if request.user.has_perm(right.permission)]}
        return super().change_view(request, *args, **options | {"extra_context": shown})

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """With the link to the page of the bodies, for who may use it."""
        return super().changelist_view(request, {"may_export": request.user.has_perm(EXPORT)})

    @staticmethod
    def _page(right: rights.Right) -> Any:
        def page(request: HttpRequest, winner_id: UUID) -> HttpResponseBase:
            return rights.exercise(request, right, winner_id)

        return page


@admin.register(PublicationAmount)
class PublicationAmountAdmin(ReadOnly):
    """Each amount above which first names were published, the newest first (art. 6.3)."""

    pages = (("office:publication", "Fixer un autre montant", publishing.PERMISSION),)
    list_display = ("at", "told", "by")
    list_display_links = None
    list_select_related = ("by",)
    fields = ("at", "told", "by")
    ordering = ("-pk",)

    @admin.display(description="prénoms publiés")
    def told(self, made: PublicationAmount) -> str:
        return "aucun" if made.amount is None else f"plus de {euros(made.amount)}"
