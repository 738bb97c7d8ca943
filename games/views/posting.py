"""Addresses that only take posts: opened otherwise, by a reload or a bookmark, they lead back to where one can act."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render


def posted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let POST through; GET and HEAD are redirected and do nothing, the rest gets 405."""

    @wraps(view)
    def wrapped(request: HttpRequest, **where: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, **where)
        if request.method in ("GET", "HEAD"):
            return redirect("games:play", **where) if where else redirect("games:home")
        refused = render(request, "405.html", status=405)
        refused["Allow"] = "GET, HEAD, POST"
        return refused

    return wrapped
