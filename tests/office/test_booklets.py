"""The pages that flag booklets: seen first, then done exactly as seen (art. 4.3.4, 7)."""

import re
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from office import roles
from payouts import ordering, pasted, paying
from payouts.models import Flagging, Lifting, Refund
from tests.games import stock
from tests.office.staff import signed_in
from tests.payouts import desk, flags
from tickets.models import Booklet

pytestmark = pytest.mark.django_db
COMPLAINT = {"reference": "PV 2026/00123", "on": "2026-01-05", "authority": "Commissariat de Lyon 3e"}
STOLEN, MISPRINT, LIFT = (reverse(f"office:{name}") for name in ("flag_stolen", "flag_misprint", "lift_flag"))


@pytest.fixture
def lead() -> Client:
    return signed_in(roles.SERVICE_LEAD)


def seen(answer: Any) -> str:
    """What the page's button sends back."""
    found = re.search(r'name="vu" value="(\w+)"', answer.content.decode())
    assert found is not None, answer.content.decode()
    return found[1]


def text(answer: Any) -> str:
    """What a page says, its spaces alike."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()).replace("&nbsp;", " "))


def test_a_list_is_previewed_then_flagged_and_what_is_unknown_is_named(lead: Client) -> None:
    won, paid = desk.won(45_00), desk.won(20_00)
    paying.pay(request=desk.request(paid), teller=desk.teller())
    typed = COMPLAINT | {"numbers": f"{flags.booklet(won)}, {paid.number_shown}\n50299999999 12345"}
    preview = lead.post(STOLEN, typed)
    said = text(preview)
    assert (
        "2 livrets seront déclarés volés" in said
        and "Parties gagnées 2 (65,00" in said
        and "Déjà payés 1 (20,00" in said
    )
    assert paid.number_shown in said and "502 99 999999 : aucun livret" in said and "12345 : pas un numéro" in said
    assert not Booklet.objects.filter(stolen=True).exists()
    answer = lead.post(STOLEN, typed | {"vu": seen(preview)}, follow=True)
    made = Flagging.objects.get()
    assert answer.redirect_chain == [(reverse("office:flagging", args=[made.pk]), 302)]
    assert "2 livrets maintenant déclarés volés" in text(answer) and "PV 2026/00123" in text(answer)
    assert Booklet.objects.filter(stolen=True).count() == 2


def test_what_changed_since_it_was_seen_is_shown_again_and_nothing_is_done(lead: Client) -> None:
    play = desk.won()
    typed = COMPLAINT | {"numbers": str(flags.booklet(play))}
    preview = seen(lead.post(STOLEN, typed))
    paying.pay(request=desk.request(play), teller=desk.teller())
    again = lead.post(STOLEN, typed | {"vu": preview})
    assert "La situation a changé" in text(again) and "Déjà payés 1" in text(again)
    assert not Booklet.objects.filter(stolen=True).exists()
    assert lead.post(STOLEN, typed | {"vu": seen(again)}).status_code == 302


def test_a_form_that_names_no_booklet_or_no_complaint_says_so(lead: Client) -> None:
    for typed, said in (
        ({}, "Ce renseignement est demandé."),
        (COMPLAINT | {"numbers": "rien"}, "aucun numéro de livret ni de ticket"),
        (COMPLAINT | {"numbers": "50201000009 à 50201000001"}, "va du plus petit numéro au plus grand"),
        (COMPLAINT | {"numbers": "50201000001 à 50301000009"}, "Une plage reste dans une même émission"),
        (COMPLAINT | {"numbers": "502 01 000001 001 9"}, "Ce numéro comporte une erreur"),
        (COMPLAINT | {"numbers": "50299000001"}, "502 99 000001 : aucun livret ne porte ce numéro"),
        (COMPLAINT | {"on": "2999-01-01", "numbers": "50201000001"}, "pas encore passée"),
        (COMPLAINT | {"numbers": "50201000001 à 50201999999"}, "trop pour une seule fois"),
    ):
        answer = lead.post(STOLEN, typed | {"vu": "x"})
        assert answer.status_code == 422 and said in text(answer)


def test_an_empty_form_of_a_misprint_or_of_a_lifting_says_what_to_name(lead: Client) -> None:
    assert "Choisissez un bloc, ou nommez des livrets" in text(lead.post(MISPRINT, {"reason": "codes illisibles"}))
    typed = {"kind": "stolen", "reason": "retrouvé", "numbers": ""}
    assert "Nommez des livrets, ou ouvrez le signalement" in text(lead.post(LIFT, typed))


def test_a_booklet_that_is_not_of_the_report_is_refused_by_its_number(lead: Client) -> None:
    made, other = flags.stolen([flags.booklet(desk.won())]), flags.booklet(desk.won())
    flags.stolen([other])
    typed = {"flagging": made.pk, "kind": "stolen", "reason": "retrouvé", "numbers": str(other)}
    answer = lead.post(LIFT, typed)
    assert answer.status_code == 422 and f"{pasted.shown(other)} : hors de ce signalement" in text(answer)
    preview = lead.post(LIFT, typed | {"numbers": ""})
    assert f"Signalement {made.pk}, vol, plainte PV 2026/00123. Raison de la levée : retrouvé." in text(preview)


def test_a_preview_names_booklets_and_complaint_and_is_corrected_with_what_was_typed(lead: Client) -> None:
    keys = flags.many(desk.emission(), 12, 1)
    typed = COMPLAINT | {"numbers": f"{keys[0]} à {keys[9]}, {keys[11]}"}
    preview = text(lead.post(STOLEN, typed))
    assert "Plainte PV 2026/00123 du 5 janvier 2026, Commissariat de Lyon 3e." in preview
    assert f"{pasted.shown(keys[0])} à {pasted.shown(keys[9])}, {pasted.shown(keys[11])}" in preview
    again = lead.post(STOLEN, typed | {"corriger": "1"}).content.decode()
    assert 'value="PV 2026/00123"' in again and typed["numbers"] in again and "Voir ce qui sera touché" in again


def test_beyond_a_hundred_booklets_their_number_is_confirmed_before_anything_is_done(lead: Client) -> None:
    keys = flags.many(desk.emission(), 101, 1)
    typed = COMPLAINT | {"numbers": f"{keys[0]} à {keys[-1]}"}
    vu = seen(lead.post(STOLEN, typed))
    answer = lead.post(STOLEN, typed | {"vu": vu})
    assert "confirmez d’abord" in text(answer) and "Je confirme 101 livrets" in text(answer)
    assert not Flagging.objects.exists()
    assert lead.post(STOLEN, typed | {"vu": vu, "sur": "101"}).status_code == 302
    assert Booklet.objects.filter(stolen=True).count() == 101
    few = COMPLAINT | {"numbers": str(flags.booklet(desk.won()))}
    assert "Je confirme" not in text(lead.post(STOLEN, few))


def test_sent_twice_a_flagging_is_made_once(lead: Client) -> None:
    typed = COMPLAINT | {"numbers": str(flags.booklet(desk.won()))}
    typed |= {"vu": seen(lead.post(STOLEN, typed))}
    lead.post(STOLEN, typed)
    assert "déjà" in text(lead.post(STOLEN, typed)) and Flagging.objects.count() == 1


def test_a_whole_block_is_marked_misprinted(lead: Client) -> None:
    play, _ = desk.won(), desk.won()
    elsewhere = stock.start("as_capone")
    typed = {"reason": "codes illisibles", "block": desk.emission().blocks.get().pk, "numbers": ""}
    lead.post(MISPRINT, typed | {"vu": seen(lead.post(MISPRINT, typed))})
    assert set(Booklet.objects.filter(misprint=True).values_list("block", flat=True)) == {typed["block"]}
    assert not Booklet.objects.get(pk=flags.booklet(elsewhere)).misprint
    assert Booklet.objects.get(pk=flags.booklet(play)).misprint


def test_a_whole_flagging_is_lifted_and_what_it_kept_from_being_started_is_refunded(lead: Client) -> None:
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        made = flags.stolen([flags.unstarted() // 10_000, flags.booklet(desk.won())])
        page = lead.get(reverse("office:flagging", args=[made.pk]))
        assert "Encore signalés 2" in text(page) and f"{LIFT}?signalement={made.pk}" in page.content.decode()
    with time_machine.travel("2026-08-10T10:00:00Z", tick=False):
        lead = signed_in(roles.SERVICE_LEAD)
        address = f"{LIFT}?signalement={made.pk}"
        assert f'name="flagging" value="{made.pk}"' in lead.get(address).content.decode()
        typed = {"flagging": made.pk, "kind": "stolen", "reason": "livrets retrouvés", "numbers": ""}
        preview = lead.post(address, typed)
        assert "À rembourser 1 ticket (2,00" in text(preview)
        prepared = lead.post(address, typed | {"vu": seen(preview)}, follow=True)
        page = prepared.redirect_chain[-1][0]
        assert "une autre personne doit maintenant" in text(prepared) and 'name="vu"' not in prepared.content.decode()
        assert page in lead.get(reverse("office:flagging", args=[made.pk])).content.decode()
        second = signed_in(roles.SERVICE_LEAD)
        shown = second.get(page)
        assert "2 livrets à ne plus signaler, 1 ticket à rembourser, 2,00" in text(shown)
        assert lead.post(page, {"vu": seen(shown)}).status_code == 422 and not Refund.objects.exists()
        assert "Le compte a changé" in text(second.post(page, {"vu": "x"})) and not Refund.objects.exists()
        answer = second.post(page, {"vu": seen(shown)}, follow=True)
        assert "levé pour 2 livrets. 1 remboursement ordonné." in text(answer)
    assert Refund.objects.count() == 1


def test_a_lifting_prepared_is_withdrawn_with_its_reason() -> None:
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        made = flags.stolen([flags.unstarted() // 10_000])
    with time_machine.travel("2026-08-10T10:00:00Z", tick=False):
        lead, typed = (
            signed_in(roles.SERVICE_LEAD),
            {"flagging": made.pk, "kind": "stolen", "reason": "x", "numbers": ""},
        )
        lead.post(LIFT, typed | {"vu": seen(lead.post(LIFT, typed))})
        key = Lifting.objects.get().pk
        page, withdrawing = (reverse(f"office:{name}", args=[key]) for name in ("lifting", "lifting_withdraw"))
        assert withdrawing in lead.get(page).content.decode()
        assert withdrawing not in signed_in(roles.AUDITOR).get(page).content.decode()
        assert signed_in(roles.SERVICE).post(withdrawing, {"reason": "x"}).status_code == 403
        assert lead.post(withdrawing, {"reason": " "}).status_code == 422
        shown = text(lead.post(withdrawing, {"reason": "mauvais livrets"}, follow=True))
        assert "Retirée le" in shown and "mauvais livrets" in shown and "Lever le signalement" not in shown
        assert lead.post(withdrawing, {"reason": "encore"}).status_code == 422
        assert Booklet.objects.filter(stolen=True).exists() and not Refund.objects.exists()


def test_only_the_part_named_of_a_flagging_is_lifted(lead: Client) -> None:
    first, second = flags.booklet(desk.won()), flags.booklet(desk.won())
    made = flags.stolen([first, second])
    typed = {"flagging": made.pk, "kind": "stolen", "reason": "retrouvé", "numbers": str(first)}
    lead.post(LIFT, typed | {"vu": seen(lead.post(LIFT, typed))})
    assert list(Booklet.objects.filter(stolen=True).values_list("pk", flat=True)) == [second]


def test_lists_lead_to_the_pages_and_count_no_table_whole(lead: Client, django_assert_max_num_queries) -> None:
    made = flags.stolen([flags.booklet(desk.won()) for _ in range(3)])
    flaggings, booklets = reverse("admin:payouts_flagging_changelist"), reverse("admin:tickets_booklet_changelist")
    with django_assert_max_num_queries(12):
        shown = text(lead.get(flaggings))
    assert "Déclarer des livrets volés" in shown and "plainte PV 2026/00123" in shown
    key = f"{made.flagged.order_by('booklet')[0].booklet_id}"
    with django_assert_max_num_queries(12):
        shown = text(lead.get(booklets, {"q": key}))
    assert f"{key[:3]} {key[3:5]} {key[5:]}" in shown
    change = reverse("admin:payouts_flagging_change", args=[made.pk])
    assert lead.get(change)["Location"] == reverse("office:flagging", args=[made.pk])


def test_a_complaint_is_read_and_reached_from_its_ticket_and_its_booklet_and_found_by_their_numbers(
    lead: Client,
) -> None:
    """Art. 4.3.4: whoever asks for a prize of a stolen booklet is told which complaint stands against it."""
    play, other = desk.won(), desk.won()
    made, lifted = flags.stolen([flags.booklet(play)]), flags.stolen([flags.booklet(other)])
    lead_of = {"kind": "stolen", "reason": "retrouvé", "by": flags.user("unflag_booklets")}
    flags.lifted(keys=[flags.booklet(other)], **lead_of)
    for name, key in (("ticket", f"{play.ticket_id:015}"), ("found_booklet", flags.booklet(play))):
        page = lead.get(reverse(f"office:{name}", args=[key]))
        assert "plainte PV 2026/00123 du 5 janvier 2026, Commissariat de Lyon 3e" in text(page)
        assert reverse("office:flagging", args=[made.pk]) in page.content.decode()
    assert "PV 2026" not in text(lead.get(reverse("office:found_booklet", args=[flags.booklet(other)])))
    listed = reverse("admin:payouts_flagging_changelist")
    for asked in (play.number_shown, str(flags.booklet(play))):
        shown = lead.get(listed, {"q": asked}).content.decode()
        assert f"flagging/{made.pk}/change" in shown and f"flagging/{lifted.pk}/change" not in shown
    assert f"flagging/{lifted.pk}/change" in lead.get(listed, {"q": "2026/00123"}).content.decode()


def test_booklets_are_listed_without_a_false_count_and_lead_to_their_page(
    lead: Client,
) -> None:
    play = desk.won()
    keys = flags.many(desk.emission(), 5_001, 1)
    listed = reverse("admin:tickets_booklet_changelist")
    shown = text(lead.get(listed))
    assert (
        "Les 50 premiers livrets. Cherchez les autres par leur numéro" in shown
        and "500" not in shown.split("Les 50")[1]
    )
    assert "1 livret" in text(lead.get(listed, {"q": str(keys[-1])}))
    assert "502 99 999999 : aucun livret" in text(lead.get(listed, {"q": "50299999999"}))
    page = lead.get(reverse("admin:tickets_booklet_change", args=[flags.booklet(play)]))
    assert page["Location"] == reverse("office:found_booklet", args=[flags.booklet(play)])
    assert "Livrets signalés" not in text(lead.get(reverse("admin:index")))


def test_a_booklet_says_what_was_given_against_each_of_its_tickets(lead: Client) -> None:
    paid, refund = desk.won(45_00), desk.won(20_00)
    paying.pay(request=desk.request(paid), teller=desk.teller())
    ordering.order_refund(number=refund.ticket_id, reason="panne", by=flags.user("order_refund"))
    said = [text(lead.get(reverse("office:found_booklet", args=[flags.booklet(one)]))) for one in (paid, refund)]
    assert "gain payé, 45,00 €" in said[0] and "remboursement ordonné, 2,00 €" in said[1]


@pytest.mark.parametrize(
    ("role", "flag", "lift", "read"),
    [
        (roles.SERVICE, 200, 403, 200),
        (roles.SERVICE_LEAD, 200, 200, 200),
        (roles.SUPERVISOR, 403, 403, 200),
        (roles.AUDITOR, 403, 403, 200),
        (roles.ISSUING, 403, 403, 403),
        (roles.APPROVER, 403, 403, 403),
        (roles.ACCOUNTS, 403, 403, 403),
    ],
)
def test_each_role_sees_and_does_what_is_its_own(role: str, flag: int, lift: int, read: int) -> None:
    made = flags.stolen([flags.booklet(desk.won())])
    client = signed_in(role)
    one, listed = reverse("office:flagging", args=[made.pk]), reverse("admin:payouts_flagging_changelist")
    assert [client.get(page).status_code for page in (STOLEN, MISPRINT, LIFT, one)] == [flag, flag, lift, read]
    assert [client.post(page).status_code for page in (STOLEN, LIFT)] == [flag, lift]
    assert client.get(listed).status_code == read
    assert ("Déclarer des livrets volés" in text(client.get(listed))) is (flag == 200)
    assert client.get(reverse("admin:payouts_flagging_add")).status_code == 403
    assert client.get(reverse("admin:payouts_flagging_delete", args=[made.pk])).status_code == 403
