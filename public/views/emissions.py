"""The emissions: their dates, notices, additional lots, and feeds of these."""

from django.http import HttpRequest, HttpResponse

from public.pages import PAGES, read_only, show


@read_only
def index(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:emissions"], "public/emissions.html")


@read_only
def atom(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


@read_only
def calendar(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")
