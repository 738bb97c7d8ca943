"""The first page of the admin: who sees what of how the offer stands, what it says, and that it stays cheap."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import drafting
from games.approval import approve_prize_table
from games.auditing.report import Report, Return
from office import charts, figures, roles
from payouts import lifting, marking, paying, refunding
from payouts.gathering import gather
from payouts.outages import Outage
from tests.games import stock
from tests.games.addenda import addendum
from tests.office.staff import member
from tests.payouts import bank, desk, flags
from tests.signing import sign_in
from tests.tickets import sealed
from tickets.calendar import paris_day
from tickets.models import Emission, PrizeTable
from tickets.seal import health
from tickets.seal.anchoring import anchor
from tickets.seal.sealer import seal_once

pytestmark = pytest.mark.django_db
HOME = "/admin/"
NOON = datetime(2027, 3, 1, 11, tzinfo=UTC)
TODAY, EMISSIONS, SEAL, MONTH = "Aujourd’hui", 'id="emissions"', "Scellement du journal", "Trente derniers jours"
TRANSFERS, MONEY = "Banques à vérifier", "Gains payés"


@pytest.fixture(autouse=True)
def _anchors(tmp_path: object, settings: object) -> None:
    settings.ANCHOR_FOLDER = tmp_path  # type: ignore[attr-defined]


def staff(client: Client, *permissions: str) -> Client:
    user = User.objects.create_user("agent", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return sign_in(client, user)


def of_role(client: Client, role: str) -> Client:
    user = User.objects.create_user("agent", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return sign_in(client, user)


def page(client: Client) -> str:
    answer = client.get(HOME)
    assert answer.status_code == 200
    shown = answer.content.decode().replace("\u00a0", " ").replace("\u202f", " ").replace("&nbsp;", " ")
    return shown.replace("<strong>", "").replace("</strong>", "")


@pytest.mark.parametrize(
    ("role", "seen"),
    [
        (roles.ISSUING, {TODAY, MONTH, MONEY, EMISSIONS, SEAL}),
        (roles.APPROVER, {TODAY, MONTH}),
        (roles.SERVICE, {TODAY, MONTH}),
        (roles.SERVICE_LEAD, {TODAY, MONTH}),
        (roles.SUPERVISOR, {TODAY, MONTH, MONEY, EMISSIONS}),
        (roles.ACCOUNTS, {TODAY, MONTH, MONEY, EMISSIONS, TRANSFERS}),
        (roles.AUDITOR, {TODAY, MONTH, MONEY, EMISSIONS, TRANSFERS, SEAL}),
    ],
)
def test_each_role_sees_its_own_parts(client: Client, role: str, seen: set[str]) -> None:
    stock.start("as_capone")
    shown = page(of_role(client, role))
    assert {part for part in (TODAY, MONTH, MONEY, EMISSIONS, SEAL, TRANSFERS) if part in shown} == seen
    assert ("/caisse/virements" in shown) == (role == roles.ACCOUNTS)  # an auditor reads numbers, and sends nothing


def test_without_rights_to_figures_there_are_only_lists_and_nothing_is_counted(client: Client) -> None:
    agent = staff(client, "view_desk")
    with CaptureQueriesContext(connection) as asked:
        shown = page(agent)
    assert "Caisses" in shown and not any(part in shown for part in (TODAY, MONTH, EMISSIONS, SEAL, TRANSFERS))
    assert not any(table in query["sql"] for query in asked for table in ("games_play", "payouts_payment", "office_"))


def test_without_any_right_the_page_says_whom_to_ask(client: Client) -> None:
    assert "Demandez vos droits à un administrateur" in page(staff(client))


def test_who_may_see_plays_and_no_amounts_reads_no_sum_of_money(client: Client) -> None:
    paying.pay(request=desk.request(desk.won(45_00)), teller=desk.teller())
    shown = page(staff(client, "view_figures"))
    assert "<dt>Gagnées</dt><dd>1</dd>" in shown and "€" not in shown


def test_today_and_what_runs_now_are_counted_at_once(client: Client) -> None:
    with time_machine.travel(NOON - timedelta(days=2), tick=False) as clock:
        stock.start("as_capone")
        paying.pay(request=desk.request(desk.won(45_00)), teller=desk.teller())
        clock.move_to(NOON)
        figures.count_days()
        stock.start("as_capone")
        desk.won(30_00)
        shown = page(staff(client, "view_figures", "view_amounts"))
    assert "<dt>Commencées</dt><dd>2</dd>" in shown and "<dt>En cours maintenant</dt><dd>2</dd>" in shown
    assert "<dt>Gagnées</dt><dd>1</dd>" in shown and "<dt>Gains</dt><dd>30,00 €</dd>" in shown
    assert 'sam 27 fév.</th><td class="number">2</td><td class="number">1</td><td class="number">0</td>' in shown
    row = shown[shown.index("La Poule aux œufs d’or, 502 01</th>") :]
    assert "75,00 €</td>" in row and "45,00 €</td>" in row and "30,00 €</td>" in row
    assert "pas de clôture annoncée" in row and "pas encore relevé" in row


def test_today_is_counted_once_for_all_who_look_within_seconds(client: Client) -> None:
    stock.start("as_capone")
    agent = staff(client, "view_figures")
    page(agent)
    with CaptureQueriesContext(connection) as asked:
        page(agent)
    assert not any('FROM "games_play"' in query["sql"] and "GROUP BY" in query["sql"] for query in asked)


def test_plays_of_each_day_are_drawn_to_scale_and_the_running_ones_follow(client: Client) -> None:
    with time_machine.travel(NOON - timedelta(days=1), tick=False) as clock:
        for _ in range(3):
            stock.start("as_capone")
        clock.move_to(NOON)
        figures.count_days()
        stock.start("as_capone")
        shown = page(staff(client, "view_figures"))
    assert shown.count('class="wide" x="313"') == 1 and shown.count('class="wide" x="324"') == 1
    assert 'y="22" width="9" height="110"' in shown  # three of three
    rows = [row for row in shown.split("<tr>") if '<th scope="row">' in row]
    assert [row.split("</td>")[4].rpartition(">")[2] for row in rows[:3]] == ["4", "3", "0"]


def test_a_day_not_counted_yet_is_said_and_sums_without_it_are_not_given(client: Client) -> None:
    with time_machine.travel(NOON - timedelta(days=2), tick=False) as clock:
        stock.start("as_capone")
        clock.move_to(NOON)
        shown = page(staff(client, "view_figures"))
    assert "Les jours du 27 février 2027 au 28 février 2027 ne sont pas encore comptés" in shown
    assert shown.count("pas encore compté</td>") == 2 and "inconnu" in shown


@pytest.mark.parametrize(
    ("closed_on", "said"),
    [
        (date(2027, 2, 1), "<td>2 mai 2027</td>"),
        (date(2026, 12, 1), "<td>1er mars 2027</td>"),
        (date(2026, 11, 30), "Forclos depuis le 28 février 2027"),
    ],
)
def test_an_emission_is_payable_until_ninety_days_after_its_closing(client: Client, closed_on: date, said: str) -> None:
    """Article 9."""
    stock.make_emission("as_capone", closed_on=closed_on)
    with time_machine.travel(NOON, tick=False):
        assert said in page(staff(client, "view_figures", "view_amounts"))


def test_an_emission_long_over_is_shown_no_more(client: Client) -> None:
    stock.make_emission("as_capone", closed_on=date(2026, 10, 31))
    with time_machine.travel(NOON, tick=False):
        assert "Aucune émission" in page(staff(client, "view_figures", "view_amounts"))


def test_the_return_is_that_of_the_last_report_of_draws(client: Client) -> None:
    emission = stock.make_emission("sauve_souris")
    found = Return("sauve_souris", emission.game_code, 1, 1234, 370200, 259140, "7/10", 0.698, 0.65, 0.751)
    Report(NOON, 1000, (), (found,)).keep()
    shown = page(staff(client, "view_figures", "view_amounts"))
    assert "<td>69,80 % (65,00 % à 75,10 %)</td>" in shown
    assert "/admin/tirages/" not in shown  # it takes the right to see plays


def test_the_exact_return_is_that_of_the_approved_table_before_any_report_of_draws(client: Client) -> None:
    """Art. 2.3: Sauve Souris returns seven tenths, whatever was played."""
    emission = stock.make_emission("sauve_souris")
    approve_prize_table(table_id=emission.prize_table_id, by=member(roles.APPROVER))
    shown = page(staff(client, "view_figures", "view_amounts"))
    assert '<td>pas encore relevé</td><td class="number">70,00 %</td>' in shown


def test_what_others_prepared_waits_for_who_may_approve_it_and_not_for_who_prepared_it(client: Client) -> None:
    author, approver = member(roles.ISSUING), of_role(client, roles.APPROVER)
    table = stock.make_emission("sauve_souris").prize_table
    drafting.copy_table(table_id=table.pk, by=author)
    drafting.begin_table(game_id=table.game_id, by=author)  # without a line: nobody is asked to approve it
    addendum(approved=False)
    now = timezone.now()
    with time_machine.travel(now - timedelta(days=35)):
        stock.start("as_capone")
    PrizeTable.objects.filter(changed_by=None).update(share=None)  # not complete
    outage = Outage(None, now - timedelta(days=6), now - timedelta(days=4))
    refunding.prepare(outages=[outage], reason="panne", by=author)
    names = ("Tableaux de lots à approuver", "Additifs à approuver", "Remboursements préparés à ordonner")
    assert [waiting(page(approver), name) for name in names] == ["1", "1", "1"]
    own = page(sign_in(Client(), author))
    assert [waiting(own, name) for name in names] == [None, None, "0"]
    listed = client.get("/admin/tickets/addendum/?approved_at__isempty=1")
    assert listed.status_code == 200 and "1 additif" in listed.content.decode()


def test_a_lifting_that_another_prepared_waits_for_who_may_do_it(client: Client) -> None:
    """Art. 4.3.4."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        keys = [flags.unstarted() // 10_000]
        flags.stolen(keys)
    with time_machine.travel("2026-08-10T10:00:00Z", tick=False):
        author, second, name = member(roles.SERVICE_LEAD), of_role(client, roles.SERVICE_LEAD), "Levées de signalement"
        made = lifting.lift(keys=keys, kind="stolen", reason="retrouvés", by=author)
        shown, address = page(second), reverse("office:lifting", args=[made.pk])
        assert waiting(shown, f"{name} préparées à faire") == "1" and address in shown
        assert waiting(page(sign_in(Client(), author)), f"{name} préparées à faire") == "0"
        lifting.withdraw(lifting_id=made.pk, reason="erreur", by=author)
        assert waiting(page(second), f"{name} préparées à faire") == "0"


