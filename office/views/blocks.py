"""Blocks: asked for, watched, cancelled; their encrypted print files handed out; proofs for the printer."""

from collections.abc import AsyncIterator
from io import BufferedReader

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.handlers.asgi import ASGIRequest
from django.db.models import Max, Min
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from games.registry import GAMES
from office import issuing, marks
from office.access import office_page
from office.pages import page
from office.views.emissions import asks
from payouts import printing
from tickets.issuing import downloading, orders, print_file, progress
from tickets.issuing.planning import CannotIssue
from tickets.issuing.specimens import Specimen, specimens
from tickets.models import Block, BlockOrder, Emission
from tickets.refusals import BlockRefused

AT_ONCE = 64 * 1024  # bytes of a file sent at a time


@require_POST
@office_page("tickets.issue_block")
def ask(request: HttpRequest, user: User, emission_id: int) -> HttpResponse:
    """Have the emission's next block issued in the background."""
    get_object_or_404(Emission, pk=emission_id)
    try:
        order = issuing.order_block(emission_id=emission_id, by=user)
    except (BlockRefused, CannotIssue) as refused:
        messages.error(request, str(refused))
        return redirect("office:emission", emission_id)
    return redirect("office:order", order.pk)


@require_safe
@office_page("tickets.view_blockorder")
def order(request: HttpRequest, user: User, order_id: int) -> HttpResponse:
    """How far a block is; its state alone to htmx, which asks now and then where no socket tells."""
    found = _order(order_id)
    made = progress.of(order_id) if found.under_way else None
    if "HX-Request" in request.headers:
        return HttpResponse(issuing.fragment(found, made))
    return page(request, "blocks/order.html", f"Demande de bloc n° {found.pk}", {"order": found, "made": made})


@asks
@office_page("tickets.issue_block")
def cancel(request: HttpRequest, user: User, order_id: int) -> HttpResponse:
    """Ask whether it is meant, then cancel."""
    found = _order(order_id)
    if request.method != "POST":
        return page(request, "blocks/cancel.html", "Annuler cette demande de bloc", {"order": found})
    try:
        if orders.cancel(order_id=order_id, by=user).under_way:
            messages.info(request, "L’annulation est transmise : l’émission du bloc s’arrête.")
        issuing.announce(issuing.read(order_id), progress.of(order_id))
    except BlockRefused as refused:
        messages.error(request, refused.message)
    return redirect("office:order", order_id)


@require_safe
@office_page("tickets.view_block")
def block(request: HttpRequest, user: User, block_id: int) -> HttpResponse:
    """A block: its booklets, its seal, and who downloaded its print file."""
    found = _block(block_id)
    return _page(request, found, user)


@require_POST
@office_page("tickets.download_print_file")
def download(request: HttpRequest, user: User, block_id: int) -> HttpResponseBase:
    """Hand out the encrypted print file, recorded; it is streamed."""
    found = _block(block_id)
    try:
        file = downloading.download(block_id=block_id, by=user)
    except BlockRefused as refused:
        return _page(request, found, user, refusal=refused.message)
    name = print_file.name(found.emission.game_code, found.emission.number, found.number)
    options = {"content_type": "application/octet-stream"}
    if not isinstance(request, ASGIRequest):
        return FileResponse(file, as_attachment=True, filename=name, **options)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(_streamed(file), headers=headers, **options)


@require_POST
@office_page("tickets.authorise_print_file")
def authorise(request: HttpRequest, user: User, block_id: int) -> HttpResponse:
    """Let somebody else download it once more."""
    found, reason = _block(block_id), request.POST.get("reason", "")[:200]
    try:
        downloading.authorise(block_id=block_id, reason=reason, by=user)
    except BlockRefused as refused:
        return _page(request, found, user, refusal=refused.message, reason=reason)
    messages.success(request, "Le téléchargement est autorisé une fois, à une autre personne que vous.")
    return redirect("office:block", block_id)


@require_safe
@office_page("tickets.view_block")
def proofs(request: HttpRequest, user: User, emission_id: int) -> HttpResponse:
    """A specimen for each line of the prize table, to look at and to print."""
    found = _emission(emission_id)
    return page(request, "blocks/proofs.html", f"Épreuves, émission {found}", _proofs(found))


@require_safe
@office_page("tickets.view_block")
def proofs_pdf(request: HttpRequest, user: User, emission_id: int) -> HttpResponse:
    """The same as PDF; 404 where none can be made."""
    if not printing.available():
        raise Http404("Ce serveur ne fait pas de PDF.")
    found = _emission(emission_id)
    html = render_to_string("admin/office/blocks/sheet.html", _proofs(found), request)
    return printing.download(html, f"epreuves-{found.game_code:03d}-{found.number:02d}")


def _proofs(emission: Emission) -> dict[str, object]:
    drawn = [_drawn(one, emission.game.slug) for one in specimens(emission)]
    return {"emission": emission, "specimens": drawn, "pdf": printing.available()}


def _drawn(one: Specimen, slug: str) -> dict[str, object]:
    """What the template needs of a specimen."""
    lots = dict(zip(GAMES[slug].rules.LOTS, one.tier.lots, strict=True))
    bars, square = marks.bars(f"{one.number:015d}"), marks.qr(one.address)
    return {"ticket": one, "lots": lots, "bars": bars, "qr": square, "stake": f"games/boards/_{slug}/stake.html"}


def _page(request: HttpRequest, block: Block, user: User, *, refusal: str = "", reason: str = "") -> HttpResponse:
    shown = {
        "shown_block": block,  # templates keep the name `block` for themselves
        "root": bytes(block.root).hex(),
        "digest": bytes(block.print_digest).hex(),
        "booklets": block.booklets.aggregate(first=Min("key"), last=Max("key")),
        "downloads": block.downloads.select_related("by", "authorisation__by").order_by("pk"),
        "leaves": block.authorisations.filter(download=None).select_related("by").order_by("pk"),
        "leave": downloading.leave_for(block, user),
        "order": BlockOrder.objects.filter(block=block).select_related("asked_by").first(),
        "refusal": refusal,
        "reason": reason,
    }
    return page(request, "blocks/block.html", f"Bloc {block.number}", shown, status=422 if refusal else 200)


def _block(block_id: int) -> Block:
    return get_object_or_404(Block.objects.select_related("emission__game", "emission__prize_table"), pk=block_id)


def _order(order_id: int) -> BlockOrder:
    try:
        return issuing.read(order_id)
    except BlockOrder.DoesNotExist as error:
        raise Http404("Cette demande n’existe pas.") from error


def _emission(emission_id: int) -> Emission:
    return get_object_or_404(Emission.objects.select_related("game", "prize_table"), pk=emission_id)


async def _streamed(file: BufferedReader) -> AsyncIterator[bytes]:
    """The file piece by piece; an asynchronous server would gather a plain iterator whole."""
    with file:
        while piece := await sync_to_async(file.read, thread_sensitive=False)(AT_ONCE):
            yield piece
