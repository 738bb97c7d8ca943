"""What the page of a ticket shows at a desk: the sentence, its colour, the six checks, the ways to pay."""

import uuid
from typing import Any

from django.utils import timezone

from games.models import WonLot
from games.templatetags.french import paris_moment, written
from payouts import asking, handing, paying
from payouts.means import CASH_LIMIT, TRANSFER_AT_POINT_OF_SALE_LIMIT
from payouts.models import Mark, Payment, Teller
from payouts.presenting import Presented
from payouts.standing import Standing
from payouts.words import sentence
from tickets import numbers

LOOKS = {  # colour and icon of the answer: one can be told from the other without its colour
    Standing.PAYABLE: ("win", "check"),
    Standing.REFUND: ("win", "euro"),
    Standing.PAID: ("lose", "hand"),
    Standing.VOID: ("lose", "cross"),
    Standing.HELD: ("lose", "hand"),
    Standing.STOLEN: ("lose", "hand"),
    Standing.MISPRINT: ("warn", "warning"),
    Standing.UNSTARTED: ("info", "clock"),
    Standing.LATE: ("warn", "past"),
    Standing.OPEN: ("info", "clock"),
    Standing.EXPIRED: ("warn", "past"),
    Standing.LOST: ("info", "none"),
    Standing.BARRED: ("warn", "past"),
    Standing.UNSURE: ("warn", "warning"),
}


def answer(presented: Presented, teller: Teller) -> dict[str, Any]:
    """The template's names."""
    ways, due = paying.ways(presented, teller.desk), presented.standing in (Standing.PAYABLE, Standing.REFUND)
    obstacle = handing.obstacle(presented, timezone.now()) if presented.known.lots else ""
    lots = _lots(presented, teller, obstacle)
    waits = bool(ways or lots) and not (presented.both_shown or presented.misprint)
    return {
        "presented": presented,
        "number": numbers.shown(presented.number),
        "game": presented.known.emission.game,
        "sentence": _sentence(presented, lots),
        **_look(presented, here=bool(ways), waits=waits, lots=bool(lots)),
        "due": due,
        "ways": ways,
        "waits": waits,
        "lots": lots,
        "most": asking.MOST,
        "several": paying.ways(presented, teller.desk, winners=2),
        "kept_back": obstacle if obstacle != sentence(presented) else "",
        "elsewhere": _elsewhere(presented, teller) if due and not ways else "",
        "made": _made(presented) if due else [],
        "paid_here": _paid_here(presented, teller),
        "checks": [(name, *_ATTESTED[name]) for name in paying.checks(presented.misprint, presented.known.marks)],
        "confirmed": Mark.Kind.CONFIRMED in presented.known.marks,
        "key": uuid.uuid4(),
    }


def _paid_here(presented: Presented, teller: Teller) -> Payment | None:
    """What this desk paid for the ticket, which it may look at again."""
    paid = presented.known.payment
    return paid if paid and paid.desk_id == teller.desk_id else None


def _look(presented: Presented, *, here: bool, waits: bool, lots: bool) -> dict[str, str]:
    """The answer's colour and icon; green only for what can be paid here and now."""
    state, icon = LOOKS[presented.standing]
    if lots and presented.standing is Standing.LOST:
        state, icon = "win", "gift"
    if state == "win" and waits:
        return {"state": "warn", "icon": "scan"}
    if state == "win" and not (here or lots):
        return {"state": "warn", "icon": "shop"}
    return {"state": state, "icon": icon}


def _lots(presented: Presented, teller: Teller, obstacle: str) -> list[WonLot]:
    """The additional lots that this desk may give."""
    return list(presented.known.lots) if teller.desk.agreed and not obstacle else []


def _sentence(presented: Presented, lots: list[WonLot]) -> str:
    """What the ticket gives, its lots when they are all of it."""
    if lots and presented.standing is Standing.LOST:
        return f"À remettre\u00a0: {', '.join(map(str, lots))}."
    return sentence(presented)


_ATTESTED = {
    "whole": ("Ticket entier", "Ni découpé, ni déchiré.", "Il est entier"),
    "box": (
        "Case de contrôle",
        "« NUL SI DECOUVERT » : même grattée en partie, le ticket est nul.",
        "Elle est couverte",
    ),
    "print": ("Impression", "Code, QR, numéro et montants lisibles, sans défaut.", "Aucun défaut"),
    "adult": ("Personne majeure", "« Vous êtes majeur ? » Une pièce d’identité au moindre doute.", "18 ans ou plus"),
}


def _made(presented: Presented) -> list[tuple[str, str]]:
    """The checks of art. 4.3 that the software made on a ticket to be paid, each with what it found."""
    known = presented.known
    last = known.last_payment_day
    until = f"Jusqu’au {written(last)} inclus" if last else "Émission encore en vente"
    made = [
        ("Authenticité", "Numéro et code concordent" if presented.both_shown else "Numéro d’un ticket imprimé"),
        ("Délai de paiement", until),
        ("Livret", "Aucun vol déclaré"),
        ("Impression", _print(presented)),
    ]
    if known.refund is None and known.play is not None and known.play.ended_at is not None:
        made.append(("Partie", f"Terminée à temps, le {paris_moment(known.play.ended_at)}"))
        made.append(("Montant", "Lu dans l’enregistrement, vérifié"))
    return made


def _print(presented: Presented) -> str:
    """What is known of the print; a booklet's fault keeps no ended play from being paid (art. 4.3.5, 7)."""
    if presented.misprint:
        return "Anomalie signalée, ticket à rembourser"
    if presented.known.ticket.booklet.misprint:
        return "Anomalie signalée, mais la partie a son résultat"
    return "Aucune anomalie connue"


def _elsewhere(presented: Presented, teller: Teller) -> str:
    """Where a prize that this desk may not pay is paid (art. 5.2-5.4)."""
    if not teller.desk.agreed:
        return "Cette caisse n’est pas agréée\u00a0: elle ne paie aucun ticket."
    if presented.known.due <= CASH_LIMIT:
        return "Ce ticket ne se paie pas ici."
    if presented.known.due > TRANSFER_AT_POINT_OF_SALE_LIMIT:
        return "Pas ici\u00a0: envoyez le gagnant dans un centre de paiement."
    return "Pas ici\u00a0: envoyez le gagnant dans un point de vente qui fait les virements, ou un centre de paiement."
