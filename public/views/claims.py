"""Help, claims made on the site, and what became of one (art. 10)."""

from django.http import HttpRequest, HttpResponse

from public.pages import PAGES, read_only, show


@read_only
def help_page(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:help"], "public/help.html")


@read_only
def page(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:claims"], "public/claims/form.html")


@read_only
def follow(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:claims"], "public/claims/follow.html")
