"""What becomes of a transfer to an unknown bank, one that is returned, or whose payment is cancelled (art. 5.3.1)."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import personal
from payouts.bank_files import require_sender
from payouts.chaining import Locked, lock
from payouts.models import Payment, Transfer, Winner
from payouts.models.sealed import Erased
from payouts.persons import Person
from payouts.refusals import PaymentRefused, TransferRefused
from payouts.transfers import accounts, days
from tickets.calendar import paris_day

POLYNESIA = "PF"
REASONS = {  # ISO 20022's codes, as banks return them
    "AC01": "numéro de compte inexistant",
    "AC04": "compte clos",
    "AC06": "compte bloqué",
    "AG01": "opération interdite sur ce compte",
    "AG02": "opération refusée par la banque",
    "BE04": "adresse du bénéficiaire manquante",
    "MD07": "titulaire décédé",
    "MS03": "motif non précisé",
    "RC01": "banque inconnue (BIC)",
    "RR03": "nom ou adresse du bénéficiaire manquants",
    "RR04": "raison réglementaire",
    "NARR": "autre motif",
}
SHOWN_REASONS = REASONS | {POLYNESIA: "banque de Polynésie française"}


@transaction.atomic(durable=True)
def record_return(*, transfer_id: int, on: date, reason: str, by: User) -> Transfer:
    """Record that the bank sent a transfer back on a Paris day; its payment stays. Raises TransferRefused."""
    require_sender(by)
    locked, transfer = _locked(transfer_id)
    at, file = timezone.now(), transfer.file
    if transfer.returned_at is not None:
        raise TransferRefused("Le rejet de ce virement est déjà enregistré.")
    if file is None or file.downloaded_at is None or file.released_at is None:
        raise TransferRefused("Ce virement n’est pas encore parti à la banque\u00a0: elle n’a pas pu le rejeter.")
    if reason not in REASONS:
        raise TransferRefused("Choisissez le motif donné par la banque.")
    if not paris_day(file.released_at) <= on <= paris_day(at):
        raise TransferRefused("La date du rejet est entre le départ du fichier et aujourd’hui.")
    _close(locked, transfer, on, reason, "transfer_return", by, at)
    return transfer


@transaction.atomic(durable=True)
def confirm(*, transfer_id: int, bic: str, by: User) -> Transfer:
    """Let a transfer to an unknown bank leave, whose BIC tells its zone. Raises TransferRefused."""
    require_sender(by)
    locked, transfer = _locked(transfer_id)
    _require_review(transfer)
    try:
        transfer.bic = accounts.read_bic(bic)
    except accounts.AccountRefused as refused:
        raise TransferRefused(refused.message) from refused
    transfer.review, transfer.zone = False, accounts.zone_of(transfer.bic)
    at = timezone.now()
    transfer.leaves_on = max(transfer.leaves_on, days.leaves_on(paris_day(at)))
    transfer.save(update_fields=["bic", "review", "zone", "leaves_on"])
    told = {"transfer": transfer.pk, "bic": transfer.bic, "zone": str(transfer.zone), "by": by.pk}
    locked.note("transfer_confirm", told, at=at)
    return transfer


@transaction.atomic(durable=True)
def refuse(*, transfer_id: int, by: User) -> Transfer:
    """Refuse the account of a transfer under review: its bank is Polynesian (art. 5.3.1). Raises TransferRefused."""
    require_sender(by)
    locked, transfer = _locked(transfer_id)
    _require_review(transfer)
    at = timezone.now()
    _close(locked, transfer, paris_day(at), POLYNESIA, "transfer_refuse", by, at)
    return transfer


@transaction.atomic(durable=True)
def correct(*, transfer_id: int, iban: str, by: User) -> Transfer:
    """Pay the same payment again, to another account, in the place of a transfer that did not arrive.

    Raises TransferRefused.
    """
    require_sender(by)
    locked, transfer = _locked(transfer_id)
    at, payment = timezone.now(), transfer.payment
    if transfer not in Transfer.objects.to_correct().filter(payment=payment):
        raise TransferRefused("Ce virement n’attend pas de nouveau compte.")
    try:
        account = accounts.read(iban)
    except accounts.AccountRefused as refused:
        raise TransferRefused(refused.message) from refused
    sealed = _reseal(payment, account.iban)
    made = Transfer.objects.create(
        payment=payment,
        leaves_on=days.leaves_on(paris_day(at)),
        zone=account.zone,
        bic=account.bic or "",
        review=account.review,
        entered_by=by,
    )
    told = {"transfer": made.pk, "instead_of": transfer.pk, "winner": sealed.winner, "digest": sealed.digest}
    locked.note("transfer_correct", {**told, "by": by.pk}, at=at)
    return made


def withdraw(payment: Payment, at: datetime) -> None:
    """Take back the transfer of a payment that is cancelled (in the caller's transaction, its ticket locked).

    Raises PaymentRefused when it is in a file: only what the bank returns can be cancelled then.
    """
    standing = Transfer.objects.standing().select_for_update(of=("self",)).filter(payment=payment).first()
    if standing is None:
        return
    if standing.file_id is not None:
        raise PaymentRefused(
            "Le virement est déjà dans un fichier pour la banque\u00a0: ce paiement ne s’annule que si elle le rejette."
        )
    standing.withdrawn_at = at
    standing.save(update_fields=["withdrawn_at"])


@dataclass(frozen=True, slots=True)
class _Sealed:
    winner: str
    digest: str


def _locked(transfer_id: int) -> tuple[Locked, Transfer]:
    """Lock a transfer after its ticket and play, as gathering does. Raises Transfer.DoesNotExist."""
    locked = lock(Transfer.objects.values_list("payment__ticket_id", flat=True).get(pk=transfer_id))
    transfers = Transfer.objects.select_related("payment", "file").select_for_update(of=("self",))
    return locked, transfers.get(pk=transfer_id)


def _require_review(transfer: Transfer) -> None:
    if not transfer.review or transfer.returned_at or transfer.withdrawn_at:
        raise TransferRefused("La banque de ce virement n’est plus à vérifier.")


def _close(locked: Locked, transfer: Transfer, on: date, reason: str, kind: str, by: User, at: datetime) -> None:
    transfer.returned_at, transfer.returned_on, transfer.return_reason = at, on, reason
    transfer.save(update_fields=["returned_at", "returned_on", "return_reason"])
    locked.note(kind, {"transfer": transfer.pk, "on": on.isoformat(), "reason": reason, "by": by.pk}, at=at)


def _reseal(payment: Payment, iban: str) -> _Sealed:
    winner = Winner.objects.select_for_update(of=("self",)).get(payment=payment)
    try:
        person: Person = winner.person()
    except (Erased, personal.Unreadable):
        person = Person("", "")
    if person.iban is None:
        raise TransferRefused("Les données de ce gagnant sont effacées\u00a0: il ne peut plus être payé à nouveau.")
    digest = winner.seal(replace(person, iban=iban))
    winner.save(update_fields=["sealed", "wrapped_key", "master"])
    return _Sealed(str(winner.id), digest)
