"""A prize table's page: typed with its figures beside it, taken from a file, copied, approved (art. 2.3, 3.2.1)."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import approval, drafting
from games.contents import Content
from office.access import office_page
from office.pages import page as shown_in_office
from office.tables import files
from office.tables.forms import rearranged
from office.tables.page import Typed
from office.tables.shown import figures
from tickets.models import Game, PrizeTable

RECALCULATE = "recalculer"


@office_page("tickets.view_prizetable")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, user: User, table_id: int) -> HttpResponse:
    """The table: lines in place for who prepares it, as long as nobody has approved it; what it pays, for all."""
    table = _table(table_id)
    return _posted(request, user, table) if request.method == "POST" else _page(request, user, table)


@office_page(drafting.CHANGE)
@require_POST
def calculate(request: HttpRequest, user: User, table_id: int) -> HttpResponse:
    """The figures of what is typed, and nothing else; kept nowhere."""
    typed = Typed.posted(_table(table_id).game, request.POST)
    return render(request, "admin/office/tables_figures.html", figures(typed.content, typed.lines.left_out))


@office_page(drafting.CHANGE)
@require_POST
def import_file(request: HttpRequest, user: User, table_id: int) -> HttpResponse:
    """Fill the page with a file's lines, or name each bad one; nothing is kept before it is saved."""
    table = _table(table_id)
    kept, file = Content.of(table), request.FILES.get("fichier")
    try:
        if file is None:
            raise files.FileRefused(["Choisissez un fichier."])
        content = files.read(str(file.name), file.read(files.LARGEST + 1), kept)
    except files.FileRefused as refused:
        return _page(request, user, table, shown={"faults": refused.faults}, status=422)
    typed = Typed.filled(table.game, content, seen=kept.fingerprint)
    return _page(request, user, table, typed, content, shown={"imported": file.name})


@office_page("tickets.view_prizetable")
@require_GET
def export(request: HttpRequest, user: User, table_id: int, form: str) -> HttpResponse:
    """The table as it is kept, as CSV or JSON. Raises Http404."""
    table = _table(table_id)
    content = Content.of(table)
    if form not in ("csv", "json"):
        raise Http404
    made = files.to_csv(content) if form == "csv" else files.to_json(table, content)
    answer = HttpResponse(made, content_type="text/csv; charset=utf-8" if form == "csv" else "application/json")
    answer["Content-Disposition"] = f'attachment; filename="{table.game.slug}-{table.version}.{form}"'
    return answer


@office_page(drafting.ADD)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, user: User) -> HttpResponse:
    """Begin a game's next table, empty. Raises Http404."""
    if request.method == "POST":
        chosen = request.POST.get("jeu", "")
        game = get_object_or_404(Game, slug=chosen)
        return redirect("office:table", drafting.begin_table(game_id=game.pk, by=user).pk)
    return shown_in_office(
        request, "tables_new.html", "Nouveau tableau de lots", {"games": Game.objects.order_by("name")}
    )


@office_page(drafting.ADD)
@require_POST
def copy(request: HttpRequest, user: User, table_id: int) -> HttpResponse:
    """Begin a new version with the content of this one. Raises Http404."""
    table = drafting.copy_table(table_id=_table(table_id).pk, by=user)
    messages.success(request, f"Version {table.version} commencée, copie de la version précédente choisie.")
    return redirect("office:table", table.pk)


@office_page(approval.PERMISSION)
@require_POST
def approve(request: HttpRequest, user: User, table_id: int) -> HttpResponse:
    """Approve what was read. Raises Http404."""
    table = _table(table_id)
    try:
        approval.approve_prize_table(table_id=table.pk, by=user, seen=request.POST.get("seen", ""))
    except approval.NotApprovable as refused:
        return _page(request, user, table, shown={"faults": [refused.message]}, status=422)
    messages.success(
        request, "Ce tableau est approuvé. Il ne change plus. Les joueurs le verront dès qu’une émission en a un bloc."
    )
    return redirect("office:table", table.pk)


def _posted(request: HttpRequest, user: User, table: PrizeTable) -> HttpResponse:
    moved = rearranged(request.POST)
    typed = Typed.posted(table.game, moved or request.POST)
    valid = typed.is_valid()
    if moved or RECALCULATE in request.POST:
        return _page(request, user, table, typed)
    if not valid:
        return _page(request, user, table, typed, status=422)
    try:
        drafting.change_table(table_id=table.pk, by=user, **typed.told)
    except drafting.TableRefused as refused:
        return _page(request, user, table, typed, shown={"faults": [refused.message]}, status=422)
    messages.success(request, "Ce tableau est enregistré.")
    return redirect("office:table", table.pk)


def _page(
    request: HttpRequest,
    user: User,
    table: PrizeTable,
    typed: Typed | None = None,
    content: Content | None = None,
    *,
    shown: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, with what is typed instead of what is kept, if anything is."""
    kept = Content.of(table)
    changing = table.approved_at is None and user.has_perm(drafting.CHANGE)
    forms = (typed or Typed.filled(table.game, kept, seen=kept.fingerprint)) if changing else None
    told = content or (typed.content if typed and changing else kept)
    names = {
        "table": table,
        "kept": kept,
        "labels": files.columns(table.game.slug),
        "forms": forms,
        "typed": typed is not None,
        "may_copy": user.has_perm(drafting.ADD),
        "approver": user.has_perm(approval.PERMISSION),
        "refused": approval.refusal(table, user),
    }
    figured = figures(told, typed.lines.left_out if typed and typed.lines.is_bound else 0)
    return shown_in_office(request, "tables.html", str(table), names | figured | (shown or {}), status=status)


def _table(table_id: int) -> PrizeTable:
    """Raises Http404."""
    tables = PrizeTable.objects.select_related("game", "changed_by", "approved_by")
    return get_object_or_404(tables, pk=table_id)
