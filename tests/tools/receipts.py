"""A play of each game with known draws, and a small log that holds their entries, for receipts in tests."""

from pathlib import Path

from games.models import Play
from tests.games import stock
from tickets.journal import merkle, tiles
from tickets.journal.chain import Entry
from tickets.journal.checkpoint import Checkpoint
from tickets.journal.notes import Signer
from tickets.journal.receipt import Entered, build

SIGNER = Signer("illiko.live/test", bytes(range(32)))
KEY = str(SIGNER.public)
OTHER = Signer("illiko.live/test", bytes(32))


class Log:
    """A small log in memory."""

    def __init__(self, leaves: list[bytes]) -> None:
        self.leaves = leaves

    def node(self, level: int, number: int) -> bytes:
        return merkle.root(self.leaves[number << level : number + 1 << level])

    def checkpoint(self, size: int | None = None, signer: Signer = SIGNER) -> str:
        size = size or len(self.leaves)
        return signer.sign(Checkpoint(signer.name, size, merkle.root(self.leaves[:size])).text())

    def receipt(self, entries: list[Entry], checkpoint: str | None = None) -> bytes:
        entered = []
        for entry in entries:
            index = self.leaves.index(entry.digest)
            entered.append(Entered(entry.text, index, merkle.inclusion_proof(index, len(self.leaves), self.node)))
        return build(checkpoint or self.checkpoint(), entered)

    def write_tiles(self, folder: Path) -> Path:
        size, level = len(self.leaves), 0
        while hashes := [self.node(8 * level, number) for number in range(size >> 8 * level)]:
            for number in range(0, len(hashes), 256):
                some = hashes[number : number + 256]
                path = folder / tiles.path(level, number // 256, len(some))
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(b"".join(some))
            level += 1
        return folder


def sauve_souris() -> Play:
    play = stock.start("sauve_souris", tier=1)
    for placed, cats in (((2, 2, 2, 2), (3,)), ((6, 0, 0, 0), (2, 4)), ((3, 3, 0, 0), (1, 3, 4))):
        play = stock.step(play, stock.mice(*placed), cats)
    return play


def poule_aux_oeufs_d_or() -> Play:
    play = stock.start("poule_aux_oeufs_d_or", tier=4)
    for hen, element in (("1", "empty"), ("12", "chick"), ("20", "empty"), ("30", "empty")):
        play = stock.step(play, {"poule": hen}, element)
    return stock.step(play, {"paille": "3"}, 5, ("chick",) * 16 + ("egg",) + ("empty",) * 9)


def as_capone() -> Play:
    play = stock.step(stock.start("as_capone", tier=4), {"carte": "7"}, "7")
    play = stock.step(play, {"paquet": "1"}, ("dA", "c10"))
    for mine, his in zip(("8", "9", "10", "V", "D", "R", "A"), ("9", "10", "V", "D", "R", "A", "8"), strict=True):
        play = stock.step(play, {"carte": mine}, his)
    return play
