"""Tells the database who works on a staff page, so that the history of what changes names them."""

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection
from django.http import HttpRequest, HttpResponse

OFFICE = "/admin/"
_TELL = "SELECT set_config('pghistory.context_id', %s, false), set_config('pghistory.context_metadata', %s, false)"


class Signed:
    """The middleware; pghistory's own sends two statements in one, which server-side binding refuses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; what only reads changes nothing, and nothing is told of it."""
        if request.method != "POST" or not request.path_info.startswith(OFFICE):
            return self.get_response(request)
        with signed(user=request.user.pk, url=request.path_info):
            return self.get_response(request)


@contextmanager
def signed(**said: object) -> Iterator[None]:
    """Sign with this what the body changes through this thread's connection."""
    _tell(str(uuid.uuid4()), json.dumps(said))
    try:
        yield
    finally:
        if connection.connection is not None and not connection.connection.broken:
            _tell("", "")


def _tell(context: str, said: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_TELL, [context, said])
