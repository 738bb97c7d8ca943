"""Claims, from their receipt to their answer (art. 10)."""
