"""The place that a player names, however it is written, and the desks that are there."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from payouts import places
from payouts.places import DEPARTMENTS, REGIONS, Department

_ARRONDISSEMENTS = {"paris": 75000, "lyon": 69000, "marseille": 13000}
_NAMED = {places.key(name): departments for name, departments in REGIONS.items()}
_NAMED |= {places.key(one.name): (one,) for one in DEPARTMENTS.values()}


@dataclass(frozen=True, slots=True)
class Place:
    """Postcodes by their beginnings, or a town by the beginning of its key, or else whole departments.

    `departments` are those of the postcodes, or those that bear the same name as the town.
    """

    postcodes: tuple[str, ...] = ()
    town: str = ""
    departments: tuple[Department, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True when it is departments and nothing smaller."""
        return not self.postcodes and not self.town

    @property
    def here(self) -> Q:
        """The desks there, or in towns that begin alike."""
        return Q(town_key__startswith=self.town) if self.town else self.exactly

    @property
    def exactly(self) -> Q:
        """The desks of the very town, whose arrondissements are of it too, or with the very postcode."""
        if self.town in _ARRONDISSEMENTS:
            return Q(town_key__regex=rf"^{self.town}( \d\d?e)?$")
        return Q(town_key=self.town) if self.town else _any(Q(postcode__startswith=one) for one in self.postcodes)


def read(text: str) -> Place | None:
    """The place that a text names; None when it names nothing.

    A whole postcode, wherever it stands, says more than a town; the beginning of one is taken too, and "33", "2a" or
    "974" is a department, "20" both of Corsica; "Paris 12e" is 75012.
    """
    told = re.sub(r"^(\d\d) (\d{3})\b", r"\1\2", places.key(text))
    if code := re.search(r"\b\d{5}\b", told):
        return _of_postcode(code[0])
    if re.fullmatch(r"\d{1,4}|2[ab]", told):
        return _of_beginning(told)
    if city := re.fullmatch(r"(paris|lyon|marseille) (\d\d?)e", told):
        return _of_postcode(str(_ARRONDISSEMENTS[city[1]] + int(city[2])))
    return Place(town=told, departments=_NAMED.get(told, ())) if told else None


def _of_postcode(code: str) -> Place:
    department = places.of_postcode(code)
    codes = (code, "75116") if code == "75016" else (code,)  # the sixteenth arrondissement has two
    return Place(codes, departments=(department,) if department else ())


def _of_beginning(told: str) -> Place:
    if told == "20":
        return Place(departments=REGIONS["Corse"])
    if found := DEPARTMENTS.get(told.zfill(2).upper()):
        return Place(departments=(found,))
    department = places.of_postcode(told.ljust(5, "0"))
    return Place((told,), departments=(department,) if department else ())


def _any(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions)
