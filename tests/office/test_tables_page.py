"""A prize table's page: typed in euros with its figures beside it, saved, approved by a second person, then locked."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.approval import approve_prize_table
from games.contents import Content
from office import roles
from tests.games import stock
from tests.office import tables
from tests.office.tables import address, signed_in, typed
from tickets.models import Game, PrizeTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> PrizeTable:
    return stock.make_emission("sauve_souris").prize_table


def text(answer: HttpResponse) -> str:
    """What is read, with plain spaces."""
    plain = unescape(re.sub(r"<[^>]+>", " ", answer.content.decode()))
    return " ".join(plain.split())


def test_lines_are_typed_in_euros_and_kept_in_cents_in_their_order(table: PrizeTable) -> None:
    rows = (("1\u202f250,50 €", "40", "60"), ("", "", ""), ("2.5", "16,00", "4\u00a00"))
    answer = signed_in().post(address(table), typed(table, rows))
    assert answer.status_code == 302
    table.refresh_from_db()
    assert Content.of(table).tiers == (((1_250_50, 40_00), 60), ((2_50, 16_00), 40))
    assert (table.block_size, table.share, table.tolerance) == (100, 70_00, 60)
    assert table.changed_by == tables.staff(roles.ISSUING)


@pytest.mark.parametrize("slug", ["sauve_souris", "poule_aux_oeufs_d_or"])
def test_the_page_has_a_column_for_each_of_the_games_own_lots(slug: str) -> None:
    table = stock.make_emission(slug).prize_table
    page = text(signed_in().get(address(table)))
    named = {"sauve_souris": "Une souris sauvée Les huit souris", "poule_aux_oeufs_d_or": "En plusieurs coups"}
    assert named[slug] in page


def test_the_figures_of_what_is_typed_are_told_and_nothing_is_kept(table: PrizeTable) -> None:
    """Art. 2.3, 3.2.1; annex 1: 70 % whatever the placement, won more or less often."""
    before = Content.of(table)
    told = text(signed_in().post(address(table, "table_figures"), typed(table)))
    assert "100 tickets pour un bloc de 100 : le compte y est" in told
    assert told.count("Taux de retour exact") == 3 and "un ticket sur 1,33" in told and "un ticket sur 10,67" in told
    # 60 tickets at 5 € and 40 at 2 €: 0,75 mouse each, 285 €, of sales of 300 €
    assert "95,0000 % 19/20 hors tolérance" in told and told.count("Total attendu 285,00 €") == 3
    assert "Pire cas 3 040,00 €" in told and "Pire cas 380,00 €" in told
    assert "Ce qui empêche l’approbation" in told and "hors de la part fixée" in told
    assert Content.of(table) == before


def test_what_is_half_typed_is_left_out_and_said(table: PrizeTable) -> None:
    """Art. 3.2.1."""
    rows = (*tables.ROWS, ("7", "", "3"), ("x", "8", "1"))
    told = text(signed_in().post(address(table, "table_figures"), typed(table, rows, block_size="110")))
    assert "2 lignes incomplètes ou fausses ne sont pas comptées" in told
    assert "il en manque 10 pour un bloc de 110" in told


def test_a_form_without_a_line_has_figures_too(table: PrizeTable) -> None:
    answer = signed_in().post(address(table, "table_figures"), typed(table, (), block_size="", share=""))
    assert answer.status_code == 200 and "n’a encore aucune ligne" in text(answer)


def test_without_javascript_a_button_tells_the_figures_and_keeps_what_is_typed(table: PrizeTable) -> None:
    answer = signed_in().post(address(table), typed(table) | {"recalculer": "1"})
    assert answer.status_code == 200 and "95,0000 %" in text(answer)
    assert 'value="2,00"' in answer.content.decode() and 'value="40"' in answer.content.decode()
    assert Content.of(table).block_size == 300_000


def test_a_line_is_added_moved_up_and_removed(table: PrizeTable) -> None:
    client = signed_in()
    more = client.post(address(table), typed(table) | {"ajouter": "1"}).content.decode()
    assert 'name="lignes-2-tickets"' in more
    moved = client.post(address(table), typed(table) | {"monter": "1"}).content.decode()
    assert re.search(r'name="lignes-0-lot_0" value="2,00"', moved), "the second line comes first"
    client.post(address(table), typed(table) | {"lignes-0-DELETE": "on"})
    assert Content.of(table).tiers == (((2_00, 16_00), 40),)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"lignes-0-lot_0": "-5"}, "« -5 » n’est pas un montant"),
        ({"lignes-0-lot_0": "1,255"}, "n’est pas un montant"),
        ({"lignes-0-lot_0": "0"}, "plus grand que zéro"),
        ({"lignes-0-tickets": "1,5"}, "n’est pas un nombre de tickets"),
        ({"lignes-0-tickets": ""}, "obligatoire"),
        ({"lignes-1-lot_0": "5", "lignes-1-lot_1": "40"}, "Les lignes 1, 2 portent les mêmes lots"),
        ({"block_size": ""}, "obligatoire"),
        ({"share": "101"}, "n’est pas un pourcentage"),
        ({"seen": "x"}, "rouvrez-le"),
        ({"lignes-TOTAL_FORMS": "9999"}, "150"),
        ({"lignes-TOTAL_FORMS": "x"}, ""),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_kept(table: PrizeTable, said: dict[str, str], why: str) -> None:
    before = Content.of(table)
    answer = signed_in().post(address(table), typed(table) | said)
    assert answer.status_code == 422 and why in text(answer)
    assert Content.of(table) == before


def test_one_prepares_another_approves_and_the_page_is_locked(table: PrizeTable) -> None:
    """Art. 3.2.2."""
    issuing, approver = signed_in(), signed_in(roles.APPROVER)
    issuing.post(address(table), typed(table, share="95"))
    assert "Approuver ce tableau" not in text(issuing.get(address(table)))
    page = approver.get(address(table)).content.decode()
    assert "Approuver ce tableau" in page and 'name="lignes-0-tickets"' not in page
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    answer = approver.post(address(table, "table_approve"), {"seen": seen[1]}, follow=True)
    assert "Approuvé le" in text(answer) and "Ce tableau ne change plus" in text(answer)
    assert 'name="lignes-0-tickets"' not in issuing.get(address(table)).content.decode()
    refused = issuing.post(address(table), typed(table))
    assert refused.status_code == 422 and "ne change plus" in text(refused)


def test_what_stands_against_an_approval_is_told(table: PrizeTable) -> None:
    approver = signed_in(roles.APPROVER)
    PrizeTable.objects.update(share=60_00)
    assert "ne peut pas encore être approuvé" in text(approver.get(address(table)))
    answer = approver.post(address(table, "table_approve"), {"seen": Content.of(table).fingerprint})
    assert answer.status_code == 422 and "hors de la part fixée" in text(answer)
    assert not PrizeTable.objects.get().approved_at


def test_a_table_changed_since_it_was_read_is_not_approved(table: PrizeTable) -> None:
    answer = signed_in(roles.APPROVER).post(address(table, "table_approve"), {"seen": "before"})
    assert answer.status_code == 422 and "relisez-le" in text(answer)


def test_the_last_who_changed_it_is_told_that_another_person_approves(table: PrizeTable) -> None:
    both = tables.staff(roles.APPROVER)
    PrizeTable.objects.update(changed_by=both)
    client = signed_in(roles.APPROVER)
    assert "une autre personne doit l’approuver" in text(client.get(address(table)))
    answer = client.post(address(table, "table_approve"), {"seen": Content.of(table).fingerprint})
    assert answer.status_code == 422 and not PrizeTable.objects.get().approved_at


def test_a_new_version_starts_as_a_copy_and_a_new_table_empty(table: PrizeTable) -> None:
    approve_prize_table(table_id=table.pk, by=stock.approver())
    client = signed_in()
    answer = client.post(address(table, "table_copy"))
    copy = PrizeTable.objects.get(version=2)
    assert answer["Location"] == address(copy) and Content.of(copy).tiers == Content.of(table).tiers
    answer = client.post(reverse("office:table_new"), {"jeu": "sauve_souris"})
    assert answer["Location"] == address(PrizeTable.objects.get(version=3))
    assert client.post(reverse("office:table_new"), {"jeu": "autre"}).status_code == 404
    assert client.get(reverse("office:table", args=[10**9])).status_code == 404


ALLOWED = {  # what each role may do, beside reading
    roles.ISSUING: {"table_figures", "table_import", "table_copy", "table_new", "save"},
    roles.APPROVER: {"table_approve"},
    roles.SERVICE: set(),
    roles.SERVICE_LEAD: set(),
    roles.AUDITOR: set(),
    roles.SUPERVISOR: None,
    roles.ACCOUNTS: None,
}


@pytest.mark.parametrize("role", ALLOWED)
def test_each_role_sees_and_does_what_it_may_by_pages_lists_and_direct_addresses(table: PrizeTable, role: str) -> None:
    client, allowed = signed_in(role), ALLOWED[role]
    seen = 403 if allowed is None else 200
    pages = [address(table), address(table, "table_export", "csv"), reverse("admin:tickets_prizetable_changelist")]
    assert [client.get(page).status_code for page in pages] == [seen] * 3
    before = Content.of(table)
    assert _posts(client, table) == (allowed or set())
    if role != roles.ISSUING:
        assert Content.of(table) == before
        page = client.get(address(table)).content.decode()
        assert "Enregistrer" not in page and "Nouvelle version" not in page


def _posts(client: Client, table: PrizeTable) -> set[str]:
    """What this browser is not refused."""
    taken = {
        name
        for name in ("table_figures", "table_import", "table_copy", "table_approve")
        if client.post(address(table, name), {"seen": ""}).status_code != 403
    }
    new = client.post(reverse("office:table_new"), {"jeu": "sauve_souris"}).status_code
    saved = client.post(address(table), typed(table)).status_code
    return taken | ({"table_new"} if new == 302 else set()) | ({"save"} if saved == 302 else set())


def test_the_list_leads_to_the_pages_and_deletes_nothing(
    table: PrizeTable, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in()
    listed = reverse("admin:tickets_prizetable_changelist")
    client.get(listed)
    for version in range(2, 8):
        PrizeTable.objects.create(game=table.game, version=version, block_size=1, changed_by=stock.approver())
    with django_assert_num_queries(9):
        page = text(client.get(listed))
    assert "Sauve Souris, tableau 7" in page and "69,00 % ± 2,00 %" in page
    change = client.get(reverse("admin:tickets_prizetable_change", args=[table.pk]))
    assert change["Location"] == address(table)
    assert client.get(reverse("admin:tickets_prizetable_add"))["Location"] == reverse("office:table_new")
    for name in ("change", "delete"):
        client.post(reverse(f"admin:tickets_prizetable_{name}", args=[table.pk]), {"post": "yes", "block_size": "1"})
    table.refresh_from_db()
    assert table.block_size == 300_000


def test_a_page_asks_the_database_little(table: PrizeTable, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = signed_in()
    client.get(address(table))
    with django_assert_num_queries(9):
        client.get(address(table))
    assert Game.objects.count() == 1
