"""Suspensions, and the refunds ordered after an outage, in the admin."""

from django.contrib import admin

from games.templatetags.french import euros
from office.admin.reading import ReadOnly
from payouts import refunding
from payouts.models import MassRefund
from tickets import suspending
from tickets.models import Suspension

_PAGES = (
    ("office:suspend", "Suspendre, ou lever une suspension", suspending.PERMISSION),
    ("office:mass_refund", "Rembourser après une panne", refunding.PERMISSION),
)


@admin.register(Suspension)
class SuspensionAdmin(ReadOnly):
    """Each suspension, the newest first."""

    pages = _PAGES
    list_display = ("what", "message", "since", "by", "lifted_at", "lifted_by")
    list_select_related = ("game", "by", "lifted_by")
    list_filter = ("game",)
    fields = ("what", "message", "since", "by", "lifted_at", "lifted_by")
    ordering = ("-since",)

    @admin.display(description="suspendu", ordering="game")
    def what(self, suspension: Suspension) -> str:
        return str(suspension.game or "Tout le site")


@admin.register(MassRefund)
class MassRefundAdmin(ReadOnly):
    """What was prepared and ordered, the newest first."""

    pages = _PAGES
    leads_to = "office:mass_refund_one"
    list_display = ("__str__", "count", "amount", "prepared_at", "prepared_by", "ordered_at", "ordered_by")
    list_select_related = ("prepared_by", "ordered_by")
    ordering = ("-prepared_at",)

    @admin.display(description="total", ordering="total")
    def amount(self, mass: MassRefund) -> str:
        return euros(mass.total)
