"""Django's entries for `office` and for the admin, whose site is the back office's."""

from django.apps import AppConfig
from django.contrib.admin import apps


class OfficeConfig(AppConfig):
    """The application `office`."""

    name = "office"
    verbose_name = "Administration"


class OfficeAdminConfig(apps.AdminConfig):
    """Django's admin on the back office's site."""

    default = False
    default_site = "office.site.Office"
