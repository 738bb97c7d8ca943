"""Each game is played to its end by keyboard, roles and names alone; each step is announced as its record has it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.models import Play
from games.registry import GAMES
from games.rules import as_capone, poule_aux_oeufs_d_or, sauve_souris
from games.templatetags.french import euros_short
from tests import forms
from tests.browser import playing, states
from tests.games import stock

pytestmark = pytest.mark.browser
CHEESES = ("l’emmental", "le gouda", "le comté", "la pièce montée")
CATS = ("Un chat", "Deux chats", "Trois chats")
ELEMENTS = {"chick": "un poussin", "egg": "l’œuf d’or", "empty": "rien"}
NAMES = {"7": "sept", "8": "huit", "9": "neuf", "10": "dix", "V": "valet", "D": "dame", "R": "roi", "A": "as"}
HEARTS = {rank: f"Jouer {'la' if rank == 'D' else 'le'} {name} de cœur" for rank, name in NAMES.items()}
HEARTS["A"] = "Jouer l’as de cœur"


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def hear(page: Page, *said: str) -> None:
    """The live region says each of these."""
    for one in said:
        expect(page.get_by_role("status")).to_contain_text(one)


def reach(page: Page, control: Locator) -> None:
    """Go to the control with Tab from where the focus was left, and press Enter."""
    aimed = control.element_handle()
    for _ in range(80):
        if aimed.evaluate("control => control === document.activeElement"):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError("the control is not reached")
    page.keyboard.press("Enter")


def press(page: Page, control: Locator) -> Play:
    """Make a step and give the play as it is recorded."""
    step = playing.only_play().step
    reach(page, control)
    expect(page.get_by_role("region", name="Le jeu")).to_have_attribute("data-step", str(step + 1))
    return playing.only_play()


def save_mice(page: Page) -> None:
    """Hide the mice one by one, hearing each time how many are left, and hear where the cats were."""
    mice = playing.only_play().load().mice
    for hidden in range(1, mice + 1):
        cheese = hidden % 4
        reach(page, button(page, f"Ajouter une souris : {CHEESES[cheese]}"))
        left = f"encore {mice - hidden} souris à cacher" if hidden < mice else "toutes vos souris sont cachées"
        hear(page, f"{len(range(cheese or 4, hidden + 1, 4))} dans {CHEESES[cheese]},", left)
    play = press(page, button(page, "Valider"))
    state: sauve_souris.State = play.load()
    last = state.steps[-1]
    hear(page, CATS[len(last.cats) - 1], *(CHEESES[cheese - 1] for cheese in last.cats))
    for number, name in enumerate(CHEESES, 1):
        told = f"{name} : {'un' if number in last.cats else 'pas de'} chat."
        expect(page.get_by_role("listitem").filter(has_text=told)).to_have_count(1)
    if state.ended:
        return
    hear(page, f"{last.saved} souris sauvée", f"En jeu : {euros_short(play.lots['mouse_value'] * last.saved)}")
    reach(page, page.get_by_role("link", name=f"Étape {len(state.steps) + 1}"))
    hear(page, f"Étape {len(state.steps) + 1} sur 3.", f"encore {last.saved} souris à cacher")


def look_for_the_egg(page: Page) -> None:
    """Lift a hen and hear what was under it and the goes left, or search a haystack and hear what it hid."""
    state: poule_aux_oeufs_d_or.State = playing.only_play().load()
    if state.at_stacks:
        state = press(page, button(page, "Tas de paille 3")).load()
        found = state.extra_stack == 3
        hear(page, "EXTRA" if found else "Pas de poule sous le tas de paille 3", "trois coups" if found else "terminée")
        return
    hen = state.unlifted[len(state.unlifted) // 2]
    state = press(page, button(page, f"Poule {hen}")).load()
    hear(page, f"Poule {hen} : {ELEMENTS[state.yard[-1].element]}")
    expect(button(page, f"Poule {hen}")).to_have_count(0)
    if state.yard[-1].element == poule_aux_oeufs_d_or.EGG:
        return
    if state.goes == 0:
        hear(page, "terminée" if state.ended else "Plus de coup. Choisissez l’un des cinq tas de paille.")
    else:
        hear(page, f"Il reste {state.goes} coup{'s' * (state.goes > 1)}.")


def beat_as_capone(page: Page) -> None:
    """Play a heart or draw from the pack; hear both cards, the score, and what comes next."""
    choice = as_capone.legal(playing.only_play().load())[-1]
    pack = re.compile("^Tirer du paquet")
    control = page.get_by_role("button", name=pack) if choice == "pack" else button(page, HEARTS[choice])
    state: as_capone.State = press(page, control).load()
    opened = len(state.rounds) > 1 and not state.round.tricks
    shown = state.rounds[-2] if opened else state.round
    pair = (shown.duel or shown.tricks[-1]).pairs[-1]
    mine, his = (NAMES[card.lstrip("dc")] for card in (pair.mine, pair.his))
    hear(page, _told(mine, his, pair))
    settled = [trick for trick in state.round.tricks if not trick.tied]
    hear(page, f"Vous {state.round.won}, As Capone {len(settled) - state.round.won}.")
    hear(page, _next(state, opened, 8 - len(settled)))


def _told(mine: str, his: str, pair: as_capone.Pair) -> str:
    sa = "sa" if his == "dame" else "son"
    if pair.tied:
        return f"galité : {mine} contre {his}."
    return f"Votre {mine} bat {sa} {his}." if pair.won else f"{sa.capitalize()} {his} bat votre {mine}."


def _next(state: as_capone.State, opened: bool, left: int) -> str:
    if state.round.ended:
        return "Partie terminée"
    if opened:
        return "Partie Extra : huit nouvelles cartes."
    if state.round.at_duel:
        return "Quatre plis. Tirez une carte du paquet."
    if state.round.tied:
        return "Tirez une carte du paquet pour départager."
    return f"Encore {left} pli{'s' * (left > 1)}."


READ: dict[str, Callable[[Page], None]] = {
    "sauve_souris": save_mice,
    "poule_aux_oeufs_d_or": look_for_the_egg,
    "as_capone": beat_as_capone,
}


# Where the quick form begins: each kind of step is still to come, with fewer mice to hide and cards to play.
BEGUN = states.NEAR_THE_END | {"sauve_souris": states.State("sauve_souris", ((stock.mice(2, 6, 0, 0), ((2,),)),))}


@pytest.mark.parametrize("slug", GAMES)
@forms.quick_and_whole
def test_a_game_is_played_by_keyboard_alone_as_it_is_read_aloud(
    site: str, browser: Browser, slug: str, whole: bool
) -> None:
    """Annexes 1 to 3: each draw, and what is left after it, reach who cannot see the board."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    complaints = playing.watch(context)
    page = context.new_page()
    if whole:
        playing.enter(page, site, stock.make_ticket(stock.make_emission(slug), tier=3))
    else:
        play = BEGUN[slug].play()
        states.hold(context, site, play)
        page.goto(site + BEGUN[slug].address(play))
    while not playing.only_play().ended_at:
        READ[slug](page)
    play = playing.only_play()
    hear(page, f"Vous gagnez {euros_short(play.amount)}." if play.amount else "e ticket ne gagne pas.")
    reach(page, page.get_by_role("link", name="Comment être payé" if play.amount else "Voir le résultat"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("gagné" if play.amount else "Pas de gain")
    assert complaints == []
