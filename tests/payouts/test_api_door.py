"""Who comes in to the terminals' API, and what every answer has in common."""

import re
import uuid
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.urls import resolve

from payouts import terminals
from payouts.models import Payment, Terminal
from tests.payouts import desk, terminal
from tests.payouts.terminal import API, a_win, find, pay, present, send

pytestmark = pytest.mark.django_db


def revoked() -> str:
    """The token of a terminal that is no more."""
    made, token = terminals.make(desk_id=desk.teller().desk.pk, name="Perdue")
    terminals.revoke(terminal_id=made.id)
    return token


def test_absent_wrong_and_revoked_tokens_are_answered_alike() -> None:
    answers = [present(token, number="1") for token in (None, "", "faux", "é", revoked())]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    headers = [{name: value for name, value in answer.items() if name != "Expires"} for answer in answers]  # a clock
    assert all(one == headers[0] for one in headers)
    assert answers[0]["WWW-Authenticate"] == "Bearer"


def test_wrong_tokens_are_counted_by_address_and_right_ones_always_pass() -> None:
    token = terminal.token()
    assert [find("faux", uuid.uuid4()).status_code for _ in range(12)] == [401] * 10 + [429] * 2
    assert find(token, uuid.uuid4()).status_code == 404
    elsewhere = Client(REMOTE_ADDR="192.0.2.7").get(API + f"paiements/{uuid.uuid4()}")
    assert elsewhere.status_code == 401


def test_a_terminals_user_can_not_sign_in_and_of_its_token_only_the_digest_is_kept() -> None:
    made, token = terminals.make(desk_id=desk.teller().desk.pk, name="Borne")
    user = desk.allowed(made.teller.user, "cancel_payment")
    assert not user.has_usable_password() and not user.is_active and not user.has_perm("payouts.cancel_payment")
    browser = Client()
    browser.force_login(user)
    assert browser.get("/caisse/").status_code == 302
    kept = Terminal.objects.filter(pk=made.pk).values_list("digest", "name", "teller__user__username").get()
    assert token.encode() not in bytes(kept[0]) and token not in str(kept)


def test_a_terminal_is_made_and_revoked_from_the_command_line() -> None:
    at, out = desk.teller().desk, StringIO()
    call_command("make_terminal", at.pk, "Borne 2", stdout=out)
    key, token = re.fullmatch(
        r"Terminal ([\w-]{36}): Borne 2, .+\nToken, shown only now: (\S{43})\n", out.getvalue()
    ).groups()
    assert terminals.bearer(token).desk == at
    for _ in range(2):
        call_command("revoke_terminal", key, stdout=out)
    assert terminals.bearer(token) is None


@pytest.mark.parametrize(
    "command", [("make_terminal", 0, "Borne"), ("make_terminal", 0, " "), ("revoke_terminal", uuid.UUID(int=0))]
)
def test_a_command_about_what_does_not_exist_says_so(command: tuple) -> None:
    with pytest.raises(CommandError, match=r"no desk|characters|no terminal"):
        call_command(*map(str, command))


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"]
)
def test_only_json_in_utf_8_is_read(kind: str) -> None:
    answer = Client().post(API + "presentation", b"{}", content_type=kind)
    assert answer.status_code == 415 and answer.json()["message"]


def test_a_long_body_and_anything_in_the_address_are_refused() -> None:
    token = terminal.token()
    assert send("presentation", b" " * 4097, token).status_code == 413
    assert send("presentation?code=ABC", {}, token).status_code == 422


def test_a_body_whose_length_is_not_announced_is_not_read() -> None:
    """However long it is."""
    sent = {"Authorization": f"Bearer {terminal.token()}", "Transfer-Encoding": "chunked"}
    request = RequestFactory().generic("POST", f"{API}presentation", b"{}", "application/json", headers=sent)
    del request.META["CONTENT_LENGTH"]
    answer = resolve(request.path_info).func(request)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("get", "presentation", 405, "POST"),
        ("put", "paiements", 405, "POST"),
        ("post", f"paiements/{uuid.UUID(int=0)}", 405, "GET"),
        ("post", "openapi.json", 405, "GET, HEAD"),
        ("get", "", 404, None),
        ("get", "docs", 404, None),
        ("post", "presentation/", 404, None),
    ],
)
def test_what_is_no_operation_is_answered_in_json_too(method: str, path: str, status: int, allow: str | None) -> None:
    answer = getattr(Client(enforce_csrf_checks=True), method)(API + path)
    assert (answer.status_code, answer.get("Allow"), answer["Content-Type"]) == (status, allow, "application/json")


def test_no_answer_is_kept_or_opens_a_session() -> None:
    token = terminal.token()
    answers = [
        Client(enforce_csrf_checks=True).get(API + "openapi.json"),
        present(token, number="1"),
        find(token, uuid.uuid4()),
        find("faux", uuid.uuid4()),
        send("presentation", b" " * 5000, token),
    ]
    assert [answer.status_code for answer in answers] == [200, 422, 404, 401, 413]
    for answer in answers:
        assert "no-store" in answer["Cache-Control"] and not answer.cookies
        assert answer["Content-Type"].startswith("application/json")
        assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_a_terminal_does_not_see_what_another_paid() -> None:
    key, first, other = uuid.uuid4(), terminal.token(), terminal.token()
    assert pay(first, *a_win(), key=key).status_code == 201
    assert find(first, key).json()["key"] == find(first, str(key).upper()).json()["key"] == str(key)
    assert find(other, key).status_code == 404
    assert Payment.objects.get().desk == terminals.bearer(first).desk


def test_the_document_is_public_and_describes_every_answer() -> None:
    document = Client().get(API + "openapi.json").json()
    assert set(document["paths"]) == {API + "presentation", API + "paiements", API + "paiements/{key}"}
    expected = {
        "present": "200 401 404 413 415 422 429 500",
        "pay": "200 201 401 404 409 413 415 422 429 500",
        "find": "200 401 404 422 429 500",
    }
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert {one["operationId"]: " ".join(one["responses"]) for one in operations} == expected
    for operation in operations:
        assert operation["security"] == [{"DeskToken": []}]
        for answer in operation["responses"].values():
            assert len(answer["description"]) > 15 and "Cache-Control" in answer["headers"]
