"""What the admin shows of `payouts`."""

from django.contrib import admin

from payouts.admin.winners import WinnerAdmin
from payouts.models import Winner
from payouts.signing import admins

__all__ = ["admins"]

admin.site.register(Winner, WinnerAdmin)
