"""One transfer: its unknown bank, its return, the account that takes the place of a wrong one (art. 5.3.1)."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.refusals import Refusal
from payouts import personal, returning
from payouts.access import sender_page
from payouts.models import Transfer
from payouts.models.sealed import Erased
from payouts.refusals import TransferRefused
from payouts.views.transfer_files import context
from tickets.calendar import paris_day


@require_safe
@sender_page
def transfer(request: HttpRequest, user: User, transfer_id: int) -> HttpResponse:
    """Where it stands, and what can be done with it."""
    return _page(request, transfer_id)


@require_POST
@sender_page
def confirm(request: HttpRequest, user: User, transfer_id: int) -> HttpResponse:
    """Its unknown bank is known now, by its BIC."""
    bic = request.POST.get("bic", "")
    return _done(request, transfer_id, lambda: returning.confirm(transfer_id=transfer_id, bic=bic, by=user))


@require_POST
@sender_page
def refuse(request: HttpRequest, user: User, transfer_id: int) -> HttpResponse:
    """Its bank is Polynesian."""
    return _done(request, transfer_id, lambda: returning.refuse(transfer_id=transfer_id, by=user))


@require_POST
@sender_page
def record_return(request: HttpRequest, user: User, transfer_id: int) -> HttpResponse:
    """The bank sent it back."""
    reason = request.POST.get("motif", "")

    def record() -> Transfer:
        on = _day(request.POST.get("date", ""))
        return returning.record_return(transfer_id=transfer_id, on=on, reason=reason, by=user)

    return _done(request, transfer_id, record)


@require_POST
@sender_page
def correct(request: HttpRequest, user: User, transfer_id: int) -> HttpResponse:
    """Another account for the same payment, in a new transfer."""
    iban = request.POST.get("iban", "")
    return _done(request, transfer_id, lambda: returning.correct(transfer_id=transfer_id, iban=iban, by=user))


def _done(request: HttpRequest, transfer_id: int, do: Callable[[], Transfer]) -> HttpResponse:
    try:
        return redirect("payouts:transfer", do().pk)
    except Refusal as refusal:
        return _page(request, transfer_id, refusal.message)
    except Transfer.DoesNotExist as error:
        raise Http404 from error


def _page(request: HttpRequest, transfer_id: int, refusal: str = "") -> HttpResponse:
    one = get_object_or_404(Transfer.objects.select_related("payment", "file", "entered_by"), pk=transfer_id)
    to_correct = Transfer.objects.to_correct().filter(pk=one.pk).exists()
    in_review = one.review and one.returned_at is None and one.withdrawn_at is None
    shown = {
        "transfer": one,
        "state": _state(one),
        "bank": _bank(one) if in_review else "",
        "in_review": in_review,
        "to_correct": to_correct,
        "may_return": one.returned_at is None and one.file is not None and one.file.downloaded_at is not None,
        "choices": returning.REASONS.items(),
        "today": paris_day(timezone.now()),
        "typed": request.POST,
        "refusal": refusal,
    }
    return render(request, "caisse/transfer.html", context(request) | shown, status=422 if refusal else 200)


def _state(one: Transfer) -> tuple[str, str, str]:
    """Its colour, its icon and its sentence."""
    if one.withdrawn_at or (one.payment.cancelled_at and one.file is None):
        return "warn", "pause", "Retiré\u00a0: son paiement est annulé."
    if one.returned_at and one.file is None:
        return "lose", "cross", "Compte refusé avant tout envoi."
    if one.returned_at:
        return "lose", "cross", "Rejeté par la banque."
    if one.review:
        return "warn", "pause", "La banque de ce compte est à vérifier."
    if one.file is None:
        return "info", "ticket", "En attente."
    return ("win", "check", "Parti à la banque.") if one.file.downloaded_at else ("info", "ticket", "Dans un fichier.")


def _bank(one: Transfer) -> dict[str, Any]:
    """What a person needs to look the bank up: the codes of bank and branch, nothing of the account."""
    try:
        iban = one.payment.winners.all()[0].person().iban or ""
    except (Erased, personal.Unreadable):
        iban = ""
    return {"country": iban[:2], "code": iban[4:9], "branch": iban[9:14]}


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise TransferRefused("Donnez la date du rejet.") from error
