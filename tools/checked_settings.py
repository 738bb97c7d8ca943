"""The settings of a production site, with secrets made up for one run: what `make check` looks at."""

import os
import secrets

from pyrage import x25519

from tickets.journal import notes

os.environ |= {
    "DEBUG": "0",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ILLIKO_PEPPERS": f"1:{secrets.token_hex(32)}:{secrets.token_hex(32)}",
    "PERSONAL_KEYS": f"1:{secrets.token_hex(32)}",
    "PRINTER_KEY": str(x25519.Identity.generate().to_public()),
    "SEAL_PUBLIC_KEYS": str(notes.generate("illiko.example/journal").public),
    "SITE_URL": "https://illiko.example",
    "ALLOWED_HOSTS": "illiko.example",
    "TRUSTED_PROXIES": "1",
    "DATABASE_URL": "postgresql://illiko_app:made-up@db.example/illiko",
    "DATABASE_OWNER_URL": "postgresql://illiko_owner:made-up@db.example/illiko",
    "REDIS_URL": "redis://cache.example",
    "ILLIKO_EMBEDDED": "0",
    "SECURITY_CONTACT": "mailto:made-up@illiko.example",
    **{f"LEGAL_{name}": "made up" for name in ("COMPANY", "OFFICE", "REGISTRATION", "DIRECTOR", "HOST")},
}

from illikolive.settings import *  # noqa: F403
