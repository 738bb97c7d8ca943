"""How Django itself writes moments, in lists of the admin."""
