"""The roles of staff: groups with the least rights, written anew at each migration (see docs/back-office.md)."""

from collections.abc import Iterable

from django.contrib.auth.models import Group, Permission

ISSUING = "Responsable des émissions"
APPROVER = "Approbateur"
SERVICE = "Service Clients"
SERVICE_LEAD = "Responsable du Service Clients"
SUPERVISOR = "Superviseur des paiements"
ACCOUNTS = "Comptabilité"
AUDITOR = "Auditeur"

_OFFER = (
    "tickets.view_game",
    "tickets.view_prizetable",
    "tickets.view_prizetier",
    "tickets.view_emission",
    "tickets.view_block",
    "tickets.view_suspension",
    "tickets.view_addendum",
    "tickets.view_additionallot",
    "tickets.view_notice",
    "tickets.view_reglement",
    "public.view_incident",
)
_ADDENDA = (
    "tickets.add_addendum",
    "tickets.change_addendum",
    *(f"tickets.{may}_additionallot" for may in ("add", "change", "delete")),
)
_INCIDENTS = tuple(f"public.{may}_incident" for may in ("add", "change", "delete"))
_PRINTED = ("tickets.view_blockorder", "tickets.view_printdownload", "tickets.view_printauthorisation")
_ISSUING = ("tickets.add_emission", "tickets.publish_notice", "tickets.issue_block", "tickets.download_print_file")
_TICKETS = ("tickets.view_ticket", "tickets.view_booklet", "games.view_play")
_PAID = (
    "payouts.view_payment",
    "payouts.view_refund",
    "games.view_wonlot",
    "payouts.view_mark",
    "payouts.view_desk",
    "payouts.view_flagging",
    "payouts.view_massrefund",
)
_RECORD = ("tickets.view_journalentry", "tickets.view_checkpoint")
_AMOUNTS = ("office.view_figures", "office.view_amounts")
_CLAIMS = ("payouts.view_claim", "payouts.handle_claim", "payouts.decide_claim")
_SERVICE = (
    *_OFFER,
    *_TICKETS,
    *_PAID,
    *_CLAIMS,
    "office.view_figures",
    "payouts.decide_ticket",
    "payouts.order_refund",
    "payouts.flag_booklets",
    "payouts.settle_returned",
    "payouts.view_winner",
    "payouts.keep_unpublished",
)
_PUBLICATION = ("payouts.view_publicationamount", "payouts.set_publication_amount")
_OUTAGES = ("payouts.view_massrefund", "payouts.order_mass_refund")

ROLES: dict[str, tuple[str, ...]] = {
    ISSUING: (
        *_OFFER,
        *_ADDENDA,
        *_OUTAGES,
        *_PRINTED,
        *_ISSUING,
        *_AMOUNTS,
        *_INCIDENTS,
        "office.view_history",
        "tickets.view_checkpoint",
        "tickets.change_reglement",
        "tickets.add_prizetable",
        "tickets.change_prizetable",
        "tickets.suspend_game",
        *_PUBLICATION,
        "payouts.view_desk",
        "payouts.import_desks",
    ),
    APPROVER: (
        *_OFFER,
        *_OUTAGES,  # the second person of a mass refund too
        *_PRINTED,
        "office.view_figures",
        "office.view_history",
        "tickets.approve_addendum",
        "tickets.approve_prizetable",
        "tickets.authorise_print_file",
    ),
    SERVICE: _SERVICE,
    SERVICE_LEAD: (
        *_SERVICE,
        *_INCIDENTS,
        "payouts.lead_claims",
        "payouts.unflag_booklets",
        *_PUBLICATION,
        "payouts.handle_personal_data",
        "office.view_history",
    ),
    SUPERVISOR: (*_TICKETS, *_PAID, *_AMOUNTS, "payouts.cancel_payment"),
    ACCOUNTS: (
        *_AMOUNTS,
        "payouts.send_transfers",
    ),
    AUDITOR: (
        *_OFFER,
        *_PRINTED,
        *_TICKETS,
        *_PAID,
        "payouts.view_claim",
        *_AMOUNTS,
        "payouts.view_transfer",
        "payouts.view_winner",
        "payouts.view_publicationamount",
        "office.view_history",
        "tickets.view_journalentry",
        "tickets.view_checkpoint",
    ),
}


def write(*, using: str = "default") -> None:
    """Give each role exactly its permissions. Raises Permission.DoesNotExist for one that no model defines."""
    for name, permissions in ROLES.items():
        group, _ = Group.objects.using(using).get_or_create(name=name)
        group.permissions.set(_named(permissions, using))


def _named(names: Iterable[str], using: str) -> list[Permission]:
    found = []
    for name in names:
        app, codename = name.split(".")
        found.append(Permission.objects.using(using).get(content_type__app_label=app, codename=codename))
    return found
