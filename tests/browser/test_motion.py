"""Motion tells what happened, in its order: the cats, the hen, the card first, and only then what they led to.

Nothing jumps meanwhile, and nothing goes on by itself.
"""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from games.registry import GAMES
from tests import forms
from tests.browser import looking, playing, states

pytestmark = pytest.mark.browser
SIZES: dict[str, ViewportSize] = {"phone": {"width": 360, "height": 640}, "desktop": {"width": 1440, "height": 900}}

# Milliseconds after which what the selector finds is to be seen as it will stay, by each one's own animations.
FROM = """selector => [...document.querySelectorAll(selector)].map(element => Math.max(0, ...element.getAnimations()
  .filter(one => one.effect.getKeyframes().some(({opacity, visibility, scale}) => opacity ?? visibility ?? scale))
  .map(({effect}) => effect.getComputedTiming().delay)))"""
UNTIL = """selector => [...document.querySelectorAll(selector)].map(element => Math.max(0, ...element.getAnimations()
  .map(({effect}) => effect.getComputedTiming().endTime)))"""
MOTION_ENDS = """() => Promise.all(document.getAnimations()
  .filter(({effect}) => effect.getComputedTiming().endTime < Infinity).map(one => one.finished.catch(() => null)))"""
# The state, what is drawn and moves, and what it led to and waits.
TRICK = ".ac-count i + b, .ac-msg > div, .ac-ladder .turning i + span, .ac-quote"
TOLD = [
    ("sauve_souris", "reveal 2", ".pounce", ".panic, .happy, .verdict, .say, .go, .line p, .turning i + b, .now dd b"),
    ("sauve_souris", "won 3", ".pounce", ".panic, .happy, .verdict, .result, .line p, .turning i + b, .now dd b"),
    ("sauve_souris", "lost at step 1", ".pounce", ".panic, .verdict, .result, .line p, .turning i + b, .now dd b"),
    ("poule_aux_oeufs_d_or", "chick", ".new .prize", ".new .plate b, .line p, .missed b"),
    ("poule_aux_oeufs_d_or", "empty", ".new .prize", ".new .plate b, .line p, .missed b, .goes b"),
    ("poule_aux_oeufs_d_or", "won later", ".new .prize", ".new .plate b, .result"),
    ("poule_aux_oeufs_d_or", "EXTRA opened", ".opened .hay", ".extra"),
    ("poule_aux_oeufs_d_or", "lost at the haystacks", ".opened .hay", ".result"),
    ("as_capone", "trick won", ".him .face", TRICK),
    ("as_capone", "trick lost", ".him .face", TRICK),
    ("as_capone", "tie", ".him .face", ".ac-msg > div, .ac-quote, .is-hot .ac-label:not(.is-before)"),
    ("as_capone", "duel", ".him .face", ".ac-note"),
    ("as_capone", "extra opened", ".him .face", f"{TRICK}, .ac-hand li, .ac-round, .ac-tricks li, .ac-backs"),
    ("as_capone", "won 5", ".him .face", ".ac-count i + b, .ac-end"),
]


# States that follow one another, and what must be found in the same place in all of them.
STEADY = [
    ("sauve_souris", ".front, .go", ("start", "partly placed", "all placed", "placing 2")),
    ("poule_aux_oeufs_d_or", ".yard", ("start", "chick", "empty", "mid")),
    ("as_capone", ".ac-msg", ("start", "trick won", "tie")),
]
STEADY_TOO = [
    ("sauve_souris", ".front", ("reveal 1", "reveal 2", "lost at step 1")),
    ("sauve_souris", ".front", ("won 1", "won 8", "lost at step 3")),
    ("as_capone", ".ac-msg", ("start", "trick won", "trick lost", "tie", "tie again", "tie won", "last trick")),
]
PLACE = """selector => [document.getElementById('board'), ...document.querySelectorAll(selector)]
  .map(element => element.getBoundingClientRect()).flatMap(({top, bottom}) => [top, bottom].map(Math.round))"""


def opened(site: str, browser: Browser, slug: str, name: str, size: str = "phone") -> Page:
    """A state's page, its motion going on."""
    page = browser.new_context(viewport=SIZES[size]).new_page()
    show(page, site, slug, name)
    return page


def show(page: Page, site: str, slug: str, name: str) -> None:
    """Open a state in the page."""
    state = states.STATES[slug][name]
    play = state.play()
    page.goto("about:blank")  # a board still shown would ask for a play that is no longer held, and leave by itself
    states.hold(page.context, site, play)
    page.goto(site + state.address(play))


@forms.quick_and_whole
def test_what_a_draw_led_to_is_told_when_the_draw_was_seen(site: str, browser: Browser, whole: bool) -> None:
    """The quick form looks at every second state: some of each game, won and lost."""
    page = browser.new_context(viewport=SIZES["phone"]).new_page()
    looking.stop(page)
    for slug, name, drawn, led_to in TOLD if whole else TOLD[::2]:
        show(page, site, slug, name)
        moved = max(page.evaluate(UNTIL, drawn))
        assert moved > 0, name
        shown = page.evaluate(FROM, led_to)
        assert shown and min(shown) >= moved - 250, (name, moved, shown)


