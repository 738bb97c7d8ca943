"""Files of transfers: written from their rows, released by one person, downloaded by another (art. 5.3.1)."""

import logging
from hashlib import sha256

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from games.templatetags.french import paris_moment
from payouts import personal
from payouts.models import Transfer, TransferFile
from payouts.models.sealed import Erased
from payouts.persons import Person
from payouts.refusals import TransferRefused
from payouts.signing import people
from payouts.transfers import characters, pain
from tickets import numbers, record
from tickets.journal.chain import Subject, canonical
from tickets.suspending import WHOLE_SITE

logger = logging.getLogger(__name__)


class FileDiffers(Exception):
    """A file whose rows no longer give the bytes that were gathered; it is named, and must not go to the bank."""


class _Creditor(msgspec.Struct, frozen=True):
    """What an order says of a winner, as sealed with it."""

    name: str
    iban: str


def seal(transfer: Transfer, person: Person) -> None:
    """Seal the order of a transfer, saving nothing. Raises ValueError when no bank would take it."""
    if person.iban is None:
        raise ValueError("its winner has no account")
    creditor = _Creditor(characters.epc(f"{person.first_name} {person.last_name}"), person.iban)
    _order(transfer, creditor)
    transfer.content, _ = personal.seal(canonical(msgspec.to_builtins(creditor)), row=transfer.row)


def written(file: TransferFile) -> bytes:
    """The bytes that the rows of a file give now. Raises Erased, personal.Unreadable, ValueError."""
    transfers = file.transfers.select_related("payment").order_by("pk")
    orders = tuple(_order(one, _creditor(one)) for one in transfers)
    debtor = pain.Debtor(file.debtor_name, file.debtor_iban, file.debtor_bic)
    return pain.write(pain.TransferFile(file.reference, file.made_at, file.executes_on, debtor, orders))


def content(file: TransferFile) -> bytes:
    """The file as it was gathered, made again. Raises FileDiffers, TransferRefused once its winners' data is erased."""
    try:
        made = written(file)
    except Erased:
        raise TransferRefused(
            "Ce fichier ne peut plus être refait\u00a0: des données de gagnants sont effacées."
        ) from None
    except (personal.Unreadable, ValueError) as error:
        raise FileDiffers(f"{file.name}: {error}") from error
    if sha256(made).digest() != bytes(file.digest):
        raise FileDiffers(f"{file.name} is no longer what was gathered")
    return made


@transaction.atomic(durable=True)
def release(*, file_id: int, by: User) -> TransferFile:
    """Let a file go to the bank, by someone else's hand. Raises TransferRefused, FileDiffers, DoesNotExist."""
    require_sender(by)
    at, file = timezone.now(), _locked(file_id)
    if file.released_at is not None:
        raise TransferRefused(
            f"Ce fichier est déjà libéré, le {paris_moment(file.released_at)}, par {file.released_by}."
        )
    if file.transfers.filter(entered_by=by).exists():
        raise TransferRefused("Vous avez saisi le compte d’un de ces virements\u00a0: une autre personne le libère.")
    content(file)
    file.released_at, file.released_by = at, by
    file.save(update_fields=["released_at", "released_by"])
    record.note(Subject.SITE, WHOLE_SITE, "transfer_release", {"file": file.pk, "by": by.pk}, at=at)
    return file


@transaction.atomic(durable=True)
def download(*, file_id: int, by: User) -> tuple[TransferFile, bytes]:
    """Give a released file to someone who did not release it, again if it was lost; each time is journalled.

    Raises TransferRefused, FileDiffers, DoesNotExist.
    """
    require_sender(by)
    at, file = timezone.now(), _locked(file_id)
    if file.released_at is None:
        raise TransferRefused("Ce fichier n’est pas encore libéré.")
    if file.released_by_id == by.pk:
        raise TransferRefused("Vous avez libéré ce fichier\u00a0: une autre personne doit le télécharger.")
    made = content(file)
    file.downloaded_at, file.downloaded_by = at, by
    file.save(update_fields=["downloaded_at", "downloaded_by"])
    record.note(Subject.SITE, WHOLE_SITE, "transfer_download", {"file": file.pk, "by": by.pk}, at=at)
    return file, made


def require_sender(by: User) -> None:
    """Raises TransferRefused for who has nothing to do with transfers."""
    if not people.sends_transfers(by):
        raise TransferRefused("Seule la comptabilité s’occupe des virements.")


def _locked(file_id: int) -> TransferFile:
    files = TransferFile.objects.select_related("released_by").select_for_update(of=("self",))
    return files.get(pk=file_id)


def _creditor(transfer: Transfer) -> _Creditor:
    return msgspec.json.decode(personal.unseal(transfer.content, row=transfer.row), type=_Creditor)


def _order(transfer: Transfer, creditor: _Creditor) -> pain.Order:
    payment = transfer.payment
    remittance = f"ILLIKO LIVE, ticket {numbers.shown(payment.ticket_id)}"
    return pain.Order(
        transfer.reference, creditor.name, creditor.iban, transfer.bic or None, payment.amount, remittance
    )
