"""How far a block under way is, and the wish to stop it: in the cache, as its transaction shows nothing before."""

import logging
from typing import NamedTuple

from django.core.cache import cache
from redis.exceptions import RedisError

from tickets.refusals import BlockRefused

logger = logging.getLogger(__name__)
_LASTS = 24 * 3600  # seconds: longer than a killed worker's task waits for another one


class Made(NamedTuple):
    """Tickets made so far, and in all."""

    done: int
    total: int


def tell(order_id: int, made: Made) -> None:
    """Keep how far the block is; a cache out of reach stops nothing."""
    try:
        cache.set(_made(order_id), tuple(made), _LASTS)
    except RedisError as error:
        logger.warning("Progress of order %d is not told: %s", order_id, error)


def of(order_id: int) -> Made | None:
    """How far the block is, as far as is known."""
    try:
        made = cache.get(_made(order_id))
    except RedisError:
        return None
    return Made(*made) if made else None


def ask_to_stop(order_id: int, user_id: int) -> None:
    """Tell the worker at work who wants it to stop. Raises BlockRefused when the cache is out of reach."""
    try:
        cache.set(_stop(order_id), user_id, _LASTS)
    except RedisError as error:
        raise BlockRefused("L’annulation n’a pas pu être transmise\u00a0: recommencez dans un instant.") from error


def stopped_by(order_id: int) -> int | None:
    """Who wants the block to be stopped; None when nobody does, or when that can't be known now."""
    try:
        found: int | None = cache.get(_stop(order_id))
    except RedisError:
        return None
    return found


def forget(order_id: int) -> None:
    """Nothing more is to be known of an order that has ended."""
    try:
        cache.delete_many([_made(order_id), _stop(order_id)])
    except RedisError as error:
        logger.warning("Progress of order %d is not forgotten: %s", order_id, error)


def _made(order_id: int) -> str:
    return f"order-made:{order_id}"


def _stop(order_id: int) -> str:
    return f"order-stop:{order_id}"
