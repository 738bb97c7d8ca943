"""In windows of every shape, nothing that a board says is cut, covered or written over."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from games.registry import GAMES
from tests import forms
from tests.browser import looking, playing, states

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 360, "height": 740}
Sizes = tuple[ViewportSize, ...]
OTHERS: Sizes = (
    {"width": 740, "height": 360},  # a phone held sideways
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 700},
    {"width": 1366, "height": 768},
    {"width": 1440, "height": 900},
)

FAULTS: tuple[looking.Find, ...] = (looking.too_wide, looking.behind_the_curtain, looking.written_over)
LARGE_FAULTS = (*FAULTS, looking.hidden_hens, looking.long_deadline)
LARGE_TEXT: Sizes = (PHONE, {"width": 1440, "height": 900})


@pytest.mark.parametrize("slug", GAMES)
@forms.quick_and_whole
def test_nothing_of_a_board_is_cut_covered_or_written_over_with_letters_twice_as_large_neither(
    site: str, browser: Browser, slug: str, whole: bool
) -> None:
    """WCAG 2.2, 1.4.4. The quick form looks at one state in three, none of which test_accessibility visits.

    It sees each on a phone, every second one in another shape too, each shape in its turn, and large letters on a
    phone or on a desktop. The security policy refuses nothing of any.
    """
    names = [name for number, name in enumerate(states.STATES[slug]) if whole or number % 3 == 1]
    addresses, plays = states.addresses(slug, *names)
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    states.hold(context, site, *plays)
    complaints = playing.watch(context)
    page = context.new_page()
    found = {}
    for number, (name, address) in enumerate(addresses.items()):
        sizes, large = ((PHONE, *OTHERS), LARGE_TEXT) if whole else in_turn(number)
        page.goto(site + address)
        found[name] = [fault for size in sizes for fault in faults(page, size, *FAULTS)]
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        found[name] += [f"large: {fault}" for size in large for fault in faults(page, size, *LARGE_FAULTS)]
    assert {name: told for name, told in found.items() if told} == {}
    assert complaints == []


def in_turn(number: int) -> tuple[Sizes, Sizes]:
    """The shapes in which the so-manieth state is looked at, and those with large letters."""
    turn, left_out = divmod(number, 2)
    return (PHONE,) if left_out else (PHONE, OTHERS[turn % len(OTHERS)]), (LARGE_TEXT[number % 2],)


def faults(page: Page, size: ViewportSize, *finds: looking.Find) -> list[str]:
    page.set_viewport_size(size)
    found = [fault for find in finds for fault in find(page)]
    return [f"{size['width']} x {size['height']}: {fault}" for fault in found]


@pytest.mark.parametrize(
    ("find", "broken"),
    [
        (looking.written_over, "<main><p>Un chat</p><p style='margin-top: -40px'>Deux chats</p></main>"),
        (
            looking.behind_the_curtain,
            "<main><div class=leg style='position: absolute; width: 40px; height: 90px'></div><p>Un chat</p></main>",
        ),
    ],
)
def test_a_broken_page_is_told(browser: Browser, find: looking.Find, broken: str) -> None:
    page = browser.new_page()
    page.set_content(broken)
    assert find(page)
