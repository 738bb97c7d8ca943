"""Help: every question with its answer, in words and as structured data, its links leading where they say."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client) -> str:
    return client.get(reverse("public:help")).content.decode()


def structured(page: str) -> list[dict[str, object]]:
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    return [json.loads(one) for one in found]


def test_each_question_of_the_page_is_told_as_structured_data_with_whole_links(page: str) -> None:
    asked = re.findall(r"<summary><h3>(.*?)</h3></summary>", page)
    (faq,) = [one for one in structured(page) if one["@type"] == "FAQPage"]
    questions = faq["mainEntity"]
    assert [one["name"] for one in questions] == asked and len(set(asked)) == len(asked) > 20
    for one in questions:
        answer = one["acceptedAnswer"]["text"]
        assert len(re.sub("<.*?>", "", answer)) > 20
        assert all(link.startswith(settings.SITE_URL) for link in re.findall('href="(.*?)"', answer)), one


ASKED = (
    "code-refuse code-illisible qr ou-est-le-code interrompue autre-appareil trente-jours expiree suspendu abime perdu "
    "vole nul-si-decouvert ou-etre-paye virement mineurs hasard accessibilite"
)


@pytest.mark.parametrize("anchor", ASKED.split())
def test_what_people_ask_has_an_answer_of_its_own_to_link_to(page: str, anchor: str) -> None:
    assert f'<details class="ask" id="{anchor}">' in page


def test_every_article_named_is_one_of_the_reglement(page: str) -> None:
    named = set(re.findall(r"articles? ([\d. ,età]+)", page.replace("\u00a0", " ").replace("&nbsp;", " ")))
    assert len(named) > 15
    for one in named:
        assert all(1 <= int(article.split(".")[0]) <= 14 for article in re.findall(r"\d[\d.]*", one)), one


def test_amounts_are_those_by_which_prizes_are_paid(page: str) -> None:
    shown = page.replace("\u00a0", " ")
    assert all(amount in shown for amount in ("200 €", "30 000 €", "50 000 €", "3 000 €"))
