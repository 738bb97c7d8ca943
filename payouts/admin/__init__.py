"""The pages of `payouts` in Django's admin."""

from django.contrib import admin

from payouts.admin.winners import WinnerAdmin
from payouts.models import Winner

admin.site.register(Winner, WinnerAdmin)
