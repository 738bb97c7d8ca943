"""The exact odds that pages show are computed once for every process, by an approval or in the background."""

from fractions import Fraction

import pytest
from django.db import ProgrammingError, transaction

from games import laws, ranges
from games.approval import approve_prize_table
from games.contents import Content
from games.models import Reckoning
from games.registry import GAMES
from games.tasks import reckon
from tests.games import stock
from tests.games.rules.test_odds import AS_CAPONE
from tickets.models import PrizeTable

pytestmark = pytest.mark.django_db


def approved(slug: str) -> Content:
    table = stock.make_emission(slug).prize_table
    approve_prize_table(table_id=table.pk, by=stock.approver())
    return Content.of(table)


def test_an_approval_keeps_the_laws_that_it_computed() -> None:
    """Art. 2.3."""
    assert laws.known(*GAMES) == {}
    approved("sauve_souris")
    assert laws.known(*GAMES) == {"sauve_souris": laws.computed("sauve_souris")}


def test_what_nobody_has_kept_is_computed_in_the_background() -> None:
    """Annex 1: Sauve Souris returns 70 % however it is played."""
    laws.keep("as_capone", {"lowest first": AS_CAPONE})
    content = approved("sauve_souris")
    assert ranges.known([content]) == {}
    reckon(0)
    assert laws.known(*GAMES).keys() == GAMES.keys()
    assert ranges.known([content]) == {content: (Fraction(7, 10),) * 2}
    before = Reckoning.objects.count()
    reckon(0)
    assert Reckoning.objects.count() == before


def test_a_play_without_a_longest_course_has_no_range() -> None:
    """Annex 3, art. 3.2.4.4, 3.2.5.4."""
    content = Content.of(stock.make_emission("as_capone").prize_table)
    ranges.reckon([content])
    assert Reckoning.objects.exists() and ranges.known([content]) == {}


def test_a_table_that_differs_in_a_line_has_a_range_of_its_own() -> None:
    """Art. 3.2.2."""
    table = PrizeTable.objects.get(pk=stock.make_emission("sauve_souris").prize_table_id)
    before = Content.of(table)
    ranges.reckon([before])
    table.tiers.filter(position=7).update(lots=[3_00, 24_00])
    assert ranges.known([Content.of(table)]) == {}


def test_nobody_changes_what_was_computed() -> None:
    laws.keep("as_capone", {"lowest first": AS_CAPONE})
    with pytest.raises(ProgrammingError, match="denied"), transaction.atomic():
        Reckoning.objects.update(told={})
    laws.keep("as_capone", {"lowest first": {"lost": Fraction(1)}})
    assert laws.known("as_capone") == {"as_capone": {"lowest first": AS_CAPONE}}
