"""Benches: each part prints the ratios that the README gives."""
