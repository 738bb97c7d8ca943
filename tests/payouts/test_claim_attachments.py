"""What is attached to a claim: judged by its content, made anew, sealed, and gone with the claim."""

import io
import json
import struct
import uuid
import zlib
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from payouts.claiming import attachments, erasing, following
from payouts.claiming.attachments import LARGEST, AttachmentRefused
from payouts.models import Claim, ClaimAttachment
from payouts.models.sealed import Erased
from tests.payouts import claims
from tests.public.claim_form import PDF, photo
from tickets import record
from tickets.journal.chain import Subject
from tickets.suspending import WHOLE_SITE
from tickets.verifying import verify

HIDDEN = b"Guessan, 48.85N 2.35E"


def sent(kind: str) -> bytes:
    """A picture that says more than it shows, wherever its format lets it."""
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = HIDDEN.decode(), 6  # description, and: turned by a quarter
    return photo(kind, exif=exif) + HIDDEN


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_of_a_photo_only_what_is_seen_is_kept_upright(kind: str) -> None:
    kept = attachments.read(sent(kind))
    assert kept.kind == "photo" and HIDDEN not in kept.content
    with Image.open(io.BytesIO(kept.content)) as image:
        assert (image.format, image.size, dict(image.getexif())) == ("JPEG", (60, 80), {})
        red, green, _ = image.getpixel((30, 10))  # what was on the left is on top
        assert red > 200 > 60 > green and min(image.getpixel((30, 70))) > 200


def test_what_is_transparent_is_white_and_what_is_large_is_made_smaller() -> None:
    drawn, made = Image.new("RGBA", (6000, 100), (0, 0, 0, 0)), io.BytesIO()
    drawn.save(made, "PNG")
    with Image.open(io.BytesIO(attachments.read(made.getvalue()).content)) as image:
        assert max(image.size) == attachments.SIDE and min(image.getpixel((5, 5))) > 250


def test_a_pdf_is_kept_as_it_is() -> None:
    assert attachments.read(PDF) == attachments.Attachment("pdf", PDF)


def bomb(width: int, height: int) -> bytes:
    """A picture that says it has so many pixels."""
    chunks = [b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT" + zlib.compress(bytes(99))]
    written = (struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "est vide"),
        (b"MZ\x90\x00 a program", "ni une photo"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "ni une photo"),
        (photo("GIF"), "ni une photo"),
        (photo("TIFF"), "ni une photo"),
        (photo("PNG")[:20], "ni une photo"),
        (b" " + PDF, "ni une photo"),
        (PDF[:20], "PDF incomplet"),
        (bomb(5001, 10_000), "plus de 50 millions"),
        (bomb(10_000, 10_000), "plus de 50 millions"),
        (bomb(60_000, 60_000), "plus de 50 millions"),
        (bomb(1, 20_001), "plus de 20000 pixels de côté"),
        (PDF + b" " * LARGEST, "trop lourd\u00a0: 5\u00a0Mo au plus"),
    ],
    ids=lambda one: one[:20] if isinstance(one, str) else "",
)
def test_what_is_neither_a_photo_nor_a_pdf_is_refused_by_its_content(content: bytes, said: str) -> None:
    with pytest.raises(AttachmentRefused, match=said):
        attachments.read(content)


def test_the_limits_are_what_is_told() -> None:
    whole = PDF + b" " * (LARGEST - len(PDF) - 6) + b"%%EOF\n"
    assert len(whole) == LARGEST and attachments.read(whole).content == whole
    with pytest.raises(AttachmentRefused, match="trop lourd"):
        attachments.read(whole + b"\n")
    assert len(attachments.read_all([PDF] * 3)) == 3
    with pytest.raises(AttachmentRefused, match="3 fichiers au plus\u00a0: il y en a 4"):
        attachments.read_all([PDF] * 4)
    with pytest.raises(AttachmentRefused, match="Le 2e fichier est vide"):
        attachments.read_all([PDF, b"", PDF])


_CUT = st.sampled_from([sent("JPEG"), sent("PNG"), sent("WEBP"), PDF]).flatmap(
    lambda one: st.tuples(st.just(one), st.integers(0, len(one)), st.binary(max_size=40), st.integers(0, len(one)))
)


@given(st.one_of(st.binary(max_size=400), _CUT.map(lambda cut: cut[0][: cut[1]] + cut[2] + cut[0][cut[3] :])))
@settings(max_examples=150, deadline=None)
def test_whatever_the_bytes_they_are_kept_as_a_photo_or_a_pdf_or_refused_in_words(content: bytes) -> None:
    try:
        kept = attachments.read(content)
    except AttachmentRefused:
        return
    assert kept.content.startswith(b"%PDF-" if kept.kind == "pdf" else b"\xff\xd8")


@pytest.fixture
def claim(db: None) -> Claim:
    """A claim to which a photo and a document were added."""
    made = claims.claim(claims.agent())
    key = uuid.uuid4()
    return following.add(claim_id=made.pk, key=key, text="", attached=attachments.read_all([sent("JPEG"), PDF]))


def rows() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_jsonb(one)::text FROM payouts_claimattachment AS one")
        return "\n".join(row[0] for row in cursor.fetchall())


def test_an_attachment_is_sealed_for_its_own_row_and_its_digest_is_journalled(claim: Claim) -> None:
    picture, document = ClaimAttachment.objects.order_by("number")
    assert document.file == PDF and picture.file.startswith(b"\xff\xd8")
    held = rows()
    assert PDF.hex() not in held and b"Guessan".hex() not in held and picture.file[:12].hex() not in held
    assert len({bytes(one.wrapped_key or b"") for one in (picture, document)}) == 2
    told = json.loads(record.entries(Subject.SITE, WHOLE_SITE)[-1].text)["data"]
    assert told["what"] == "added" and len(told["attached"]) == 2
    document.number = 3
    with pytest.raises(Exception, match="altered, moved"):
        _ = document.file
    verify(blocks=False)


def test_attachments_go_with_the_claim_at_its_time_and_not_before(claim: Claim) -> None:
    following.withdraw(claim_id=claim.pk)
    claim.refresh_from_db()
    assert claim.erase_on is not None
    with time_machine.travel(timezone.now() + (claim.erase_on - timezone.localdate()) - timedelta(days=1), tick=False):
        assert erasing.keep_no_longer().erased == 0 and ClaimAttachment.objects.exclude(sealed=None).count() == 2
    with time_machine.travel(timezone.now() + (claim.erase_on - timezone.localdate()), tick=False):
        assert erasing.keep_no_longer().erased == 1
    for one in ClaimAttachment.objects.all():
        assert (one.sealed, one.wrapped_key, one.master) == (None, None, None)
        with pytest.raises(Erased):
            _ = one.file
    claim.refresh_from_db()
    assert (claim.secret_digest, claim.form_digest) == (None, None)


def test_a_claimant_is_given_their_attachments_and_a_retired_key_is_not_needed(claim: Claim, settings: object) -> None:
    lead: User = claims.lead()
    given = erasing.give(claim_id=claim.pk, version=claim.version, proof="CNI 12", by=lead)
    assert [one["kind"] for one in given["attached"]] == ["photo", "pdf"]
    settings.PERSONAL_KEYS = (*settings.PERSONAL_KEYS, (7, b"\x07" * 32))  # type: ignore[attr-defined]
    assert erasing.keep_no_longer().rewrapped == 3  # the claim, both attachments
    settings.PERSONAL_KEYS = settings.PERSONAL_KEYS[1:]  # type: ignore[attr-defined]
    assert ClaimAttachment.objects.get(kind="pdf").file == PDF
