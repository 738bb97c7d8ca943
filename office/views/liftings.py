"""A flag being lifted; where that orders refunds, prepared by one, and done here by another (art. 4.3.4, 7)."""

from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from office import parts
from office.access import office_page
from office.pages import page
from office.views.refund_forms import WithdrawForm
from payouts import lifting, refunding
from payouts.models import Lifting
from payouts.refusals import PaymentRefused


@require_http_methods(["GET", "HEAD", "POST"])
@office_page("payouts.view_flagging")
def one(request: HttpRequest, user: User, lifting_id: int) -> HttpResponse:
    """What was prepared, or how far it is; a second person does it here. Its progress alone to htmx."""
    made = _lifting(lifting_id)
    if "HX-Request" in request.headers:
        return render(request, "admin/office/booklets/_lifting.html", _done(made))
    if request.method != "POST" or not made.waits:
        return _page(request, made, user)
    if request.POST.get("vu") != _preview(made)["seen"]:
        return _page(request, made, user, changed=True)
    try:
        parts.confirm(lifting_id=made.pk, by=user)
    except PaymentRefused as refused:
        return _page(request, made, user, refusal=refused.message)
    messages.success(request, "La levée est faite, ou commencée.")
    return redirect("office:lifting", made.pk)


@require_POST
@office_page(lifting.UNFLAG)
def withdraw(request: HttpRequest, user: User, lifting_id: int) -> HttpResponse:
    """Give up what was prepared."""
    made, form = _lifting(lifting_id), WithdrawForm(request.POST)
    if not form.is_valid():
        return _page(request, made, user, form=form)
    try:
        lifting.withdraw(lifting_id=made.pk, reason=form.cleaned_data["reason"], by=user)
    except PaymentRefused as refused:
        return _page(request, _lifting(lifting_id), user, refusal=refused.message)
    messages.success(request, "C’est retiré\u00a0: ces livrets restent signalés.")
    return redirect("office:lifting", made.pk)


def _page(
    request: HttpRequest,
    made: Lifting,
    user: User,
    *,
    refusal: str = "",
    changed: bool = False,
    form: WithdrawForm | None = None,
) -> HttpResponse:
    shown: dict[str, Any] = {"refusal": refusal, "changed": changed, **_done(made)}
    if made.waits:
        may = user.has_perm(lifting.UNFLAG)
        shown |= _preview(made)
        shown["may_confirm"] = may and made.by_id != user.pk
        shown["form"] = (form or WithdrawForm()) if may else None
    return page(request, "booklets/lifting.html", f"Levée {made.pk}", shown, status=422 if refusal or form else 200)


def _lifting(lifting_id: int) -> Lifting:
    return get_object_or_404(Lifting.objects.select_related("by", "confirmed_by", "withdrawn_by"), pk=lifting_id)


def _done(made: Lifting) -> dict[str, Any]:
    return {"lifting": made, "done": made.flagged.exclude(lifted_at=None).count()}


def _preview(made: Lifting) -> dict[str, Any]:
    """What it would refund now, and a digest of it, which must still be true when it is done."""
    numbers = lifting.refunds_of(made)
    seen = sha256(repr(numbers).encode()).hexdigest()
    return {"refunds": len(numbers), "total": refunding.total_of(numbers), "seen": seen}
