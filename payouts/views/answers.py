"""What the page of a ticket shows at a desk: the sentence, its colour, the six checks, the ways to pay."""

import uuid
from typing import Any

from django.utils import formats

from games.templatetags.french import paris_moment
from payouts import paying
from payouts.means import CASH_LIMIT
from payouts.models import Teller
from payouts.presenting import Presented
from payouts.standing import Standing
from payouts.words import sentence
from tickets import numbers

_STATES = {Standing.PAYABLE: "win", Standing.REFUND: "win", Standing.LOST: "info", Standing.UNSTARTED: "info"}
_ICONS = {"win": "check", "lose": "cross", "warn": "pause", "info": "ticket"}
_WARNINGS = {Standing.OPEN, Standing.MISPRINT, Standing.BARRED, Standing.UNSURE, Standing.EXPIRED, Standing.LATE}


def answer(presented: Presented, teller: Teller) -> dict[str, Any]:
    """The template's names."""
    ways, due = paying.ways(presented, teller.desk), presented.standing in (Standing.PAYABLE, Standing.REFUND)
    state = _STATES.get(presented.standing, "warn" if presented.standing in _WARNINGS else "lose")
    if due and not ways:
        state = "warn"
    return {
        "presented": presented,
        "number": numbers.shown(presented.number),
        "game": presented.known.emission.game,
        "sentence": sentence(presented),
        "state": state,
        "icon": _ICONS[state],
        "due": due,
        "ways": ways,
        "several": paying.ways(presented, teller.desk, winners=2),
        "elsewhere": _elsewhere(presented, teller) if due and not ways else "",
        "made": _made(presented) if due else [],
        "checks": [(name, *_ATTESTED[name]) for name in paying.CHECKS],
        "key": uuid.uuid4(),
    }


_ATTESTED = {
    "whole": ("Ticket entier", "Ni découpé, ni déchiré.", "J’ai le ticket entier en main"),
    "box": (
        "Case de contrôle",
        "« NUL SI DÉCOUVERT » : même grattée en partie, le ticket est nul.",
        "Elle est couverte",
    ),
    "print": ("Impression", "Code, QR, numéro et montants lisibles, sans défaut.", "Aucun défaut d’impression"),
    "adult": ("Personne majeure", "« Vous êtes majeur ? » Une pièce d’identité au moindre doute.", "18 ans ou plus"),
}


def _made(presented: Presented) -> list[tuple[str, str]]:
    """The checks of art. 4.3 that the software made on a ticket to be paid, each with what it found."""
    known = presented.known
    last = known.last_payment_day
    until = f"Jusqu’au {formats.date_format(last, 'j F Y')} inclus" if last else "Émission encore en vente"
    made = [("Délai de paiement", until), ("Livret", "Aucun vol déclaré"), ("Impression", "Aucune anomalie connue")]
    if known.refund is None and known.play is not None and known.play.ended_at is not None:
        made.append(("Partie", f"Terminée à temps, le {paris_moment(known.play.ended_at)}"))
        made.append(("Montant", "Lu dans l’enregistrement, vérifié"))
    return made


def _elsewhere(presented: Presented, teller: Teller) -> str:
    """Where a prize that this desk may not pay is paid."""
    if not teller.desk.agreed:
        return "Cette caisse n’est pas agréée\u00a0: elle ne paie aucun ticket."
    if presented.known.due <= CASH_LIMIT:
        return "Ce ticket ne se paie pas ici."
    return "Ce lot se paie dans un centre de paiement, ou par virement dans certains points de vente."
