"""What customer service may decide of a ticket: of each its words, who may, when it is offered, the service."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.text import capfirst

from office.fields import Text
from office.glance import Glance
from payouts import marking, ordering, typed_data
from payouts.models import Mark
from payouts.standing import only_late

DECIDE, REFUND = marking.PERMISSION, ordering.PERMISSION
Kind = Mark.Kind


class ReasonForm(forms.Form):
    """Why: told to whoever looks at the ticket later."""

    reason = Text(
        label="Raison",
        max_length=typed_data.LONGEST,
        help_text="En quelques mots, sans nom ni donnée personnelle.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "vTextField", "autofocus": True}),
    )


class ReceivedForm(ReasonForm):
    """What came by post: the day of its postmark counts for the time bar (art. 4.3.1, 9)."""

    reason = Text(
        label="État du ticket",
        max_length=150,
        help_text="Par exemple : déchiré en deux, code lisible.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "vTextField"}),
    )
    postmarked = forms.DateField(
        label="Cachet de la poste",
        help_text="Ce jour-là compte pour le délai de paiement.",
        widget=forms.DateInput(attrs={"type": "date", "autofocus": True}, format="%Y-%m-%d"),
    )
    field_order = ("postmarked", "reason")


class LateForm(ReasonForm):
    """The day on which a ticket was presented or posted, which counts for the time bar (art. 9)."""

    reason = Text(
        label="Raison",
        max_length=150,
        help_text="En quelques mots, sans nom ni donnée personnelle.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "vTextField"}),
    )
    exercised_on = forms.DateField(
        label="Jour de la visite, ou cachet de la poste",
        widget=forms.DateInput(attrs={"type": "date", "autofocus": True}, format="%Y-%m-%d"),
    )
    field_order = ("exercised_on", "reason")


class CheckedForm(ReasonForm):
    """What was found of a damaged ticket that is to be valid."""

    attested = forms.MultipleChoiceField(
        label="Contrôlé",
        choices=[(check, capfirst(words)) for check, words in marking.CHECKED.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": "Ce contrôle n’existe pas."},
    )
    field_order = ("attested", "reason")


class NoForm(forms.Form):
    """Nothing but a confirmation."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing to decide: its address, its words, who may, when it is offered, and the service that does it."""

    slug: str
    title: str
    told: str
    permission: str
    offered: Callable[[Glance], bool]
    do: Callable[[int, dict[str, Any], User], object]
    done: str
    form: type[forms.Form] = ReasonForm


def _hold(number: int, typed: dict[str, Any], by: User) -> object:
    return marking.hold(number=number, reason=typed["reason"], by=by)


def _accept(number: int, typed: dict[str, Any], by: User) -> object:
    return marking.accept_late(number=number, exercised_on=typed["exercised_on"], reason=typed["reason"], by=by)


def _settle(valid: bool) -> Callable[[int, dict[str, Any], User], object]:
    def do(number: int, typed: dict[str, Any], by: User) -> object:
        attested = typed.get("attested", ())
        return marking.settle(number=number, valid=valid, attested=attested, reason=typed["reason"], by=by)

    return do


def _receive(number: int, typed: dict[str, Any], by: User) -> object:
    return marking.receive(number=number, postmarked=typed["postmarked"], reason=typed["reason"], by=by)


def _order(number: int, typed: dict[str, Any], by: User) -> object:
    return ordering.order_refund(number=number, reason=typed["reason"], by=by)


def _may_be_held(found: Glance) -> bool:
    """Something of it can still be paid or handed over."""
    return not found.paid or bool(found.presented.known.lots)


def _may_come_by_post(found: Glance) -> bool:
    return not found.paid and not {Kind.RECEIVED, Kind.CONFIRMED, Kind.INVALID} & found.bears


DECISIONS = (
    Decision(
        "retenir",
        "Retenir ce ticket (soupçon de fraude)",
        "Aucune caisse ne paie plus ce ticket, jusqu’à ce que le Service Clients le libère. La caisse dit qu’il est "
        "retenu pour vérification, jamais pourquoi.",
        DECIDE,
        lambda found: _may_be_held(found) and Kind.HELD not in found.bears,
        _hold,
        "Le ticket est retenu. Toutes les caisses le savent.",
    ),
    Decision(
        "a-temps",
        "Accepter comme présenté à temps",
        "Le délai de paiement est passé, mais le ticket a été présenté ou envoyé avant (art. 9). Il redevient payable.",
        DECIDE,
        lambda found: only_late(found.presented.known, found.at),
        _accept,
        "Le ticket est accepté comme présenté à temps.",
        LateForm,
    ),
    Decision(
        "recu",
        "Enregistrer ce ticket détérioré, reçu par la poste",
        "Un ticket découpé ou déchiré se contrôle ici, et nulle part ailleurs (art. 4.3.1). D’ici là, aucune caisse ne "
        "le paie.",
        DECIDE,
        _may_come_by_post,
        _receive,
        "La réception est enregistrée. Le ticket attend son contrôle.",
        ReceivedForm,
    ),
    Decision(
        "confirmer",
        "Confirmer valide ce ticket détérioré",
        "Une caisse pourra le payer sans qu’il soit entier\u00a0: votre contrôle remplace le sien, qui le dit. "
        "Rien ne se paie par courrier\u00a0: le ticket retourne au joueur, avec votre réponse.",
        DECIDE,
        lambda found: Kind.RECEIVED in found.bears,
        _settle(True),
        "Le ticket est confirmé valide. Renvoyez-le au joueur\u00a0: il se paie comme un ticket entier, en caisse.",
        CheckedForm,
    ),
    Decision(
        "refuser",
        "Déclarer non valide ce ticket détérioré",
        "Aucune caisse ne le paiera. La raison reste ici, pour répondre au joueur.",
        DECIDE,
        lambda found: Kind.RECEIVED in found.bears,
        _settle(False),
        "Le ticket est déclaré non valide.",
    ),
    Decision(
        "rembourser",
        "Ordonner le remboursement de ce ticket",
        "Le prix du ticket est rendu une fois, à la place d’un gain. Une caisse le paie, comme un gain. Une partie en "
        "cours peut être jouée jusqu’au bout, mais ne rapporte plus rien\u00a0: dites-le au joueur.",
        REFUND,
        lambda found: not found.given and found.presented.known.refund is None,
        _order,
        "Le remboursement est ordonné.",
    ),
)
BY_SLUG = {decision.slug: decision for decision in DECISIONS}


def offered(found: Glance, user: User) -> list[Decision]:
    """What this person may decide of the ticket as it stands."""
    return [one for one in DECISIONS if user.has_perm(one.permission) and one.offered(found)]
