"""The back office's pages besides those of Django's admin, by subject."""
