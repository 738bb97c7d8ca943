"""Every test here ends with the verifier and the replay of every play."""

from tests.games.conftest import _verified

__all__ = ["_verified"]
