"""Desks where players may be paid, in tests."""

from payouts import places
from payouts.models import Desk


def shop(postcode: str, town: str, **fields: object) -> Desk:
    """An agreed point of sale there, unless told otherwise."""
    near = places.of_postcode(postcode)
    assert near is not None
    told = {"kind": Desk.Kind.POINT_OF_SALE, "name": f"Tabac {Desk.objects.count() + 1}", "street": "1 rue de la Gare"}
    told |= {"postcode": postcode, "town": town, "department": near.code, "region": near.region}
    return Desk.objects.create(**(told | fields))


def centre(postcode: str, town: str, **fields: object) -> Desk:
    """A payment centre there."""
    return shop(postcode, town, **({"kind": Desk.Kind.PAYMENT_CENTRE, "transfers": True} | fields))
