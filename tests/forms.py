"""Two forms of a long test: the quick one, which `make test` runs, and the whole one, which `make soak` does.

Both show the same behaviour, the quick one in fewer shapes, states or repetitions.
"""

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

# The test is told `whole`: False in the quick form, True in the other.
quick_and_whole = pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["quick", "whole"]
)


def in_soak(*values: Any) -> list[ParameterSet]:
    """What a parameter, or a tuple of them, is besides in the whole form."""
    return [pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.soak) for one in values]
