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


def test_answers_lead_to_the_articles_that_say_so(page: str) -> None:
    """That each anchor is there is tested of every page."""
    named = re.findall(r'<a href="/reglement#art-([\d-]+)">([\d.]+)</a>', page)
    assert len(named) > 25 and all(anchor == article.replace(".", "-") for anchor, article in named)
    assert {"3.3.5", "4.3.1", "7", "9", "10"} <= {article for _, article in named}


def test_amounts_are_those_by_which_prizes_are_paid(page: str) -> None:
    shown = page.replace("\u00a0", " ")
    assert all(amount in shown for amount in ("200 €", "30 000 €", "50 000 €", "3 000 €"))
