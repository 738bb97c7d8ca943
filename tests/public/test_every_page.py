"""What every public page is: read only, the same for everybody, found by its title, its links leading somewhere."""

import itertools
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from public.pages import Page, every_page
from tests.public import offer

OURS = [page for page in every_page() if page.name.startswith("public:")]
STATEMENTS = 6  # of any page
NOT_PAGES = ("/static/", "/caisse/", "/admin/", "/compte/")


class Read(HTMLParser):
    """Links, anchors, headings and metadata of a page."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.told: dict[str, str] = {}
        self.headings: list[str] = []
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what the tests look at."""
        has = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in has:
            self.links.add(has["href"])
        if "id" in has:
            self.ids.add(has["id"])
        if tag == "meta" and (name := has.get("name") or has.get("property")):
            self.told[name] = has["content"]
        if tag == "link" and has.get("rel") == "canonical":
            self.told["canonical"] = has["href"]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)


def read(answer: HttpResponse) -> Read:
    return Read(answer.content.decode())


@pytest.fixture(autouse=True)
def _an_offer(db: None) -> None:
    offer.made()


@pytest.mark.parametrize("page", OURS, ids=lambda page: page.address)
def test_a_page_is_the_same_for_everybody_and_leaves_no_trace_in_the_browser(client: Client, page: Page) -> None:
    answer = client.get(page.address)
    assert answer.status_code == 200
    if page.name == "public:claims":  # it has a form, whose token is each browser's own
        assert set(answer.cookies) == {settings.CSRF_COOKIE_NAME} and "no-store" in answer["Cache-Control"]
        return
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")
    assert "public" in answer["Cache-Control"]
    assert not re.search("csrfmiddlewaretoken|x-csrftoken", answer.content.decode(), re.I)


@pytest.mark.parametrize("page", list(every_page()), ids=lambda page: page.address)
def test_a_page_is_found_by_a_title_a_description_and_a_picture_of_its_own(client: Client, page: Page) -> None:
    told = read(client.get(page.address)).told
    assert "robots" not in told
    assert told["canonical"] == told["og:url"] == settings.SITE_URL + page.address
    assert told["description"] == told["og:description"] == page.description
    assert 50 <= len(page.description) <= 160 and len(page.title) <= 45
    assert finders.find(page.picture) and told["og:image"].startswith(f"{settings.SITE_URL}/static/shared/")


def test_no_two_pages_have_the_same_title_or_description() -> None:
    pages = list(every_page())
    assert len({page.title for page in pages}) == len({page.description for page in pages}) == len(pages)


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/points-de-vente/?refus=code", "Erreur&nbsp;: Où être payé"),
        ("/points-de-vente/?q=Lyon", "Lyon – Où être payé"),
        ("/points-de-vente/?departement=69", "Rhône (69) – Où être payé"),
        ("/emissions/?ticket=12", "Erreur&nbsp;: Les émissions"),
        ("/gagnants?jeu=as_capone", "As Capone – Les gagnants"),
    ],
)
def test_a_title_tells_an_error_first_and_what_was_asked(client: Client, address: str, title: str) -> None:
    assert f"<title>{title} – ILLIKO LIVE</title>" in client.get(address).content.decode()


@pytest.mark.parametrize("page", OURS, ids=lambda page: page.address)
def test_headings_go_down_one_level_at_a_time_from_one_title(client: Client, page: Page) -> None:
    levels = [int(tag[1]) for tag in read(client.get(page.address)).headings]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize("page", OURS, ids=lambda page: page.address)
def test_a_page_takes_few_statements_whatever_is_on_offer(client: Client, page: Page) -> None:
    client.get(page.address)
    with CaptureQueriesContext(
        connection,
    ) as made:
        client.get(page.address)
    assert len(made) <= STATEMENTS, [one["sql"] for one in made]


def _pages_linked(client: Client) -> Iterator[tuple[str, str, HttpResponse]]:
    """Every address of the site that can be reached by links from the first page, with where it was found."""
    seen, todo = set(), [("", "/")]
    while todo:
        found_on, address = todo.pop()
        whole, _ = urldefrag(address)
        if whole in seen or whole.startswith(NOT_PAGES):
            continue
        seen.add(whole)
        answer = client.get(whole)
        yield found_on, address, answer
        if answer.get("Content-Type", "").startswith("text/html"):
            links = read(answer).links
            todo += [(whole, urljoin(whole, link)) for link in links if not re.match("(?:https?|tel|mailto):", link)]


def test_every_link_of_the_site_leads_somewhere(client: Client) -> None:
    broken = [(on, to, answer.status_code) for on, to, answer in _pages_linked(client) if answer.status_code != 200]
    assert broken == []


def test_every_anchor_linked_to_is_on_its_page(client: Client) -> None:
    pages = {urldefrag(to)[0]: answer for _, to, answer in _pages_linked(client)}
    lost = [
        (address, link)
        for address, answer in pages.items()
        if answer.get("Content-Type", "").startswith("text/html")
        for link in read(answer).links
        for target, anchor in [urldefrag(urljoin(address, link))]
        if anchor and target in pages and anchor not in read(pages[target]).ids
    ]
    assert lost == []


def test_every_public_page_can_be_reached_by_links(client: Client) -> None:
    reached = {urldefrag(to)[0] for _, to, _ in _pages_linked(client)}
    assert {page.address for page in every_page()} <= reached


def test_the_sitemap_has_every_public_page_under_the_sites_own_address(client: Client) -> None:
    told = client.get("/sitemap.xml").content.decode()
    assert re.findall("<loc>(.*?)</loc>", told) == [settings.SITE_URL + page.address for page in every_page()]
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in client.get("/robots.txt").content.decode()


def test_staffs_pages_are_closed_to_search_engines(client: Client) -> None:
    told = client.get("/robots.txt").content.decode()
    assert all(f"Disallow: {place}\n" in told for place in ("/admin/", "/caisse/", "/compte/"))
