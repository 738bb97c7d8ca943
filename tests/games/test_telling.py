"""A ticket's record is told in words, each from what is recorded and nothing else."""

import html
import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.template.loader import render_to_string

from games.expiring import expire_play
from games.models import Play
from games.registry import GAMES
from games.telling import Told, tell
from tests.browser import states
from tests.games import stock
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Entry, Subject

database = pytest.mark.django_db


def plain(told: Told) -> str:
    """The words of an entry, without their markup."""
    shown = render_to_string(told.words, {"told": told, "view": told.view, "number": "501 01 000001 001 4"})
    words = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())
    return re.sub(r" ([.,])", r"\1", words)


def words(play: Play) -> list[str]:
    return [plain(told) for told in tell(record.entries(Subject.TICKET, play.ticket_id))]


def reached(slug: str, name: str) -> list[str]:
    """The words of a play brought to one of the states that boards show."""
    return words(states.STATES[slug][name].play())


def made(*bodies: tuple[str, dict[str, Any]]) -> list[Entry]:
    """A chain of these kinds and data, which no database holds."""
    entries: list[Entry] = []
    for number, (kind, data) in enumerate(bodies, 1):
        at, previous = datetime(2026, 3, 1, 12, number, tzinfo=UTC), entries[-1].digest if entries else chain.GENESIS
        entries.append(chain.make(Subject.TICKET, 501, number, kind, data, at=at, previous=previous))
    return entries


def holds(text: str, *parts: str) -> bool:
    assert [part for part in parts if part not in text] == []
    return True


START = {
    "play": "p",
    "game": "sauve_souris",
    "table": 2,
    "tier": 4,
    "lots": {"mouse_value": 1_250_00, "maximum": 10_000_00},
    "deadline": "2026-03-31T22:00:00.000000Z",
    "reglement": "2016-10-11",
    "adult": True,
}


def a_step(choice: list[int], result: list[int], **more: Any) -> tuple[str, dict[str, Any]]:
    draws = [{"name": "cats", "among": [1, 2, 3, 4], "result": result}]
    return "step", {"play": "p", "step": 0, "choice": choice, "draws": draws, "outcome": None, "amount": None} | more


def test_a_start_tells_what_was_at_stake_and_until_when() -> None:
    """Art. 3.3.5."""
    (start,) = tell(made(("start", START)))
    assert start.at == datetime(2026, 3, 1, 12, 1, tzinfo=UTC)
    assert holds(plain(start), "Sauve Souris, ticket 501 01 000001 001 4", "1 250 €", "10 000 €", "Version 2, ligne 4")
    assert holds(plain(start), "mardi 31 mars 2026 inclus", "Celui du 11 octobre 2016", "18 ans ou plus")


@database
def test_sauve_souris_tells_where_mice_were_hidden_and_where_cats_came() -> None:
    """Annex 1, art. 3.3.2-3.3.4."""
    _, first, second, third = reached("sauve_souris", "lost at step 3")
    assert holds(first, "Étape 1 sur 3", "Souris cachées : 2 dans l’emmental, 2 dans le gouda, 2 dans le comté")
    assert holds(first, "1 fromage où vient un chat, parmi 4 : le comté.", "6 souris sauvées, 2 perdues.")
    assert "Fin de la partie" not in first + second
    assert holds(second, "2 fromages où vient un chat, parmi 4 : l’emmental, le gouda.", "2 souris sauvées, 4 perdues.")
    assert holds(third, "3 fromages", "Aucune souris sauvée.", "Fin de la partie : pas de gain.")


@database
def test_sauve_souris_tells_the_prize_on_record() -> None:
    assert holds(reached("sauve_souris", "won 8")[-1], "8 souris sauvées.", "Fin de la partie : 50 000 € gagnés.")


@database
def test_la_poule_tells_what_was_under_each_hen_and_what_it_was_drawn_from() -> None:
    """Annex 2, art. 3.2.3-3.2.4."""
    _, first, second, third = reached("poule_aux_oeufs_d_or", "won later")
    assert holds(first, "La poule 7.", "Sous la poule : un poussin.", "Un coup de plus : il en reste 3.")
    assert holds(first, "Tiré parmi 30 éléments : 1 œuf d’or, 17 poussins, 12 vides.")
    assert holds(second, "Sous la poule : rien.", "29 éléments : 1 œuf d’or, 16 poussins, 12 vides.", "reste 2 coups.")
    assert holds(third, "Sous la poule : l’œuf d’or.", "L’œuf d’or est trouvé.", "gagnés.")


@database
def test_la_poule_tells_the_haystacks_the_extra_round_and_the_last_draw() -> None:
    """Annex 2, art. 3.2.5-3.2.6."""
    *_, third, stack, extra, _, last = reached("poule_aux_oeufs_d_or", "lost in extra")
    assert "Plus de coup. Restent les cinq tas de paille." in third
    assert holds(stack, "Le tas de paille 2.", "tiré parmi 5 : le tas 2.", "Partie Extra : trente nouvelles poules")
    assert holds(extra, "Partie Extra, poule 7", "30 éléments")
    assert holds(last, "il place ce que cachaient les 27 autres poules", "L’œuf d’or : poule", "pas de gain.")
    assert holds(reached("poule_aux_oeufs_d_or", "lost at the haystacks")[-1], "le tas 4", "Pas de partie Extra.")


