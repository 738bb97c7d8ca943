"""Proofs of tickets bear numbers and codes that no block can hold."""

import pytest

from tests.tickets import blocks
from tickets import codes, numbers
from tickets.issuing.specimens import invented_code, specimens

pytestmark = pytest.mark.django_db


def test_an_invented_code_is_refused_by_every_reader() -> None:
    for _ in range(200):
        code = invented_code()
        assert len(code) == codes.LENGTH
        with pytest.raises(codes.Mistyped):
            codes.read(code)


def test_there_is_one_specimen_for_each_line_in_a_booklet_that_is_never_issued() -> None:
    emission = blocks.make_emission("as_capone", 3_000)
    made = specimens(emission)
    assert [one.tier.lots for one in made] == [tier.lots for tier in emission.prize_table.tiers.all()]
    for one in made:
        assert numbers.read(one.shown_number) == one.number and numbers.split(one.number).booklet == 0
        assert one.address.endswith(f"/t#{one.code}") and one.shown_code.replace("-", "") == one.code
