"""Whatever is sent to the terminals' API, it answers as its document says and pays no ticket twice."""

import itertools
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from django.core.asgi import get_asgi_application
from django.db.models import Count
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import StopReason, events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder

from payouts.models import Payment
from tests import forms
from tests.payouts import terminal
from tests.payouts.terminal import API, a_win
from tickets.verifying import verify

pytestmark = [
    pytest.mark.usefixtures("cloned_db"),
    pytest.mark.filterwarnings("ignore:Generating overly large repr"),  # of hypothesis, when it shows an example
]
CHECKS = {
    "allow_header_conformance",
    "content_type_conformance",
    "ensure_resource_availability",
    "ignored_auth",
    "missing_required_header",
    "negative_data_rejection",
    "not_a_server_error",
    "object_level_authorization",
    "positive_data_acceptance",
    "response_headers_conformance",
    "response_schema_conformance",
    "status_code_conformance",
    "unsupported_method",
    "use_after_free",
}
REACHED = {
    *(f"presentation {status}" for status in (200, 401, 405, 415, 422)),
    *(f"paiements {status}" for status in (201, 401, 405, 409, 415, 422)),
    *(f"{{key}} {status}" for status in (200, 401, 404, 405, 422)),
}
READABLE = ["2xx", "401", "404", "409", "422"]  # a schema can't tell a number's check digit, nor what was attested
REFUSED = ["401", "404", "405", "413", "415", "422"]  # what is much too long is refused by its length alone


def from_many_places(application: Any) -> Any:
    """The application, each request from an address of its own, so that refusals are not counted together."""
    numbers = itertools.count()

    async def called(scope: dict[str, Any], receive: Any, send: Any) -> None:
        number = next(numbers)
        client = (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", 1)
        await application(scope | {"client": client}, receive, send)

    return called


def configured(examples: int) -> SchemathesisConfig:
    """Every check and phase; keys are often ones that were used before."""
    keys = {"dictionary": "keys", "probability": 0.5}
    return SchemathesisConfig.from_dict(
        {
            "workers": 1,
            "headers": {"Authorization": f"Bearer {terminal.token()}"},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": READABLE},
                "negative_data_rejection": {"expected-statuses": REFUSED},
            },
            "generation": {"max-examples": examples, "database": "none"},
            "dictionaries": {"keys": {"values": [str(uuid.UUID(int=number)) for number in range(3)]}},
            "parameters": {"header.Idempotency-Key": keys, "path.key": keys},
        }
    )


def bearing_winners(wins: list[tuple[str, str]]) -> Callable[..., None]:
    """A hook that gives two in three of the bodies that can be read a ticket that won, all checks attested or not."""
    turns = itertools.count()

    def before_call(context: Any, case: Any, kwargs: Any) -> None:
        if case.meta is None or not case.meta.generation.mode.is_positive or not isinstance(case.body, dict):
            return
        turn = next(turns)
        number, code = wins[turn // 6 % len(wins)]
        changes: dict[str, Any] = {"number": number, "code": code} if turn % 3 else {}
        if turn % 3 == 1 and "attested" in case.body:
            changes["attested"] = terminal.ATTESTED
        case.body = case.body | changes

    return before_call


def fuzz(examples: int, tickets: int) -> tuple[list[str], Counter[str], set[str]]:
    """What failed, how often each operation gave each answer, the checks that were made."""
    application = from_many_places(get_asgi_application())
    schema = schemathesis.openapi.from_asgi(API + "openapi.json", application, config=configured(examples))
    wins = [a_win(cents) for _ in range(tickets) for cents in (45_00, 200_01)]
    hook = schemathesis.hook(bearing_winners(wins))
    failed: list[str] = []
    seen, checked = Counter[str](), set[str]()
    try:
        for event in from_schema(schema).execute():
            failed += _failed(event)
            if isinstance(event, events.ScenarioFinished):
                nodes = event.recorder.checks.values()
                checked |= {check.name for check in itertools.chain.from_iterable(nodes)}
                seen.update(_answers(event.recorder))
    finally:
        schemathesis.hooks.unregister(hook)
    return failed, seen, checked


def _failed(event: events.EngineEvent) -> list[str]:
    if isinstance(event, events.NonFatalError | events.FatalError):
        return [str(event)]
    if isinstance(event, events.EngineFinished) and event.stop_reason is not StopReason.COMPLETED:
        return [event.stop_reason]
    if not isinstance(event, events.ScenarioFinished):
        return []
    nodes = itertools.chain.from_iterable(event.recorder.checks.values())
    infos = [check.failure_info for check in nodes if check.failure_info]
    return [f"{info.failure}\n{info.code_sample}" for info in infos]


def _answers(recorder: ScenarioRecorder) -> list[str]:
    """Operation and status of each answer."""
    return [
        f"{recorder.cases[case].value.operation.label.rpartition('/')[2]} {made.response.status_code}"
        for case, made in recorder.interactions.items()
        if made.response is not None
    ]


def _refuse_any_fault(examples: int, tickets: int) -> None:
    failed, seen, checked = fuzz(examples, tickets)
    assert not failed, "\n\n".join(failed)
    assert checked == CHECKS
    assert set(seen) >= REACHED, seen
    paid = Payment.objects.values("ticket").annotate(count=Count("id"))
    assert paid and {one["count"] for one in paid} == {1}
    assert set(Payment.objects.values_list("amount", flat=True)) == {45_00}
    verify(blocks=False)


@pytest.mark.parametrize(("examples", "tickets"), [(6, 3), *forms.in_soak((200, 40))])
def test_the_api_answers_as_its_document_says_and_never_fails(examples: int, tickets: int) -> None:
    _refuse_any_fault(examples, tickets)
