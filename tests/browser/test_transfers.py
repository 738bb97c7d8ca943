"""Anyone can use the pages of transfers, on a phone and on a desktop."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser

from payouts import bank_files, returning
from payouts.gathering import gather
from tests import forms
from tests.browser import looking, playing, states
from tests.browser.test_accessibility import LARGE, SMALL
from tests.payouts import bank
from tickets.calendar import paris_day

pytestmark = pytest.mark.browser
WIDER = "document.documentElement.scrollWidth > innerWidth"  # tables scroll in a region of their own


@forms.quick_and_whole
def test_anyone_can_use_every_page_of_transfers(site: str, browser: Browser, whole: bool) -> None:
    """The quick form asks axe on a phone alone."""
    first, second = bank.accountants()
    today = paris_day(timezone.now())
    returned, unknown = bank.transfer(), bank.transfer(iban=bank.UNKNOWN)
    (sent,) = gather(today + timedelta(days=20)).files
    bank_files.release(file_id=sent.pk, by=second)
    bank_files.download(file_id=sent.pk, by=first)
    returning.record_return(transfer_id=returned.pk, on=today, reason="AC04", by=first)
    bank.transfer()
    (to_send,) = gather(today + timedelta(days=20)).files
    bank.transfer()
    context = browser.new_context(viewport=SMALL, reduced_motion="reduce")
    states.hold(context, site, user=first)
    complaints = playing.watch(context)
    page = context.new_page()
    found = []
    for name, *key in [
        ("transfers",),
        ("transfer_file", to_send.pk),
        ("transfer_file", sent.pk),
        ("transfer", returned.pk),
        ("transfer", unknown.pk),
    ]:
        page.set_viewport_size(SMALL)
        page.goto(site + reverse(f"payouts:{name}", args=key))
        found += looking.axe_faults(page) + looking.small_controls(page)
        found += [page.url] if page.evaluate(WIDER) else []
        page.set_viewport_size(LARGE)
        found += (looking.axe_faults(page) if whole else []) + looking.small_controls(page)
    assert (found, complaints) == ([], [])
    page.goto(site + reverse("payouts:transfer_file", args=[to_send.pk]))
    page.get_by_role("button", name="Libérer").click()
    assert "une autre personne le télécharge" in page.locator("main").inner_text()
