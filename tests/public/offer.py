"""What is on offer, and told of winners, desks and the service, while the public pages are looked at."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from games import laws
from games.registry import GAMES
from office.demonstration_desks import load_desks
from public.models import Incident
from tests.games import stock
from tests.games.addenda import addendum
from tests.games.rules.test_odds import AS_CAPONE
from tests.public.told_winners import load_winners
from tickets.calendar import paris_day
from tickets.models import Emission, Notice, Suspension

DAY = timedelta(days=1)
Kind = Notice.Kind


def made() -> list[Emission]:
    """The odds, an emission of each game on sale, and others; winners to show; desks; what happened."""
    know_odds()
    emissions = [stock.make_emission(slug) for slug in GAMES]
    load_winners()
    load_desks()
    staff = User.objects.create_user("publie")
    other_emissions(emissions, staff)
    past_and_present(staff)
    return emissions


def other_emissions(emissions: list[Emission], staff: User) -> None:
    """One of each state, with its notices, and additional lots."""
    at = timezone.now()
    today = paris_day(at)
    for number, closed in enumerate((60, -20, -60, -120), 2):
        available, day = today + DAY * (closed - 400), today + DAY * closed
        one = later(emissions[-1], number, available_on=available, closed_on=day)
        for kind, given in ((Kind.AVAILABILITY, available), (Kind.CLOSING, day)):
            Notice.objects.create(
                emission=one, kind=kind, day=given, reference="JO n° 1", published_on=today, at=at, by=staff
            )
    later(emissions[0], 2, available_on=today + DAY * 30)
    addendum(starts_on=today + DAY, ends_on=today + DAY * 3, published_on=today - DAY)


def past_and_present(staff: User) -> None:
    """A suspension that is over, an incident that is, and one that lasts."""
    at = timezone.now()
    Suspension.objects.create(message="Travaux.", since=at - DAY * 9, lifted_at=at - DAY * 8, by=staff)
    for title, ended_at in (("Lenteurs", at - DAY * 2), ("Des images manquent", None)):
        Incident.objects.create(
            title=title,
            text="Ce qui s’est passé.",
            began_at=at - DAY * 3,
            ended_at=ended_at,
            published_at=at,
            published_by=staff,
        )


def later(emission: Emission, number: int, **dates: object) -> Emission:
    """Another emission of the same game and prize table, with a block."""
    made = planned(emission, number, **dates)
    stock.issue(made)
    return made


def planned(emission: Emission, number: int, **dates: object) -> Emission:
    """The same, of which no block is issued."""
    fields = {"game": emission.game, "prize_table": emission.prize_table, "game_code": emission.game_code}
    return Emission.objects.create(**fields, number=number, **dates)


def know_odds() -> None:
    """The odds are kept; those of As Capone, long to compute, are what test_odds shows them to be."""
    for slug in GAMES:
        laws.keep(slug, {"lowest first": AS_CAPONE} if slug == "as_capone" else laws.computed(slug))
