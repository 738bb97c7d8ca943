"""An approved prize table that whoever may do anything in the database has altered is found."""

import pytest

from games.approval import approve_prize_table
from tests.games import stock
from tests.tickets.tampering import as_owner
from tickets.verifying import Altered, verify

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tickets_prizetier SET lots = '{1,2}' WHERE position = 1",
        "UPDATE tickets_prizetier SET tickets = 1 WHERE position = 1",
        "UPDATE tickets_prizetier SET expected = '1' WHERE position = 1",
        "UPDATE tickets_prizetable SET share = 6000",
        "UPDATE tickets_prizetable SET tolerance = 10000",
        "UPDATE tickets_game SET price = 100",
    ],
)
def test_what_is_altered_after_the_approval_by_who_may_do_anything_is_found(change: str) -> None:
    """Art. 3.2.2: what tickets bear is read from these lines."""
    table = stock.make_emission("sauve_souris").prize_table
    approve_prize_table(table_id=table.pk, by=stock.approver())
    verify(blocks=False)
    as_owner(change)
    with pytest.raises(Altered, match="approved"):
        verify(blocks=False)
