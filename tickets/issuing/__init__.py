"""Issuing: how the tickets of a block are made (art. 3.2)."""
