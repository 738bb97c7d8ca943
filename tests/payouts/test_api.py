"""The terminals' API: who may call it, what it answers to each request, what it never tells."""

import uuid
from datetime import date
from typing import get_args

import pytest
import time_machine
from django.test import Client

from payouts import flagging, ordering, paying
from payouts.api.shapes import Check, Way
from payouts.models import Desk, Payment
from payouts.standing import Standing
from tests.payouts import desk, flags, terminal
from tests.payouts.terminal import API, a_win, pay, present, send
from tickets import codes, numbers

pytestmark = pytest.mark.django_db
TABLE = {"number": "x", "code": "y", "attested": []}


@pytest.fixture
def token() -> str:
    return terminal.token()


def test_a_ticket_is_presented_then_paid_and_the_code_never_comes_back(token: str) -> None:
    """Art. 4.3, 5.2."""
    number, code = a_win()
    shown = present(token, number=number, code=code)
    assert shown.status_code == 200
    assert shown.json() == {
        "standing": "payable",
        "sentence": "Gagnant\u00a0: 45,00\u00a0€ à payer en espèces.",
        "amount": 45_00,
        "ways": ["cash"],
        "both_shown": True,
        "checks": [{"name": name, "words": words} for name, words in paying.CHECKS.items()],
    }
    paid = pay(token, number, code)
    assert paid.status_code == 201
    assert (paid.json()["amount"], paid.json()["what"], paid.json()["means"]) == (45_00, "prize", "cash")
    assert paid.json()["number"] == number.replace(" ", "")
    assert code not in shown.content.decode() + paid.content.decode()


def test_times_are_rfc_3339_in_utc(token: str) -> None:
    with time_machine.travel("2027-07-01T12:34:56.789Z", tick=False):
        assert pay(token, *a_win()).json()["paid_at"] == "2027-07-01T12:34:56.789Z"


@pytest.mark.parametrize("standing", ["unstarted", "void", "refund", "barred", "paid"])
def test_what_is_not_to_be_paid_has_no_amount_and_nothing_to_attest(token: str, standing: str) -> None:
    with time_machine.travel("2026-06-01T10:00:00Z"):
        desk.emission(date(2026, 6, 30))
        number, code = a_win()
    teller = desk.teller()
    at = "2027-01-01T10:00:00Z" if standing == "barred" else "2026-06-02T10:00:00Z"
    with time_machine.travel(at):
        if standing == "unstarted":
            number, code = "", desk.bearing(45_00)
        elif standing == "void":
            desk.void(teller, numbers.read(number))
        elif standing == "refund":
            desk.refund(numbers.read(number))
        elif standing == "paid":
            assert pay(token, number, code).status_code == 201
        told = present(token, number=number, code=code).json()
    assert told["standing"] == standing
    expected = (2_00, ["cash"], 4) if standing == "refund" else (None, [], 0)
    assert (told["amount"], told["ways"], len(told["checks"])) == expected


def test_every_check_standing_and_way_of_the_caisse_is_one_of_the_document() -> None:
    assert set(get_args(Check)) == set(paying.CHECKS)
    assert set(get_args(Way)) == set(Payment.Means.values) - {"handed", "post"}
    document = Client().get(API + "openapi.json").json()
    assert document["components"]["schemas"]["Standing"]["enum"] == [str(one) for one in Standing]


@pytest.mark.parametrize("typed", ["code alone", "address", "number alone"])
def test_reading_is_as_lenient_as_the_pages(token: str, typed: str) -> None:
    number, code = a_win()
    sent = {
        "code alone": {"code": codes.shown(code).lower()},
        "address": {"number": number, "code": f"https://illikolive.com/t#{code}"},
        "number alone": {"number": number.replace(" ", "-")},
    }
    told = present(token, **sent[typed]).json()
    assert (told["amount"], told["both_shown"]) == (45_00, typed == "address")


def test_a_prize_that_is_not_cash_is_not_paid(token: str) -> None:
    """Art. 5.2, 5.3."""
    number, code = a_win(200_01)
    assert present(token, number=number, code=code).json()["ways"] == []
    refused = pay(token, number, code)
    assert refused.status_code == 422 and "de cette façon" in refused.json()["message"]
    centre = terminal.token(desk.teller(Desk.Kind.PAYMENT_CENTRE).desk)
    assert present(centre, number=number, code=code).json()["ways"] == ["transfer", "cheque"]
    assert pay(centre, number, code).status_code == 422
    assert not Payment.objects.exists()


