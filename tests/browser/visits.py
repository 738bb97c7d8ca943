"""Every page of the site that is its own, each with what it answers and what is done on it before it is looked at."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import time_machine
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route

from games import attempts
from games.models import Play
from games.registry import GAMES
from payouts import cancelling
from public.pages import every_page
from tests.browser import desks, playing, states
from tests.games import stock
from tests.payouts import desk
from tests.public import offer
from tickets import codes
from tickets.seal import keys, sealer
from tickets.suspending import suspend

MISTYPED = "4F7K2U9RTB3XW6HNQ8"
FORM = "application/x-www-form-urlencoded"
STALE, BROKEN, ILLEGAL = (
    "() => { document.querySelector('#board input[name=step]').value = '5'; }",
    "() => { document.querySelector('#board input[name=step]').value = 'x'; }",
    "() => { for (const one of document.querySelectorAll('#board :is([name=f1], [name=poule], [name=carte])'))"
    " one.value = '99'; }",
)


@dataclass(frozen=True)
class Visit:
    """A page, by its address without the site."""

    address: str
    status: int = 200
    act: Callable[[Page], None] | None = None
    refused: int = 0  # what the act is answered, when that is a refusal

    def make(self, page: Page, site: str) -> None:
        """Open the page and act on it."""
        answer = page.goto(site + self.address)
        assert answer is not None and answer.status == self.status
        if self.act is not None:
            with page.expect_response(lambda answer: answer.status == self.refused):
                self.act(page)
            page.locator("[role=alert]:visible, .alone").first.wait_for()

    def unexpected(self, complaints: list[str]) -> list[str]:
        """The complaints but for the browser's own line on a refusal that the visit is for."""
        expected = tuple(f"status of {status} " for status in (self.status, self.refused))
        return [one for one in complaints if not any(told in one for told in expected)]


@dataclass(frozen=True)
class Walk:
    """Visits by their names, and the browser that makes them: it holds these plays, and this user is logged in, at a
    desk that was shown these tickets.
    """

    visits: dict[str, Visit]
    plays: tuple[Play, ...] = ()
    user: User | None = None
    shown: tuple[int, ...] = ()

    def prepare(self, context: BrowserContext, site: str) -> None:
        """Let this browser make the visits, as where no service worker can answer for the site."""
        states.hold(context, site, *self.plays, user=self.user, shown=self.shown)
        context.add_init_script("delete Navigator.prototype.serviceWorker")


def boards(slug: str) -> Walk:
    """Every state of a game's board, and its refusals."""
    addresses, plays = states.addresses(slug)
    first = addresses["all placed" if slug == "sauve_souris" else "start"]
    refusals = {"stale step": (STALE, 409), "broken step": (BROKEN, 422), "illegal choice": (ILLEGAL, 422)}
    visits = {name: Visit(address) for name, address in addresses.items()}
    visits |= {name: Visit(first, act=_step(script), refused=told) for name, (script, told) in refusals.items()}
    return Walk(visits, tuple(plays))


def public() -> Walk:
    """Every other page of a player, as it should be."""
    with time_machine.travel(timezone.now() - timedelta(days=40)):
        expired = stock.start("as_capone")
    won, lost = states.STATES["sauve_souris"]["won 8"].play(), states.STATES["as_capone"]["lost"].play()
    ended = {"won": won, "lost": lost, "expired": expired}
    started = {slug: stock.start(slug) for slug in GAMES}
    addresses = {
        "home": "/",
        "QR": "/t",
        "offline": "/hors-connexion",
        "seal": "/sceau/",
        **{f"result {name}": f"/partie/{play.id}/resultat" for name, play in ended.items()},
        **{f"welcome {slug}": f"/partie/{play.id}/bienvenue" for slug, play in started.items()},
    }
    sealer.seal_once(keys.signer())
    addresses |= {f"proof {name}": f"/partie/{play.id}/preuve" for name, play in ended.items() if name != "expired"}
    return Walk({name: Visit(one) for name, one in addresses.items()}, (*ended.values(), *started.values()))


def told() -> Walk:
    """Every page that is told to search engines, but the first page and the seal's, and those that they lead to."""
    offer.made()
    addresses = [page.address for page in every_page() if page.name.startswith("public:")]
    addresses += [reverse("public:practice", args=[game]) for game in GAMES.values()]
    addresses.append(reverse("public:claim_follow"))
    addresses.append(reverse("public:desks") + "?q=paris&gain=virement")
    visits = {address: Visit(address) for address in addresses}
    claims, follow = reverse("public:claims"), reverse("public:claim_follow")
    visits["claim refused"] = Visit(
        claims, act=lambda page: page.get_by_role("button", name="Envoyer ma").click(), refused=422
    )
    visits["claim not found"] = Visit(follow, act=lambda page: page.get_by_text("Voir où").click(), refused=422)
    return Walk(visits)


