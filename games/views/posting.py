"""Addresses that only take posts: opened otherwise, by a reload or a bookmark, they lead back to where one can act.

What was posted from a page that waited too long comes back in its form.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

View = Callable[..., HttpResponse]


def posted(view: View) -> View:
    """Let POST through; GET and HEAD are redirected and do nothing, the rest gets 405."""

    @wraps(view)
    def wrapped(request: HttpRequest, **where: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, **where)
        if request.method in ("GET", "HEAD"):
            return redirect("games:play", **where) if where else redirect("games:home")
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])

    return wrapped


def comes_back(again: View) -> Callable[[View], View]:
    """Mark the view of a form: with a token no longer right, nothing is done and `again` is called in its place.

    It takes what the view takes, and shows the form with what was typed and a right token, answering 403.
    """

    def mark(view: View) -> View:
        view.again = again  # type: ignore[attr-defined]  # payouts/views/errors.py looks for it
        return view

    return mark
