"""The three operations: present a ticket, pay it in cash once, ask what became of a payment (art. 4.3, 5.2)."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import NinjaAPI, Status
from ninja.decorators import decorate_view
from ninja.params.functions import Header, Path
from ninja.security import HttpBearer

from payouts import paying, presenting, terminals
from payouts.api import problems
from payouts.api.described import answers
from payouts.api.door import well_formed
from payouts.api.shapes import UUID, Conflict, Paid, Presented, Problem, Shown, ToAttest, Wish
from payouts.models import Payment, Teller
from payouts.standing import Standing
from payouts.words import sentence


class DeskToken(HttpBearer):
    """The token of one terminal, which acts for its desk."""

    def authenticate(self, request: HttpRequest, token: str) -> Teller | None:
        """Who pays, kept as `request.auth`."""
        return terminals.bearer(token)


class TerminalRequest(HttpRequest):
    """A request whose token was recognised."""

    auth: Teller


api = NinjaAPI(
    title="ILLIKO LIVE, terminals",
    version="1.0",
    description="Look a ticket up, pay it in cash. Amounts are cents; times are RFC 3339 in UTC; messages are French.",
    docs_url=None,
    auth=DeskToken(),
    urls_namespace="terminals",
)
problems.handle(api)


@api.post(
    "presentation",
    operation_id="present",
    summary="Where a ticket stands",
    **answers((200, Presented), (404, Problem), body=True),
)
@decorate_view(well_formed)
def present(request: TerminalRequest, shown: Shown) -> Presented:
    """Read as leniently as the desk's page: one of the two may be missing, though most payments need both."""
    found = presenting.present(number=shown.number, code=shown.code, at=timezone.now())
    ways = paying.ways(found, request.auth.desk)
    due = found.standing in (Standing.PAYABLE, Standing.REFUND)
    checks = paying.checks(found.misprint, found.known.marks).items() if ways else ()
    return Presented(
        standing=found.standing,
        sentence=sentence(found),
        amount=found.known.due if due else None,
        ways=list(ways),  # type: ignore[arg-type]  # means.py names these alone
        both_shown=found.both_shown,
        checks=[ToAttest(name=name, words=words) for name, words in checks],  # type: ignore[arg-type]
    )


@api.post(
    "paiements",
    operation_id="pay",
    summary="Pay a ticket in cash, once",
    **answers((200, Paid), (201, Paid), (404, Problem), (409, Conflict), body=True),
)
@decorate_view(well_formed)
def pay(
    request: TerminalRequest,
    wish: Wish,
    key: str = Header(..., alias="Idempotency-Key", pattern=UUID, description="a new UUID for each ticket to pay"),
) -> Status[Paid]:
    """The same key and body sent again are told the payment they made; nothing is paid twice."""
    found = presenting.present(number=wish.number, code=wish.code, at=timezone.now())
    wanted = paying.Request(
        key=uuid.UUID(key),
        number=found.number,
        means=Payment.Means.CASH,
        attested=wish.attested,
        both_shown=found.both_shown,
    )
    payment, made = paying.pay_or_find(request=wanted, teller=request.auth)
    return Status(201 if made else 200, Paid.of(payment))


@api.get(
    "paiements/{key}",
    operation_id="find",
    summary="What became of a request whose answer was lost",
    **answers((200, Paid), (404, Problem), body=False),
)
@decorate_view(well_formed)
def find(
    request: TerminalRequest, key: str = Path(..., pattern=UUID, description="its Idempotency-Key")
) -> Status[Paid] | HttpResponse:
    """The payment that this terminal made with this key; a request still on its way is not known yet."""
    payments = Payment.objects.select_related("desk").filter(teller=request.auth.user_id)
    payment = payments.filter(request=uuid.UUID(key)).first()
    if payment is None:
        return problems.problem(404, "Rien n’est payé avec cette clé. Renvoyez la demande, avec la même clé.")
    return Status(200, Paid.of(payment))