def test_damaged_tickets_wait_on_the_first_page_of_who_decides(client: Client) -> None:
    """Art. 4.3.1."""
    agent = member(roles.SERVICE)
    assert waiting(page(sign_in(client, agent)), "Tickets détériorés à contrôler") == "0"
    marking.receive(number=desk.won().ticket_id, postmarked=paris_day(timezone.now()), reason="déchiré", by=agent)
    assert waiting(page(client), "Tickets détériorés à contrôler") == "1"


def waiting(shown: str, name: str) -> str | None:
    """The number of a tile of what is to do."""
    found = re.search(rf"<span>{name}</span> <b>(\d+)</b>", shown)
    return found and found[1]


def test_transfers_and_files_to_deal_with_are_counted(client: Client) -> None:
    first, _ = bank.accountants()
    today = paris_day(timezone.now())
    bank.transfer()
    gather(today + timedelta(days=20))
    bank.transfer()
    bank.transfer(iban=bank.UNKNOWN)
    User.objects.filter(pk=first.pk).update(is_staff=True)
    with time_machine.travel(timezone.now() + timedelta(days=20)):
        shown = page(sign_in(client, User.objects.get(pk=first.pk)))
    told = {"Fichiers de virements à libérer": 1, "Fichiers de virements à télécharger": 0, "Banques à vérifier": 1}
    told |= {"Nouveaux comptes attendus": 0, "Virements en attente": 1, "Virements en retard": 1}
    for name, number in told.items():
        assert f"<span>{name}</span> <b>{number}</b>" in shown, name


