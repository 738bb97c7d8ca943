"""Brings the database up to date and serves the whole site on one port: what `make run` runs."""

import contextlib
import os
import socket
import threading
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from illikolive.serving import Server, configured
from payouts.working import working
from tickets.seal.working import sealing

HOST = "127.0.0.1"


class Command(BaseCommand):
    """Migrate, collect static files, load the demonstration into an empty embedded database, serve, seal and work."""

    help = "Serve the site on http://127.0.0.1:8000 (PORT changes the port)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until interrupted; CommandError when the port is taken."""
        port = _port(os.environ.get("PORT", "8000"))
        with _listen(port) as listener:
            call_command("migrate", verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
            if settings.EMBEDDED_DATABASE and _is_empty():
                call_command("demo")
            elif settings.EMBEDDED_DATABASE:
                self.stdout.write("Tickets de démonstration : var/demo.json")
            self.stdout.write(f"ILLIKO LIVE : http://{HOST}:{port}  (Ctrl-C pour arrêter)")
            self.stdout.flush()
            _serve(listener)


def _serve(listener: socket.socket) -> None:
    """Serve until interrupted. Raises CommandError when the sealer or the worker can't go on: the site stops too."""
    server = Server(configured())
    with contextlib.suppress(KeyboardInterrupt), sealing() as unsealed, working() as unworked:
        for ended in (unsealed, unworked):
            threading.Thread(target=_stop_after, args=(ended, server), daemon=True).start()
        server.run(sockets=[listener])
        if unsealed.is_set() or unworked.is_set():
            raise CommandError("Le scellement ou les tâches se sont arrêtés (voir ci-dessus)\u00a0: le site aussi.")


def _stop_after(ended: threading.Event, server: uvicorn.Server) -> None:
    ended.wait()
    server.should_exit = True


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise CommandError(f"PORT={text} n’est pas un numéro de port.")
    return int(text)


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise CommandError(f"Le port {port} est déjà pris\u00a0: PORT=8001 make run, par exemple.") from error
    return listener


def _is_empty() -> bool:
    from tickets.models import Game

    return not Game.objects.exists()
