"""What may be attached to a claim: photos, made anew from their pixels alone, and PDF documents.

What a file is follows from its content, never from its name, which is kept nowhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from threading import Lock

from PIL import Image, ImageOps

from payouts.models import ClaimAttachment, ClaimEvent
from tickets.typed import ordinal

MOST = 3  # sent at a time
LARGEST = 5 * 1024 * 1024  # bytes of each
MOST_PIXELS = 50_000_000
SIDE = 2560  # pixels of the longer side of what is kept: small print of a ticket stays readable
_FORMATS = ("JPEG", "PNG", "WEBP")
WIDEST = 20_000  # pixels of either side: a thin picture costs more than its pixels
_LARGE = f"est une photo de plus de {MOST_PIXELS // 10**6} millions de pixels, ou de plus de {WIDEST} pixels de côté."
_one_at_a_time = Lock()  # a picture being made anew takes hundreds of megabytes
_Kind = ClaimAttachment.Kind


@dataclass(frozen=True, slots=True, repr=False)
class Attachment:
    """A file that was checked: what it is, and the content that is kept."""

    kind: str
    content: bytes


class AttachmentRefused(ValueError):
    """A file that is not taken; the words, in French, say why."""


def read_all(files: Sequence[bytes]) -> tuple[Attachment, ...]:
    """What is kept of several files sent together. Raises AttachmentRefused, which names the file by its place."""
    if len(files) > MOST:
        raise AttachmentRefused(f"{MOST} fichiers au plus\u00a0: il y en a {len(files)}.")
    kept = []
    for place, content in enumerate(files, 1):
        try:
            kept.append(read(content))
        except AttachmentRefused as refused:
            which = "Ce fichier" if len(files) == 1 else f"Le {ordinal(place)} fichier"
            raise AttachmentRefused(f"{which} {refused}") from None
    return tuple(kept)


def read(content: bytes) -> Attachment:
    """What is kept of a file. Raises AttachmentRefused, in words that follow "Ce fichier"."""
    if not content:
        raise AttachmentRefused("est vide.")
    if len(content) > LARGEST:
        raise AttachmentRefused(f"est trop lourd\u00a0: {LARGEST // 1024**2}\u00a0Mo au plus.")
    if content.startswith(b"%PDF-"):
        if b"%%EOF" not in content[-1024:]:
            raise AttachmentRefused("est un PDF incomplet.")
        return Attachment(_Kind.PDF, content)
    return Attachment(_Kind.PHOTO, _made_anew(content))


def keep(event: ClaimEvent, attached: Sequence[Attachment]) -> list[str]:
    """Seal and save what is attached to a saved event; the digests for the journal."""
    digests, rows = [], []
    for number, one in enumerate(attached, 1):
        row = ClaimAttachment(event=event, number=number, kind=one.kind, size=len(one.content))
        digests.append(row.seal(one.content))
        rows.append(row)
    ClaimAttachment.objects.bulk_create(rows)
    return digests


def _made_anew(content: bytes) -> bytes:
    """The picture's pixels as a new JPEG, upright and no larger than needed: nothing else of the file is left."""
    try:
        with _one_at_a_time, Image.open(BytesIO(content), formats=_FORMATS) as image:
            if image.width * image.height > MOST_PIXELS or max(image.size) > WIDEST:
                raise AttachmentRefused(_LARGE)
            image.thumbnail((SIDE, SIDE))
            made = BytesIO()
            _on_white(ImageOps.exif_transpose(image)).save(made, "JPEG", quality=85)
    except AttachmentRefused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise AttachmentRefused(_LARGE) from None
    except Exception as error:  # forged files make decoders raise about anything
        raise AttachmentRefused("n’est ni une photo (JPEG, PNG, WebP) ni un PDF qui se lise.") from error
    return made.getvalue()


def _on_white(image: Image.Image) -> Image.Image:
    """Without transparency, and with no profile, comment or date."""
    seen = image.convert("RGBA")
    sheet = Image.new("RGB", seen.size, "white")
    sheet.paste(seen, mask=seen.getchannel("A"))
    return sheet
