"""What the site gives a browser to install it, and the accessibility statement, over HTTP."""

import json
import re
import struct

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Error, expect

from games.registry import GAMES
from games.views.installing import PAPER
from illikolive.settings import BASE_DIR
from tests.browser import states
from tests.games import stock

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(client: Client) -> str:
    return client.get("/service-worker.js").content.decode()


def test_the_manifest_makes_the_site_installable_in_french(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    told = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["name"], told["short_name"], told["lang"]) == ("ILLIKO LIVE", "ILLIKO LIVE", "fr")
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
        ("any", "any"),
    }


def test_the_manifest_has_the_colours_of_the_site(client: Client) -> None:
    told = json.loads(client.get("/manifest.webmanifest").content)
    tokens = (BASE_DIR / "static/css/tokens.css").read_text()
    assert f"--paper: {told['background_color']};" in tokens
    assert f'<meta name="theme-color" content="{told["theme_color"]}">' in client.get("/").content.decode()


def test_each_icon_is_served_with_the_size_the_manifest_gives(client: Client) -> None:
    for icon in json.loads(client.get("/manifest.webmanifest").content)["icons"]:
        answer = client.get(icon["src"])
        assert (answer.status_code, answer["Content-Type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_every_page_names_the_manifest_and_the_icon_for_a_home_screen(client: Client) -> None:
    for address in ("/", "/t", "/nulle-part"):
        page = client.get(address).content.decode()
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page
        icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
        assert icon and client.get(icon[1])["Content-Type"] == "image/png"


def test_the_worker_is_a_script_asked_again_each_time(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"


def test_the_worker_keeps_the_offline_page_and_files_named_by_their_digests_alone(client: Client, worker: str) -> None:
    assert f'const PAGE = "{reverse("games:offline")}"' in worker
    files = re.findall(r'^  "(.+)",$', worker, re.MULTILINE)
    page = client.get(reverse("games:offline")).content.decode()
    assert files and all(re.fullmatch(r"/static/[\w/.-]+\.[0-9a-f]{12}\.\w+", file) for file in files)
    assert all(file in page and client.get(file).status_code == 200 for file in files)


def test_a_new_offline_page_makes_a_new_cache(client: Client, worker: str, settings, tmp_path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/offline.html").write_text("<!doctype html><title>Autre page</title>")
    template = settings.TEMPLATES[0]
    settings.TEMPLATES = [template | {"DIRS": [tmp_path, *template["DIRS"]]}]
    name = re.compile(r'CACHE = "([^"]+)"')
    other = client.get("/service-worker.js").content.decode()
    assert name.search(worker)[1] != name.search(other)[1]


def test_the_offline_page_bears_nobodys_token_and_sets_no_cookie(client: Client) -> None:
    answer = client.get(reverse("games:offline"))
    page = answer.content.decode()
    assert "csrf" not in page.lower()
    assert not answer.cookies
    assert "votre partie est gardée" in page.lower()


@pytest.mark.parametrize("name", ["manifest", "service_worker", "offline"])
def test_nothing_is_posted_to_these_pages(client: Client, name: str) -> None:
    assert client.post(reverse(f"games:{name}")).status_code == 405


def test_the_statement_is_linked_from_every_full_footer_with_the_state_of_conformity(client: Client) -> None:
    for address in ("/", "/t", "/nulle-part"):
        page = client.get(address).content.decode()
        assert '<a href="/accessibilite">Accessibilité&nbsp;: non conforme</a>' in page


@pytest.mark.browser
@pytest.mark.parametrize("place", ["/admin/", "/caisse/"])
def test_without_network_the_worker_answers_for_no_page_of_the_staff(browser: Browser, site: str, place: str) -> None:
    page = browser.new_context().new_page()
    page.goto(site)
    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.goto(f"{site}/accessibilite")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pas de connexion")
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.goto(f"{site}{place}")


@pytest.mark.browser
@pytest.mark.parametrize("slug", GAMES)
def test_the_bars_of_the_browser_take_the_colour_of_the_page_s_world(browser: Browser, site: str, slug: str) -> None:
    play, context = stock.start(slug), browser.new_context()
    states.hold(context, site, play)
    page = context.new_page()
    page.goto(f"{site}{reverse('games:welcome', args=[play.id])}")
    told = page.locator("meta[name=theme-color]").get_attribute("content")
    assert told and told != PAPER
    red, green, blue = bytes.fromhex(told.removeprefix("#"))
    expect(page.locator(".site-header")).to_have_css("background-color", f"rgb({red}, {green}, {blue})")


def test_the_statement_says_its_state_whom_to_tell_and_whom_to_turn_to(client: Client) -> None:
    page = client.get("/accessibilite").content.decode().replace("&nbsp;", " ").replace("\xa0", " ")
    assert "non conforme</strong> au référentiel général" in page and "4.1" in page and "WCAG 2.2" in page
    main = page.partition("<main")[2].partition("</main>")[0]
    assert "TSA 36 707" in main and "tel:+33969366060" in main
    assert "Défenseur des droits" in main and "tel:+33969390000" in main


def test_the_icons_weigh_little() -> None:
    for name in ("icon-192.png", "icon-512.png", "maskable-512.png", "apple-touch-icon.png"):
        path = finders.find(f"favicon/{name}")
        assert path
        with open(path, "rb") as file:
            assert len(file.read()) < 12_000
