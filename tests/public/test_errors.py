"""Pages in the place of a page that can't be: in the site's own look, the same for everybody, with nothing lost."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Play
from payouts.views import errors
from tests.games import stock
from tests.games.test_playing_pages import held_play

pytestmark = pytest.mark.django_db
NAMES = ("400", "403", "403_csrf", "404", "405", "413", "429", "500", "503")


def said(answer: HttpResponse) -> str:
    return answer.content.decode()


@pytest.mark.parametrize("name", NAMES)
def test_an_error_page_needs_no_request_and_says_what_is_kept_and_where_to_go(name: str) -> None:
    page = errors.page(name)
    assert '<html lang="fr">' in page and "18+" in page and page.count("<h1>") == 1
    assert "csrf" not in page.lower() and "htmx" not in page and "noindex" in page
    assert re.search("n’est perdu|Rien n’a été enregistré|vous attend", page)
    assert 'class="btn btn-primary"' in page


def test_a_page_not_found_leads_to_the_main_places_and_leaves_no_cookie(client: Client) -> None:
    answer = client.get("/rien")
    assert answer.status_code == 404 and not answer.cookies and "Cookie" not in answer.get("Vary", "")
    ways = said(answer).partition('class="ways"')[2].partition("</nav>")[0]
    links = re.findall('href="([^"]+)"', ways)
    assert len(links) >= 4 and {client.get(link).status_code for link in links} == {200}


def test_a_request_that_can_not_be_read_is_told_with_the_sites_headers(client: Client) -> None:
    answer = client.post("/jouer", "code=%FF", content_type="application/x-www-form-urlencoded; charset=utf-7")
    assert answer.status_code == 400 and "Demande incomprise" in said(answer)
    assert "default-src 'none'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("much", ["text", "fields", "files"])
def test_what_is_too_big_is_answered_413_and_the_limit(settings: Any, much: str) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 5 * 2**20, 20
    typed: dict[str, object] = {
        "text": {"code": "A" * (5 * 2**20 + 1)},
        "fields": {f"champ{number}": "x" for number in range(21)},
        "files": {f"f{number}": SimpleUploadedFile("a.png", b"x") for number in range(101)},
    }[much]
    for strict in (False, True):
        answer = Client(enforce_csrf_checks=strict).post("/jouer", typed)
        assert answer.status_code == 413 and "5&nbsp;Mo de texte, 16&nbsp;Mo" in said(answer)
    staff = Client(enforce_csrf_checks=True).post("/caisse/", typed)
    assert staff.status_code == 413 and "Revenir à la caisse" in said(staff)


def _addresses(resolver: URLResolver, prefix: str = "") -> list[str]:
    """The addresses without parameters that patterns name."""
    found = []
    for pattern in resolver.url_patterns:
        whole = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += _addresses(pattern, whole)
        elif isinstance(pattern, URLPattern) and re.fullmatch(r"[\w./-]*", whole):
            found.append(f"/{whole}")
    return found


def test_no_address_answers_a_method_that_it_does_not_take_with_an_empty_page() -> None:
    client = Client()
    answers = {address: client.delete(address) for address in _addresses(get_resolver())}
    refused = {address: answer for address, answer in answers.items() if answer.status_code == 405}
    assert {"/", "/jouer", "/aide", "/sceau/", "/compte/connexion"} <= refused.keys()
    assert [address for address, answer in refused.items() if not answer.content or not answer["Allow"]] == []


def test_an_address_that_is_only_read_tells_a_post_so_and_what_it_takes(client: Client) -> None:
    answer = client.post("/accessibilite")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "ne s’ouvre pas comme cela" in said(answer) and not answer.cookies
    assert client.put("/jouer")["Allow"] == "GET, HEAD, POST"


def test_the_terminals_api_says_it_in_json(client: Client) -> None:
    answer = client.delete("/caisse/api/presentation")
    assert answer.status_code == 405 and answer["Content-Type"].startswith("application/json")


def test_a_code_sent_from_a_page_that_waited_too_long_comes_back_and_the_button_works() -> None:
    client, code = Client(enforce_csrf_checks=True), stock.make_ticket(stock.make_emission("as_capone"))
    stale = client.post("/jouer", {"code": code, "majeur": "oui", "csrfmiddlewaretoken": "a" * 64})
    page = said(stale)
    assert stale.status_code == 403 and "Cette page avait trop attendu" in page and "no-store" in stale["Cache-Control"]
    assert page.count(code) == 1 and f'name="code" type="text" value="{code}"' in page and " checked" in page
    assert not Play.objects.exists()
    token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token is not None
    again = client.post("/jouer", {"code": code, "majeur": "oui", "csrfmiddlewaretoken": token[1]})
    assert again.status_code == 302 and Play.objects.count() == 1


def test_another_sites_form_gets_nothing_back() -> None:
    client, code = Client(enforce_csrf_checks=True), stock.make_ticket(stock.make_emission("as_capone"))
    for headers in ({"Origin": "https://exemple.fr"}, {"Origin": "null"}):
        answer = client.post("/jouer", {"code": code, "majeur": "oui"}, headers=headers)
        assert answer.status_code == 403 and code not in said(answer) and "a trop attendu" in said(answer)
    other = client.post("/jouer", {"code": code}, secure=True, headers={"Referer": "https://exemple.fr/"})
    assert other.status_code == 403 and code not in said(other)


def test_a_choice_sent_from_a_page_that_waited_too_long_comes_back_on_the_board(client: Client) -> None:
    play = held_play(client, "sauve_souris")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    placed = {"f1": "2", "f2": "2", "f3": "2", "f4": "2", "step": "0"}
    for address in ("etape", "placement"):
        answer = strict.post(f"/partie/{play.id}/{address}", placed)
        assert answer.status_code == 403 and "avait trop attendu" in said(answer)
        assert re.search(r'name="f1"[^>]*value="2"|value="2"[^>]*name="f1"', said(answer))
    assert Play.objects.get().step == 0
    assert Client(enforce_csrf_checks=True).post(f"/partie/{play.id}/etape", placed).status_code == 404


def test_the_web_server_is_given_the_pages_that_it_shows_by_itself(tmp_path: Path) -> None:
    call_command("error_pages", tmp_path / "erreurs")
    for name in ("413", "503"):
        assert (tmp_path / "erreurs" / f"{name}.html").read_text() == errors.page(name)


@pytest.mark.parametrize("place", ["/admin/", "/caisse/", "/compte/connexion"])
def test_a_stranger_s_form_without_a_token_is_refused_at_once_however_long(place: str) -> None:
    started = time.process_time()
    answer = Client(enforce_csrf_checks=True).post(place, {"texte": "1 a " * 500_000})
    assert answer.status_code == 403 and "no-store" in answer["Cache-Control"]
    assert time.process_time() - started < 1 and len(answer.content) < 20_000
