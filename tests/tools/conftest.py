"""Fixtures for the tests of the embedded servers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.workers import Worker, checkout_at


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """A checkout whose data are made once for the tests that only start and stop."""
    with checkout_at() as checkout:
        yield checkout


@pytest.fixture
def work() -> Iterator[Callable[..., Worker]]:
    """Starts a process that uses the servers; none of them outlives the test."""
    started: list[Worker] = []

    def start(*arguments: Any, **environment: str) -> Worker:
        started.append(Worker(*arguments, **environment))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
