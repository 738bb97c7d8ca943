"""Every state a board can show, reached with scripted draws, and a browser session that holds their plays."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import BrowserContext

from games.holding import HOLDER, KEY
from games.models import Play
from games.rules.as_capone import RANKS
from games.rules.poule_aux_oeufs_d_or import CHICK, EGG, ELEMENTS, EMPTY
from payouts import showing
from tests import signing
from tests.games import stock

Step = tuple[Mapping[str, str], tuple[Any, ...]]  # the posted fields, and what each draw gives


@dataclass(frozen=True)
class State:
    """A play of this game and tier (from 1) after these steps, shown with this query."""

    slug: str
    steps: tuple[Step, ...] = ()
    query: str = ""
    tier: int = 3

    def play(self) -> Play:
        """Start a ticket of its own and play the steps."""
        play = stock.start(self.slug, tier=self.tier)
        for data, results in self.steps:
            play = stock.step(play, dict(data), *results)
        return play

    def address(self, play: Play) -> str:
        """Where the board is, without the site."""
        return f"/partie/{play.id}/{self.query}"


DRAWN = "?vue=tirage"  # the board just after its last draw


def _mice(*placed: int, cats: tuple[int, ...]) -> Step:
    return stock.mice(*placed), (cats,)


def _saved(count: int) -> State:
    """Eight mice to the last step, `count` of them away from its three cats."""
    safe = _mice(0, 0, 0, 8, cats=(1,)), _mice(0, 0, 0, 8, cats=(1, 2))
    return State("sauve_souris", (*safe, _mice(8 - count, 0, 0, count, cats=(1, 2, 3))), DRAWN, tier=1)


def _sauve_souris() -> dict[str, State]:
    slug = "sauve_souris"
    first, second = _mice(2, 2, 2, 2, cats=(3,)), _mice(2, 2, 2, 0, cats=(1, 2))
    return {
        "start": State(slug),
        "partly placed": State(slug, query="?f1=3&f2=1&f3=0&f4=0"),
        "all placed": State(slug, query="?f1=2&f2=2&f3=2&f4=2"),
        "reveal 1": State(slug, (first,), DRAWN),
        "placing 2": State(slug, (first,)),
        "reveal 2": State(slug, (first, second), DRAWN),
        "placing 3": State(slug, (first, second)),
        **{f"won {count}": _saved(count) for count in range(1, 9)},
        "lost at step 1": State(slug, (_mice(8, 0, 0, 0, cats=(1,)),), DRAWN),
        "lost at step 2": State(slug, (first, _mice(6, 0, 0, 0, cats=(1, 4))), DRAWN),
        "lost at step 3": State(slug, (first, second, _mice(0, 0, 2, 0, cats=(1, 2, 3))), DRAWN),
    }


def _hens(*elements: str) -> tuple[Step, ...]:
    """One hen after another, from the seventh on."""
    return tuple(({"poule": str(hen)}, (element,)) for hen, element in enumerate(elements, 7))


def _hay(stack: int, extra: int, *rest: tuple[str, ...]) -> Step:
    return {"paille": str(stack)}, (extra, *rest)


def _poule() -> dict[str, State]:
    slug = "poule_aux_oeufs_d_or"
    empty = _hens(EMPTY, EMPTY, EMPTY)
    rest = tuple(sorted(ELEMENTS)[:-3])  # without the three empty nests found
    extra = (*empty, _hay(2, 2))
    last = {"poule": "9"}, (EMPTY, rest)
    return {
        "start": State(slug),
        "chick": State(slug, _hens(CHICK), DRAWN),
        "empty": State(slug, _hens(EMPTY), DRAWN),
        "mid": State(slug, _hens(CHICK, EMPTY, CHICK, CHICK, EMPTY)),
        "haystacks": State(slug, empty, DRAWN),
        "EXTRA opened": State(slug, extra, DRAWN),
        "extra mid": State(slug, (*extra, *_hens(CHICK, EMPTY)), DRAWN),
        "won first go": State(slug, _hens(EGG), DRAWN),
        "won later": State(slug, _hens(CHICK, EMPTY, EGG), DRAWN),
        "won in extra, first go": State(slug, (*extra, *_hens(EGG)), DRAWN),
        "lost at the haystacks": State(slug, (*empty, _hay(2, 4, rest)), DRAWN),
        "lost in extra": State(slug, (*extra, *_hens(EMPTY, EMPTY), last), DRAWN),
    }


def _card(mine: str, his: str) -> Step:
    return {"carte": mine}, (his,)


def _pack(mine: str, his: str) -> Step:
    return {"paquet": "1"}, ((mine, his),)


def _tricks(won: int, count: int = 8) -> tuple[Step, ...]:
    """`count` tricks of a round without a tie that wins `won` (below 8): each spade is so many ranks lower."""
    return tuple(_card(mine, RANKS[rank - 8 + won]) for rank, mine in reversed(list(enumerate(RANKS))))[:count]


def _as_capone() -> dict[str, State]:
    slug = "as_capone"
    tie, again, settled = _card("D", "D"), _pack("d8", "c8"), _pack("dA", "c7")
    duel = _tricks(4)
    all_ties = tuple(step for rank in RANKS for step in (_card(rank, rank), settled))  # eight need the seven's tie won
    steps = {
        "trick won": (_card("A", "7"),),
        "trick lost": (_card("7", "A"),),
        "tie": (tie,),
        "tie again": (tie, again),
        "tie twice again": (tie, again, again),
        "tie won": (tie, settled),
        "tie lost": (tie, _pack("d7", "cR")),
        "last trick": _tricks(5, count=7),
        "tie at the last trick": (*all_ties[:-1],),
        "duel": duel,
        "duel tied": (*duel, _pack("d9", "c9")),
        "duel lost": (*duel, _pack("d7", "cA")),
        "extra opened": (*duel, settled),
        "extra mid": (*duel, settled, _card("A", "7"), tie),
        **{f"won {won}": _tricks(won) for won in (5, 6, 7)},
        "won 8": all_ties,
        "lost": _tricks(3),
    }
    return {"start": State(slug), **{name: State(slug, made, DRAWN) for name, made in steps.items()}}


STATES = {"sauve_souris": _sauve_souris(), "poule_aux_oeufs_d_or": _poule(), "as_capone": _as_capone()}
NEAR_THE_END = {  # with something left of each kind of step
    "sauve_souris": STATES["sauve_souris"]["reveal 2"],
    "poule_aux_oeufs_d_or": State("poule_aux_oeufs_d_or", _hens(CHICK, EMPTY, EMPTY)),
    "as_capone": State("as_capone", _tricks(5, count=6)),
}


def addresses(slug: str, *names: str) -> tuple[dict[str, str], list[Play]]:
    """The address of these states of a game, or of every one, by its name, and their plays."""
    made = {name: (state, state.play()) for name, state in STATES[slug].items() if not names or name in names}
    return {name: state.address(play) for name, (state, play) in made.items()}, [play for _, play in made.values()]


def hold(context: BrowserContext, site: str, *plays: Play, user: User | None = None, shown: Iterable[int] = ()) -> None:
    """Let this browser hold the plays, as if their codes had been entered in it; log this user in, at a desk where
    number and code of these tickets were shown.
    """
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    if user is not None:
        signing.fill(session, user)
    for number in shown:
        showing.keep(session, number, timezone.now())
    session[KEY], session[HOLDER] = [str(play.id) for play in plays], secrets.token_hex(8)
    session.save()
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": site}])
