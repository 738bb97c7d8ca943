"""Blocks issued from the admin: handed to the queue, worked, and told to every open page of staff as they are made."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string

from games import live
from games.watching import watch
from payouts.signing.guard import known
from tickets.issuing import orders
from tickets.issuing.progress import Made
from tickets.models import BlockOrder

GROUP = "orders"
SEES = "tickets.view_blockorder"
STRANGER, NO_COMMANDS = 4404, 4400  # close codes


@transaction.atomic(durable=True)
def order_block(*, emission_id: int, by: User) -> BlockOrder:
    """Ask for a block and put it on the queue, both or none. Raises BlockRefused, planning.CannotIssue."""
    from office.tasks import issue_block

    order = orders.ask(emission_id=emission_id, by=by)
    issue_block.defer(order_id=order.pk)
    return order


def work(order_id: int) -> None:
    """Issue an order's block and announce how far it is; what the pages show is read between transactions alone."""
    order = read(order_id)

    def tell(made: Made | None) -> None:
        nonlocal order
        if made is None:
            order = read(order_id)
        announce(order, made)

    orders.run(order_id=order_id, tell=tell)


def read(order_id: int) -> BlockOrder:
    """An order with all that its pages show. Raises BlockOrder.DoesNotExist."""
    joined = ("emission__game", "block", "asked_by", "cancelled_by")
    return BlockOrder.objects.select_related(*joined).get(pk=order_id)


def announce(order: BlockOrder, made: Made | None) -> None:
    """Send an order's state to every open page that shows it, without waiting."""
    live.send(GROUP, {"type": "told", "fragment": fragment(order, made)})


def fragment(order: BlockOrder, made: Made | None) -> str:
    """An order's state as every page shows it: without token, nor anything that one person alone may do."""
    return render_to_string("admin/office/blocks/_order.html", {"order": order, "made": made})


class OrdersConsumer(AsyncWebsocketConsumer):
    """One open page of someone who may see blocks. It is told how far they are, as long as they may, and takes no
    command.
    """

    async def connect(self) -> None:
        self.joined = await database_sync_to_async(_may_see)(self.scope["session"])
        if not self.joined:
            await self.close(STRANGER)
            return
        await self.channel_layer.group_add(GROUP, self.channel_name)
        watch().sockets.add(self)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        watch().sockets.discard(self)
        if self.joined:
            await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(NO_COMMANDS)

    async def told(self, event: dict[str, Any]) -> None:
        if await database_sync_to_async(_may_see)(self.scope["session"]):
            await self.send(event["fragment"])
        else:
            await self.close(STRANGER)


def _may_see(session: SessionBase) -> bool:
    """True for staff of this session, read anew, who have done all that signing in asks of them."""
    request = HttpRequest()
    request.session = session.__class__(session.session_key)
    user = known(request, get_user(request))
    return isinstance(user, User) and user.is_staff and user.has_perm(SEES)
