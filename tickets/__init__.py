"""Tickets, their issuing and the journal; the lowest layer."""
