"""Until its own motion shows it, a draw is told by nothing: whatever came out, the board begins by looking the same."""

from base64 import b64encode

import pytest
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize

from games.rules.as_capone import RANKS
from games.rules.poule_aux_oeufs_d_or import CHICK, EGG, ELEMENTS, EMPTY
from tests import forms
from tests.browser import looking, states
from tests.browser.states import DRAWN, State, Step
from tests.games import stock

pytestmark = pytest.mark.browser
SIZES: dict[str, ViewportSize] = {"phone": {"width": 360, "height": 640}, "desktop": {"width": 1440, "height": 900}}
CLIP: FloatRect = {"x": 0, "y": 0, "width": 1440, "height": 580}  # what lies below moves with the board's height


def mice(*placed: int, cats: tuple[int, ...]) -> Step:
    return stock.mice(*placed), (cats,)


def hen(number: int, element: str) -> Step:
    return {"poule": str(number)}, (element,)


def stack(extra: int, *rest: tuple[str, ...]) -> Step:
    return {"paille": "2"}, (extra, *rest)


def trick(mine: str, his: str) -> Step:
    return {"carte": mine}, (his,)


def pack(mine: str, his: str) -> Step:
    return {"paquet": "1"}, ((mine, his),)


FIRST = (mice(2, 2, 2, 2, cats=(3,)),)
SECOND = (*FIRST, mice(2, 2, 2, 0, cats=(1, 2)))
TWO = (hen(7, CHICK), hen(8, EMPTY), hen(9, EMPTY))
THREE = (hen(7, EMPTY), hen(8, EMPTY), hen(9, EMPTY))
REST = tuple(sorted(ELEMENTS)[:-3])  # without the three empty nests found
FOUR_ALL = tuple(trick(mine, RANKS[rank - 4]) for rank, mine in reversed(list(enumerate(RANKS))))
SAME: dict[str, tuple[str, tuple[Step, ...], tuple[Step, ...]]] = {  # game, steps before, and the results of one more
    "the first cat": ("sauve_souris", (), tuple(mice(8, 0, 0, 0, cats=(cat,)) for cat in (1, 2, 3, 4))),
    "two cats": ("sauve_souris", FIRST, tuple(mice(6, 0, 0, 0, cats=cats) for cats in ((1, 4), (2, 3)))),
    "three cats": ("sauve_souris", SECOND, tuple(mice(1, 0, 1, 0, cats=cats) for cats in ((1, 2, 3), (1, 2, 4)))),
    "a hen": ("poule_aux_oeufs_d_or", (), tuple(hen(9, element) for element in (CHICK, EMPTY, EGG))),
    "the last hen": ("poule_aux_oeufs_d_or", TWO, tuple(hen(4, element) for element in (CHICK, EMPTY, EGG))),
    "a stack": ("poule_aux_oeufs_d_or", THREE, (stack(2), stack(4, REST))),
    "a trick": ("as_capone", (trick("A", "7"),), tuple(trick("9", his) for his in ("8", "9", "R"))),
    "a tie": ("as_capone", (trick("D", "D"),), (pack("d8", "c7"), pack("d8", "cR"), pack("d8", "c8"))),
    "a duel": ("as_capone", FOUR_ALL, (pack("d8", "c7"), pack("d8", "cR"), pack("d8", "c8"))),
}


# Pixels that differ together with all their neighbours: edges are drawn a hair otherwise over a hidden layer.
DIFFERENT = """async pictures => {
  const read = async picture => {
    const bytes = Uint8Array.from(atob(picture), one => one.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [one, other] = await Promise.all(pictures.map(read));
  const differ = at => [0, 1, 2].some(c => Math.abs(one.data[at * 4 + c] - other.data[at * 4 + c]) > 60);
  const found = [];
  for (let at = one.width; at < one.width * (one.height - 1); at++)
    if ([at, at - 1, at + 1, at - one.width, at + one.width].every(differ))
      found.push([at % one.width, at / one.width | 0]);
  return found;
}"""


QUICK = ("two cats", "the last hen", "a tie")  # one of each game


@pytest.mark.parametrize("draw", [*QUICK, *forms.in_soak(*(one for one in SAME if one not in QUICK))])
def test_a_board_begins_alike_whatever_was_drawn(site: str, browser: Browser, draw: str) -> None:
    slug, before, results = SAME[draw]
    page = browser.new_page()
    looking.stop(page)
    boards = [begun(page, site, State(slug, (*before, result), DRAWN)) for result in results]
    for size in SIZES:
        first, *others = (pictures[size] for pictures in boards)
        assert others
        assert [page.evaluate(DIFFERENT, [first, other]) for other in others] == [[]] * len(others), size


def begun(page: Page, site: str, state: State) -> dict[str, str]:
    """The page of a state with every animation held at its start: its picture in each size."""
    show(page, site, state)
    pictures = {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        pictures[name] = b64encode(page.screenshot(clip={**CLIP, "width": size["width"]})).decode()
    return pictures


def show(page: Page, site: str, state: State) -> None:
    """Open the page of a state."""
    play = state.play()
    page.goto("about:blank")  # as in test_motion
    states.hold(page.context, site, play)
    page.goto(site + state.address(play))


FIRST_GO = "Au 1er coup", "1er coup passé"
AT_STAKE = {  # the state, what the first figure's label says until the draw has been seen, and from then on
    "chick": FIRST_GO,
    "empty": FIRST_GO,
    "won first go": (FIRST_GO[0], FIRST_GO[0]),
    "won in extra, first go": (FIRST_GO[0], FIRST_GO[0]),
    "won later": (FIRST_GO[1], FIRST_GO[1]),
    "haystacks": (FIRST_GO[1], FIRST_GO[1]),
    "EXTRA opened": (FIRST_GO[1], FIRST_GO[0]),
    "lost at the haystacks": (FIRST_GO[1], FIRST_GO[1]),
    "lost in extra": (FIRST_GO[1], FIRST_GO[1]),
}
# Of the scene that is seen: the first figure's label that shows, and the two prizes' papers.
FIGURES = f"""() => {{
  const [first, several] = [...document.querySelectorAll('.theatre')].filter({looking.SHOWN}).at(-1)
    .querySelector('.tickets').children;
  return [[...first.querySelectorAll('dt > *')].filter({looking.SHOWN}).map(one => one.textContent).join(),
    ...[first, several].map(one => getComputedStyle(one).backgroundColor)];
}}"""
LIT, PLAIN = "rgb(255, 240, 184)", "rgb(255, 248, 236)"


@forms.quick_and_whole
def test_the_larger_prize_is_passed_once_the_first_hen_was_seen_and_for_good(
    site: str, browser: Browser, whole: bool
) -> None:
    """Annex 2, art. 3.2.2. The quick form looks at every third state."""
    page = browser.new_context(viewport=SIZES["phone"]).new_page()
    looking.stop(page)
    for name, (before, after) in list(AT_STAKE.items())[:: 1 if whole else 3]:
        show(page, site, states.STATES["poule_aux_oeufs_d_or"][name])
        assert page.evaluate(FIGURES) == [before, *([LIT, PLAIN] if before == FIRST_GO[0] else [PLAIN, LIT])], name
        page.evaluate("() => document.getAnimations().forEach(one => one.finish())")
        label, first, several = page.evaluate(FIGURES)
        assert (label, first) == (after, LIT if after == FIRST_GO[0] else PLAIN), name
        assert several == (LIT if after == FIRST_GO[1] and "lost" not in name else PLAIN), name
