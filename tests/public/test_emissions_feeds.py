"""Feeds of the emissions: a calendar of their dates and news in Atom, for programs that come back (art. 3.2.6)."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from icalendar import Calendar

from tests.games import stock
from tests.games.addenda import addendum, person
from tickets import emitting, suspending
from tickets.emitting import Published
from tickets.models import Emission

pytestmark = pytest.mark.django_db
ICS, ATOM = "/emissions.ics", "/emissions.atom"
NS = {"a": "http://www.w3.org/2005/Atom"}
DAY = timedelta(days=1)


def close(emission: Emission, day: date, at: str, reason: str = "") -> None:
    with time_machine.travel(at, tick=False):
        by = person(f"emissions {at}", "publish_notice")
        emitting.close(emission_id=emission.pk, published=Published(day, "JO n° 2", date(2026, 5, 1), reason), by=by)


def events(client: Client) -> dict[str, Any]:
    calendar = Calendar.from_ical(client.get(ICS).content)
    return {str(one["uid"]): one for one in calendar.walk("VEVENT")}


def entries(client: Client) -> list[ET.Element]:
    return read(client.get(ATOM).content).findall("a:entry", NS)


def read(feed: bytes) -> ET.Element:
    return ET.fromstring(feed)  # noqa: S314 - our own


def said(entry: ET.Element, name: str) -> str:
    found = entry.findtext(f"a:{name}", namespaces=NS)
    assert found
    return found


@time_machine.travel("2026-05-10T12:00:00Z", tick=False)
def test_each_date_is_one_whole_day_of_the_calendar(client: Client) -> None:
    emission = stock.make_emission("as_capone")
    assert set(events(client)) == {"50301-disponibilite@illikolive.com"}
    close(emission, date(2026, 6, 1), "2026-05-02T10:00:00Z")
    found = events(client)
    days = {name.split("@")[0]: (one.decoded("dtstart"), one.decoded("dtend")) for name, one in found.items()}
    given = {
        "50301-disponibilite": date(2020, 1, 1),
        "50301-cloture": date(2026, 6, 1),
        "50301-debut": date(2026, 6, 30),
        "50301-forclusion": date(2026, 8, 30),
    }
    assert days == {name: (day, day + DAY) for name, day in given.items()}
    closing = found["50301-cloture@illikolive.com"]
    assert closing["dtstart"].params["VALUE"] == "DATE" and str(closing["transp"]) == "TRANSPARENT"
    assert str(closing["url"]) == f"{settings.SITE_URL}/emissions/#e50301"
    assert "JO n° 2" in str(closing["description"])


@time_machine.travel("2026-05-10T12:00:00Z", tick=False)
def test_a_rectifying_notice_moves_the_same_events_and_numbers_the_change(client: Client) -> None:
    emission = stock.make_emission("as_capone")
    close(emission, date(2026, 6, 1), "2026-05-02T10:00:00Z")
    before = events(client)
    close(emission, date(2026, 7, 1), "2026-05-05T10:00:00Z", reason="Une erreur")
    after = events(client)
    assert set(after) == set(before)
    for name, one in after.items():
        moved = "disponibilite" not in name
        assert int(one["sequence"]) == int(before[name]["sequence"]) + moved
        assert (one.decoded("dtstart") != before[name].decoded("dtstart")) is moved
        if moved:
            assert one.decoded("last-modified") == one.decoded("dtstamp") == datetime(2026, 5, 5, 10, tzinfo=UTC)


def test_programs_are_told_when_to_come_back_and_what_it_is_called(client: Client) -> None:
    answer = client.get(ICS)
    calendar = Calendar.from_ical(answer.content)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert calendar.decoded("refresh-interval") == DAY and str(calendar["x-published-ttl"]) == "P1D"
    assert calendar["prodid"] and calendar["version"] == "2.0" and calendar["name"]


def test_what_was_over_more_than_a_year_ago_leaves_the_calendar(client: Client) -> None:
    stock.make_emission("as_capone", closed_on=date(2026, 1, 1))  # paid until 1 April
    for day, shown in ((date(2027, 4, 1), True), (date(2027, 4, 2), False)):
        with time_machine.travel(datetime(day.year, day.month, day.day, 12, tzinfo=UTC)):
            assert bool(events(client)) is shown


def test_news_are_told_in_atom_the_newest_first_with_lasting_names(client: Client) -> None:
    with time_machine.travel("2026-05-01T10:00:00Z", tick=False):
        emission = stock.make_emission("as_capone")
    close(emission, date(2027, 6, 1), "2026-05-02T10:00:00Z")
    close(emission, date(2027, 7, 1), "2026-05-05T10:00:00Z", reason="Une erreur")
    addendum()
    with time_machine.travel("2026-05-10T12:00:00Z", tick=False):
        made = suspending.suspend(game=emission.game, message="Travaux <b>", by=stock.manager())
    with time_machine.travel("2026-05-10T13:00:00Z", tick=False):
        suspending.lift(suspension_id=made.pk, by=stock.manager())
    found = entries(client)
    titles = [said(one, "title").split("\u00a0:")[0] for one in found]
    assert titles == [
        "Fin de la suspension",
        "Suspension",
        "Lots supplémentaires",
        "Avis rectificatif",
        "Avis de clôture",
        "Mise en vente",
    ]
    assert "mis en vente le 1er mai 2026" in said(found[5], "summary")  # that of its first block
    assert said(found[1], "summary") == "Travaux &lt;b&gt;"  # the summary is HTML
    assert "au lieu du 1er juin 2027" in said(found[3], "summary")
    assert said(found[0], "updated") == "2026-05-10T13:00:00+00:00"
    again = entries(client)
    assert [said(one, "id") for one in again] == [said(one, "id") for one in found]


def test_what_no_feed_may_hold_is_left_out_of_what_staff_pasted(client: Client) -> None:
    """One such character would take the whole feed from everybody."""
    emission = stock.make_emission("as_capone")
    suspending.suspend(game=emission.game, message="Travaux\x0bde nuit\ufffe\x1b]]>", by=stock.manager())
    assert said(entries(client)[0], "summary") == "Travaux de nuit  ]]&gt;"
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        published = Published(date(2026, 6, 30), "JO\x0bn° 2", date(2026, 5, 1), "")
        emitting.close(emission_id=emission.pk, published=published, by=person("emissions", "publish_notice"))
    assert entries(client)
    assert all("\x0b" not in str(one["description"]) for one in events(client).values())


def test_the_feed_has_what_the_format_asks_for(client: Client) -> None:
    stock.make_emission("as_capone")
    answer = client.get(ATOM)
    feed = read(answer.content)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert all(feed.findtext(f"a:{name}", namespaces=NS) for name in ("id", "title", "updated", "author/a:name"))
    links = {one.get("rel"): one.get("href") for one in feed.findall("a:link", NS)}
    assert links == {"alternate": f"{settings.SITE_URL}/emissions/", "self": f"{settings.SITE_URL}{ATOM}"}
    ids = [said(one, "id") for one in feed.findall("a:entry", NS)]
    assert len(ids) == len(set(ids)) and all(one.startswith("tag:") for one in ids)
    for entry in feed.findall("a:entry", NS):
        assert all(said(entry, name) for name in ("title", "updated", "id"))
        assert entry.find("a:link", NS).get("href").startswith(settings.SITE_URL)  # type: ignore[union-attr]


@pytest.mark.parametrize("address", [ICS, ATOM])
def test_who_comes_back_with_nothing_new_gets_nothing_again(client: Client, address: str) -> None:
    emission = stock.make_emission("as_capone")
    first = client.get(address)
    back = {"If-None-Match": first["ETag"]}
    assert client.get(address, headers=back).status_code == 304
    close(emission, date(2027, 6, 1), "2026-05-02T10:00:00Z")
    assert client.get(address, headers=back).status_code == 200


def test_the_page_names_both_feeds_to_programs_and_to_people(client: Client) -> None:
    shown = client.get("/emissions/").content.decode()
    for kind, address in (("application/atom+xml", ATOM), ("text/calendar", ICS)):
        assert f'<link rel="alternate" type="{kind}"' in shown and f'href="{settings.SITE_URL}{address}"' in shown
        assert f'<a class="solo" href="{address}"' in shown
