"""The log's public addresses, after C2SP tlog-tiles."""

from django.urls import path

from tickets.seal import views

app_name = "seal"
urlpatterns = [
    path("sceau/", views.page, name="page"),
    path("sceau/checkpoint", views.checkpoint, name="checkpoint"),
    path("sceau/check_receipt.py", views.script, name="script"),
    path("sceau/tile/<path:address>", views.tile, name="tile"),
]
