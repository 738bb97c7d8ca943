"""For how long someone has been playing: a cookie says when they began, and ends by itself after a pause.

Nothing of it is kept on the server, and no statement is spent on it.
"""

import time
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpResponse

from games.boards import HtmxRequest
from games.views.posting import View

COOKIE, PAUSE = "debut", 30  # minutes without playing after which one begins anew


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a play's page tells of it, as `request.sitting`; its module counts on."""

    minutes: int
    pause: int = PAUSE
    long: int = 60  # minutes after which a pause is suggested

    @property
    def is_long(self) -> bool:
        return self.minutes >= self.long


def timed(view: View) -> View:
    """The view of a play, which one plays by opening it or posting; what its page fetches by itself is neither."""

    @wraps(view)
    def wrapped(request: HtmxRequest, **where: Any) -> HttpResponse:
        if request.htmx and request.method == "GET":
            return view(request, **where)
        now = int(time.time())
        began = int(request.get_signed_cookie(COOKIE, None, max_age=PAUSE * 60) or now)
        request.sitting = Sitting((now - began) // 60)  # type: ignore[attr-defined]  # for the template alone
        response = view(request, **where)
        lasting: dict[str, Any] = {"max_age": PAUSE * 60, "secure": settings.HTTPS, "httponly": True, "samesite": "Lax"}
        response.set_signed_cookie(COOKIE, str(began), **lasting)
        return response

    return wrapped
