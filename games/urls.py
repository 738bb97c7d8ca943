"""Addresses of the player's pages."""

from django.urls import path

from games import live
from games.views import entering, installing, playing, proving

app_name = "games"
urlpatterns = [
    path("", entering.home, name="home"),
    path("t", entering.qr, name="qr"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("hors-connexion", installing.offline, name="offline"),
    path("jouer", entering.start, name="start"),
    path("partie/<uuid:play_id>/", playing.board, name="play"),
    path("partie/<uuid:play_id>/bienvenue", playing.welcome, name="welcome"),
    path("partie/<uuid:play_id>/etape", playing.step, name="step"),
    path("partie/<uuid:play_id>/placement", playing.placement, name="placement"),
    path("partie/<uuid:play_id>/rappel.ics", playing.reminder, name="reminder"),
    path("partie/<uuid:play_id>/preuve", proving.page, name="proof"),
    path("partie/<uuid:play_id>/recu", proving.download, name="receipt"),
    path("partie/<uuid:play_id>/quitter", playing.leave, name="leave"),
]

websocket_urlpatterns = [path("partie/<uuid:play_id>/direct", live.PlayConsumer.as_asgi())]
