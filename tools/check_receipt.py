"""Check a play's receipt, or that one checkpoint of the log continues an older one, with nothing of the product's.

    python check_receipt.py recu.json --key "<public key>"
    python check_receipt.py --from old.txt --to new.txt --tiles <folder or https://.../sceau> --key "<public key>"

Needs Python 3.10 and the `cryptography` package. Ends with status 0 when all is right, 1 when not, 2 for wrong options.
C2SP signed-note, tlog-checkpoint, tlog-tiles; RFC 9162. Whatever is read is written again in its one form and compared.
"""

import argparse
import json
import sys
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.request import urlopen

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LARGEST = 4_000_000  # bytes of a file
exact_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
WRONG_SHAPE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
DRAWS = {"cats": "fromages où vient un chat", "element": "sous la poule", "rest": "sous les autres poules"}
DRAWS |= {"extra": "tas de paille qui cache EXTRA", "spade": "pique d’As Capone", "pack": "au joueur, à As Capone"}
WORDS = {"sauve_souris": "Sauve Souris", "poule_aux_oeufs_d_or": "La Poule aux œufs d’or", "as_capone": "As Capone"}
WORDS |= {"start": "partie commencée", "step": "étape", "expire": "partie expirée", "lost": "partie perdue"}
WORDS |= {"hen": "poule", "egg": "œuf d’or", "chick": "poussin", "empty": "rien", "stack": "tas de paille"}
WORDS |= {"first_go": "œuf trouvé du premier coup", "several_goes": "œuf trouvé", "pack": "tirer dans le paquet"}
RANKS = {"V": "valet", "D": "dame", "R": "roi", "A": "as"} | {rank: rank for rank in ("7", "8", "9", "10")}
WORDS |= RANKS | {s + r: f"{RANKS[r]} de {suit}" for s, suit in (("d", "carreau"), ("c", "trèfle")) for r in RANKS}


class Refused(Exception):
    """What failed and where, in French."""


@contextmanager
def refusing(why: str) -> Iterator[None]:
    """Whatever fails inside, for its shape, its signature or its place, is refused in these words."""
    try:
        yield
    except (*WRONG_SHAPE, InvalidSignature, OSError, HTTPException):
        raise Refused(why) from None


class Checkpoint(NamedTuple):
    origin: str  # the log's name
    size: int  # its lines
    root: bytes  # the hash above them all

    def __str__(self) -> str:
        return f"le registre {self.origin} de {self.size} lignes, d’empreinte {self.root.hex()}"


def read(path: str) -> str:
    with refusing(f"{path} ne peut pas être lu, ou n’est pas un texte."), open(path, "rb") as file:
        content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise Refused(f"{path} est bien trop grand.")
        return content.decode()


def open_checkpoint(note: str, keys: list[str]) -> Checkpoint:
    """A checkpoint is three lines, an empty one and, here, exactly one signature, by a key named as its first line.

    A key is "<name>+<4 bytes that tell it in signatures, hexadecimal>+<base64 of a byte 1 and the Ed25519 key>".
    """
    with refusing("la signature du registre n’est pas dans sa forme exacte."):
        body, line = note.rsplit("\n\n", 1)
        origin, size, root = body.split("\n")
        found, signed = Checkpoint(origin, int(size), b64decode(root)), b64decode(line.split(" ")[-1])
        text = f"{origin}\n{found.size}\n{b64encode(found.root).decode()}\n"
        again = f"{text}\n— {origin} {b64encode(signed).decode()}\n"
        if note != again or len(found.root) != 32 or not 0 < found.size < 2**63:
            raise ValueError
    for key in keys:
        with refusing(f"la clé publique {key} est incomplète ou mal recopiée."):
            name, key_hash, encoded = key.split("+", 2)
            public = Ed25519PublicKey.from_public_bytes(b64decode(encoded)[1:])
            ours = (name, bytes.fromhex(key_hash)) == (origin, signed[:4])
        if ours:
            with refusing("la signature du registre est fausse."):
                public.verify(signed[4:], text.encode())
                return found
    raise Refused("le registre n’est pas signé par la clé donnée.")


def above(one: bytes, other: bytes) -> bytes:
    return sha256(b"\x01" + one + other).digest()


def left(size: int) -> int:
    """The leaves under a tree's left branch: the largest power of two that is not all of them."""
    return 1 << (size - 1).bit_length() - 1


def root_of(node: bytes, index: int, size: int, proof: list[bytes]) -> bytes:
    """The root that a leaf's proof leads to: the proof ends with the hash of the other branch, and so on down."""
    if size == 1 and not proof:
        return node
    *below, beside = proof
    if index < left(size):
        return above(root_of(node, index, left(size), below), beside)
    return above(beside, root_of(node, index - left(size), size - left(size), below))


