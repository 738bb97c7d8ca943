"""Suspend a game or the whole site, with what its players are told, and lift it (art. 8.2)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Play
from office.access import office_page
from office.fields import Text
from office.pages import page
from tickets import suspending
from tickets.models import Game, Suspension

TITLE = "Suspendre un jeu, ou tout le site"
SITE = "site"
_BLANK = {"required": "Ce renseignement est demandé."}


@dataclass(frozen=True, slots=True)
class Held:
    """The plays under way that a suspension would hold; `first` is the earliest end of their thirty days."""

    game: Game | None
    plays: int
    first: datetime | None

    @classmethod
    def by(cls, game: Game | None) -> Self:
        plays = Play.objects.running(timezone.now())
        if game:
            plays = plays.filter(tier__table__game=game)
        return cls(game, **plays.aggregate(plays=Count("pk"), first=Min("deadline")))


class SuspendForm(forms.Form):
    """What is suspended, and what players read in its place."""

    what = forms.ChoiceField(label="Suspendre", error_messages=_BLANK)
    message = Text(
        label="Message aux joueurs",
        max_length=300,
        error_messages=_BLANK,
        help_text="Les joueurs lisent «\u00a0Ce jeu est suspendu pour le moment.\u00a0», ou «\u00a0Tous les jeux sont "
        "suspendus pour le moment.\u00a0», puis votre message\u00a0: pourquoi, et jusqu’à quand.",
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["what"]
        assert isinstance(field, forms.ChoiceField)
        games = [(str(game.pk), game.name) for game in Game.objects.order_by("name")]
        field.choices = [("", "—"), *games, (SITE, "Tout le site")]

    def game(self) -> Game | None:
        """The game chosen, None for the whole site."""
        what = self.cleaned_data["what"]
        return None if what == SITE else Game.objects.get(pk=what)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(suspending.PERMISSION)
def suspend(request: HttpRequest, user: User) -> HttpResponse:
    """What is suspended now, and the form that suspends, once who is held by it was read."""
    form = SuspendForm(request.POST or None)
    if form.is_valid() and "record" in request.POST:
        try:
            made = suspending.suspend(game=form.game(), message=form.cleaned_data["message"], by=user)
        except suspending.SuspensionRefused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, f"C’est suspendu\u00a0: {made.game or 'tout le site'}.")
            return redirect("office:suspend")
    return _page(request, form)


@require_POST
@office_page(suspending.PERMISSION)
def lift(request: HttpRequest, user: User, suspension_id: int) -> HttpResponse:
    """Let plays go on."""
    found = get_object_or_404(Suspension.objects.select_related("game"), pk=suspension_id)
    try:
        suspending.lift(suspension_id=found.pk, by=user)
    except suspending.SuspensionRefused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, f"La suspension est levée\u00a0: {found.game or 'tout le site'}.")
    return redirect("office:suspend")


def _page(request: HttpRequest, form: SuspendForm) -> HttpResponse:
    in_force = Suspension.objects.in_force().select_related("game", "by").order_by("since")
    shown = {"form": form, "in_force": in_force}
    if form.is_bound and "edit" not in request.POST and not form.errors:
        shown["held"] = Held.by(form.game())
    return page(request, "suspensions.html", TITLE, shown, status=422 if form.errors else 200)
