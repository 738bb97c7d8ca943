"""Counts what one address sends: what is unknown, which nobody may search for, and what is too much of anything."""

import ipaddress
import logging

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
ALLOWED = 10  # unknown ones a minute
MINUTE = 60


def count_unknown(request: HttpRequest, what: str = "codes") -> bool:
    """Count one more unknown of these from this address; True when there were too many in a minute.

    Without a counter nothing is refused: eighty random bits protect a code by themselves.
    """
    return too_many(request, f"unknown-{what}", ALLOWED, MINUTE)


def too_many(request: HttpRequest, what: str, most: int, seconds: int) -> bool:
    """Count one more of these from this address; True when there were more than `most` in so many seconds.

    Without a counter nothing is refused.
    """
    key = f"{what}:{network(request)}"
    try:
        cache.add(key, 0, seconds)
        return cache.incr(key) > most
    except RedisError:
        logger.exception("%s are not counted", what)
    except ValueError:  # the time ended between the two
        pass
    return False


def slowed(answer: HttpResponse, seconds: int = MINUTE) -> HttpResponse:
    """The answer to who sent too much, with the seconds after which it can be sent again."""
    answer["Retry-After"] = str(seconds)
    return answer


def network(request: HttpRequest) -> str:
    """The sender's IPv4 address or IPv6 /64, read behind the proxies we run."""
    address = request.META["REMOTE_ADDR"]
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if settings.TRUSTED_PROXIES and len(forwarded) >= settings.TRUSTED_PROXIES:
        address = forwarded[-settings.TRUSTED_PROXIES].strip()
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unreadable"
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)
