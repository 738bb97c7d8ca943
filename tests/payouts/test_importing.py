"""A file of desks: read in any of the ways in which it is written, compared, applied as shown or not at all."""

import itertools

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from payouts.importing import applying, comparing
from payouts.importing.applying import ListChanged
from payouts.importing.reading import LARGEST, FileRefused, read
from payouts.models import Desk
from tests.payouts.desk import allowed
from tests.public.shops import shop
from tickets import codes, spreadsheets

pytestmark = pytest.mark.django_db

HEAD = "Référence;Sorte;Nom;Adresse;Code postal;Commune;Département;Agréé;Virements"
LINE = "12;point de vente;Tabac de l’Été;1 rue Neuve;33000;Bordeaux;33;oui;non"


def file(*lines: str, head: str = HEAD) -> bytes:
    return "\r\n".join([head, *lines]).encode()


def line(**changes: str) -> str:
    """LINE with other cells, by the names of their columns."""
    cells = dict(zip(HEAD.split(";"), LINE.split(";"), strict=True)) | changes
    return ";".join(cells.values())


def manager() -> User:
    user, _ = User.objects.get_or_create(username="emissions")
    return allowed(user, "import_desks")


def apply(body: bytes, *, withdraw: bool = False) -> comparing.Plan:
    return applying.apply(body=body, seen=applying.plan(body).fingerprint, withdraw=withdraw, by=manager())


def faults(*lines: str) -> list[tuple[int, str, str]]:
    plan = applying.plan(file(*lines))
    return [(fault.row.line, fault.called, fault.value) for fault in plan.faults]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_a_file_is_read_as_spreadsheets_write_it(encoding: str, delimiter: str) -> None:
    body = file(LINE).decode().replace(";", delimiter).encode(encoding)
    (row,) = read(body).rows
    assert row.cells["name"] == "Tabac de l’Été" and row.cells["postcode"] == "33000" and row.line == 2


def test_columns_stand_in_any_order_under_names_of_any_case_and_others_are_left_aside() -> None:
    head = "VILLE;cp;Téléphone;nom;reference;SORTE;agréé;virement;adresse"
    told = read(file("Bordeaux;33000;05 56;Tabac;7;Point de vente;Oui;NON;", head=head))
    assert told.aside == ("Téléphone",)
    apply(file("Bordeaux;33000;05 56;Tabac;7;Point de vente;Oui;NON;", head=head))
    made = Desk.objects.get()
    assert (made.reference, made.town, made.department, made.region) == ("7", "Bordeaux", "33", "Nouvelle-Aquitaine")
    assert made.agreed and not made.transfers and made.town_key == "bordeaux"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "Il manque"),
        (b"\x89PNG\x00\x00", "pas du texte"),
        (b"a;b\r\n1;2", "Il manque"),
        (file(), "aucune ligne"),
        (file(LINE, head=HEAD + ";Ville"), "deux fois"),
        (file('12;"point de vente;jamais fermé'), "pas du CSV"),
        (file("x" * 200_000), "pas du CSV"),
        (b"x" * (LARGEST + 1), "trop grand"),
        (file(*itertools.repeat("a", 50_001)), "50000 lignes"),
    ],
    ids=["empty", "binary", "no columns", "no line", "twice", "quote", "endless", "large", "long"],
)
def test_a_file_that_can_not_be_read_says_why(body: bytes, told: str) -> None:
    with pytest.raises(FileRefused) as refused:
        applying.plan(body)
    assert told in refused.value.message.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("Référence", ""),
        ("Référence", "1" * 21),
        ("Sorte", "Service Clients"),
        ("Sorte", ""),
        ("Nom", ""),
        ("Nom", "x" * 101),
        ("Nom", "Tabac\x07"),
        ("Adresse", "x" * 201),
        ("Code postal", "3300"),
        ("Code postal", "33 000"),
        ("Code postal", "99000"),
        ("Code postal", "75012"),
        ("Commune", ""),
        ("Département", "96"),
        ("Agréé", "peut-être"),
        ("Virements", ""),
    ],
)
def test_a_bad_line_is_named_by_its_number_its_column_and_what_stands_there(column: str, cell: str) -> None:
    assert faults(line(Référence="1"), line(**{column: cell})) == [(3, column, cell[:60])]


def test_every_fault_of_a_line_is_told_and_lines_are_counted_as_in_the_file() -> None:
    two = line(Nom='"Tabac\r\nde l’Été"')
    assert faults(two, "", line(Référence="13", Sorte="bar", Commune=""), line()) == [
        (5, "Commune", ""),
        (5, "Sorte", "bar"),
        (6, "Référence", "12"),
    ]


def test_a_reference_twice_in_the_file_is_a_fault_that_names_the_first() -> None:
    (fault,) = applying.plan(file(LINE, line(Nom="Autre"))).faults
    assert fault.row.line == 3 and "ligne 2" in fault.wrong


def test_what_reads_as_a_code_is_refused_and_shown_nowhere() -> None:
    code = codes.shown(codes.new_codes(1)[0])
    for column in ("Nom", "Sorte", "Commune"):
        (fault,) = applying.plan(file(line(**{column: code}))).faults
        assert fault.called == column and code not in fault.value + fault.wrong


