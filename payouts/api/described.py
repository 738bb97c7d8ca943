"""What the OpenAPI document says of every answer."""

from typing import Any

from payouts.api.shapes import Conflict, Paid, Presented, Problem

_ANY = {
    401: "No token, or one that is unknown or revoked.",
    413: "The body is longer than 4096 bytes, or its length is not announced.",
    415: "The body is not announced as application/json in UTF-8.",
    422: "Something can't be read or isn't allowed; `field` names it when one thing is to blame.",
    429: "More than ten refusals of this kind in a minute for this address; what is right always passes.",
    500: "A fault of the site. Whether it paid is asked again with the same key.",
}
_ONE = {
    (200, Presented): "Where the ticket stands.",
    (200, Paid): "The payment that this key made before.",
    (201, Paid): "Paid now: hand the money over.",
    (404, Problem): "There is no such ticket, or no payment was made with this key.",
    (409, Conflict): "Paid before by another request, or this key's payment was cancelled: hand nothing over.",
}
_HEADERS = {401: "WWW-Authenticate", 429: "Retry-After"}
_FOUND = {"find": {"operationId": "find", "parameters": {"key": "$response.body#/key"}}}
_TEXT = {"schema": {"type": "string"}, "required": True}


def answers(*own: tuple[int, Any], body: bool) -> dict[str, Any]:
    """The keyword arguments of an operation with these answers besides those that all have."""
    shapes = dict(own) | {status: Problem for status in _ANY if body or status not in (413, 415)}
    told: dict[int, dict[str, Any]] = {
        status: {"description": _ONE.get((status, shape)) or _ANY[status]} for status, shape in shapes.items()
    }
    for status, details in told.items():
        headers = {"Cache-Control": _TEXT} | ({_HEADERS[status]: _TEXT} if status in _HEADERS else {})
        details["headers"] = headers
        if status == 201:
            details["links"] = _FOUND
    return {"response": dict(sorted(shapes.items())), "openapi_extra": {"responses": told}}
