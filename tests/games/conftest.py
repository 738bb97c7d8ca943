"""Every test that writes the journal ends with the verifier, and every play of a test is played again."""

from collections.abc import Iterator

import pytest

from games.replaying import replay_all
from tickets.verifying import verify


@pytest.fixture(autouse=True)
def _verified(request: pytest.FixtureRequest) -> Iterator[None]:
    """Verify and replay before the test's database is rolled back or dropped; a test that alters plays is marked."""
    if request.node.get_closest_marker("django_db") is None:
        yield
        return
    request.getfixturevalue("_django_db_helper")
    yield
    verify(blocks=False)
    if request.node.get_closest_marker("alters_plays") is None:
        assert all(replay_all())
