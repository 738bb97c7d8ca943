"""A terminal of a desk in tests, and what it sends."""

import json
import uuid
from typing import Any

from django.test import Client

from games.starting import enter_code
from payouts import terminals
from payouts.models import Desk
from tests.payouts import desk
from tickets import numbers

API = "/caisse/api/"
ATTESTED = ["whole", "box", "print", "adult"]


def a_win(cents: int = 45_00) -> tuple[str, str]:
    """Number and code of a ticket that won."""
    code = desk.bearing(cents)
    return numbers.shown(desk.golden(enter_code(text=code)).ticket_id), code


def token(at: Desk | None = None) -> str:
    """The token of a new terminal, at a desk of its own unless one is named."""
    _, made = terminals.make(desk_id=(at or desk.teller().desk).pk, name="Borne 1")
    return made


def send(path: str, body: Any, token: str | None, **headers: str):
    """POST a body as JSON, or bytes as they are."""
    named = {"Authorization": f"Bearer {token}"} if token is not None else {}
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Client().post(API + path, content, content_type="application/json", headers=named | headers)


def present(token: str, **body: str):
    return send("presentation", body, token)


def pay(token: str, number: str, code: str, key: str | uuid.UUID | None = None, **changes: Any):
    """Ask to pay, everything attested."""
    body = {"number": number, "code": code, "attested": ATTESTED} | changes
    return send("paiements", body, token, **{"Idempotency-Key": str(key or uuid.uuid4())})


def find(token: str, key: str | uuid.UUID):
    return Client().get(f"{API}paiements/{key}", headers={"Authorization": f"Bearer {token}"})
