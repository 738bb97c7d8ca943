"""Each day's last word of the log, put where others can keep it, and time-stamped by an authority if there is one.

Who holds a copy of these files can show a log that was rewritten since, even by its operator: RFC 3161 stamps tell
that a checkpoint existed at that time, its signature tells whose it is.
"""

import logging
import os
import threading
from pathlib import Path
from urllib.request import Request, urlopen

from cryptography import x509
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone
from rfc3161_client import TimestampRequestBuilder, VerificationError, VerifierBuilder, decode_timestamp_response

from tickets import calendar
from tickets.models import Checkpoint
from tickets.seal import keys

logger = logging.getLogger(__name__)
PERIOD = 600  # seconds between two looks at whether the day is anchored
PATIENCE = 20  # seconds that the authority may take


class NotStamped(Exception):
    """The authority gave no stamp that holds; the message says why. The checkpoint itself is kept."""


class NotSigned(Exception):
    """The latest checkpoint does not bear our signature: nothing is kept, for what is kept is never taken back."""


def anchor() -> Path | None:
    """Keep the latest checkpoint as today's (a Paris day), once, and return its file; None while nothing is sealed.

    The stamp of the authority lies beside it, in a `.tsr` file; one that failed is asked for again. Raises NotStamped
    and NotSigned.
    """
    path: Path = settings.ANCHOR_FOLDER / f"{calendar.paris_day(timezone.now()):%Y-%m-%d}.checkpoint"
    if not path.exists():
        note = Checkpoint.objects.order_by("-size").values_list("note", flat=True).first()
        if note is None:
            return None
        _check_signed(note)
        _write_once(path, note.encode())
    stamp = path.with_suffix(".tsr")
    if settings.TIMESTAMP_URL and not stamp.exists():
        _write_once(stamp, _stamped(path.read_bytes()))
    return path


def anchor_forever(stop: threading.Event) -> None:
    """Anchor each day until `stop` is set; what fails is logged and tried again."""
    while not stop.is_set():
        try:
            close_old_connections()
            anchor()
        except (DatabaseError, OSError, NotSigned, NotStamped):
            logger.exception("Today's checkpoint is not anchored yet")
        stop.wait(PERIOD)
    connection.close()


def _check_signed(note: str) -> None:
    """The application's log-in may add a row of any size, which would be the latest."""
    try:
        keys.opened(note)
    except ValueError as error:
        raise NotSigned(f"the latest checkpoint: {error}") from error


def _write_once(path: Path, content: bytes) -> None:
    """Never over a file that is there: the folder only grows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.partial")
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(partial, path)
    except FileExistsError:
        logger.info("%s was written meanwhile", path.name)
    finally:
        partial.unlink()


def _stamped(content: bytes) -> bytes:
    """The authority's answer, verified against the root certificates trusted."""
    asked = TimestampRequestBuilder().data(content).cert_request(cert_request=True).build()
    headers = {"Content-Type": "application/timestamp-query"}
    post = Request(settings.TIMESTAMP_URL, asked.as_bytes(), headers)  # noqa: S310 - the operator's own setting
    try:
        with urlopen(post, timeout=PATIENCE) as answer:  # noqa: S310
            token: bytes = answer.read()
        verifier = VerifierBuilder.from_request(asked)
        for root in x509.load_pem_x509_certificates(settings.TIMESTAMP_ROOTS.read_bytes()):
            verifier = verifier.add_root_certificate(root)
        verifier.build().verify_message(decode_timestamp_response(token), content)
    except (OSError, ValueError, VerificationError) as error:
        raise NotStamped(f"{settings.TIMESTAMP_URL}: {error}") from error
    return token