@pytest.mark.parametrize("missing", terminal.ATTESTED)
def test_nothing_is_paid_until_every_check_is_attested(token: str, missing: str) -> None:
    """Art. 4.3."""
    refused = pay(token, *a_win(), attested=[one for one in terminal.ATTESTED if one != missing])
    assert (refused.status_code, refused.json()["field"]) == (422, "attested")
    assert not Payment.objects.exists()


def test_a_misprints_refund_needs_neither_its_code_nor_a_print_without_fault(token: str) -> None:
    """Art. 7: the code may be unreadable; any other payment needs it."""
    number, service = flags.unstarted(), flags.user("flag_booklets", "order_refund")
    ordering.order_refund(number=number, reason="code illisible", by=service)
    body = {"number": f"{number:015}", "attested": ["whole", "box", "adult"]}
    refused = send("paiements", body, token, **{"Idempotency-Key": str(uuid.uuid4())})
    assert refused.status_code == 422 and "il faut les deux" in refused.json()["message"]
    flagging.flag_misprint(keys=[number // 10_000], reason="codes pâles", by=service)
    told = present(token, number=f"{number:015}").json()
    assert [one["name"] for one in told["checks"]] == ["whole", "box", "adult"] and told["ways"] == ["cash"]
    key = {"Idempotency-Key": str(uuid.uuid4())}
    paid, again = (send("paiements", body, token, **key) for _ in range(2))
    assert (paid.status_code, again.status_code, paid.json()["what"]) == (201, 200, "refund")
    assert paid.json() == again.json()


def test_what_was_paid_elsewhere_is_a_conflict_that_says_when_and_where(token: str) -> None:
    number, code = a_win()
    first = pay(terminal.token(), number, code).json()
    refused = pay(token, number, code)
    assert refused.status_code == 409
    told = refused.json()
    assert (told["paid_at"], told["desk"], told["cancelled_at"]) == (first["paid_at"], first["desk"], None)
    assert told["message"].startswith("Déjà payé\u00a0: 45,00")


def test_unknown_tickets_are_not_found_and_not_counted_against_known_ones(token: str) -> None:
    number, code = a_win()
    unknown = codes.new_codes(1)[0]
    statuses = [present(token, code=unknown).status_code for _ in range(12)]
    assert statuses == [404] * 10 + [429] * 2
    last = pay(token, number, unknown)
    assert (last.status_code, last["Retry-After"]) == (429, "60")
    assert pay(token, number, code).status_code == 201


def test_number_and_code_of_two_tickets_are_not_found(token: str) -> None:
    (number, _), (_, code) = a_win(), a_win()
    assert pay(token, number, code).status_code == 404


@pytest.mark.parametrize("path", ["presentation", "paiements"])
@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b" ", None),
        (b"{", None),
        (b"[" * 4000, None),
        (b"\xff", None),
        (b"[]", None),
        (b"null", None),
        (TABLE | {"number": 501010000010019}, "number"),
        (TABLE | {"number": "\ud800"}, "number"),
        (TABLE | {"number": "1" * 201}, "number"),
        (TABLE | {"code": None}, "code"),
        (TABLE | {"montant": 1}, "montant"),
    ],
)
def test_what_can_not_be_read_is_told_by_its_field(token: str, path: str, body: object, field: str | None) -> None:
    if path == "presentation" and isinstance(body, dict):
        body = {name: value for name, value in body.items() if name != "attested"}
    refused = send(path, body, token, **{"Idempotency-Key": "6f1c8a52-3f0e-4b57-9a0e-0d6a4a5d1c11"})
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert refused.json()["message"].endswith(".")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"attested": "whole"}, "attested"),
        ({"attested": ["whole", "tout"]}, "attested"),
        ({"code": " "}, None),
        ({"number": "12"}, "number"),
        ({"code": "ABC"}, "code"),
    ],
)
def test_a_wish_that_is_not_whole_pays_nothing(token: str, changes: dict, field: str | None) -> None:
    number, code = a_win()
    refused = pay(token, **{"number": number, "code": code} | changes)
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert not Payment.objects.exists()


@pytest.mark.parametrize("key", ["", "1", "{6f1c8a52-3f0e-4b57-9a0e-0d6a4a5d1c11}", "6f1c8a523f0e4b579a0e0d6a4a5d1c11"])
def test_the_key_is_a_uuid(token: str, key: str) -> None:
    body = {"number": "1", "code": "1", "attested": terminal.ATTESTED}
    refused = send("paiements", body, token, **{"Idempotency-Key": key} if key else {})
    assert (refused.status_code, refused.json()["field"]) == (422, "Idempotency-Key")
