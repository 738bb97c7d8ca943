"""The addresses of the site."""

from allauth.account.views import logout
from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from games.views import draws
from payouts.signing.views import too_many
from payouts.views import errors


class Icon(RedirectView):
    """The icon where browsers look for it on pages that name none, such as the admin's."""

    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        """The icon's address, which changes with its content."""
        return static("favicon/icon.svg")


handler400, handler403, handler404 = errors.bad_request, errors.refused, errors.not_found
handler500 = errors.failed
handler429 = too_many  # django-allauth's, of those who sign in

urlpatterns = [
    path("", include("games.urls")),
    path("", include("payouts.urls")),
    path("", include("public.urls")),
    path("caisse/api/", include("payouts.api.urls")),
    path("", include("tickets.seal.urls")),
    path("compte/", include("payouts.signing.urls")),
    path("admin/login/", RedirectView.as_view(pattern_name="admin:index")),  # who is asked to sign in never comes here
    path("admin/logout/", logout),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/tirages/", admin.site.admin_view(draws.page), name="draws"),
    path("admin/", include("office.urls")),
    path("admin/", admin.site.urls),
    path("favicon.ico", Icon.as_view()),
]
