"""The proof of a finished play, for who holds it and for staff: a page in words, and the receipt to download."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import holding
from games.models import Play
from games.receipts import NotSealed, Proof, finished, prove, receipt
from games.telling import tell
from tickets import record
from tickets.journal.chain import Entry, Subject
from tickets.journal.notes import NoteError, Verifier, open_note
from tickets.models import Checkpoint
from tickets.seal import keys


def _of_a_finished_play(view: Callable[[HttpRequest, Play], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let the holder and staff see it, once the play is finished: before, it is its board, and 404 to strangers."""

    @require_safe
    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, play_id: uuid.UUID) -> HttpResponse:
        if play_id not in holding.held(request) and not _may_view_plays(request):
            holding.check_held(request, play_id)
        play = get_object_or_404(Play.objects.for_step(), pk=play_id)
        answer = view(request, play) if finished(play) else redirect("games:play", play_id)
        answer["X-Robots-Tag"] = "noindex"
        return answer

    return wrapped


def _may_view_plays(request: HttpRequest) -> bool:
    return request.user.is_staff and request.user.has_perm("games.view_play")


@_of_a_finished_play
def page(request: HttpRequest, play: Play) -> HttpResponse:
    """Every entry in words and as recorded, and its place in the log (art. 4.4.2)."""
    entries = record.entries(Subject.TICKET, play.ticket_id)
    stops = [{"told": told, "digest": told.entry.digest.hex()} for told in tell(entries)]
    shown = {"play": play, "held": play.id in holding.held(request), "stops": stops, "file": _file_of(play)}
    return render(request, "games/proof.html", shown | _places(entries, stops))


@_of_a_finished_play
def download(request: HttpRequest, play: Play) -> HttpResponse:
    """The receipt; the page instead, which says why, when it can't be made yet."""
    try:
        file = receipt(play)
    except NotSealed:
        return redirect("games:proof", play.id)
    named = {"Content-Disposition": f'attachment; filename="{_file_of(play)}"'}
    return HttpResponse(file, content_type="application/json", headers=named)


def _file_of(play: Play) -> str:
    return f"recu-{play.ticket_id:015}.json"


def _places(entries: list[Entry], stops: list[dict[str, Any]]) -> dict[str, Any]:
    """What the page shows of the log, nothing when the last entry waits for it; each stop gets its entry's place."""
    try:
        proof = prove(entries)
    except NotSealed:
        return {}
    for stop, entered in zip(stops, proof.entered, strict=True):
        path = [hashed.hex() for hashed in entered.proof]
        stop |= {"line": _grouped(entered.index + 1), "index": entered.index, "path": path}
    return {"log": _log(proof)}


def _log(proof: Proof) -> dict[str, Any]:
    signed = proof.checkpoint
    return {
        "size": _grouped(signed.size),
        "root": bytes(signed.root).hex(),
        "signature": signed.note.rstrip().rpartition("\n")[2],
        "made_at": signed.made_at,
        "key": _key_of(signed),
    }


def _key_of(signed: Checkpoint) -> Verifier | None:
    """The public key that opens the checkpoint; None when it was withdrawn since."""
    try:
        return open_note(signed.note, keys.verifiers())[1]
    except NoteError:
        return None


def _grouped(count: int) -> str:
    return str(number_format(count, force_grouping=True))
