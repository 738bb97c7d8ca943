"""The site does not play on unsealed: when its sealer can't go on, it stops and says so."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from tests.tickets import sealed

# Collecting the static files takes ten seconds: here they are neither named by their digests nor compressed.
SERVE = """
import sys
from django.conf import settings
from django.core.management import execute_from_command_line
settings.STATIC_ROOT = sys.argv[1]
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
execute_from_command_line(["manage.py", "serve"])
"""


def test_the_site_stops_when_its_sealer_can_not_go_on(cloned_db: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    addresses = {
        name: urlsplit(os.environ[name])._replace(path=f"/{cloned_db}").geturl()
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL")
    }
    environment = (
        os.environ
        | addresses
        | {
            "ILLIKO_EMBEDDED": "0",  # no demonstration
            "PORT": str(port),
            "ANCHOR_FOLDER": str(tmp_path),
            "SEAL_KEY": settings.SEAL_KEY,
            "SEAL_PUBLIC_KEYS": ",".join(settings.SEAL_PUBLIC_KEYS),
            "DJANGO_SETTINGS_MODULE": "illikolive.settings",
        }
    )
    sealed.seal([3])
    sealed.forge()
    sealed.write(1)
    done = subprocess.run(
        [sys.executable, "-c", SERVE, str(tmp_path / "static")],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "Forked" in done.stderr and "le site aussi" in done.stderr
