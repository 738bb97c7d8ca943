"""Hands out a block's encrypted print file: once by itself, then once for each leave given by another person."""

import hashlib
from io import BufferedReader

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tickets import code_within, record
from tickets.issuing import print_file
from tickets.journal.chain import Subject
from tickets.models import Block, PrintAuthorisation, PrintDownload
from tickets.refusals import BlockRefused

DOWNLOAD, AUTHORISE = "tickets.download_print_file", "tickets.authorise_print_file"
_AGE = b"age-encryption.org/v1\n"  # how every file that age has encrypted begins


@transaction.atomic(durable=True)
def download(*, block_id: int, by: User) -> BufferedReader:
    """Record that someone takes the file, and open it for reading; it is still encrypted to the printer.

    The first time needs nobody; each other one uses up another person's leave. Raises BlockRefused, which records
    nothing, Block.DoesNotExist.
    """
    if not by.has_perm(DOWNLOAD):
        raise BlockRefused("Vous ne pouvez pas télécharger de fichier d’impression.")
    block, at = _locked(block_id), timezone.now()
    leave = _leave(block, by) if block.downloads.exists() else None
    taken = PrintDownload.objects.create(block=block, at=at, by=by, authorisation=leave)
    said = {"download": taken.pk, "authorisation": leave and leave.pk, "by": by.pk}
    record.note(Subject.BLOCK, block.pk, "download", said, at=at)
    return _opened(block)


@transaction.atomic(durable=True)
def authorise(*, block_id: int, reason: str, by: User) -> PrintAuthorisation:
    """Let somebody else download the file once more, for a reason. Raises BlockRefused, Block.DoesNotExist."""
    if not by.has_perm(AUTHORISE):
        raise BlockRefused("Vous ne pouvez pas autoriser de téléchargement.")
    if not reason.strip():
        raise BlockRefused("Dites pourquoi le fichier doit être téléchargé encore.", "reason")
    try:
        code_within.refuse(reason)
    except code_within.CodeWithin as error:
        raise BlockRefused(str(error), "reason") from error
    block, at = _locked(block_id), timezone.now()
    if not block.downloads.exists():
        raise BlockRefused("Ce fichier n’a pas encore été téléchargé\u00a0: aucune autorisation n’est nécessaire.")
    if block.authorisations.filter(by=by, download=None).exists():
        raise BlockRefused("Votre autorisation précédente n’est pas encore utilisée.")
    leave = PrintAuthorisation.objects.create(block=block, at=at, by=by, reason=reason.strip())
    said = {"authorisation": leave.pk, "reason": leave.reason, "by": by.pk}
    record.note(Subject.BLOCK, block.pk, "authorise", said, at=at)
    return leave


def leave_for(block: Block, user: User) -> PrintAuthorisation | None:
    """The oldest unused leave that somebody else gave."""
    return block.authorisations.filter(download=None).exclude(by=user).order_by("pk").first()


def _locked(block_id: int) -> Block:
    blocks = Block.objects.select_related("emission").select_for_update(of=("self",), no_key=True)
    return blocks.get(pk=block_id)


def _leave(block: Block, by: User) -> PrintAuthorisation:
    leave = leave_for(block, by)
    if leave is None:
        raise BlockRefused("Ce fichier est déjà téléchargé\u00a0: une autre personne doit d’abord l’autoriser.")
    return leave


def _opened(block: Block) -> BufferedReader:
    """The file, if it is the one that was sealed and age has encrypted it."""
    path = settings.PRINT_FOLDER / print_file.name(block.emission.game_code, block.emission.number, block.number)
    try:
        file = path.open("rb")
    except FileNotFoundError as error:
        raise BlockRefused("Ce fichier n’est plus sur le serveur\u00a0: prévenez l’exploitation.") from error
    encrypted = file.read(len(_AGE)) == _AGE
    file.seek(0)
    if not encrypted or hashlib.file_digest(file, "sha256").digest() != bytes(block.print_digest):
        file.close()
        raise BlockRefused("Ce fichier n’est pas celui qui a été scellé\u00a0: prévenez l’exploitation.")
    file.seek(0)
    return file
