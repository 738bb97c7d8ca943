"""Static files: served by the application itself, in a way that suits both WSGI and ASGI; scripts from packages."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage, Error
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

SCRIPTS = ("qr/decode.js", "qr/index.js")  # of all that npm installs, what pages load


def _packages() -> Path:
    return Path(settings.BASE_DIR, "node_modules")


class PackageFinder(BaseFinder):
    """The scripts that pages load from JavaScript packages."""

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """A package that is not installed stops every command."""
        missing = [name for name in SCRIPTS if not (_packages() / name).is_file()]
        return [Error(f"{name} is missing", hint="npm ci, or make setup", id="illikolive.E001") for name in missing]

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Where a script is, when it is one of these."""
        found = [str(_packages() / path)] if path in SCRIPTS else []
        return found if find_all else next(iter(found), None)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Every script."""
        yield from ((name, FileSystemStorage(_packages())) for name in SCRIPTS)


class StaticStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's; what a package's script imports is named by its digest too, so that versions never mix."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("qr/*.js", ((r"""(?P<matched>from '(?P<url>\./[^']+)';)""", "from '%(url)s';"),)),
    )


class StaticMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole files: its own answer is a synchronous stream, which ASGI buffers anyway."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file named by the request, with the headers WhiteNoise worked out for it."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response