def suspended() -> Walk:
    """What is left to see while every game is suspended (art. 8.2): no step, no start."""
    plays = {slug: stock.start(slug) for slug in GAMES}
    code = stock.make_ticket(plays["as_capone"].ticket.booklet.block.emission)
    suspend(game=None, message="Le tirage au sort est vérifié jusqu’à demain, 9\u00a0h.", by=stock.manager())
    visits = {"home": Visit("/"), "code": Visit("/", act=lambda page: playing.validate(page, code), refused=422)}
    for slug, play in plays.items():
        placed = "?f1=2&f2=2&f3=2&f4=2" if slug == "sauve_souris" else ""
        visits[f"board {slug}"] = Visit(f"/partie/{play.id}/")
        visits[f"step {slug}"] = Visit(f"/partie/{play.id}/{placed}", act=_step(), refused=422)
    return Walk(visits, tuple(plays.values()))


def broken() -> Walk:
    """What is told of codes and requests that are wrong, of what is not for everyone, and of a failure of ours."""
    play = stock.start("as_capone")
    Play.objects.filter(id=play.id).update(state="unreadable")
    visits = {
        "mistyped code": Visit("/", act=lambda page: playing.validate(page, MISTYPED), refused=422),
        "too many codes": Visit("/", act=_search_codes, refused=429),
        "stale form": Visit("/", act=_without_token, refused=403),
        "bad request": Visit("/", act=_sent("POST", **{"Content-Type": f"{FORM}; charset=utf-7"}), refused=400),
        "wrong method": Visit("/", act=_sent("OPTIONS"), refused=405),
        "too big": Visit("/", act=_sent("POST", "code=" + "A" * 3_000_000), refused=413),
        "not found": Visit("/rien", 404),
        "failure": Visit(f"/partie/{play.id}/", 500),
        "forbidden": Visit("/admin/auth/user/", 403),
    }
    return Walk(visits, (play,), User.objects.create_user("caisse", is_staff=True))


def caisse() -> Walk:
    """Every page of a payment centre: each standing of a ticket, and the forms; test_caisse has what posts lead to."""
    teller = desks.supervisor()
    tickets, several, gifted = desks.standings(teller), desk.won(5_000_00).ticket_id, desks.lost()
    lot, attested, unshown = desks.bearing_lots(gifted), desks.attested(teller), desk.won(45_00).ticket_id
    cancelled = desks.paid(teller)
    cancelling.cancel(payment_id=cancelled.id, by=teller.user, reason="mauvais ticket")
    winners = f"/caisse/ticket/{several:015d}"
    visits = {
        "look-up": Visit("/caisse/"),
        "unreadable": Visit("/caisse/", act=lambda page: _send(page, "12"), refused=422),
        **{name: Visit(f"/caisse/ticket/{number}/") for name, number in tickets.items()},
        "number alone": Visit(f"/caisse/ticket/{unshown}/"),
        "transfer or cheque": Visit(f"/caisse/ticket/{several}/"),
        "transfer": Visit(f"{winners}/virement"),
        "three winners": Visit(f"{winners}/cheque?gagnants=3"),
        "wrong fields": Visit(f"{winners}/virement", act=_send, refused=422),
        "lots": Visit(f"/caisse/ticket/{gifted}/"),
        "lot": Visit(f"/caisse/ticket/{gifted}/lot/{lot.pk}"),
        "attestation": Visit(f"/caisse/paiement/{attested.id}/attestation"),
        "paid now": Visit(f"/caisse/paiement/{attested.id}/"),
        "cancelled": Visit(f"/caisse/paiement/{cancelled.id}/"),
        "day": Visit("/caisse/journee/"),
        "empty day": Visit("/caisse/journee/?jour=2020-01-01"),
    }
    return Walk(visits, user=teller.user, shown=(*tickets.values(), several, gifted))


WALKS: dict[str, Callable[[], Walk]] = {
    **{slug: partial(boards, slug) for slug in GAMES},
    "public": public,
    "told": told,
    "suspended": suspended,
    "broken": broken,
    "caisse": caisse,
}


def _send(page: Page, number: str = "") -> None:
    """Send the page's own form as it is, but for the number."""
    if number:
        page.locator("#numero").fill(number)
    page.locator("main form").first.evaluate("form => { form.noValidate = true; }")
    page.locator("main form .btn").first.click()


def _step(script: str = "() => {}") -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.evaluate(script)
        page.locator("#board :is([name=poule], [name=carte], .go)").first.click(position=playing.CORNER)

    return act


def _search_codes(page: Page) -> None:
    for _ in range(attempts.ALLOWED):
        attempts.count_unknown(RequestFactory().post("/"))
    playing.validate(page, codes.new_codes(1)[0])


def _without_token(page: Page) -> None:
    page.context.clear_cookies(name="csrftoken")
    playing.validate(page, MISTYPED)


def _sent(method: str, body: str | None = None, **headers: str) -> Callable[[Page], None]:
    """Validate a code, by a request that is not what the form sends."""

    def change(route: Route) -> None:
        route.continue_(method=method, headers=route.request.headers | headers, post_data=body)

    def act(page: Page) -> None:
        page.route("**/jouer", change, times=1)
        playing.validate(page, MISTYPED)

    return act