def check_receipt(text: str, keys: list[str]) -> list[str]:
    """Check a receipt's form and signature, its chain, its entries' places in the log, its play; tell it in words."""
    with refusing("ce fichier n’est pas un reçu, ou n’est pas dans sa forme exacte."):
        told = json.loads(text)
        entries = [(int(e["index"]), [bytes.fromhex(n) for n in e["proof"]], str(e["text"])) for e in told["entries"]]
        again = [{"index": index, "proof": [n.hex() for n in proof], "text": text} for index, proof, text in entries]
        if text != exact_json({"checkpoint": told["checkpoint"], "entries": again, "receipt": "illiko.live/1"}) + "\n":
            raise ValueError
    log = open_checkpoint(told["checkpoint"], keys)
    chain = check_chain(entries, log)
    with refusing("les entrées ne disent pas une partie."):
        check_play(chain)
        return [*map(in_words, chain), f"Reçu authentique : ses {len(chain)} entrées sont dans {log}."]


def check_chain(entries: list[tuple[int, list[bytes], str]], log: Checkpoint) -> list[dict[str, Any]]:
    """Each digest covers the one before, from 32 zero bytes on, and is a leaf of the log, after the one before."""
    digest, before, chain = bytes(32), -1, []
    for number, (index, proof, text) in enumerate(entries, 1):
        digest = sha256(b"ILLIKO LIVE journal 1\n" + digest + text.encode()).digest()
        with refusing(f"entrée {number} : son texte ou sa preuve n’a pas la forme voulue."):
            chain.append(json.loads(text))
            this = [chain[-1][name] for name in ("subject", "subject_id", "number")]
            if text != exact_json(chain[-1]):
                raise ValueError
            if this != ["ticket", chain[0]["subject_id"], number]:
                raise Refused(f"entrée {number} : ce n’est pas l’entrée {number} de ce ticket.")
            if not before < index < log.size:
                raise Refused(f"entrée {number} : elle n’est pas à sa place dans le registre.")
            if root_of(sha256(b"\x00" + digest).digest(), index, log.size, proof) != log.root:
                raise Refused(f"entrée {number} : elle, ou une avant elle, n’est pas celle du registre signé.")
        before = index
    return chain


def check_play(chain: list[dict[str, Any]]) -> None:
    """The play is whole, from its one start through its steps in order to its one end, and every draw could be made."""
    play = [entry["data"] for entry in chain if entry["kind"] in ("start", "step", "expire")]
    starts = [entry["data"] for entry in chain if entry["kind"] == "start"]
    steps = [entry["data"] for entry in chain if entry["kind"] == "step"]
    ends = [data.get("amount") is not None for data in play]
    whole = len(starts) == sum(ends) == 1 and starts[0] is play[0] and ends[-1]
    if not whole or [data["step"] for data in steps] != [*range(len(steps))]:
        raise Refused("la partie n’est pas entière : il y manque le début, une étape ou la fin.")
    if any(data["play"] != starts[0]["play"] for data in play):
        raise Refused("les entrées sont de plusieurs parties.")
    if any(Counter(draw["result"]) - Counter(draw["among"]) for data in steps for draw in data["draws"]):
        raise Refused("un tirage a donné ce qui n’était pas à tirer.")


def in_words(entry: dict[str, Any]) -> str:
    data, kind, at = entry["data"], entry["kind"], entry["at"]
    lines = [f"{entry['number']}. Le {at[8:10]}/{at[5:7]}/{at[:4]} à {at[11:19]} UTC : {say(kind)}"]
    if kind == "start":
        lines[0] += f", {say(data['game'])}, ticket {entry['subject_id']:015}"
    if kind == "step":
        mice = isinstance(data["choice"], list) and data["choice"][0] not in ("hen", "stack")
        asked = "souris dans les quatre fromages" if mice else "choix"
        lines[0] += f" {data['step'] + 1}, {asked} : {say(data['choice'])}"
    for draw in data.get("draws", ()):
        count, among, name = len(draw["result"]), len(draw["among"]), draw["name"]
        lines.append(f"   tirage de {count} parmi {among}, {DRAWS.get(name, name)} : {say(draw['result'])}")
    if data.get("amount") is not None:
        outcome, euros = data.get("outcome", "expire"), f"{data['amount'] // 100:,}".replace(",", "\u202f")
        if outcome.isdigit():
            outcome += " souris sauvées" if isinstance(data["choice"], list) else " plis gagnés"
        lines.append(f"   fin : {say(outcome)}, gain : {euros},{data['amount'] % 100:02} €")
    return "\n".join(map(shown, lines))


