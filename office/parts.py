"""What is too long for a request: a first part at once, the others by the queue, each with who asked for it.

A part is one transaction, which puts the next one on the queue. Killed, it leaves nothing and is run again; run once
too often, it does the next part, or nothing.
"""

from django.contrib.auth.models import User
from django.db import transaction

from office.history import signed
from payouts import lifting, refunding
from payouts.models import Lifting, MassRefund


@transaction.atomic(durable=True)
def confirm(*, lifting_id: int, by: User) -> Lifting:
    """Do a lifting that another person prepared, as `lifting.confirm` does.

    Raises PaymentRefused, Lifting.DoesNotExist.
    """
    return _lift_the_rest(lifting.confirm(lifting_id=lifting_id, by=by))


@transaction.atomic(durable=True)
def order(*, mass_id: int, by: User) -> MassRefund:
    """Order a mass refund, as `refunding.order` does. Raises PaymentRefused, MassRefund.DoesNotExist."""
    return _order_the_rest(refunding.order(mass_id=mass_id, by=by))


def lift_more(lifting_id: int) -> None:
    """The next part of a lifting."""
    done_by = Lifting.objects.values_list("confirmed_by", flat=True).get(pk=lifting_id)
    with signed(user=done_by), transaction.atomic(durable=True):
        _lift_the_rest(lifting.go_on(lifting_id=lifting_id))


@transaction.atomic(durable=True)
def order_more(mass_id: int) -> None:
    """The next part of a mass refund."""
    _order_the_rest(refunding.go_on(mass_id=mass_id))


def _lift_the_rest(made: Lifting) -> Lifting:
    from office.tasks import lift_flags

    if made.under_way:
        lift_flags.defer(lifting_id=made.pk)
    return made


def _order_the_rest(mass: MassRefund) -> MassRefund:
    from office.tasks import order_refunds

    if mass.under_way:
        order_refunds.defer(mass_id=mass.pk)
    return mass
