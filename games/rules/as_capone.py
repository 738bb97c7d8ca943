"""As Capone (annex 3): eight hearts against eight hidden spades; ties go to the pack, four tricks to a duel."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.rules.dealer import Dealer
from games.rules.game import IllegalChoice, Lots, Strategy

RANKS = ("7", "8", "9", "10", "V", "D", "R", "A")  # weakest first (annex 3, art. 3.2.1.3)
PACK = tuple(suit + rank for suit in "dc" for rank in RANKS)  # diamonds and clubs: two of each value (art. 3.2.1.4)
STRENGTH = {card: RANKS.index(card.lstrip("dc")) for card in RANKS + PACK}
LOTS: tuple[str, ...] = ("tricks_8", "tricks_7", "tricks_6", "tricks_5")
STRATEGIES: Mapping[str, Strategy] = {"lowest first": lambda state: legal(state)[0]}
LABELS: Mapping[str, str] = {
    "tricks_8": "8 plis",
    "tricks_7": "7 plis",
    "tricks_6": "6 plis",
    "tricks_5": "5 plis",
    "lowest first": "la plus faible carte d’abord",
    "8": "8 plis",
    "7": "7 plis",
    "6": "6 plis",
    "5": "5 plis",
    "lost": "moins de 5 plis",
}
FROM_PACK = "pack"
Choice = str  # a rank of the player's hand, or FROM_PACK


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards face to face: the player's and As Capone's."""

    mine: str
    his: str

    @property
    def tied(self) -> bool:
        return STRENGTH[self.mine] == STRENGTH[self.his]

    @property
    def won(self) -> bool:
        return STRENGTH[self.mine] > STRENGTH[self.his]


@dataclass(frozen=True, slots=True)
class Trick:
    """A heart against a spade, then pairs from the pack as long as it is a tie (annex 3, art. 3.2.4)."""

    pairs: tuple[Pair, ...]

    @property
    def tied(self) -> bool:
        return self.pairs[-1].tied

    @property
    def won(self) -> bool:
        return self.pairs[-1].won


@dataclass(frozen=True, slots=True)
class Round:
    """Up to eight tricks, and the duel that exactly four tricks lead to (annex 3, art. 3.2.5)."""

    tricks: tuple[Trick, ...] = ()
    duel: Trick | None = None

    @property
    def won(self) -> int:
        return sum(trick.won for trick in self.tricks)

    @property
    def hand(self) -> tuple[str, ...]:
        played = {trick.pairs[0].mine for trick in self.tricks}
        return tuple(rank for rank in RANKS if rank not in played)

    @property
    def his_hand(self) -> tuple[str, ...]:
        played = {trick.pairs[0].his for trick in self.tricks}
        return tuple(rank for rank in RANKS if rank not in played)

    @property
    def tied(self) -> bool:
        return bool(self.tricks) and self.tricks[-1].tied

    @property
    def at_duel(self) -> bool:
        """Exactly four tricks of eight, and the duel not settled."""
        settled = self.duel is not None and not self.duel.tied
        return len(self.tricks) == len(RANKS) and not self.tied and self.won == 4 and not settled

    @property
    def ended(self) -> bool:
        return len(self.tricks) == len(RANKS) and not self.tied and not self.at_duel


@dataclass(frozen=True, slots=True)
class State:
    """The rounds played; each one after the first is an extra round, without limit (annex 3, art. 3.2.5.4)."""

    rounds: tuple[Round, ...] = (Round(),)

    @property
    def round(self) -> Round:
        return self.rounds[-1]


def start() -> State:
    return State()


def legal(state: State) -> tuple[Choice, ...]:
    if state.round.tied or state.round.at_duel:
        return (FROM_PACK,)
    return state.round.hand


