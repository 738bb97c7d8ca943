"""What the log shows to everybody: its latest checkpoint and its tiles (C2SP tlog-tiles); digests only."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from tickets.journal import tiles
from tickets.models import Checkpoint, Leaf
from tickets.seal import keys
from tickets.seal.tree import Tree

TEXT, BYTES = "text/plain; charset=utf-8", "application/octet-stream"


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """What the seal is, in plain words, with its latest checkpoint and its public keys (art. 4.4.2)."""
    latest = Checkpoint.objects.order_by("-size").first()
    shown: dict[str, Any] = {"latest": latest, "keys": keys.verifiers()[::-1]}
    if latest:
        shown |= {"root": bytes(latest.root).hex(), "size": number_format(latest.size, force_grouping=True)}
    return render(request, "tickets/seal.html", shown)


@require_safe
@cache_control(no_cache=True)
def script(request: HttpRequest) -> HttpResponse:
    """The program that checks a receipt offline, as it stands in our sources."""
    content = (settings.BASE_DIR / "tools" / "check_receipt.py").read_bytes()
    headers = {"Content-Disposition": 'attachment; filename="check_receipt.py"'}
    return HttpResponse(content, "text/x-python; charset=utf-8", headers=headers)


@require_safe
@never_cache
def checkpoint(request: HttpRequest) -> HttpResponse:
    """The latest signed checkpoint; Http404 while nothing is sealed."""
    note = Checkpoint.objects.order_by("-size").values_list("note", flat=True).first()
    if note is None:
        raise Http404("Rien n’est encore scellé.")
    return HttpResponse(note, TEXT)


@require_safe
@cache_control(public=True, max_age=31_536_000, immutable=True)
def tile(request: HttpRequest, address: str) -> HttpResponse:
    """A tile of hashes or a bundle of entries' digests, whole or its first ones; Http404 beyond what is signed."""
    try:
        level, number, width = tiles.parse(f"tile/{address}")
    except ValueError as error:
        raise Http404(str(error)) from error
    found = _digests(number, width) if level == "entries" else Tree().tile(int(level), number)[:width]
    if len(found) < width:
        raise Http404("Cette tuile n’existe pas encore.")
    return HttpResponse(tiles.bundle(found) if level == "entries" else b"".join(found), BYTES)


def _digests(number: int, width: int) -> list[bytes]:
    first = number * tiles.WIDTH
    leaves = Leaf.objects.filter(index__gte=first, index__lt=first + width).order_by("index")
    return [bytes(digest) for digest in leaves.values_list("digest", flat=True)]
