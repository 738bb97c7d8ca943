"""Proofs of tickets for the printer's approval: what is printed, on numbers and codes that no block can hold."""

import secrets
from dataclasses import dataclass

from django.conf import settings

from tickets import codes, numbers
from tickets.models import Emission, PrizeTier

BOOKLET = 0  # booklets of an emission are numbered from 1


@dataclass(frozen=True, slots=True)
class Specimen:
    """A ticket to look at: number and code as printed, the address of its QR, its lots in cents."""

    number: int
    code: str
    address: str
    tier: PrizeTier

    @property
    def shown_number(self) -> str:
        return numbers.shown(self.number)

    @property
    def shown_code(self) -> str:
        return codes.shown(self.code)


def specimens(emission: Emission) -> list[Specimen]:
    """One for each line of the emission's prize table."""
    key = numbers.booklet_key(emission.game_code, emission.number, BOOKLET)
    tiers = list(emission.prize_table.tiers.all())
    return [
        _specimen(number, tier) for number, tier in zip(numbers.numbers_of_booklet(key, len(tiers)), tiers, strict=True)
    ]


def invented_code() -> str:
    """A code that looks like any other, and whose last character is wrong: every reader refuses it."""
    (code,) = codes.new_codes(1)
    others = [character for character in codes.ALPHABET if character != code[-1]]
    return code[:-1] + secrets.choice(others)


def _specimen(number: int, tier: PrizeTier) -> Specimen:
    code = invented_code()
    return Specimen(number, code, f"{settings.SITE_URL}/t#{code}", tier)