def play(state: State, choice: Choice, dealer: Dealer) -> State:
    """Play a heart, or draw from the pack to settle a tie or the duel (annex 3, art. 3.2.2-3.2.5)."""
    _refuse(state, choice)
    now = state.round
    if choice != FROM_PACK:
        pair = Pair(choice, dealer.one("spade", now.his_hand))
        return _with(state, replace(now, tricks=(*now.tricks, Trick((pair,)))))
    pair = Pair(*dealer.some("pack", PACK, 2))
    if now.tied:
        trick = Trick((*now.tricks[-1].pairs, pair))
        return _with(state, replace(now, tricks=(*now.tricks[:-1], trick)))
    duel = Trick((*(now.duel.pairs if now.duel else ()), pair))
    state = _with(state, replace(now, duel=duel))
    return State((*state.rounds, Round())) if duel.won else state


def _with(state: State, now: Round) -> State:
    return State((*state.rounds[:-1], now))


def _refuse(state: State, choice: Choice) -> None:
    if choice in legal(state):
        return
    if state.round.ended:
        raise IllegalChoice("Cette partie est terminée.")
    if legal(state) == (FROM_PACK,):
        raise IllegalChoice("Tirez une carte du paquet de seize.")
    if choice in RANKS:
        raise IllegalChoice("Vous avez déjà joué cette carte\u00a0: choisissez-en une autre.")
    raise IllegalChoice("Choisissez une carte de votre main.")


def standing(state: State) -> str:
    """The tricks of the last round, as "5" to "8", or "lost" (annex 3, art. 3.2.3.3-3.2.3.5, 3.2.5.5)."""
    return str(state.round.won) if state.round.won > 4 else "lost"


def outcome(state: State) -> str | None:
    return standing(state) if state.round.ended else None


def prize(lots: Lots, outcome: str) -> int:
    return 0 if outcome == "lost" else lots[8 - int(outcome)]


def essence(state: State) -> tuple[Any, ...]:
    now = state.round
    return now.hand, now.his_hand, now.won, now.tied, now.at_duel


def choice_from(data: Mapping[str, str]) -> Choice:
    """The field `carte` (a rank), or `paquet` holding 1."""
    if data.get("paquet") == "1":
        return FROM_PACK
    if data.get("carte") in RANKS:
        return data["carte"]
    raise IllegalChoice("Choisissez une carte de votre main.")


def view(state: State, draft: None = None) -> Mapping[str, Any]:
    now = state.round
    settled = [trick for trick in now.tricks if not trick.tied]
    shown = now if now.tricks or len(state.rounds) == 1 else state.rounds[-2]  # a duel won stays on the table
    trick = shown.duel or (shown.tricks[-1] if shown.tricks else None)
    fell = now.tricks[-1] if now.tricks and not now.tied and now.duel is None else None  # what the last choice settled
    left = len(RANKS) - len(settled)
    return {
        "round": len(state.rounds),
        "hand": now.hand,
        "his_cards": len(now.his_hand),
        "tricks": now.tricks,
        "to_play": range(len(now.tricks) + 1, len(RANKS) + 1),
        "left": left,
        "won": now.won,
        "lost": len(settled) - now.won,
        "heart": shown.tricks[-1].pairs[0].mine if shown.tricks else None,  # the last one played
        "table": trick,
        "on_top": trick.pairs[-1] if trick else None,
        "ties": len(trick.pairs) - 1 if trick else 0,
        "tied": now.tied,
        "at_duel": now.at_duel,
        "duel_lost": now.ended and now.won == 4,
        "new_round": len(state.rounds) > 1 and not now.tricks,
        "fell": fell,
        "ladder": _ladder(now.won, left, before=(now.won - fell.won, left + 1) if fell else (now.won, left)),
        "ended": now.ended,
    }


def _ladder(won: int, left: int, *, before: tuple[int, int]) -> list[Mapping[str, Any]]:
    """What each number of tricks stands at with `won` tricks and `left` to play, and what it was at before the last."""
    return [
        {
            "tricks": tricks,
            "need": max(tricks - won, 0),
            "open": tricks - won <= left,
            "reached": tricks <= won,
            "exact": tricks == won,
            "is": _rung(tricks, won, left),
            "was": _rung(tricks, *before),
        }
        for tricks in (4, 5, 6, 7, 8)
    ]


def _rung(tricks: int, won: int, left: int) -> str:
    if tricks <= won:
        return "now" if tricks == won else "past"
    return "open" if tricks - won <= left else "out"
