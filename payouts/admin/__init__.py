"""What the admin shows of `payouts`."""

from django.contrib import admin

from payouts.admin.desks import DeskAdmin
from payouts.admin.winners import WinnerAdmin
from payouts.models import Desk, Winner
from payouts.signing import admins

__all__ = ["admins"]

admin.site.register(Desk, DeskAdmin)
admin.site.register(Winner, WinnerAdmin)
