"""What `office` keeps: who changed what."""

from office.models import history

__all__ = ["history"]
