"""Addresses of the back office besides those of Django's admin."""

from django.urls import URLPattern

app_name = "office"
urlpatterns: list[URLPattern] = []
