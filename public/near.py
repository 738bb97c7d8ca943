"""Where to be paid near a place: the points of sale and payment centres, the nearest first, and never none."""

import difflib
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import Case, Count, IntegerField, Min, Q, Value, When
from django.db.models.functions import Length

from payouts.gains import Gain
from payouts.models import Desk
from payouts.models.desks import Desks
from payouts.places import DEPARTMENTS, REGIONS, Department
from public import place
from public.place import Place

HITS = 300  # towns looked at, of those that begin alike
CLOSE = 3  # towns named in the place of an unknown one
HERE, ALIKE, AROUND = range(3)  # in which order desks are told


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for: what was typed, as it was; a department; what the player has to be paid."""

    text: str = ""
    department: Department | None = None
    gain: Gain | None = None

    def query(self, page: int = 1) -> str:
        """The part of an address that asks for it; empty when nothing is asked."""
        told = {
            "q": self.text,
            "departement": self.department.code if self.department else "",
            "gain": self.gain.slug if self.gain else "",
            "page": str(page) if page > 1 else "",
        }
        asked = urlencode({name: value for name, value in told.items() if value})
        return f"?{asked}" if asked else ""

    @property
    def pays(self) -> Q:
        """What is true of the desks that pay this gain."""
        return self.gain.payers if self.gain else Q()

    @property
    def paying(self) -> Desks:
        """Every desk where this gain is paid."""
        return Desk.objects.open_to_players().filter(self.pays)


@dataclass(frozen=True, slots=True)
class Found:
    """Desks in the order in which they are told, each with the `rank` by which `heads` names its group.

    `told` says why they are others than those asked for; `instead` are places that may have been meant.
    """

    desks: Desks
    heads: dict[int, str]
    told: str = ""
    instead: tuple[tuple[str, Asked], ...] = ()


class _Hit(NamedTuple):
    town_key: str
    department: str
    paying: int


def find(asked: Asked) -> Found | None:
    """What is found for a question; None when no place is asked for, but for gains that payment centres alone pay."""
    named = place.read(asked.text)
    if named and not named.is_whole:
        return _at(asked, named)
    around = named.departments if named else (asked.department,) if asked.department else ()
    if around:
        return _around(asked, around)
    return Found(_by_place(asked.paying), {}) if asked.gain and asked.gain.centres_alone else None


def _at(asked: Asked, named: Place) -> Found:
    """There first, then what begins alike or is of the same town, then around."""
    hits = _hits(asked, named)
    if named.town and named.departments and all(hit.town_key != named.town for hit in hits):
        return _around(asked, named.departments)
    paid = [hit for hit in hits if hit.paying]
    told = Counter(hit.department for hit in _exact(named, paid))
    if not told:
        return _elsewhere(asked, named, _exact(named, hits))
    if len(told) > 1:
        found = asked.paying.filter(named.here)
        return Found(_ranked(found, named, ()), _heads(named), instead=_each(asked, told) + _alike(asked, named))
    around = DEPARTMENTS.get(next(iter(told)))
    towns = {hit.town_key for hit in paid} if named.postcodes else set()
    found = asked.paying.filter(department__in=told)
    heads = _heads(named) | {AROUND: f"Ailleurs\u00a0: {around}"}
    return Found(_ranked(found, named, towns), heads, instead=_alike(asked, named, but=around))


def _hits(asked: Asked, named: Place) -> list[_Hit]:
    """The towns there with how many of their desks pay this gain; of the department chosen, if it has any."""
    there = Desk.objects.open_to_players().filter(named.here).values_list("town_key", "department")
    counted = there.annotate(paying=Count("pk", filter=asked.pays) if asked.gain else Count("pk"))
    hits = [_Hit(*one) for one in counted.order_by("town_key", "department")[:HITS]]
    chosen = asked.department and asked.department.code
    return [hit for hit in hits if hit.department == chosen] or hits


def _exact(named: Place, hits: list[_Hit]) -> list[_Hit]:
    """Those of the very town; all, where there are none."""
    return [hit for hit in hits if hit.town_key == named.town] or hits


def _elsewhere(asked: Asked, named: Place, hits: list[_Hit]) -> Found:
    """Around a place where nothing is paid, or in the place of one that is unknown."""
    why = f" pour «\u00a0{asked.text}\u00a0»"
    around = tuple(DEPARTMENTS[code] for code in sorted({hit.department for hit in hits}) if code in DEPARTMENTS)
    around = around or named.departments or ((asked.department,) if asked.department else ())
    instead = () if hits else _close(asked, named)
    if around:
        return replace(_around(asked, around, why=why), instead=instead)
    centres = asked.paying.filter(kind=Desk.Kind.PAYMENT_CENTRE)
    told = f"«\u00a0{asked.text}\u00a0» n’est pas dans la liste. Voici tous les centres de paiement."
    return Found(_by_place(centres), {}, told, instead)


def _around(asked: Asked, departments: tuple[Department, ...], why: str = "") -> Found:
    """Whole departments; else the regions that they are in; else every payment centre."""
    listed, regions = ", ".join(map(str, departments)), sorted({one.region for one in departments})
    within = _within(asked, departments)
    if within.exists():
        return Found(within, {}, _told(asked, why, f"ceux de ce département\u00a0: {listed}") if why else "")
    why = why or f"\u00a0: {listed}"
    wider = _within(asked, [one for name in regions for one in REGIONS[name]])
    if wider.exists():
        return Found(wider, {}, _told(asked, why, f"ceux de la région\u00a0: {', '.join(regions)}"))
    centres = _by_place(asked.paying.filter(kind=Desk.Kind.PAYMENT_CENTRE))
    return Found(centres, {}, _told(asked, why, "tous les centres de paiement"))


def _within(asked: Asked, departments: Iterable[Department]) -> Desks:
    return _by_place(asked.paying.filter(department__in=[one.code for one in departments]))


def _told(asked: Asked, why: str, shown: str) -> str:
    nothing = "Aucun endroit ne paie ce gain" if asked.gain else "Aucun point de vente ni centre de paiement"
    return f"{nothing}{why}. Voici {shown}."


def _by_place(desks: Desks) -> Desks:
    return desks.annotate(rank=Value(HERE)).order_by("department", "town_key", "name", "pk")


def _ranked(desks: Desks, named: Place, towns: Collection[str]) -> Desks:
    """The desks with where each stands: at the very place, alike or in the same town, around."""
    alike = Q(town_key__in=towns) if named.postcodes else named.here
    rank = Case(When(named.exactly, HERE), When(alike, ALIKE), default=AROUND, output_field=IntegerField())
    return desks.annotate(rank=rank).order_by("rank", "town_key", "postcode", "name", "pk")


def _heads(named: Place) -> dict[int, str]:
    if named.town:
        return {HERE: "Dans cette commune", ALIKE: "Communes dont le nom commence pareil"}
    return {HERE: f"Code postal {named.postcodes[0]}", ALIKE: "Dans la même commune"}


def _each(asked: Asked, told: Iterable[str]) -> tuple[tuple[str, Asked], ...]:
    """The same place in each of the departments where there is one."""
    known = [DEPARTMENTS[code] for code in sorted(told) if code in DEPARTMENTS]
    return tuple((f"{asked.text}, {one}", replace(asked, department=one)) for one in known)


def _alike(asked: Asked, named: Place, but: Department | None = None) -> tuple[tuple[str, Asked], ...]:
    """The department that bears the same name as a town."""
    others = [one for one in named.departments if named.town and one != but]
    return tuple((f"Département\u00a0: {one}", replace(asked, text="", department=one)) for one in others)


def _close(asked: Asked, named: Place) -> tuple[tuple[str, Asked], ...]:
    """Towns written nearly like an unknown one, or which it is a word of."""
    if len(named.town) < 3:
        return ()
    known, length = Desk.objects.open_to_players(), len(named.town)
    alike = known.alias(length=Length("town_key")).filter(
        town_key__startswith=named.town[:2], length__gte=length - 2, length__lte=length + 2
    )
    told = [
        some.values_list("town_key").annotate(Min("town"))
        for some in (alike, known.filter(town_key__contains=f" {named.town}"))
    ]
    names = dict(told[0].union(told[1])[:HITS])
    within = [key for key in names if f" {named.town}" in key]
    close = (*within, *difflib.get_close_matches(named.town, names, n=CLOSE))[:CLOSE]
    return tuple((names[key], replace(asked, text=names[key], department=None)) for key in close)
