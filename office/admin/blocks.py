"""Blocks and what was asked of them, listed; what is done with them has pages of its own (office/views/blocks.py)."""

from django.contrib import admin

from office.admin.reading import ReadOnly
from tickets.models import Block, BlockOrder


@admin.register(Block)
class BlockAdmin(ReadOnly):
    """Blocks, the latest first."""

    leads_to = "office:block"
    list_display = ("__str__", "issued_at")
    list_filter = ("emission__game",)
    list_select_related = ("emission__game",)
    search_fields = ("emission__game_code", "emission__number")
    ordering = ("-issued_at", "-pk")


@admin.register(BlockOrder)
class BlockOrderAdmin(ReadOnly):
    """Blocks asked for, the latest first."""

    leads_to = "office:order"
    list_display = ("__str__", "state", "asked_at", "asked_by", "ended_at")
    list_filter = ("state",)
    list_select_related = ("emission__game", "asked_by")
    ordering = ("-pk",)