def test_a_seal_that_keeps_up_is_said_to(client: Client) -> None:
    sealed.seal([3])
    anchor()
    assert not health.of_seal(timezone.now()).adrift
    shown = page(staff(client, "view_checkpoint"))
    assert "À jour :" in shown and "aucune entrée n’attend" in shown and "Ancré :" in shown
    assert "data-state" not in shown


def test_an_old_checkpoint_is_no_alarm_while_nothing_waits(client: Client) -> None:
    sealed.seal([3])
    seal = health.of_seal(timezone.now() + timedelta(hours=5))
    assert not seal.behind


def test_entries_that_wait_for_a_minute_are_an_alarm_at_the_top_of_the_page(client: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        stock.start("as_capone")
        agent = staff(client, "view_checkpoint", "view_figures")
        assert "En retard" not in page(agent)
        clock.shift(timedelta(seconds=61))
        shown = page(agent)
        assert "En retard :" in shown and shown.index("En retard :") < shown.index(TODAY)
        assert 'data-state="bad"' in shown and "#warning" in shown
        while seal_once(sealed.signer()):
            pass
        assert "En retard" not in page(agent)


def test_a_log_not_put_aside_for_more_than_a_day_is_an_alarm(client: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        agent = staff(client, "view_checkpoint")
        assert "Rien n’est encore à ancrer" in page(agent)
        sealed.seal([3])
        assert "aucun n’a été fait ici" in page(agent)
        anchor()
        for says in ("Ancré : le", "Pas d’ancrage depuis plus d’un jour : le"):
            clock.shift(timedelta(days=1))
            agent = sign_in(client, User.objects.get())
            assert f"{says} dernier" in page(agent) and "est du 1er mars 2027" in page(agent)


def test_waiting_entries_are_counted_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed.write(5)
    monkeypatch.setattr(health, "MOST", 3)
    seal = health.of_seal(timezone.now())
    assert seal.more and seal.waiting == 4


def test_lists_are_grouped_under_words_of_the_trade(client: Client) -> None:
    shown = page(of_role(client, roles.SERVICE))
    assert "Tickets et joueurs</h3>" in shown and "/admin/tirages/" in shown
    assert "Tickets</a></caption>" not in shown  # not Django's grouping by application


def test_the_page_asks_the_same_few_statements_however_much_was_played(client: Client) -> None:
    def statements() -> int:
        sign_in(client, chief)
        page(client)
        with CaptureQueriesContext(connection) as asked:
            page(client)
        return len(asked)

    chief = User.objects.create_superuser("administration")
    emission = stock.make_emission("as_capone")
    with time_machine.travel(NOON - timedelta(days=6), tick=False) as clock:
        stock.start("as_capone")
        clock.shift(timedelta(days=1))
        figures.count_days()
        before = statements()
        for number in range(2, 4):
            for _ in range(2):
                stock.to_the_end(stock.start("as_capone"))
                paying.pay(request=desk.request(desk.won()), teller=desk.teller())
            clock.shift(timedelta(days=1))
            figures.count_days()
            Emission.objects.create(
                game=emission.game,
                prize_table=emission.prize_table,
                game_code=emission.game_code,
                number=number,
                available_on=date(2020, 1, 1),
            )
        assert statements() == before <= 24


@pytest.mark.parametrize(("most", "top"), [(0, 1), (1, 1), (7, 7), (10, 10), (11, 20), (130, 200), (999, 1000)])
def test_a_chart_ends_at_the_next_round_number(most: int, top: int) -> None:
    assert charts.ceiling(most) == top


def test_what_is_below_nothing_is_not_drawn_and_what_is_small_is_seen() -> None:
    days = [date(2027, 3, day) for day in range(1, 4)]
    drawn = charts.chart(days, [-5, 1, 1000], [0, 0, 500])
    assert [column.height for column in drawn.wide] == [0, 1, charts.HEIGHT]
    assert [column.height for column in drawn.narrow] == [0, 0, charts.HEIGHT // 2]
