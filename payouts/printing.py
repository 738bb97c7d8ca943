"""The pages that a desk prints, as PDF, where WeasyPrint finds the libraries it draws text with."""

import logging
import re
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import unquote, urljoin

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse

HERE = "https://caisse.invalid/"  # what a page's addresses are read against; nothing is ever fetched from there


logging.getLogger("weasyprint").setLevel(logging.ERROR)  # else it tells of each rule that is for screens alone


@cache
def available() -> bool:
    """True where a PDF can be made: WeasyPrint is loaded only when that is asked, for it takes a second."""
    try:
        import_module("weasyprint")
    except OSError:
        return False
    return True


def download(html: str, name: str) -> HttpResponse:
    """A page, as it prints, to keep under this name."""
    answer = HttpResponse(pdf(html), content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return answer


def pdf(html: str) -> bytes:
    """The page on A4; nothing but our own static files is read for it, from the disk."""
    weasyprint: Any = import_module("weasyprint")
    written: bytes = weasyprint.HTML(string=html, base_url=HERE, url_fetcher=_fetcher(weasyprint.urls)).write_pdf()
    return written


def _fetcher(urls: Any) -> Any:
    """Reads a static file; WeasyPrint orders cascade layers sheet by sheet, so each sheet is told their order."""

    class OwnFiles(urls.URLFetcher):
        def fetch(self, url: str, headers: object = None) -> Any:
            name = unquote(url.removeprefix(urljoin(HERE, settings.STATIC_URL)))
            with staticfiles_storage.open(name) as file:
                body = file.read()
            style = name.endswith(".css")
            kind = "text/css" if style else "image/svg+xml"
            return urls.URLFetcherResponse(url, _layers() + body if style else body, {"Content-Type": kind})

    return OwnFiles(fail_on_errors=True)


@cache
def _layers() -> bytes:
    """The one list of layers."""
    with staticfiles_storage.open("css/tokens.css") as file:
        found = re.search(rb"@layer [\w, ]+;", file.read())
    assert found is not None
    return found[0]
