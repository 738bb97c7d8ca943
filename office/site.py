"""The admin's site, as the back office shows it."""

from django.contrib import admin


class Office(admin.AdminSite):
    """Django's, with the names of this product."""

    site_header = "ILLIKO LIVE, administration"
    site_title = "ILLIKO LIVE"
    index_title = "Accueil"
    site_url = None  # who works here has no ticket to play
    enable_nav_sidebar = False  # its links and filter are on the first page
