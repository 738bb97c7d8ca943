"""Each day's checkpoint is kept once, and stamped by an RFC 3161 authority: here OpenSSL's own."""

import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command

from tests.tickets import sealed
from tickets.journal import checkpoint
from tickets.models import Checkpoint
from tickets.seal.anchoring import anchor

pytestmark = pytest.mark.django_db
EXTENSIONS = """
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[tsa]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[authority]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
"""


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


class Authority:
    """A time-stamping authority with a root of its own, answering on a local port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "openssl.cnf").write_text(EXTENSIONS)
        (folder / "serial").write_text("01\n")
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config", "/dev/null")
        openssl(folder, "req", *key, "-keyout", "root.key", "-out", "root.csr", "-subj", "/CN=Root")
        signing = ("x509", "-req", "-days", "3650", "-extfile", "openssl.cnf")
        openssl(folder, *signing, "-in", "root.csr", "-signkey", "root.key", "-extensions", "root", "-out", "root.pem")
        openssl(folder, "req", *key, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Authority")
        by_root = ("-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial")
        openssl(folder, *signing, "-in", "tsa.csr", *by_root, "-extensions", "tsa", "-out", "tsa.pem")
        self.root = folder / "root.pem"
        self.asked = 0

    def answer(self, query: bytes) -> bytes:
        self.asked += 1
        (self.folder / "query.tsq").write_bytes(query)
        signer = ("-signer", "tsa.pem", "-inkey", "tsa.key")
        openssl(
            self.folder, "ts", "-reply", "-queryfile", "query.tsq", *signer, "-config", "openssl.cnf",
            "-section", "authority", "-out", "answer.tsr",
        )  # fmt: skip
        return (self.folder / "answer.tsr").read_bytes()


@pytest.fixture
def authority(tmp_path: Path, settings: Any) -> Iterator[Authority]:
    made = Authority(tmp_path / "authority")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            answer = made.answer(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    settings.TIMESTAMP_URL, settings.TIMESTAMP_ROOTS = f"http://127.0.0.1:{server.server_port}", made.root
    yield made
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.ANCHOR_FOLDER = tmp_path / "anchors"
    return tmp_path / "anchors"


def note(size: int) -> str:
    return sealed.signer().sign(checkpoint.Checkpoint("illiko.live/test", size, bytes(32)).text())


def signed(size: int, text: str | None = None) -> None:
    text = note(size) if text is None else text
    Checkpoint.objects.create(size=size, root=bytes(32), note=text, made_at=datetime(2027, 3, 1, tzinfo=UTC))


def test_nothing_sealed_is_nothing_anchored(folder: Path) -> None:
    assert anchor() is None
    assert not folder.exists()


def test_a_day_keeps_its_first_checkpoint_and_the_next_day_another(folder: Path) -> None:
    """Days are Paris days: 22:30 UTC on the first of July is the second."""
    signed(1)
    with time_machine.travel(datetime(2027, 7, 1, 12, tzinfo=UTC)):
        anchor()
        signed(2)
        anchor()
    with time_machine.travel(datetime(2027, 7, 1, 22, 30, tzinfo=UTC)):
        anchor()
    kept = {path.name: path.read_text() for path in folder.iterdir()}
    assert kept == {"2027-07-01.checkpoint": note(1), "2027-07-02.checkpoint": note(2)}


def test_a_checkpoint_that_nobody_signed_is_not_kept(folder: Path) -> None:
    """The application may add such a row; kept, it would make every later verification fail."""
    signed(1)
    signed(10**18, "forged")
    with pytest.raises(CommandError, match="Nothing is kept: the latest checkpoint: not a signed note"):
        call_command("anchor")
    assert not folder.exists()


def test_the_authority_stamps_it_once_and_openssl_verifies_the_stamp(authority: Authority, folder: Path) -> None:
    """RFC 3161."""
    signed(1)
    path = anchor()
    anchor()
    assert path is not None and authority.asked == 1
    stamp = str(path.with_suffix(".tsr"))
    openssl(folder, "ts", "-verify", "-data", str(path), "-in", stamp, "-CAfile", str(authority.root))


def test_a_stamp_of_another_authority_is_refused_and_asked_for_again(
    authority: Authority, folder: Path, settings: Any, tmp_path: Path
) -> None:
    signed(1)
    settings.TIMESTAMP_ROOTS = Authority(tmp_path / "other").root
    with pytest.raises(CommandError, match="not time-stamped"):
        call_command("anchor")
    assert [path.suffix for path in folder.iterdir()] == [".checkpoint"]
    settings.TIMESTAMP_ROOTS = authority.root
    call_command("anchor")
    assert sorted(path.suffix for path in folder.iterdir()) == [".checkpoint", ".tsr"]


def test_an_authority_out_of_reach_leaves_the_checkpoint_kept(folder: Path, settings: Any, tmp_path: Path) -> None:
    signed(1)
    settings.TIMESTAMP_URL, settings.TIMESTAMP_ROOTS = "http://127.0.0.1:1", tmp_path / "none.pem"
    with pytest.raises(CommandError, match="not time-stamped"):
        call_command("anchor")
    assert [path.suffix for path in folder.iterdir()] == [".checkpoint"]