@pytest.mark.parametrize("told", ["33", "gironde", "Gironde"])
def test_a_department_is_told_by_its_number_its_name_or_the_postcode(told: str) -> None:
    apply(file(line(Département=told), line(Référence="2", Département="")))
    assert list(Desk.objects.values_list("department", flat=True)) == ["33", "33"]


def test_a_desk_served_from_a_neighbouring_department_keeps_its_postcode() -> None:
    shop("05110", "Claret", reference="12", department="04")
    assert not applying.plan(file(line(**{"Code postal": "05110", "Commune": "Claret", "Département": "04"}))).faults


def test_a_desk_is_found_by_its_reference_and_what_changes_is_told() -> None:
    desk = shop("33000", "Bordeaux", reference="12", name="Avant", street="1 rue Neuve")
    shop("33000", "Bordeaux", reference="13", name="Autre", street="1 rue Neuve")
    body = file(line(Virements="oui"), line(Référence="13", Nom="Autre"), line(Référence="14"))
    plan = applying.plan(body)
    assert plan.changed[0].differences == [("Nom", "Avant", "Tabac de l’Été"), ("Virements", "non", "oui")]
    assert [one.reference for one in plan.created] == ["14"] and plan.same == 1
    apply(body)
    desk.refresh_from_db()
    assert desk.name == "Tabac de l’Été" and desk.transfers and Desk.objects.count() == 3
    assert applying.plan(body).is_empty


def test_one_that_moves_is_found_in_its_new_town() -> None:
    shop("33000", "Bordeaux", reference="12")
    apply(file(line(**{"Code postal": "75012", "Commune": "PARIS 12", "Département": "75"})))
    assert Desk.objects.get().town_key == "paris 12e" and Desk.objects.get().region == "Île-de-France"


def test_the_kind_of_a_desk_never_changes_by_a_file() -> None:
    shop("33000", "Bordeaux", reference="12")
    assert faults(line(Sorte="centre de paiement")) == [(2, "Sorte", "centre de paiement")]


def test_those_absent_lose_their_agreement_only_when_asked_and_are_never_deleted() -> None:
    gone, by_hand = shop("33000", "Bordeaux", reference="99"), shop("33000", "Bordeaux")
    service = shop("95000", "Cergy", kind=Desk.Kind.SERVICE, reference="S")
    assert [desk.pk for desk in applying.plan(file(LINE)).absent] == [gone.pk]
    apply(file(LINE))
    assert Desk.objects.filter(agreed=True).count() == 4
    apply(file(LINE), withdraw=True)
    assert set(Desk.objects.filter(agreed=False)) == {gone}
    assert {by_hand, service} <= set(Desk.objects.filter(agreed=True))


def test_bad_lines_are_left_out_and_nobody_is_held_for_absent_because_of_them() -> None:
    shop("33000", "Bordeaux", reference="99")
    apply(file(LINE, line(Référence="99", Sorte="bar")), withdraw=True)
    assert Desk.objects.filter(agreed=True).count() == 2
    assert Desk.objects.get(reference="99").kind == Desk.Kind.POINT_OF_SALE


@pytest.mark.parametrize("change", ["name", "created", "gone"])
def test_what_changed_since_it_was_shown_is_shown_again_and_nothing_is_done(change: str) -> None:
    desk = shop("33000", "Bordeaux", reference="12", name="Avant")
    body = file(LINE, line(Référence="13"))
    seen = applying.plan(body).fingerprint
    if change == "name":
        Desk.objects.filter(pk=desk.pk).update(name="Entre-temps")
    elif change == "created":
        shop("33000", "Bordeaux", reference="13")
    else:
        shop("33000", "Bordeaux", reference="98")
    before = set(Desk.objects.values_list("reference", "name"))
    with pytest.raises(ListChanged) as changed:
        applying.apply(body=body, seen=seen, withdraw=True, by=manager())
    assert changed.value.plan.fingerprint == applying.plan(body).fingerprint
    assert set(Desk.objects.values_list("reference", "name")) == before


def test_another_file_than_the_one_shown_is_not_applied() -> None:
    seen = applying.plan(file(LINE)).fingerprint
    with pytest.raises(ListChanged):
        applying.apply(body=file(line(Virements="oui")), seen=seen, withdraw=False, by=manager())
    assert not Desk.objects.exists()


def test_a_name_that_looks_like_a_formula_comes_back_as_it_was() -> None:
    shop("33000", "Bordeaux", reference="12", name="=Tabac", street="1 rue Neuve")
    written = spreadsheets.to_csv([HEAD.split(";"), line(Nom="=Tabac").split(";")])
    assert applying.plan(written.encode()).is_empty


def test_who_may_not_import_desks_imports_none() -> None:
    seen = applying.plan(file(LINE)).fingerprint
    with pytest.raises(PermissionDenied):
        applying.apply(body=file(LINE), seen=seen, withdraw=False, by=User.objects.create_user("passant"))
    assert not Desk.objects.exists()
