"""The seal at work beside something else, or by itself: each second the sealer, each day the anchor."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tickets.seal import keys
from tickets.seal.anchoring import anchor_forever
from tickets.seal.sealer import seal_forever
from tickets.seal.signed import Memory, place


@contextmanager
def sealing() -> Iterator[threading.Event]:
    """Seal and anchor until the body ends; the event given is set when the sealer can't go on."""
    signer, stop, ended = keys.signer(), threading.Event(), threading.Event()

    def seal() -> None:
        try:
            seal_forever(signer, stop, Memory(place()))
        finally:
            ended.set()

    threads = [threading.Thread(target=seal), threading.Thread(target=anchor_forever, args=(stop,))]
    for thread in threads:
        thread.start()
    try:
        yield ended
    finally:
        stop.set()
        for thread in threads:
            thread.join()
