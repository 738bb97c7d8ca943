"""The addresses of the site."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from games.views import draws


class Icon(RedirectView):
    """The icon where browsers look for it on pages that name none, such as the admin's."""

    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        """The icon's address, which changes with its content."""
        return static("favicon/icon.svg")


urlpatterns = [
    path("", include("games.urls")),
    path("", include("payouts.urls")),
    path("", include("tickets.seal.urls")),
    path("admin/tirages/", admin.site.admin_view(draws.page), name="draws"),
    path("admin/", admin.site.urls),
    path("favicon.ico", Icon.as_view()),
]
