"""What search engines ask for: the map of the public pages, and where not to look."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from games.views.installing import STAFF
from public.pages import Page, every_page, read_only


class _Pages(Sitemap):  # type: ignore[type-arg]
    """Every public page under the site's own address, whatever host was asked."""

    protocol, host = urlsplit(settings.SITE_URL)[:2]

    def items(self) -> list[Page]:
        return list(every_page())

    def location(self, item: Page) -> str:
        return item.address

    def get_domain(self, site: object = None) -> str:
        return self.host


@read_only
def sitemap(request: HttpRequest) -> TemplateResponse:
    """The addresses of the public pages, as sitemaps.org has them."""
    return views.sitemap(request, {"pages": _Pages})


@read_only
def robots(request: HttpRequest) -> HttpResponse:
    """The staff's pages are nobody's business; play pages say `noindex` themselves."""
    refused = "".join(f"Disallow: {place}\n" for place in STAFF)
    told = f"User-agent: *\n{refused}\nSitemap: {settings.SITE_URL}{reverse('public:sitemap')}\n"
    return HttpResponse(told, content_type="text/plain; charset=utf-8")
