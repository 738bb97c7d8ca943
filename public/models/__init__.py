"""What the public pages tell that no other app knows."""

from public.models.incidents import Incident

__all__ = ["Incident"]
