"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("", include("payouts.urls")),
    path("admin/", admin.site.urls),
]
