"""What `office` keeps: who changed what, and the figures of each day."""

from office.models import history
from office.models.figures import CountedDay, Figures

__all__ = ["CountedDay", "Figures", "history"]
