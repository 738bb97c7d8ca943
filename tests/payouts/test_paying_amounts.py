"""Each amount is paid at the desks and by the means that the rule names, to the cent (art. 5.2-5.4)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from payouts import paying, presenting
from payouts.asking import Share
from payouts.models import Desk, Payment, Transfer
from payouts.persons import Person
from payouts.refusals import PaymentRefused
from payouts.transfers import accounts
from tests.payouts import bank, desk
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
SHOP, CENTRE = Desk.Kind.POINT_OF_SALE, Desk.Kind.PAYMENT_CENTRE


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.mark.parametrize(
    ("cents", "shop", "shop_with_transfers", "centre"),
    [
        (1, {"cash"}, {"cash"}, {"cash"}),
        (200_00, {"cash"}, {"cash"}, {"cash"}),
        (200_01, set(), {"transfer"}, {"transfer", "cheque"}),
        (3_000_00, set(), {"transfer"}, {"transfer", "cheque"}),
        (3_000_01, set(), {"transfer"}, {"transfer", "cheque"}),
        (30_000_00, set(), {"transfer"}, {"transfer", "cheque"}),
        (30_000_01, set(), set(), {"transfer", "cheque"}),
        (49_999_99, set(), set(), {"transfer", "cheque"}),
        (50_000_00, set(), set(), {"cheque"}),
    ],
)
def test_each_amount_is_paid_where_and_how_the_rule_says(
    cents: int, shop: set[str], shop_with_transfers: set[str], centre: set[str]
) -> None:
    """Art. 5.2-5.4."""
    play = desk.won(cents)
    presented = presenting.of_number(play.ticket_id, at=play.ended_at)
    desks = (desk.teller(SHOP), desk.teller(SHOP, transfers=True), desk.teller(CENTRE))
    assert [set(paying.ways(presented, one.desk)) for one in desks] == [shop, shop_with_transfers, centre]
    assert paying.ways(presented, desk.teller(agreed=False).desk) == ()
    assert paying.ways(presented, desks[1].desk, winners=2) == ()
    assert paying.ways(presented, desks[2].desk, winners=2) == ("cheque",)
    if "cash" not in shop:
        with pytest.raises(PaymentRefused, match="de cette façon"):
            paying.pay(request=desk.request(play), teller=desks[2])


AMOUNTS = (1, 200_00, 200_01, 3_000_00, 3_000_01, 30_000_00, 30_000_01, 49_999_99, 50_000_00)


@pytest.mark.parametrize(
    ("means", "paid"),
    [
        ("cash", {"shop": AMOUNTS[:2], "transferring": AMOUNTS[:2], "centre": AMOUNTS[:2]}),
        ("transfer", {"transferring": AMOUNTS[2:6], "centre": AMOUNTS[2:8]}),
        ("cheque", {"centre": AMOUNTS[2:]}),
        ("handed", {}),
        ("", {}),
    ],
)
def test_each_desk_pays_each_amount_by_its_means_and_refuses_every_other(means: str, paid: dict) -> None:
    """Art. 5.2-5.4: the money, not the offer of it; one ticket after another until a desk may pay it."""
    desks = {
        "stranger": desk.teller(CENTRE, agreed=False),
        "shop": desk.teller(SHOP),
        "transferring": desk.teller(SHOP, transfers=True),
        "centre": desk.teller(CENTRE),
    }
    done: dict[str, list[int]] = {}
    for cents in AMOUNTS:
        for name, teller in desks.items():
            play = desk.won(cents)
            try:
                paying.pay(request=desk.request(play, means, shares=shares(means, cents)), teller=teller)
                done.setdefault(name, []).append(cents)
            except PaymentRefused:
                continue
    assert done == {name: list(amounts) for name, amounts in paid.items()}
    assert Payment.objects.count() == sum(map(len, paid.values()))
    assert Transfer.objects.count() == (Payment.objects.count() if means == "transfer" else 0)


def shares(means: str, cents: int) -> tuple[Share, ...]:
    """One winner of it all, with an account for a transfer."""
    if means not in ("transfer", "cheque"):
        return ()
    account = accounts.read(bank.HOME) if means == "transfer" else None
    return (Share(Person("Nom", "Prénom", iban=account.iban if account else None), cents, account),)


@pytest.mark.parametrize(
    ("means", "wrong"),
    [
        ("transfer", lambda one: (replace(one, account=None),)),
        ("transfer", lambda one: ()),
        ("transfer", lambda one: (one, one)),
        ("cheque", lambda one: (replace(one, account=accounts.read(bank.HOME)),)),
        ("cheque", lambda one: (replace(one, cents=one.cents - 1),)),
        ("cheque", lambda one: (replace(one, cents=one.cents + 1),)),
        ("cheque", lambda one: (replace(one, cents=one.cents + 100_00), replace(one, cents=-100_00))),
        ("cheque", lambda one: (one, replace(one, cents=0))),
    ],
)
def test_shares_that_can_not_be_paid_pay_nothing(means: str, wrong: Callable) -> None:
    """Art. 5.3-5.4: neither a transfer that goes nowhere, nor one beside a cheque, nor a cent too many or too few."""
    request = desk.request(desk.won(3_000_00), means, shares=wrong(*shares(means, 3_000_00)))
    with pytest.raises(PaymentRefused):
        paying.pay(request=request, teller=desk.teller(CENTRE))
    assert not Payment.objects.exists()
