"""The public pages, by subject."""
