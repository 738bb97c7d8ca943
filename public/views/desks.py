"""Where to be paid: points of sale and payment centres (art. 2.1, 4.1, 5.2-5.4)."""

from django.http import HttpRequest, HttpResponse

from public.pages import PAGES, read_only, show


@read_only
def index(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:desks"], "public/desks.html")


@read_only
def csv_file(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")
