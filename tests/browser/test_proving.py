"""From a ticket's code to a receipt checked offline, in a real browser; the proof page is for everybody."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, expect

from games.registry import GAMES
from tests import forms
from tests.browser import looking, playing, states
from tests.tickets import sealed
from tickets.seal.sealer import seal_once
from tools import check_receipt

pytestmark = pytest.mark.browser
PHONE, DESKTOP = {"width": 360, "height": 640}, {"width": 1440, "height": 900}
SHOWN = {"sauve_souris": "won 3", "poule_aux_oeufs_d_or": "lost in extra", "as_capone": "duel lost"}
RECEIPT = "Télécharger le reçu"


def downloaded(page: Page, folder: Path) -> Path:
    """The receipt, under the name that the browser gives it."""
    with page.expect_download() as download:
        page.get_by_role("link", name=RECEIPT).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def checked(command: str, folder: Path) -> tuple[int, str]:
    """Run the command that the page shows, in a folder with the script and the receipt alone."""
    python, *arguments = shlex.split(command)
    assert python == "python"
    shutil.copy(check_receipt.__file__, folder)
    done = subprocess.run([sys.executable, "-I", *arguments], cwd=folder, capture_output=True, check=False)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize("slug", ["sauve_souris", *forms.in_soak("poule_aux_oeufs_d_or", "as_capone")])
@forms.quick_and_whole
def test_a_ticket_is_played_and_its_receipt_is_checked_offline(
    site: str, browser: Browser, slug: str, whole: bool, tmp_path: Path
) -> None:
    """Art. 4.4.2: accepted as it is, refused once any byte of it is changed.

    The quick form is of the game with the shortest receipt; test_check_receipt is of all, of receipts that no browser
    wrote.
    """
    play, context = states.NEAR_THE_END[slug].play(), browser.new_context(viewport=PHONE)
    states.hold(context, site, play)
    page = context.new_page()
    page.goto(f"{site}/partie/{play.id}/")
    playing.play_to_the_end(page, slug)
    seal_once(sealed.signer())
    playing.check_result(page)
    complaints = playing.watch(context)
    page.get_by_role("link", name="Voir la preuve du tirage").click()
    file, command = downloaded(page, tmp_path), page.locator(".command").inner_text()
    status, said = checked(command, tmp_path)
    assert status == 0 and "Reçu authentique" in said and GAMES[slug].name in said
    content = file.read_bytes()
    for place in range(0, len(content), 1 if whole else 7):
        file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(check_receipt.Refused):
            check_receipt.check_receipt(check_receipt.read(str(file)), settings.SEAL_PUBLIC_KEYS)
    status, said = checked(command, tmp_path)
    assert status == 1 and "Reçu authentique" not in said
    assert complaints == []


@pytest.mark.parametrize("javascript", [True, False])
def test_the_receipt_appears_as_soon_as_the_play_is_sealed(site: str, browser: Browser, javascript: bool) -> None:
    """By itself, or when the page is loaded again without JavaScript."""
    play = states.STATES["sauve_souris"]["won 3"].play()
    context = browser.new_context(java_script_enabled=javascript)
    states.hold(context, site, play)
    page = context.new_page()
    page.goto(f"{site}/partie/{play.id}/preuve")
    expect(page.get_by_role("status")).to_contain_text("Scellement en cours")
    expect(page.get_by_role("link", name=RECEIPT)).to_have_count(0)
    seal_once(sealed.signer())
    if not javascript:
        page.get_by_role("link", name="Recharger la page").click()
    expect(page.get_by_role("link", name=RECEIPT)).to_be_visible()
    expect(page.get_by_role("status")).to_have_count(0)


@pytest.mark.parametrize("slug", ["sauve_souris", *forms.in_soak("poule_aux_oeufs_d_or", "as_capone")])
@forms.quick_and_whole
def test_anyone_can_use_the_proof_page_waiting_sealed_and_opened(
    site: str, browser: Browser, slug: str, whole: bool
) -> None:
    """By axe and target size on a phone and a desktop, at 400 %, in forced colours.

    The quick form is of one game, and asks axe on a phone alone.
    """
    play = states.STATES[slug][SHOWN[slug]].play()
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    states.hold(context, site, play)
    complaints = playing.watch(context)
    page = context.new_page()
    page.route("**/preuve", _not_again)
    found = []
    for is_sealed in (False, True):
        if is_sealed:
            sealed.write(300)
            seal_once(sealed.signer())
        page.goto(f"{site}/partie/{play.id}/preuve")
        page.locator("details.record").evaluate_all("records => records.forEach(one => { one.open = true; })")
        found += looking.lost_in_forced_colours(page) + looking.overflows_when_zoomed(page)
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            found += looking.axe_faults(page) if whole or size == PHONE else []
            found += looking.small_controls(page) + looking.too_wide(page)
    assert found + complaints == []


def _not_again(route: Route) -> None:
    """Let the page be opened, and wait on when it asks by itself: an answer would close its records."""
    if "hx-request" in route.request.headers:
        route.fulfill(status=204)
    else:
        route.continue_()
