"""How a prize is paid, by its amount, at every edge (art. 5.2-5.3)."""

import pytest

from payouts.means import Means, identity_needed, means


@pytest.mark.parametrize(
    ("cents", "expected"),
    [
        (1, Means.CASH_ANYWHERE),
        (200_00, Means.CASH_ANYWHERE),
        (200_01, Means.TRANSFER_SOME_OR_CENTRE),
        (30_000_00, Means.TRANSFER_SOME_OR_CENTRE),
        (30_000_01, Means.CENTRE_TRANSFER_OR_CHEQUE),
        (49_999_99, Means.CENTRE_TRANSFER_OR_CHEQUE),
        (50_000_00, Means.CENTRE_CHEQUE),
    ],
)
def test_the_means_of_payment_change_at_the_amounts_of_article_5(cents: int, expected: Means) -> None:
    assert means(cents) is expected


def test_identity_is_proved_above_three_thousand_euros() -> None:
    """Art. 5.3.3."""
    assert [identity_needed(cents) for cents in (3_000_00, 3_000_01)] == [False, True]