@database
def test_as_capone_tells_each_trick_and_the_spades_it_was_drawn_from() -> None:
    """Annex 3, art. 3.2.2-3.2.4."""
    _, won, *_, last = reached("as_capone", "won 5")
    assert holds(won, "Pli 1", "Jouer l’as de cœur.", "As Capone joue le valet de pique.", "Tiré parmi ses 8 piques")
    assert holds(won, "Pli gagné. Votre as bat son valet.", "Vous 1, As Capone 0.")
    assert holds(last, "C’était son dernier pique.", "Vous 5, As Capone 3.", "gagnés.")
    _, tie, settled = reached("as_capone", "tie won")
    assert holds(tie, "Jouer la dame de cœur.", "la dame de pique", "Égalité : dame contre dame.")
    assert holds(
        settled, "Pli 1, égalité", "2 cartes parmi 16 : pour vous l’as de carreau, pour As Capone le sept de trèfle"
    )


@database
def test_as_capone_tells_the_duel_and_the_extra_round() -> None:
    """Annex 3, art. 3.2.5."""
    *_, eighth, lost = reached("as_capone", "duel lost")
    assert "Quatre partout : un duel." in eighth
    assert holds(lost, "Duel", "Duel perdu. Son as bat votre sept.", "pas de gain.") and "Pli" not in lost
    *_, won, first, tie = reached("as_capone", "extra mid")
    assert holds(won, "Duel gagné.", "Une partie Extra commence : huit nouvelles cartes.")
    assert holds(first, "Partie Extra, pli 1") and holds(tie, "Partie Extra, pli 2")


@database
def test_an_expiry_is_told() -> None:
    """Art. 3.3.8."""
    play = stock.step(stock.start("as_capone"), {"carte": "A"}, "7")
    with time_machine.travel(play.deadline):
        expire_play(play_id=play.id)
    assert holds(words(play)[-1], "Partie expirée", "au plus tard le", "Étapes jouées 1", "pas de gain.")


@database
@pytest.mark.parametrize("slug", GAMES)
def test_every_state_of_every_game_is_told_step_by_step(slug: str) -> None:
    for state in states.STATES[slug].values():
        play = state.play()
        told = list(tell(record.entries(Subject.TICKET, play.ticket_id)))
        assert len(told) == play.step + 1
        assert all(one.view is not None and one.words.endswith(f"_{slug}/told.html") for one in told[1:])
        assert all(plain(one) for one in told)


@database
@pytest.mark.alters_plays
def test_nothing_is_told_from_the_plays_row() -> None:
    play = states.STATES["sauve_souris"]["won 8"].play()
    before = words(play)
    Play.objects.filter(pk=play.pk).update(state={"steps": []}, step=0, amount=1, outcome="1", tier=play.tier_id + 1)
    assert words(Play.objects.get(pk=play.pk)) == before


def test_another_recorded_draw_is_told_otherwise() -> None:
    told = [plain([*tell(made(("start", START), a_step([2, 2, 2, 2], [cat])))][1]) for cat in (1, 4)]
    assert "parmi 4 : l’emmental." in told[0] and "parmi 4 : la pièce montée." in told[1]


@pytest.mark.parametrize(
    ("choice", "result"), [([2, 2, 2, 2], [5]), ([2, 2, 2, 2], [1, 2]), ([9, 0, 0, 0], [1])], ids=str
)
def test_a_step_that_can_not_have_happened_is_told_as_it_is_written(choice: list[int], result: list[int]) -> None:
    entries = made(("start", START), a_step(choice, result), a_step([8, 0, 0, 0], [2], step=1, amount=5_00))
    _, wrong, after = tell(entries)
    assert (wrong.view, after.view) == (None, None)
    assert holds(plain(wrong), "Étape 1", str(choice), ", ".join(map(str, result)) + ", parmi 1, 2, 3, 4")
    assert holds(plain(after), "Étape 2", "5 € gagnés.") and "sauvée" not in plain(wrong) + plain(after)


def test_a_step_with_a_draw_too_many_is_told_as_it_is_written() -> None:
    kind, data = a_step([2, 2, 2, 2], [3])
    data["draws"] *= 2
    _, wrong = tell(made(("start", START), (kind, data)))
    assert wrong.view is None and plain(wrong).count("3, parmi 1, 2, 3, 4") == 2


def test_an_entry_of_another_kind_is_told_in_general_words() -> None:
    other, _ = tell(made(("payment", {"amount": 5_00}), ("start", START)))
    assert holds(plain(other), "Autre inscription", "« payment »")


