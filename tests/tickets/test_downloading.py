"""The print file leaves encrypted, once, and again only with another person's leave; each time is recorded."""

import hashlib
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import ProgrammingError, connection, transaction

from office.roles import APPROVER, AUDITOR, ISSUING
from tests.office import staff
from tests.tickets import blocks
from tickets import record
from tickets.issuing import downloading
from tickets.journal.chain import Subject
from tickets.models import Block, PrintAuthorisation, PrintDownload
from tickets.refusals import BlockRefused
from tickets.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def block(printer: str) -> Block:
    return blocks.issued("sauve_souris", 1_000)


@pytest.fixture
def manager() -> User:
    return staff.member(ISSUING)


def take(block: Block, by: User) -> bytes:
    with downloading.download(block_id=block.pk, by=by) as file:
        return file.read()


def said(block: Block) -> list[tuple[str, dict[str, Any]]]:
    """What the block's chain says after its issue."""
    verify()
    chain = record.entries(Subject.BLOCK, block.pk)[1:]
    return [(entry.kind, json.loads(entry.text)["data"]) for entry in chain]


def test_the_file_is_taken_once_encrypted_and_recorded(block: Block, manager: User) -> None:
    taken = take(block, manager)
    assert taken == blocks.path_of(block).read_bytes() and taken.startswith(b"age-encryption.org/v1\n")
    download = PrintDownload.objects.get()
    assert (download.by, download.authorisation) == (manager, None)
    assert said(block) == [("download", {"download": download.pk, "authorisation": None, "by": manager.pk})]
    with pytest.raises(BlockRefused, match="une autre personne"):
        take(block, staff.member(ISSUING))
    assert PrintDownload.objects.count() == 1


def test_another_persons_leave_serves_once(block: Block, manager: User) -> None:
    take(block, manager)
    approver = staff.member(APPROVER)
    leave = downloading.authorise(block_id=block.pk, reason="clé USB perdue", by=approver)
    take(block, manager)
    assert PrintDownload.objects.get(authorisation=leave).by == manager
    assert said(block)[1:] == [
        ("authorise", {"authorisation": leave.pk, "reason": "clé USB perdue", "by": approver.pk}),
        ("download", {"download": PrintDownload.objects.latest("pk").pk, "authorisation": leave.pk, "by": manager.pk}),
    ]
    with pytest.raises(BlockRefused):
        take(block, manager)


def test_nobody_uses_their_own_leave(block: Block, manager: User) -> None:
    take(block, manager)
    manager.user_permissions.add(*staff.member(APPROVER).groups.get().permissions.all())
    both = User.objects.get(pk=manager.pk)
    downloading.authorise(block_id=block.pk, reason="clé USB perdue", by=both)
    with pytest.raises(BlockRefused, match="une autre personne"):
        take(block, both)
    take(block, staff.member(ISSUING))


def test_leaves_that_are_not_needed_are_refused(block: Block, manager: User) -> None:
    approver = staff.member(APPROVER)
    for reason in ("", "  ", "à l’avance"):
        with pytest.raises(BlockRefused):
            downloading.authorise(block_id=block.pk, reason=reason, by=approver)
    take(block, manager)
    downloading.authorise(block_id=block.pk, reason="clé USB perdue", by=approver)
    with pytest.raises(BlockRefused, match="pas encore utilisée"):
        downloading.authorise(block_id=block.pk, reason="encore", by=approver)
    assert PrintAuthorisation.objects.count() == 1


@pytest.mark.parametrize("written", [b"number,code,address,lots\n", b"age-encryption.org/v1\nnot the file", None])
def test_a_file_that_is_not_the_sealed_one_stays_and_nothing_is_recorded(
    written: bytes | None, block: Block, manager: User
) -> None:
    path = blocks.path_of(block)
    if written is None:
        path.unlink()
    else:
        path.write_bytes(written)
    with pytest.raises(BlockRefused, match="prévenez l’exploitation"):
        take(block, manager)
    assert not PrintDownload.objects.exists() and said(block) == []


def test_only_what_age_encrypted_leaves_even_if_it_were_sealed_otherwise(block: Block, manager: User) -> None:
    plain = b"number,code,address,lots\n"
    blocks.path_of(block).write_bytes(plain)
    Block.objects.update(print_digest=hashlib.sha256(plain).digest())
    with pytest.raises(BlockRefused, match="prévenez l’exploitation"):
        take(block, manager)


@pytest.mark.parametrize("role", [AUDITOR, APPROVER])
def test_who_has_no_right_takes_nothing(role: str, block: Block) -> None:
    with pytest.raises(BlockRefused):
        take(block, staff.member(role))
    assert not PrintDownload.objects.exists()


def test_an_issuing_manager_authorises_nobody(block: Block, manager: User) -> None:
    take(block, manager)
    with pytest.raises(BlockRefused):
        downloading.authorise(block_id=block.pk, reason="clé USB perdue", by=manager)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM tickets_printdownload", "UPDATE tickets_printauthorisation SET reason = 'x'"]
)
def test_the_application_can_not_forget_a_download(statement: str, block: Block, manager: User) -> None:
    take(block, manager)
    with (
        pytest.raises(ProgrammingError, match="permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
