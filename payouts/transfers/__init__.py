"""Prizes paid by transfer: the winner's account, the days, the bank's characters and its file (art. 5.3.1)."""
