"""The list of points of sale from a file: shown first, line by faulty line, then done as it was shown (art. 2.1)."""

import zlib
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from games.templatetags.french import count
from office.access import office_page
from office.pages import page
from payouts.importing import applying, comparing, reading
from payouts.importing.lines import shown
from payouts.importing.reading import COLUMNS, LARGEST, MOST_LINES, FileRefused
from public.pages import SOON
from tickets.spreadsheets import to_csv

TITLE = "Importer les points de vente"
KEPT = 3600  # seconds for which a file waits to be confirmed
FIRST = 100  # of what would be done, shown on the page; files have the rest
SAMPLES = (
    ["0001", "point de vente", "Tabac de l’Exemple", "1 place de l’Exemple", "33000", "Bordeaux", "33", "oui", "non"],
    ["0002", "centre de paiement", "Centre de l’Exemple", "2 rue de l’Exemple", "20200", "Bastia", "2B", "oui", "oui"],
)


@office_page(applying.PERMISSION)
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, user: User) -> HttpResponse:
    """The form that takes the file; nothing is done of it before it was shown."""
    if request.method != "POST":
        return _form(request)
    file = request.FILES.get("fichier")
    if file is None or not file.size:
        return _form(request, "Choisissez un fichier qui n’est pas vide.")
    if file.size > LARGEST:
        return _form(request, f"Ce fichier est trop grand\u00a0: {LARGEST // 1_000_000}\u00a0Mo au plus.")
    body = file.read()
    try:
        reading.read(body)
    except FileRefused as refused:
        return _form(request, refused.message)
    digest = sha256(body).hexdigest()
    cache.set(_key(user, digest), zlib.compress(body), KEPT)
    return redirect("office:desks_import_one", digest)


@office_page(applying.PERMISSION)
@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, user: User, digest: str) -> HttpResponse:
    """What a file would change, then, once that is confirmed, done; shown again when it would be something else."""
    body = _kept(user, digest)
    if body is None:
        return _form(request, "Ce fichier n’est plus gardé. Envoyez-le encore une fois.")
    if request.method != "POST":
        return _plan(request, digest, applying.plan(body))
    withdraw = request.POST.get("withdraw") == "oui"
    try:
        done = applying.apply(body=body, seen=request.POST.get("seen", ""), withdraw=withdraw, by=user)
    except applying.ListChanged as changed:
        return _plan(request, digest, changed.plan, changed=True)
    cache.delete(_key(user, digest))
    messages.success(request, _done(done, withdraw))
    return redirect("office:desks_import")


@office_page(applying.PERMISSION)
@require_safe
def file(request: HttpRequest, user: User, digest: str, which: str) -> HttpResponse:
    """The bad lines, to be corrected, or all that would change, as CSV. Raises Http404."""
    body = _kept(user, digest)
    if body is None or which not in _FILES:
        raise Http404
    return _csv(f"points-de-vente-{which}.csv", _FILES[which](applying.plan(body)))


@office_page(applying.PERMISSION)
@require_safe
def template(request: HttpRequest, user: User) -> HttpResponse:
    """An example of a file, with every column."""
    return _csv("points-de-vente-modele.csv", iter([[name for name, _ in COLUMNS.values()], *SAMPLES]))


def _faults(plan: comparing.Plan) -> Iterator[list[str]]:
    yield [*(name for name, _ in COLUMNS.values()), "Ligne", "Ce qui ne va pas"]
    told: dict[int, list[str]] = {}
    for fault in plan.faults:
        told.setdefault(fault.row.line, []).append(f"{fault.called}\u00a0: {fault.wrong}")
    rows = {fault.row.line: fault.row for fault in plan.faults}
    for line, row in rows.items():
        yield [*map(shown, row.cells.values()), str(line), " ; ".join(told[line])]


def _changes(plan: comparing.Plan) -> Iterator[list[str]]:
    yield ["Ce qui se fait", "Référence", "Nom", "Colonne", "Avant", "Après"]
    for line in plan.created:
        yield ["créé", line.reference, line.name, "", "", ""]
    for change in plan.changed:
        for column, before, after in change.differences:
            yield ["changé", change.line.reference, change.line.name, column, before, after]
    for desk in plan.absent:
        yield ["absent du fichier", str(desk.reference), desk.name, "", "", ""]


_FILES = {"fautes": _faults, "changements": _changes}


def _form(request: HttpRequest, refusal: str = "") -> HttpResponse:
    told = {"refusal": refusal, "columns": COLUMNS, "megabytes": LARGEST // 1_000_000, "lines": MOST_LINES}
    return page(request, "desks/import.html", TITLE, told, status=422 if refusal else 200)


def _plan(request: HttpRequest, digest: str, plan: comparing.Plan, *, changed: bool = False) -> HttpResponse:
    told: dict[str, Any] = {"plan": plan, "digest": digest, "changed": changed, "first": f":{FIRST}", "most": FIRST}
    return page(request, "desks/plan.html", TITLE, told, status=409 if changed else 200)


def _done(done: comparing.Plan, withdraw: bool) -> str:
    told = [f"créés\u00a0: {count(len(done.created))}", f"changés\u00a0: {count(len(done.changed))}"]
    if withdraw and done.may_withdraw:
        told.append(f"plus agréés\u00a0: {count(len(done.absent))}")
    if done.bad_lines:
        told.append(f"lignes à corriger, laissées de côté\u00a0: {count(done.bad_lines)}")
    return f"La liste est importée. {', '.join(told).capitalize()}. Les joueurs la lisent {SOON}."


def _csv(name: str, rows: Iterator[list[str]]) -> HttpResponse:
    answer = HttpResponse(to_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _key(user: User, digest: str) -> str:
    return f"desks-import:{user.pk}:{digest}"


def _kept(user: User, digest: str) -> bytes | None:
    found = cache.get(_key(user, digest))
    return zlib.decompress(found) if found else None
