"""What search engines and caches may not keep: plays, what staff see, what went wrong."""

import pytest
from django.test import Client

from tests.games import stock

pytestmark = pytest.mark.django_db


def test_every_page_of_a_play_is_hidden_from_search_engines_and_kept_by_no_cache(client: Client) -> None:
    begun, ended = stock.start("sauve_souris"), stock.to_the_end(stock.start("as_capone"))
    session = client.session
    session["plays"] = [str(begun.id), str(ended.id)]
    session.save()
    pages = [f"{begun.id}/bienvenue", f"{begun.id}/", f"{ended.id}/", f"{ended.id}/resultat", f"{ended.id}/preuve"]
    for page in pages:
        answer = client.get(f"/partie/{page}")
        assert answer.status_code == 200
        assert '<meta name="robots" content="noindex">' in answer.content.decode(), page
        assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", ")), page


@pytest.mark.parametrize("address", ["/rien", "/partie/00000000-0000-4000-8000-000000000000/", "/t"])
def test_what_is_no_page_of_its_own_is_hidden_from_search_engines(client: Client, address: str) -> None:
    assert '<meta name="robots" content="noindex">' in client.get(address).content.decode()
