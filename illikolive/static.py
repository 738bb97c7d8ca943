"""Serves the static files from the application itself, in a way that suits both WSGI and ASGI."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


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
