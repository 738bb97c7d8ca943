"""How a person plays each game in a browser: what they press next, read off the page."""

from playwright.sync_api import BrowserContext, Page, expect

from games.models import Play
from games.replaying import replay
from games.templatetags.french import euros_short
from tickets.verifying import verify

ENDED = "a[href$='/resultat']"
TELL_REFUSALS = (
    "addEventListener('securitypolicyviolation', event => "
    "console.error(`refused: ${event.violatedDirective} ${event.blockedURI}`))"
)
CORNER = {"x": 12, "y": 12}  # where a card shows even under the next row of the hand


def enter(page: Page, site: str, code: str) -> None:
    """Type the code, confirm the age, validate, and go on to the board."""
    page.goto(site)
    validate(page, code)
    page.get_by_role("link", name="Commencer à jouer").click()


def validate(page: Page, code: str) -> None:
    """Type the code in the form that is shown, confirm the age and validate."""
    page.get_by_label("Code de votre ticket").fill(code)
    page.get_by_label("18 ans ou plus").check()
    page.get_by_role("button", name="Valider mon code").click()


def play_to_the_end(page: Page, slug: str) -> None:
    """Play until the board offers the result."""
    for _ in range(400):
        if page.locator(ENDED).count():
            return
        STEPS[slug](page)
    raise AssertionError("the play does not end")


def _hide_mice_and_validate(page: Page) -> None:
    link = page.get_by_role("link", name="Étape")
    if link.count():
        _press(page, link)
        return
    left = page.locator(".mouse input").count()
    for number in range(left):
        _press(page, page.locator(f"#plus-{number % 4 + 1}"))
    _press(page, page.get_by_role("button", name="Valider"))


def _lift_a_hen_or_search_a_stack(page: Page) -> None:
    _press(page, page.locator("button[name=poule], button[name=paille]").first)


def _play_a_card_or_draw(page: Page) -> None:
    _press(page, page.locator("button[name=paquet], button[name=carte]").first)


STEPS = {
    "sauve_souris": _hide_mice_and_validate,
    "poule_aux_oeufs_d_or": _lift_a_hen_or_search_a_stack,
    "as_capone": _play_a_card_or_draw,
}


def _press(page: Page, control) -> None:
    """Press, and wait for the board that answers: a swap with JavaScript, a new page without."""
    board = page.locator("#board").element_handle()
    control.click(position=CORNER)
    if board is not None:
        page.wait_for_function("board => !board.isConnected", arg=board)
    page.wait_for_selector("#board")


def check_result(page: Page) -> None:
    """The result page says what the record says (art. 4.4.2)."""
    play = only_play()
    page.locator(ENDED).click()
    if play.amount:
        expect(page.get_by_role("heading", level=1)).to_contain_text(euros_short(play.amount))
    else:
        expect(page.get_by_role("heading", level=1)).to_contain_text("Pas de gain")
    replay(play)
    verify(blocks=False)


def watch(context: BrowserContext) -> list[str]:
    """What the pages of this context complain of: script errors and anything the security policy refused."""
    complaints: list[str] = []
    context.add_init_script(TELL_REFUSALS)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    return complaints


def only_play() -> Play:
    return Play.objects.select_related("tier__table__game").get()
