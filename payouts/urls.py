"""Addresses about what a play pays."""

from django.urls import path

from payouts import views

app_name = "payouts"
urlpatterns = [path("partie/<uuid:play_id>/resultat", views.result, name="result")]
