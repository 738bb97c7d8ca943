"""Every test that writes the journal ends with the independent verifier."""

from collections.abc import Iterator

import pytest

from tickets.verifying import verify


@pytest.fixture(autouse=True)
def _verified(request: pytest.FixtureRequest) -> Iterator[None]:
    """Verify every chain before the test's database is rolled back or dropped."""
    if request.node.get_closest_marker("django_db") is None:
        yield
        return
    request.getfixturevalue("_django_db_helper")
    yield
    verify(blocks=False)
