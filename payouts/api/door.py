"""What holds at every address of the API before and after its operations: JSON only, small, never kept."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from payouts.api.problems import problem

LONGEST_BODY = 4096  # bytes
View = Callable[..., HttpResponse]


def door(view: View) -> View:
    """The view, whose every answer is JSON and kept by no cache. No session is read, so no CSRF token either."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Http404:
            response = problem(404, "Cette adresse n’existe pas.")
        if response.status_code == 405:
            allowed = response["Allow"]
            response = problem(405, "Cette méthode n’existe pas à cette adresse.")
            response["Allow"] = allowed
        response["Cache-Control"] = "no-store"
        return response

    return answer


def well_formed(run: View) -> View:
    """The operation, for requests that it can look at."""

    @wraps(run)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return _refusal(request) or run(request, *args, **kwargs)

    return checked


def _refusal(request: HttpRequest) -> HttpResponse | None:
    if request.META.get("QUERY_STRING"):
        return problem(422, "Rien ne s’écrit dans l’adresse\u00a0: tout est dans le corps.")
    if request.method != "POST":
        return None
    if request.content_type != "application/json":
        return problem(415, "Le corps est du JSON\u00a0: Content-Type: application/json.")
    announced = request.META.get("CONTENT_LENGTH") or ("0" if "HTTP_TRANSFER_ENCODING" not in request.META else "")
    if not announced.isdecimal() or int(announced) > LONGEST_BODY or len(request.body) > LONGEST_BODY:
        return problem(413, f"Le corps a au plus {LONGEST_BODY} octets.")
    return None