@pytest.mark.parametrize(
    ("kind", "data", "parts"),
    [
        ("pay", {"what": "prize", "means": "cash", "amount": 45_00, "attested": ["box"]}, ("Gain payé", "45,00 €")),
        ("pay", {"what": "refund", "means": "cash", "amount": 2_00, "attested": []}, ("Ticket remboursé", "2,00 €")),
        ("pay", {"what": "lot", "means": "handed", "amount": 1, "attested": []}, ("Lot en nature remis",)),
        ("pay", {"what": "refund", "means": "post", "amount": 2_00}, ("Ticket remboursé", "2,00 €, par courrier")),
        (
            "pay",
            {"what": "exchange", "means": "post", "amount": 0, "given": 502010000010014},
            ("Ticket échangé", "Le ticket 502 01 000001 001 4"),
        ),
        ("given", {"for": 1}, ("Ticket donné en échange",)),
        ("given_cancelled", {"for": 1}, ("Échange annulé",)),
        ("cancel", {}, ("Paiement annulé",)),
        ("refund", {"amount": 3_00}, ("Remboursement ordonné", "3,00 €")),
        ("refund_withdrawn", {}, ("Remboursement retiré",)),
        ("mark", {"kind": "held"}, ("retenu pour vérification",)),
        ("mark", {"kind": "received", "postmarked": "2026-03-01"}, ("détérioré reçu", "cachet du 1er mars 2026")),
        ("mark", {"kind": "confirmed"}, ("confirmé valide",)),
        ("mark", {"kind": "invalid"}, ("déclaré non valide",)),
        ("mark", {"kind": "void"}, ("déclaré nul", "case de contrôle")),
        ("mark", {"kind": "in_time"}, ("présenté à temps",)),
        ("lift", {"kind": "held"}, ("n’est plus retenu",)),
        ("transfer", {"transfer": 12, "file": 3}, ("Virement envoyé", "ILLIKO-V12")),
        ("transfer_return", {"transfer": 12, "reason": "AC04"}, ("rejeté par la banque", "AC04")),
        ("data_correct", {"winner": "w"}, ("Données du gagnant corrigées",)),
        ("erase", {"winner": "w", "part": "all"}, ("Toutes les données",)),
    ],
)
def test_what_is_done_with_a_ticket_after_its_play_is_told(
    kind: str, data: dict[str, Any], parts: tuple[str, ...]
) -> None:
    (told,) = tell(made((kind, data)))
    assert holds(plain(told), *parts) and "Autre inscription" not in plain(told)


NOTICE = {"reference": "JO du 5 mars 2026", "day": "2026-06-30", "reason": ""}
STOLEN = {"kind": "stolen", "reference": "PV 12", "authority": "Commissariat", "on": "2026-01-05"}


@pytest.mark.parametrize(
    ("subject", "kind", "data", "parts"),
    [
        (Subject.BOOKLET, "flag", STOLEN, ("Livret déclaré volé", "PV 12 du 5 janvier 2026, Commissariat.")),
        (Subject.BOOKLET, "flag", {"kind": "misprint", "reason": "codes pâles"}, ("mal imprimé", "codes pâles")),
        (Subject.BOOKLET, "unflag", {"kind": "stolen", "reason": "retrouvé"}, ("n’est plus déclaré volé", "retrouvé")),
        (Subject.BLOCK, "issue", {"tickets": 300_000, "booklets": 6_000, "prize_table": 2}, ("300 000 tickets",)),
        (Subject.BLOCK, "download", {"authorisation": None}, ("Fichier d’impression téléchargé", "première fois")),
        (Subject.BLOCK, "download", {"authorisation": 3}, ("De nouveau, sur autorisation",)),
        (Subject.BLOCK, "authorise", {}, ("Téléchargement autorisé",)),
        (Subject.EMISSION, "create", {"available_on": "2026-03-01"}, ("Émission créée", "1er mars 2026")),
        (Subject.EMISSION, "available", NOTICE, ("Avis de disponibilité", "30 juin 2026")),
        (Subject.EMISSION, "available_moved", NOTICE | {"reason": "retard"}, ("Avis rectificatif", "retard")),
        (Subject.EMISSION, "close", NOTICE, ("Avis de clôture", "JO du 5 mars 2026", "la vente finit le 30 juin 2026")),
        (Subject.EMISSION, "close_moved", NOTICE, ("Avis rectificatif de clôture",)),
        (Subject.EMISSION, "block_cancelled", {"order": 4}, ("Demande de bloc annulée", "n° 4")),
        (Subject.EMISSION, "block_failed", {"order": 4, "message": "Une panne."}, ("Bloc non émis", "Une panne.")),
        (
            Subject.PRIZE_TABLE,
            "approve",
            {"version": 2, "lines": [1, 2], "block_size": 300_000},
            ("approuvé", "2 lignes"),
        ),
    ],
)
def test_what_a_ticket_belongs_to_is_told(
    subject: Subject, kind: str, data: dict[str, Any], parts: tuple[str, ...]
) -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    (told,) = tell([chain.make(subject, 7, 1, kind, data, at=at, previous=chain.GENESIS)])
    assert holds(plain(told), *parts) and "Autre inscription" not in plain(told)
