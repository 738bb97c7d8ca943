"""The project's settings but for what tests need otherwise: throwaway secrets, a fast hasher, a Redis number."""

import atexit
import os
import tempfile
from pathlib import Path

from pyrage import x25519

from tickets.journal import notes
from tools import embedded

_seal = notes.generate("illiko.live/test")
# A database of its own, as many tests need, takes three times as long where each of its files waits for the disk.
embedded.start(Path(__file__).resolve().parent.parent / "var" / "tests", lasting=False)
os.environ |= {
    "SECRET_KEY": "a key for tests only",
    "ILLIKO_PEPPERS": f"1:{'01' * 32}:{'02' * 32}",
    "PERSONAL_KEYS": f"1:{'03' * 32}",
    "PRINTER_KEY": str(x25519.Identity.generate().to_public()),
    "SEAL_KEY": _seal.private,
    "SEAL_PUBLIC_KEYS": str(_seal.public),
    "SITE_URL": "http://127.0.0.1:8000",
    "ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
    "DEBUG": "0",
    "TRUSTED_PROXIES": "0",
    "STATIC_URL": "/static/",
    "ANCHOR_FOLDER": str(Path(__file__).resolve().parent.parent / "var" / "no anchors in tests"),
}

from illikolive.settings import *  # noqa: E402, F403
from illikolive.settings import CACHES, CHANNEL_LAYERS, DATABASES, MIDDLEWARE, STORAGES, VAR  # noqa: E402
from tests import claims  # noqa: E402

DATABASES["default"]["OPTIONS"].pop("pool")
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if "TEST_STATIC_ROOT" not in os.environ:  # the workers of a run share its first process's
    _static = tempfile.TemporaryDirectory(prefix="static-", dir=VAR)
    atexit.register(_static.cleanup)
    os.environ["TEST_STATIC_ROOT"] = _static.name
STATIC_ROOT = Path(os.environ["TEST_STATIC_ROOT"])
STORAGES["staticfiles"] = {"BACKEND": "tests.static.OwnCompressed"}
MIDDLEWARE[MIDDLEWARE.index("illikolive.static.StaticMiddleware")] = "tests.static.LookedThroughOnce"

REDIS_URL = f"{os.environ['REDIS_URL'].partition('?')[0]}?db={claims.redis_number}"
CACHES["default"]["LOCATION"] = REDIS_URL
CHANNEL_LAYERS["default"]["CONFIG"] = {"hosts": [REDIS_URL], "prefix": claims.run}
