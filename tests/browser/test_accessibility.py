"""Anyone can use every page and every state of every board: WCAG 2.2 AA by axe, sizes, zoom, contrast modes, motion."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from games.registry import GAMES
from tests import forms
from tests.browser import looking, playing, visits

pytestmark = pytest.mark.browser
SMALL, LARGE = {"width": 360, "height": 640}, {"width": 1440, "height": 900}
Find = Callable[[Page], list[str]]
ALIKE = (*GAMES, "caisse")  # walks whose pages differ in what they show more than in how they are laid out
ON_A_PHONE: tuple[Find, ...] = (looking.moving, looking.axe_faults, looking.small_controls)
OTHERWISE: tuple[Find, ...] = (looking.lost_in_forced_colours, looking.overflows_when_zoomed)
ON_A_DESKTOP: tuple[Find, ...] = (looking.axe_faults, looking.small_controls, looking.too_wide)


@pytest.mark.parametrize("walk", visits.WALKS)
@forms.quick_and_whole
def test_anyone_can_use_every_page_and_state_and_the_policy_refuses_nothing_of_it(
    site: str, browser: Browser, walk: str, whole: bool
) -> None:
    """By axe and target size on a phone; in forced colours, at 400 % and on a desktop too.

    Motion is reduced, so that what fades in is judged as it stays. Of the pages that are laid out alike the quick form
    visits one in six, and every refusal; test_layout and test_caisse open others. Some of those it visits are judged
    otherwise than on a phone, and every page told to search engines on a desktop too.
    """
    made = visits.WALKS[walk]()
    context = browser.new_context(viewport=SMALL, reduced_motion="reduce")
    made.prepare(context, site)
    complaints = playing.watch(context)
    page = context.new_page()
    found = {}
    one_in = 6 if walk in ALIKE else 1
    for number, (name, visit) in enumerate(made.visits.items()):
        if not whole and number % one_in and not visit.act:
            continue
        complaints.clear()
        visit.make(page, site)
        found[name] = visit.unexpected(complaints) + [fault for find in ON_A_PHONE for fault in find(page)]
        otherwise = whole or number % max(4, 2 * one_in) == 0
        if otherwise:
            found[name] += [fault for find in OTHERWISE for fault in find(page)]
        if otherwise or walk == "told":
            page.set_viewport_size(LARGE)
            found[name] += [f"on a desktop: {fault}" for find in ON_A_DESKTOP for fault in find(page)]
            page.set_viewport_size(SMALL)
    assert {name: told for name, told in found.items() if told} == {}


@pytest.mark.parametrize(
    ("find", "broken"),
    [
        (looking.moving, "<style>@keyframes to {to {opacity: 0}} p {animation: to 9s}</style><p>Un chat</p>"),
        (looking.axe_faults, "<main><h1>Jeu</h1><input></main>"),
        (looking.small_controls, "<button style='width: 60px; height: 40px; padding: 0'>+</button>"),
        (looking.lost_in_forced_colours, "<p style='forced-color-adjust: none; color: #eee'>Un chat</p>"),
        (looking.lost_in_forced_colours, "<button style='border: 0; width: 40px; height: 40px'></button>"),
        (looking.too_wide, "<main><p style='width: 380px'>Un chat</p></main>"),
        (looking.overflows_when_zoomed, "<main><p style='width: 340px'>Un chat</p></main>"),
        (looking.overflows_when_zoomed, "<main style='overflow: clip'><p style='width: 340px'>Un chat</p></main>"),
    ],
)
def test_a_broken_page_is_told(browser: Browser, find: Find, broken: str) -> None:
    page = browser.new_context(viewport=SMALL).new_page()
    page.set_content(broken)
    assert find(page)
