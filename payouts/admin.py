"""What the admin shows of payouts."""

from payouts.signing import admins

__all__ = ["admins"]
