"""The files of transfers: what is to send, released by one person and downloaded by another (art. 5.3.1)."""

import re
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.refusals import Refusal
from payouts import bank_files
from payouts.access import sender_page, teller_of
from payouts.models import Transfer, TransferFile
from payouts.models.transfer import ZONES
from payouts.returning import SHOWN_REASONS
from tickets.calendar import paris_day

MOST = 100  # of each list on the page
_REFERENCE = re.compile(r"(?:ILLIKO-?)?V?(\d{1,18})", re.IGNORECASE)


@require_http_methods(["GET", "HEAD", "POST"])
@sender_page
def index(request: HttpRequest, user: User) -> HttpResponse:
    """What is to send, to look at, to pay again; a reference posted, as the bank names it, leads to its transfer."""
    typed = request.POST.get("reference", "").strip()
    found = _of_reference(typed) if typed else None
    if found:
        return redirect("payouts:transfer", found)
    today = paris_day(timezone.now())
    files = TransferFile.objects.select_related("released_by", "downloaded_by").order_by("-pk")
    transfers = Transfer.objects.select_related("payment").order_by("leaves_on", "pk")
    shown = {
        "to_send": files.filter(downloaded_at=None),
        "sent": files.filter(downloaded_at__isnull=False)[:MOST],
        "to_review": transfers.waiting().filter(review=True)[:MOST],
        "to_correct": transfers.to_correct()[:MOST],
        "waiting": _sums(Transfer.objects.waiting().filter(review=False)),
        "late": transfers.leaving(today - timedelta(days=1))[:MOST],
        "typed": typed,
        "refusal": "Aucun virement ne porte cette référence." if typed else "",
    }
    return render(request, "caisse/transfers.html", context(request) | shown, status=422 if typed else 200)


@require_safe
@sender_page
def file(request: HttpRequest, user: User, file_id: int) -> HttpResponse:
    """One file: its orders without any name or account, and what this person may do with it."""
    return _file(request, user, file_id)


@require_POST
@sender_page
def release(request: HttpRequest, user: User, file_id: int) -> HttpResponse:
    """Let it go to the bank."""
    try:
        bank_files.release(file_id=file_id, by=user)
    except Refusal as refusal:
        return _file(request, user, file_id, refusal.message)
    except TransferFile.DoesNotExist as error:
        raise Http404 from error
    return redirect("payouts:transfer_file", file_id)


@require_POST
@sender_page
def download(request: HttpRequest, user: User, file_id: int) -> HttpResponse:
    """The bank's file; the guard lets nothing keep it."""
    try:
        made, content = bank_files.download(file_id=file_id, by=user)
    except Refusal as refusal:
        return _file(request, user, file_id, refusal.message)
    except TransferFile.DoesNotExist as error:
        raise Http404 from error
    headers = {"Content-Disposition": f'attachment; filename="{made.name}"'}
    return HttpResponse(content, content_type="application/xml", headers=headers)


def context(request: HttpRequest) -> dict[str, Any]:
    """What every page of transfers shows."""
    return {"teller": teller_of(request), "reasons": SHOWN_REASONS}


def _file(request: HttpRequest, user: User, file_id: int, refusal: str = "") -> HttpResponse:
    files = TransferFile.objects.select_related("released_by", "downloaded_by")
    shown = {
        "file": (one := get_object_or_404(files, pk=file_id)),
        "orders": one.transfers.select_related("payment", "entered_by").order_by("pk"),
        "mine": one.released_by_id == user.pk,
        "refusal": refusal,
    }
    return render(request, "caisse/transfer_file.html", context(request) | shown, status=422 if refusal else 200)


def _sums(transfers: QuerySet[Transfer]) -> list[dict[str, Any]]:
    """For each day and zone how many leave, and their sum in cents."""
    groups = transfers.values("leaves_on", "zone").annotate(count=Count("pk"), sum=Sum("payment__amount"))
    return [{**group, "zone": dict(ZONES)[group["zone"]]} for group in groups.order_by("leaves_on", "zone")]


def _of_reference(typed: str) -> int | None:
    read = _REFERENCE.fullmatch(typed)
    return Transfer.objects.filter(pk=int(read[1])).values_list("pk", flat=True).first() if read else None
