"""The back office's pages besides Django's admin, a module a subject."""
