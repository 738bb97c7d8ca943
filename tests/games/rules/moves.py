"""Scripted moves, each a choice and the results of its draws, that lead a play somewhere."""

from typing import Any

from games.rules.as_capone import FROM_PACK, RANKS
from games.rules.poule_aux_oeufs_d_or import EMPTY, HENS

Move = tuple[Any, ...]

SAFE_1, SAFE_2 = ((2, 2, 2, 2), 4), ((6, 0, 0, 0), (3, 4))  # Sauve Souris: six mice left, twice


def lifting(*elements: str, hens: tuple[int, ...] = HENS) -> list[Move]:
    """La Poule: find these elements, under the hens in order."""
    return [(("hen", hen), element) for hen, element in zip(hens, elements, strict=False)]


NO_EGG = lifting(EMPTY, EMPTY, EMPTY)
EXTRA = [*NO_EGG, (("stack", 2), 2)]  # the haystack chosen hides EXTRA

TIE, WON, LOST = ("d9", "c9"), ("cA", "dR"), ("d7", "c8")  # As Capone: pairs from the pack


def a_round(tricks: int) -> list[Move]:
    """As Capone: eight hearts that win this many of the eight tricks (1 to 7), without a tie."""
    return list(zip(RANKS, RANKS[-8 + tricks :] + RANKS[: -8 + tricks], strict=True))


def from_pack(*pairs: tuple[str, str]) -> list[Move]:
    return [(FROM_PACK, pair) for pair in pairs]


def all_ties(*results: tuple[str, str]) -> list[Move]:
    """As Capone: eight tricks that are all ties, settled in turn by these pairs from the pack."""
    return [move for rank, pair in zip(RANKS, results, strict=True) for move in ((rank, rank), (FROM_PACK, pair))]
