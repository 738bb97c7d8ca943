"""Sends steps as fast as they are answered, over kept-alive connections, and measures each answer."""

import re
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tools.bench.plays import held, play_id

CHOICE = re.compile(rb'name="(carte|paquet)" value="([^"]+)"')
TOKEN = "a" * 32

Exchange = Callable[[bytes], bytes]


@dataclass
class Measure:
    """Seconds that each answer took, and how long it all lasted."""

    times: list[float] = field(default_factory=list)
    lasted: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.times) / self.lasted

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def tail(self) -> float:
        return statistics.quantiles(self.times, n=100)[98]


def post_steps(port: int, plays: range, clients: int, seconds: float) -> Measure:
    """Play whole plays of As Capone, each client its own share, reading the next choice off the board."""
    sessions = held()

    def client(share: range, exchange: Exchange) -> Iterator[None]:
        for number in share:
            step, choice = 0, [b"carte", b"A"]
            while choice:
                body = b"step=%d&%s=%s" % (step, choice[0], choice[1])
                answer = exchange(_request(f"/partie/{play_id(number)}/etape", body, sessions[number]))
                if not answer.startswith(b"HTTP/1.1 200"):
                    raise RuntimeError(answer[:300])
                found = CHOICE.search(answer)
                step, choice = step + 1, list(found.groups()) if found else []
                yield

    return _measure(client, port, plays, clients, seconds)


def post_bare(port: int, plays: range, clients: int, seconds: float) -> Measure:
    """The same requests to the bare view, which only runs the SQL."""
    sessions = held()

    def client(share: range, exchange: Exchange) -> Iterator[None]:
        while True:
            for number in share:
                exchange(_request(f"/{play_id(number)}", b"step=0&carte=A", sessions[number]))
                yield

    return _measure(client, port, plays, clients, seconds)


def _request(path: str, body: bytes, session: str) -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"HX-Request: true\r\nX-CSRFToken: {TOKEN}\r\nCookie: csrftoken={TOKEN}; sessionid={session}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _measure(client: Any, port: int, plays: range, clients: int, seconds: float) -> Measure:
    measure = Measure()
    started = time.perf_counter()

    def run(number: int) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            exchange = _timed(connection, measure.times)
            for _ in client(plays[number::clients], exchange):
                if time.perf_counter() - started > seconds:
                    return
        raise RuntimeError("the plays of the bench ran out")

    with ThreadPoolExecutor(clients) as threads:
        list(threads.map(run, range(clients)))
    measure.lasted = time.perf_counter() - started
    return measure


def _timed(connection: socket.socket, times: list[float]) -> Exchange:
    def exchange(request: bytes) -> bytes:
        started = time.perf_counter()
        connection.sendall(request)
        answer = _answer(connection)
        times.append(time.perf_counter() - started)
        return answer

    return exchange


def _answer(connection: socket.socket) -> bytes:
    """One whole HTTP answer that states its length."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _some(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    found = re.search(rb"(?i)content-length: (\d+)", head)
    if found is None:
        raise RuntimeError(head)
    missing = int(found[1]) - len(body)
    while missing > 0:
        data += (part := _some(connection))
        missing -= len(part)
    return data


def _some(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    if not data:
        raise ConnectionError("the server closed the connection")
    return data