@pytest.mark.parametrize(
    ("slug", "size"),
    [
        ("as_capone", "phone"),
        *forms.in_soak(*((slug, size) for slug in GAMES for size in SIZES if (slug, size) != ("as_capone", "phone"))),
    ],
)
def test_nothing_jumps_by_itself(site: str, browser: Browser, slug: str, size: str) -> None:
    """No layout shift as a page loads, a step is shown and its motion goes on, but for what a press itself changes."""
    page = opened(site, browser, slug, "start", size)
    page.evaluate(
        "() => { window.shifts = []; new PerformanceObserver(seen => { for (const {value, hadRecentInput, sources}"
        " of seen.getEntries()) if (!hadRecentInput) window.shifts.push([value, `${sources[0]?.node?.outerHTML}`]); })"
        ".observe({type: 'layout-shift', buffered: true}); }"
    )
    for _ in range(2):
        if page.locator(playing.ENDED).count():  # a golden egg at the first hen
            break
        playing.STEPS[slug](page)
        page.evaluate(MOTION_ENDS)
        page.wait_for_timeout(200)
    assert page.evaluate("() => window.shifts") == []


@pytest.mark.parametrize(("slug", "selector", "names"), [*STEADY, *forms.in_soak(*STEADY_TOO)])
def test_the_board_and_where_one_acts_stay_in_place_from_step_to_step(
    site: str, browser: Browser, slug: str, selector: str, names: tuple[str, ...]
) -> None:
    page = browser.new_context().new_page()
    looking.stop(page)
    first, *others = (places(page, site, slug, name, selector) for name in names)
    moved = {name: place for name, place in zip(names[1:], others, strict=True) if not near(first, place)}
    assert moved == {}, first


def places(page: Page, site: str, slug: str, name: str, selector: str) -> list[int]:
    """Tops and bottoms of the board and of what the selector finds, in a state, on a phone and on a desktop."""
    show(page, site, slug, name)
    page.wait_for_load_state("networkidle")  # drawings and sheets alike
    found: list[int] = []
    for size in SIZES.values():
        page.set_viewport_size(size)
        found += page.evaluate(PLACE, selector)
    return found


def near(place: list[int], other: list[int]) -> bool:
    return all(abs(one - another) <= 2 for one, another in zip(place, other, strict=True))


@pytest.mark.parametrize("slug", ["sauve_souris", *forms.in_soak("poule_aux_oeufs_d_or", "as_capone")])
def test_a_result_stays_until_the_player_goes_on(site: str, browser: Browser, slug: str) -> None:
    name = {"sauve_souris": "reveal 1", "poule_aux_oeufs_d_or": "chick", "as_capone": "trick won"}[slug]
    page = opened(site, browser, slug, name)
    page.clock.install()
    before = page.text_content("#board")
    page.clock.fast_forward("30:00")
    assert page.text_content("#board") == before
    assert page.url.endswith(states.DRAWN)


@forms.quick_and_whole
def test_with_motion_reduced_all_is_told_at_once(site: str, browser: Browser, whole: bool) -> None:
    """The quick form looks at one state in three: some of each game."""
    page = browser.new_context(viewport=SIZES["phone"], reduced_motion="reduce").new_page()
    for slug, name, _, led_to in TOLD if whole else TOLD[1::3]:
        show(page, site, slug, name)
        assert set(page.evaluate(FROM, led_to)) == {0}
        staying = page.locator(":not(.ago *)").and_(page.locator(led_to))
        assert all(one.is_visible() for one in staying.all()[:3])


@pytest.mark.parametrize(("name", "before", "after"), [("trick won", "0", "1"), ("tie won", "0", "1")])
def test_as_capone_counts_a_trick_once_its_cards_are_turned(
    site: str, browser: Browser, name: str, before: str, after: str
) -> None:
    page = opened(site, browser, "as_capone", name)
    assert page.locator(".ac-score .you .ac-count i").text_content() == before
    assert page.locator(".ac-score .you .ac-count b").text_content() == after


LAST_CARD = {  # steps that leave one card in each hand: what its trick will be, and the card
    "a trick": (states.STATES["as_capone"]["duel"].steps[:-1], "7"),
    "a tie": (states.STATES["as_capone"]["tie at the last trick"].steps[:-1], "A"),
}


@pytest.mark.parametrize(
    ("shown", "result"),
    [
        ("on the page that plays it", "a trick"),
        ("on another one", "a tie"),
        *forms.in_soak(("on the page that plays it", "a tie"), ("on another one", "a trick")),
    ],
)
def test_a_card_runs_to_the_table_from_where_it_lay_in_the_hand(
    site: str, browser: Browser, shown: str, result: str
) -> None:
    steps, rank = LAST_CARD[result]
    play = states.State("as_capone", steps).play()
    context = browser.new_context(viewport=SIZES["phone"])
    states.hold(context, site, play)
    acting, watching = (context.new_page() for _ in range(2))
    for page in (acting, watching):
        with page.expect_websocket():
            page.goto(f"{site}/partie/{play.id}/")
    seen = acting if shown == "on the page that plays it" else watching
    seen.mouse.move(0, 0)
    lay = seen.locator(f"button[value='{rank}'] svg").bounding_box()
    looking.stop(seen)
    acting.locator(f"button[value='{rank}']").focus()
    acting.keyboard.press("Enter")
    seen.locator(f"#board[data-step='{play.step + 1}']").wait_for()
    runs = seen.locator(".you .ac-turn").bounding_box()
    assert lay and runs
    assert abs(lay["x"] + lay["width"] / 2 - runs["x"] - runs["width"] / 2) < 12  # a lifted card
    assert abs(lay["y"] + lay["height"] / 2 - runs["y"] - runs["height"] / 2) < 12
