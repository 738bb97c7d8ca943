"""Payments, refunds and claims; the highest layer, it may import games and tickets."""
