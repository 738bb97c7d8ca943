"""As on every other page: see games/templatetags/french.py."""

DATETIME_FORMAT = "j F Y à H\u00a0\\h\u00a0i"
