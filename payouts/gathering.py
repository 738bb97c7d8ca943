"""Gathers the transfers that leave for the bank into one file a zone; to be run each working day (art. 5.3.1)."""

import logging
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils import timezone

from payouts import bank_files, personal
from payouts.chaining import lock_all, note_all
from payouts.models import Transfer, TransferFile
from payouts.models.sealed import Erased
from payouts.transfers import days
from payouts.transfers.pain import Debtor

logger = logging.getLogger(__name__)
_BATCH = 500
_COLUMNS = ["file", "sealed", "wrapped_key", "master"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The files made, and the transfers left out because their order can't be written; the log names these."""

    files: tuple[TransferFile, ...] = ()
    left_out: tuple[int, ...] = ()


@transaction.atomic(durable=True)
def gather(day: date) -> Gathered:
    """Put what leaves on a Paris day, or should have left before, into one file a zone, all together or not at all.

    Run again, it finds what came meanwhile, often nothing. Raises ImproperlyConfigured when nobody is set to pay.
    """
    debtor = _debtor()
    due = Transfer.objects.leaving(day)
    locked = lock_all(due.values_list("payment__ticket_id", flat=True))
    at = timezone.now()
    transfers = due.filter(payment__ticket__in=locked).select_for_update(of=("self",)).order_by("pk")
    zones, left_out = _sealed(transfers.select_related("payment").prefetch_related("payment__winners"))
    files = tuple(_file(zone, zones[zone], debtor, day, at) for zone in sorted(zones))
    noted = [(locked[one.payment.ticket_id], _told(one)) for file in files for one in zones[file.zone]]
    note_all(noted, "transfer", at=at)
    return Gathered(files, left_out)


def _debtor() -> Debtor:
    given = {name: getattr(settings, f"TRANSFER_DEBTOR_{name}") for name in ("NAME", "IBAN", "BIC")}
    missing = [f"TRANSFER_DEBTOR_{name}" for name, value in given.items() if not value]
    if missing:
        raise ImproperlyConfigured(f"no transfer can leave without {', '.join(missing)}")
    return Debtor(given["NAME"], given["IBAN"], given["BIC"])


def _sealed(transfers: Iterable[Transfer]) -> tuple[dict[str, list[Transfer]], tuple[int, ...]]:
    """The transfers of each zone, each with its order sealed; one whose order can't be written hinders no other."""
    zones: dict[str, list[Transfer]] = defaultdict(list)
    left_out = []
    for one in transfers:
        try:
            bank_files.seal(one, one.payment.winners.all()[0].person())
            zones[one.zone].append(one)
        except (Erased, personal.Unreadable, ValueError) as error:
            logger.error("transfer %s can't leave: %s", one.reference, error or "its winner's data is erased")
            left_out.append(one.pk)
    return zones, tuple(left_out)


def _file(zone: str, transfers: list[Transfer], debtor: Debtor, day: date, at: datetime) -> TransferFile:
    file = TransferFile.objects.create(
        zone=zone,
        made_at=at,
        executes_on=days.executes_on(day),
        debtor_name=debtor.name,
        debtor_iban=debtor.iban,
        debtor_bic=debtor.bic,
        orders=len(transfers),
        total=sum(one.payment.amount for one in transfers),
        digest=b"",
    )
    for one in transfers:
        one.file = file
    Transfer.objects.bulk_update(transfers, _COLUMNS, batch_size=_BATCH)
    file.digest = sha256(bank_files.written(file)).digest()
    file.save(update_fields=["digest"])
    return file


def _told(one: Transfer) -> dict[str, int | None]:
    return {"transfer": one.pk, "file": one.file_id}
