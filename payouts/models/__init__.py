"""The tables of `payouts`, by subject."""

from payouts.models.claim_attachments import ClaimAttachment
from payouts.models.claim_events import ClaimEvent
from payouts.models.claims import Claim
from payouts.models.desks import Desk, PaymentCentre, PointOfSale, Teller
from payouts.models.flags import FlaggedBooklet, Flagging, Lifting
from payouts.models.marks import Mark
from payouts.models.orders import MassRefund, Refund
from payouts.models.payment import Payment
from payouts.models.publication import Publication, PublicationAmount, PublishedCount, PublishedName
from payouts.models.terminal import Terminal
from payouts.models.transfer import Transfer, TransferFile
from payouts.models.winner import Winner

__all__ = [
    "Claim",
    "ClaimAttachment",
    "ClaimEvent",
    "Desk",
    "FlaggedBooklet",
    "Flagging",
    "Lifting",
    "Mark",
    "MassRefund",
    "Payment",
    "PaymentCentre",
    "PointOfSale",
    "Publication",
    "PublicationAmount",
    "PublishedCount",
    "PublishedName",
    "Refund",
    "Teller",
    "Terminal",
    "Transfer",
    "TransferFile",
    "Winner",
]
