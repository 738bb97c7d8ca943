"""The pages of suspensions (art. 8.2), and of what is refunded after an outage (art. 3.3.9)."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.models import Play
from games.refusals import StepRefused
from games.starting import enter_code
from office import roles
from payouts.models import MassRefund, Refund
from tests.games import stock
from tests.office.staff import signed_in
from tests.office.test_booklets import seen, text
from tests.payouts import desk
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Suspension

pytestmark = pytest.mark.django_db
SUSPEND, REFUND = reverse("office:suspend"), reverse("office:mass_refund")
PERIOD = {"since": "2026-03-10T08:00", "until": "2026-03-10T20:00", "reason": "panne du 10 mars"}
AFTER = "2026-03-20T10:00:00Z"


def expired() -> Play:
    """A play whose last day was the 10th of March."""
    with time_machine.travel(datetime(2026, 2, 8, 12, tzinfo=UTC), tick=False):
        return enter_code(text=desk.bearing(45_00))


def ordered(client: Client, typed: dict[str, Any]) -> Any:
    """The page of what this person prepared, once another one has ordered it."""
    address = client.post(REFUND, typed)["Location"]
    second = signed_in(roles.APPROVER)
    return second.post(address, {"vu": seen(second.get(address))}, follow=True)


def test_a_manager_suspends_a_game_with_its_message_and_lifts_it() -> None:
    play, client = stock.start("as_capone"), signed_in(roles.ISSUING)
    game = play.tier.table.game
    typed = {"what": game.pk, "message": "Travaux jusqu’à 18 h."}
    read = text(client.post(SUSPEND, typed))
    assert "1 partie en cours sera arrêtée" in read and "Ses trente jours finissent le" in read
    assert "Ce jeu est suspendu pour le moment. Travaux jusqu’à 18 h." in read and not Suspension.objects.exists()
    assert "Suspendre maintenant" not in text(client.post(SUSPEND, typed | {"edit": "1"}))
    answer = client.post(SUSPEND, typed | {"record": "1"}, follow=True)
    assert f"C’est suspendu : {game.name}" in text(answer)
    with pytest.raises(StepRefused, match="Travaux jusqu’à 18 h"):
        stock.step(play, {"carte": "A"}, "7")
    again = client.post(SUSPEND, typed | {"record": "1"})
    assert again.status_code == 422 and "Ce jeu est déjà suspendu." in text(again)
    made = Suspension.objects.get()
    lifting = reverse("office:lift_suspension", args=[made.pk])
    assert "La suspension est levée" in text(client.post(lifting, follow=True))
    assert "déjà levée" in text(client.post(lifting, follow=True))
    assert stock.step(play, {"carte": "A"}, "7").step == 1
    assert [entry.kind for entry in record.entries(Subject.GAME, game.pk)] == ["suspend", "lift"]


def test_the_whole_site_is_suspended_too_and_a_message_is_asked_for() -> None:
    play, client = stock.start("as_capone"), signed_in(roles.ISSUING)
    assert client.post(SUSPEND, {"what": "site", "message": " "}).status_code == 422
    assert client.post(SUSPEND, {"what": "999", "message": "x"}).status_code == 422
    client.post(SUSPEND, {"what": "site", "message": "Panne.", "record": "1"})
    with pytest.raises(StepRefused, match="Tous les jeux sont suspendus pour le moment"):
        stock.step(play, {"carte": "A"}, "7")


@time_machine.travel(AFTER, tick=False)
def test_the_plays_of_a_period_are_counted_then_refunded() -> None:
    play, client = expired(), signed_in(roles.ISSUING)
    preview = client.post(REFUND, PERIOD)
    said = text(preview)
    assert "1 partie à rembourser, 2,00" in said and "10 mars 2026 au 11 mars 2026" in said
    assert Refund.objects.count() == 0
    answer = ordered(client, PERIOD | {"vu": seen(preview)})
    assert "1 remboursement ordonné" in text(answer) and "0 sur 1" in text(answer)
    assert Refund.objects.get().ticket_id == play.ticket_id
    assert "Aucune partie n’est à rembourser" in text(client.post(REFUND, PERIOD))


@time_machine.travel(AFTER, tick=False)
def test_a_count_that_changed_is_shown_again_and_nothing_is_ordered() -> None:
    expired()
    client = signed_in(roles.ISSUING)
    before = seen(client.post(REFUND, PERIOD))
    expired()
    again = client.post(REFUND, PERIOD | {"vu": before})
    assert "Le compte a changé" in text(again) and "2 parties" in text(again) and Refund.objects.count() == 0


def test_a_suspension_is_chosen_as_the_outage() -> None:
    play, by = expired(), stock.manager()
    with time_machine.travel("2026-03-10T12:00:00Z", tick=False):
        from tickets.suspending import lift, suspend

        made = suspend(game=play.tier.table.game, message="Panne.", by=by)
    with time_machine.travel("2026-03-10T13:00:00Z", tick=False):
        lift(suspension_id=made.pk, by=by)
    with time_machine.travel(AFTER, tick=False):
        client = signed_in(roles.ISSUING)
        typed = {"suspensions": [made.pk], "reason": "panne"}
        ordered(client, typed | {"vu": seen(client.post(REFUND, typed))})
        assert MassRefund.objects.get().outages[0]["suspension"] == made.pk and Refund.objects.count() == 1


@time_machine.travel(AFTER, tick=False)
def test_what_one_prepares_another_orders() -> None:
    expired()
    first, second = signed_in(roles.ISSUING), signed_in(roles.APPROVER)
    answer = first.post(REFUND, PERIOD | {"vu": seen(first.post(REFUND, PERIOD))}, follow=True)
    assert "une autre personne doit maintenant l’ordonner" in text(answer) and Refund.objects.count() == 0
    one = reverse("office:mass_refund_one", args=[MassRefund.objects.get().pk])
    assert 'name="vu"' not in first.get(one).content.decode()
    shown = second.get(one)
    assert first.post(one, {"vu": seen(shown)}).status_code == 422
    assert "1 remboursement ordonné" in text(second.post(one, {"vu": seen(shown)}, follow=True))
    assert Refund.objects.count() == 1


@time_machine.travel(AFTER, tick=False)
def test_what_is_prepared_is_withdrawn_by_who_prepared_it_with_a_reason() -> None:
    expired()
    client = signed_in(roles.ISSUING)
    client.post(REFUND, PERIOD | {"vu": seen(client.post(REFUND, PERIOD))})
    key = MassRefund.objects.get().pk
    one, withdrawing = (reverse(f"office:{name}", args=[key]) for name in ("mass_refund_one", "mass_refund_withdraw"))
    assert withdrawing in client.get(one).content.decode()
    assert withdrawing not in signed_in(roles.AUDITOR).get(one).content.decode()
    assert client.post(withdrawing, {"reason": " "}).status_code == 422
    shown = text(client.post(withdrawing, {"reason": "mauvaise période"}, follow=True))
    assert "Retiré le" in shown and "mauvaise période" in shown and "Ordonner" not in shown
    assert client.post(withdrawing, {"reason": "encore"}).status_code == 422
    assert client.post(one, {"vu": "x"}).status_code == 200 and not Refund.objects.exists()


@time_machine.travel(AFTER, tick=False)
def test_an_outage_is_a_suspension_or_a_whole_period_that_began() -> None:
    client = signed_in(roles.ISSUING)
    for typed, said in (
        ({"reason": "x"}, "Choisissez une suspension, ou une période."),
        (PERIOD | {"until": ""}, "Une période a un début et une fin."),
        (PERIOD | {"until": "2026-03-10T07:00"}, "La fin vient après le début."),
        (PERIOD | {"since": "2026-04-10T07:00", "until": "2026-04-11T07:00"}, "pas encore commencé"),
        (PERIOD | {"until": "2026-03-21T07:00"}, "pas encore finie"),
        (PERIOD | {"since": "1900-01-01T07:00"}, "à plus de dix ans"),
    ):
        answer = client.post(REFUND, typed)
        assert answer.status_code == 422 and said in text(answer)


@pytest.mark.parametrize(
    ("role", "suspends", "refunds", "reads"),
    [
        (roles.ISSUING, 200, 200, 200),
        (roles.APPROVER, 403, 200, 200),
        (roles.SERVICE, 403, 403, 200),
        (roles.SERVICE_LEAD, 403, 403, 200),
        (roles.SUPERVISOR, 403, 403, 200),
        (roles.AUDITOR, 403, 403, 200),
        (roles.ACCOUNTS, 403, 403, 403),
    ],
)
def test_each_role_sees_and_does_what_is_its_own(role: str, suspends: int, refunds: int, reads: int) -> None:
    client, stranger = signed_in(role), stock.manager()
    game = stock.start("as_capone").tier.table.game
    made = Suspension.objects.create(game=game, message="x", since=datetime(2026, 1, 1, tzinfo=UTC), by=stranger)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    mass = MassRefund.objects.create(reason="x", outages=[], count=0, total=0, prepared_at=at, prepared_by=stranger)
    pages = (SUSPEND, REFUND, reverse("office:mass_refund_one", args=[mass.pk]))
    assert [client.get(page).status_code for page in pages] == [suspends, refunds, reads]
    lifted = client.post(reverse("office:lift_suspension", args=[made.pk])).status_code
    assert lifted == (302 if suspends == 200 else 403)
    assert client.get(reverse("admin:payouts_massrefund_changelist")).status_code == reads
    for model in ("tickets_suspension", "payouts_massrefund"):
        assert client.get(reverse(f"admin:{model}_add")).status_code == 403
