"""The journal: sealed chains of entries and the tree over them (art. 4.3.6, 4.4.2)."""
