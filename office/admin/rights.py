"""The admin's pages of a winner's rights (art. 6.4), and of what is given to authorised bodies (art. 5.3.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from office.admin.rights_forms import CorrectionForm, ObjectionForm, PeriodForm, ProofForm, UnpublishForm
from payouts import personal, rights
from payouts.bodies import export_winners
from payouts.models import Winner
from payouts.models.sealed import Erased
from payouts.persons import PersonRefused
from payouts.retention import Part
from tickets import numbers

ERASED = {
    Part.ALL: "Toutes les données de ce gagnant sont effacées.",
    Part.DETAILS: "Les données de ce gagnant sont effacées, sauf le nom, l’adresse et le montant, gardés cinq ans.",
}
HANDLE = "payouts.handle_personal_data"
Do = Callable[[HttpRequest, Any, UUID], HttpResponse | None]


@dataclass(frozen=True, slots=True)
class Right:
    """A page: its address, title, what it says, its form, what is done when that is valid, and who may."""

    slug: str
    title: str
    told: str
    form: type[forms.Form]
    do: Do
    permission: str = HANDLE

    @property
    def name(self) -> str:
        return f"payouts_winner_{self.slug}"

    @property
    def address(self) -> str:
        """The name by which templates find the page."""
        return f"admin:{self.name}"


def _export(request: HttpRequest, form: ProofForm, winner_id: UUID) -> HttpResponse:
    found = rights.export(winner_id=winner_id, seen=form.seen(_who(request)))
    answer = JsonResponse(found, json_dumps_params={"ensure_ascii": False, "indent": 2})
    return _attached(answer, f"gagnant-{winner_id}.json")


def _correct(request: HttpRequest, form: ProofForm, winner_id: UUID) -> None:
    rights.correct(winner_id=winner_id, seen=form.seen(_who(request)), typed=form.cleaned_data)
    messages.success(request, "Les données sont corrigées.")


def _erase(request: HttpRequest, form: ProofForm, winner_id: UUID) -> None:
    part = rights.object_to(winner_id=winner_id, seen=form.seen(_who(request)))
    messages.success(request, ERASED[part])


def _unpublish(request: HttpRequest, form: UnpublishForm, winner_id: UUID) -> None:
    rights.object_to_publication(winner_id=winner_id, by=_who(request))
    messages.success(request, "Le prénom de ce gagnant n’est plus publié, et ne le sera pas.")


RIGHTS = (
    Right(
        "publication",
        "Ne pas publier le prénom d’un gagnant",
        "Le prénom est retiré tout de suite de la page des gagnants et n’y reparaît pas (art. 6.3). Le reste de ses "
        "données ne change pas. Ni justificatif ni motif ne sont demandés.",
        UnpublishForm,
        _unpublish,
        "payouts.keep_unpublished",
    ),
    Right(
        "exporter",
        "Donner ses données à un gagnant",
        "Un fichier JSON de tout ce qui est gardé. Le journal retient qu’il a été fait, et par qui.",
        ProofForm,
        _export,
    ),
    Right(
        "corriger",
        "Corriger les données d’un gagnant",
        "Ne remplissez que ce qui est à corriger ; un document se remplit en entier. L’IBAN et l’ordre d’un chèque "
        "ne se corrigent pas ici : le paiement est à annuler et à refaire.",
        CorrectionForm,
        _correct,
    ),
    Right(
        "effacer",
        "Effacer les données d’un gagnant qui s’y oppose",
        "Tout est effacé, sans retour. Au-dessus de 3 000 €, le nom, l’adresse et le montant restent cinq ans "
        "(art. 5.3.3).",
        ObjectionForm,
        _erase,
    ),
)


@require_http_methods(["GET", "HEAD", "POST"])
def exercise(request: HttpRequest, right: Right, winner_id: UUID) -> HttpResponse:
    """Ask for what the right takes, then do what it is to. Raises PermissionDenied, Http404."""
    if not request.user.has_perm(right.permission):
        raise PermissionDenied
    winner = get_object_or_404(Winner.objects.select_related("payment"), pk=winner_id)
    form = right.form(request.POST or None)
    if form.is_valid() and (answer := _done(request, right, form, winner_id)):
        return answer
    told = {"told": right.told, "ticket": numbers.shown(winner.payment.ticket_id), "winner": winner}
    return _page(request, form, right.title, told)


def _done(request: HttpRequest, right: Right, form: forms.Form, winner_id: UUID) -> HttpResponse | None:
    """The answer, or None when it was refused: the form says why."""
    try:
        return right.do(request, form, winner_id) or redirect("admin:payouts_winner_change", winner_id)
    except PersonRefused as refused:
        for field, message in refused.errors.items():
            form.add_error(field, message)
    except rights.MustBeKept as kept:
        form.add_error(None, f"Ce qui reste doit être gardé jusqu’au {kept.until:%d/%m/%Y} (art. {kept.article}).")
    except Erased:
        form.add_error(None, "Ces données sont déjà effacées.")
    except personal.Unreadable:
        form.add_error(None, "Ces données sont illisibles : prévenez l’exploitation, elles ont été altérées.")
    return None


@require_http_methods(["GET", "HEAD", "POST"])
def bodies(request: HttpRequest) -> HttpResponse:
    """The CSV of a period's winners above 3,000.00. Raises PermissionDenied."""
    if not request.user.has_perm("payouts.export_winners"):
        raise PermissionDenied
    form = PeriodForm(request.POST or None)
    if form.is_valid():
        text = export_winners(**form.cleaned_data, by=_who(request))
        answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
        return _attached(answer, "gagnants-{first}-{last}.csv".format(**form.cleaned_data))
    told = "Les gagnants de plus de 3 000 €, avec leur adresse. Le journal retient qui a fait le fichier, et pour qui."
    return _page(request, form, "Donner des gagnants à un organisme habilité", {"told": told})


def _page(request: HttpRequest, form: Any, title: str, told: dict[str, Any]) -> HttpResponse:
    shown = {**admin.site.each_context(request), "title": title, "form": form, "opts": Winner._meta, **told}
    return render(request, "admin/payouts/winner/right.html", shown, status=422 if form.errors else 200)


def _who(request: HttpRequest) -> int:
    user = request.user
    assert user.pk is not None, "the admin's pages are for who is logged in"
    return user.pk


def _attached(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
