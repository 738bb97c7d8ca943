"""What a desk is told of a ticket: one plain sentence for each standing."""

from collections.abc import Callable

from games.templatetags.french import euros, last_day, paris_moment, written
from payouts.means import Means, means
from payouts.models import Mark, Payment
from payouts.presenting import Presented
from payouts.standing import Known, Standing
from tickets import numbers

SERVICE = "Service Clients FDJ, 09\u00a069\u00a036\u00a060\u00a060"


def sentence(presented: Presented) -> str:
    """The answer in one sentence, with its dates and amount."""
    words = _WORDS[presented.standing]
    return words if isinstance(words, str) else words(presented.known)


def _payable(known: Known) -> str:
    return f"Gagnant\u00a0: {euros(known.due)} à payer {_HOW[means(known.due)]}."


def _refund(known: Known) -> str:
    return f"À rembourser\u00a0: {euros(known.due)}, {_HOW[means(known.due)]}."


def _paid(known: Known) -> str:
    paid = known.payment
    assert paid is not None
    if paid.given_id is not None:
        given = numbers.shown(paid.given_id)
        return f"Déjà échangé contre le ticket {given}\u00a0: le {paris_moment(paid.paid_at)}, {paid.desk}."
    done = "remboursé" if paid.what == Payment.What.REFUND else "payé"
    return f"Déjà {done}\u00a0: {euros(paid.amount)} le {paris_moment(paid.paid_at)}, {paid.desk}."


def _void(known: Known) -> str:
    if Mark.Kind.VOID in known.marks:
        return "Ticket nul\u00a0: sa case de contrôle a été découverte. Ne le payez pas."
    if Mark.Kind.INVALID in known.marks:
        return f"Ticket détérioré, déclaré non valide après contrôle. Ne le payez pas\u00a0: {SERVICE}."
    return "Ticket nul. Ne le payez pas."


def _held(known: Known) -> str:
    if Mark.Kind.HELD in known.marks:
        return f"Ticket retenu pour vérification. Ne le payez pas\u00a0: {SERVICE}."
    return f"Ticket détérioré, en cours de contrôle au Service Clients. Ne le payez pas\u00a0: {SERVICE}."


def _open(known: Known) -> str:
    assert known.play is not None
    return (
        f"Partie pas encore terminée\u00a0: le joueur a jusqu’au {last_day(known.play.deadline)} inclus pour la finir."
    )


def _expired(known: Known) -> str:
    assert known.play is not None
    return f"Partie expirée\u00a0: elle devait être terminée au plus tard le {last_day(known.play.deadline)}."


def _barred(known: Known) -> str:
    assert known.last_payment_day is not None
    last = written(known.last_payment_day)
    late = f"Trop tard\u00a0: ces tickets se payaient jusqu’au {last} inclus."
    return f"{late} Présenté avant\u00a0? Voir le Service Clients."


_HOW = {
    Means.CASH_ANYWHERE: "en espèces",
    Means.TRANSFER_SOME_OR_CENTRE: "par virement, ou par chèque en centre de paiement",
    Means.CENTRE_TRANSFER_OR_CHEQUE: "en centre de paiement, par virement ou par chèque",
    Means.CENTRE_CHEQUE: "en centre de paiement, par chèque",
}
_WORDS: dict[Standing, str | Callable[[Known], str]] = {
    Standing.PAYABLE: _payable,
    Standing.REFUND: _refund,
    Standing.PAID: _paid,
    Standing.VOID: _void,
    Standing.HELD: _held,
    Standing.STOLEN: f"Ticket d’un livret déclaré volé. Ne le payez pas\u00a0: {SERVICE}.",
    Standing.MISPRINT: f"Anomalie d’impression\u00a0: ce ticket se rembourse ou s’échange, {SERVICE}.",
    Standing.UNSTARTED: "Partie pas encore commencée\u00a0: le joueur doit d’abord jouer sur illikolive.com.",
    Standing.LATE: "Partie jamais commencée, et il est trop tard pour jouer. Rien à payer.",
    Standing.OPEN: _open,
    Standing.EXPIRED: _expired,
    Standing.LOST: "Partie terminée sans gain. Rien à payer.",
    Standing.BARRED: _barred,
    Standing.UNSURE: f"Ce ticket demande une vérification. Ne dites rien de son résultat\u00a0: {SERVICE}.",
}
