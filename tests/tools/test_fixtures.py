"""The fixtures every other test stands on."""

import asyncio

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from playwright.sync_api import Browser


def _add_session(key: str) -> None:
    Session.objects.create(session_key=key, session_data="", expire_date=timezone.now())


@pytest.mark.parametrize("time", [1, 2])
@pytest.mark.django_db(transaction=True)
def test_a_transactional_test_starts_from_an_empty_database_and_really_commits(time):
    assert not Session.objects.exists()
    with transaction.atomic(durable=True):
        _add_session("committed")
    connection.close()
    assert Session.objects.exists()


@pytest.mark.parametrize("time", [1, 2])
@pytest.mark.django_db
def test_a_plain_test_leaves_nothing_to_the_next(time):
    assert not Session.objects.exists()
    _add_session("rolled back")


@pytest.mark.django_db
def test_tests_connect_with_the_application_s_log_in():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, pg_catalog.pg_get_userbyid(datdba) FROM pg_database "
            "WHERE datname = current_database()"
        )
        user, owner = cursor.fetchone()
    assert user != owner


@pytest.mark.parametrize("time", [1, 2])
def test_the_cache_is_empty_when_a_test_starts(time):
    assert cache.get("left") is None
    cache.set("left", 1)


@pytest.mark.browser
def test_the_browser_reaches_the_running_site(site: str, browser: Browser):
    _add_session("seen by both")
    page = browser.new_page()
    answer = page.goto(f"{site}/admin/login/")
    assert answer is not None
    assert answer.ok
    assert page.evaluate("document.styleSheets.length") > 0
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 0


def test_asyncio_works_beside_the_browser():
    assert asyncio.run(asyncio.sleep(0, 7)) == 7
