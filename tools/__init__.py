"""Helpers of the workshop: embedded servers and benchmarks; nothing here runs in production."""
