"""The admin's page of draws: who sees it, what it says before and after a report, and that it computes nothing."""

import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from django.test import Client

from games.auditing.report import Judged, KindReport, Measure, Report, Return, Share
from tests.signing import sign_in

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/tirages/"


def report(*, corrected: float = 0.5, observed: int = 260) -> Report:
    """A made-up report: one draw of four cheeses, one emission."""
    shares = (Share(1, observed, 250.0, 13.7), *(Share(place, 250, 250.0, 13.7) for place in (2, 3, 4)))
    kinds = KindReport("sauve_souris", "cats", 1000, shares, {"chi_square": Judged(Measure(2.5, 0.47, 3), corrected)})
    returns = Return("sauve_souris", 501, 1, 1234, 370200, 259140, "7/10", 0.7, 0.65, 0.751)
    return Report(datetime(2027, 3, 1, 12, tzinfo=UTC), 1000, (kinds,), (returns,))


def staff(client: Client, *permissions: str) -> Client:
    user = User.objects.create_user("auditrice", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return sign_in(client, user)


def page(client: Client) -> str:
    answer = staff(client, "view_play").get(ADDRESS)
    assert answer.status_code == 200
    return answer.content.decode().replace("\u00a0", " ").replace("\u202f", " ").replace("&nbsp;", " ")


def test_strangers_are_asked_to_log_in(client: Client) -> None:
    answer = client.get(ADDRESS)
    assert answer.status_code == 302 and answer["Location"].startswith("/compte/connexion?next=%2Fadmin%2Ftirages%2F")


def test_staff_who_may_not_see_plays_are_refused(client: Client) -> None:
    assert staff(client, "view_ticket").get(ADDRESS).status_code == 403


def test_the_page_only_reads(client: Client) -> None:
    assert staff(client, "view_play").post(ADDRESS).status_code == 405


def test_before_any_report_the_page_says_when_one_is_made(client: Client) -> None:
    assert "relu chaque nuit" in page(client)


def test_a_report_is_shown_in_tables_and_pictures(client: Client) -> None:
    report().keep()
    shown = page(client)
    assert "Rien d’inhabituel" in shown and "1er mars 2027 à 13 h 00" in shown
    assert "Sauve Souris, tirage <code>cats</code>" in shown
    assert "<td>260</td><td>250,0</td><td>13,7</td><td>0,73</td>" in shown
    assert "<td>2,500 (3 ddl)</td><td>0,47000</td>" in shown
    assert shown.count("trop peu de tirages") == 2
    assert "<td>1 234</td><td>3 702,00 €</td><td>2 591,40 €</td>" in shown
    assert "<td>70,00 %</td><td>65,00 % à 75,10 %</td><td>70,00 %</td>" in shown
    assert 'class="bar" x="12" y="63" width="24" height="9"' in shown  # 0.73 deviations above the middle
    assert shown.count('role="img"') == 2


def test_what_is_unusual_is_said(client: Client) -> None:
    report(corrected=0.0001, observed=320).keep()
    shown = page(client)
    assert "moins d’une fois sur mille" in shown and "inhabituel</strong>" in shown and 'class="bar unusual"' in shown


@pytest.mark.parametrize("kept", ["{}", "not JSON", '{"made_at": "2027"}'])
def test_a_report_of_another_version_is_as_none(client: Client, kept: Any) -> None:
    report().keep()
    (key,) = [key.split(":", 2)[2] for key in map(bytes.decode, cache._cache.get_client().keys())]  # type: ignore[attr-defined]
    cache.set(key, kept)
    assert "Aucun relevé" in page(client)


def test_showing_a_report_does_not_load_what_only_the_command_computes_with() -> None:
    """Each of a server's processes would carry it in memory."""
    code = "import games.auditing.report, sys; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