def shown(line: str) -> str:
    """A line with nothing in it that moves the cursor or turns the text: a record could else repaint what is told."""
    return "".join(one if one.isprintable() or one == "\u202f" else "\ufffd" for one in line)


def say(told: Any) -> str:
    if isinstance(told, list):
        return (" " if told[0] in ("hen", "stack") else ", ").join(map(say, told))
    return WORDS.get(told, str(told))


def tile(tiles: str, level: int, number: int, size: int) -> list[bytes]:
    """The hashes of a tile as they are when the log has `size` lines; each is above 256**level of them."""
    width = min(256, (size >> 8 * level) - 256 * number)
    groups = f"{number:,}".split(",")
    path = "/".join([f"tile/{level}", *(f"x{group:0>3}" for group in groups[:-1]), f"{groups[-1]:0>3}"])
    where, web = f"{tiles}/{path}" + (f".p/{width}" if width < 256 else ""), tiles.startswith(("https://", "http://"))
    with refusing(f"la tuile {where} ne peut pas être lue."):
        with urlopen(where, timeout=30) if web else open(where, "rb") as file:  # noqa: S310 - the web, nothing else
            hashes: bytes = file.read(32 * width + 1)
    if len(hashes) != 32 * width:
        raise Refused(f"la tuile {where} est altérée : elle n’a pas la bonne longueur.")
    return [hashes[at : at + 32] for at in range(0, len(hashes), 32)]


def roots_from(tiles: str, old: int, new: int) -> tuple[bytes, bytes]:
    """The roots of `old` and `new` lines from the same hashes, none of which is above lines on both sides of `old`."""
    read = cache(lambda level, number: tile(tiles, level, number, new))

    def branch(first: int, after: int) -> bytes:
        size = after - first
        if size & (size - 1) or first < old < after:
            return above(branch(first, first + left(size)), branch(first + left(size), after))
        level, height = divmod(size.bit_length() - 1, 8)
        number, place = divmod(first >> 8 * level, 256)
        nodes = read(level, number)[place : place + (1 << height)]
        while len(nodes) > 1:
            nodes = [above(*pair) for pair in zip(nodes[::2], nodes[1::2], strict=True)]
        return nodes[0]

    return branch(0, old), branch(0, new)


def check_growth(old: Checkpoint, new: Checkpoint, tiles: str) -> list[str]:
    """Check that the old log begins the new one: one set of hashes must give both roots."""
    if new.origin != old.origin:
        raise Refused(f"ce sont deux registres différents : {old} et {new}.")
    if new.size < old.size:
        raise Refused(f"retour en arrière : {new}, donné pour plus récent, a moins de lignes que {old}.")
    old_root, new_root = (new.root, new.root) if new.size == old.size else roots_from(tiles, old.size, new.size)
    if new_root != new.root:
        raise Refused(f"tuiles altérées, ou d’un autre registre : elles ne donnent pas {new}.")
    if old_root != old.root:
        raise Refused(f"fourche : {new} ne commence pas par {old}. Gardez ces deux fichiers signés : ils le prouvent.")
    return [f"Registre continu : {new} commence par {old}."]


def main(arguments: list[str] | None = None) -> int:
    options = argparse.ArgumentParser(description="Vérifie un reçu, ou la suite de deux états du registre.")
    options.add_argument("receipt", nargs="?", help="le reçu téléchargé")
    options.add_argument("--key", action="append", default=[], help="la clé publique ; plusieurs si elle a changé")
    options.add_argument("--key-file", help="un fichier qui a une clé publique par ligne")
    options.add_argument("--from", dest="old", help="l’état du registre gardé auparavant")
    options.add_argument("--to", dest="new", help="un état plus récent")
    options.add_argument("--tiles", help="le dossier ou l’adresse des tuiles")
    given = options.parse_args(arguments)
    if not given.receipt and not (given.old and given.new and given.tiles):
        options.error("il faut un reçu, ou bien --from, --to et --tiles")
    try:
        keys = given.key + (read(given.key_file).split() if given.key_file else [])
        if given.receipt:
            lines = check_receipt(read(given.receipt), keys)
        else:
            old, new = (open_checkpoint(read(path), keys) for path in (given.old, given.new))
            lines = check_growth(old, new, given.tiles.rstrip("/"))
    except Refused as failure:
        lines = [f"REFUSÉ : {failure}"]
    print("\n".join(lines).replace(" :", "\u00a0:").replace(" €", "\u00a0€"))
    return int(lines[0].startswith("REFUSÉ"))


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(main())
