"""Verifies each emission's dates against the notices that the journal holds (art. 3.2.6): deadlines follow."""

import json
from collections import defaultdict
from typing import Any

from tickets.journal.chain import Subject
from tickets.models import Emission, JournalEntry, Notice
from tickets.verifying.reading import Altered

_FIELDS: dict[str, str] = {
    Notice.Kind.AVAILABILITY: "available_on",
    Notice.Kind.AVAILABILITY_MOVED: "available_on",
    Notice.Kind.CLOSING: "closed_on",
    Notice.Kind.CLOSING_MOVED: "closed_on",
}


def verify_emissions() -> None:
    """Compare the dates of each emission that has entries with the last ones given there."""
    entries = JournalEntry.objects.filter(subject=Subject.EMISSION, kind__in=["create", *_FIELDS]).order_by(
        "subject_id", "number"
    )
    given: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    for subject_id, kind, text in entries.values_list("subject_id", "kind", "text").iterator():
        data = json.loads(text)["data"]
        dates = {"available_on": data["available_on"], "closed_on": None} if kind == "create" else {}
        given[subject_id] |= dates or {_FIELDS[kind]: data["day"]}
    emissions = Emission.objects.in_bulk(given)
    for subject_id, dates in given.items():
        emission = emissions.get(subject_id)
        for field, day in dates.items():
            kept = getattr(emission, field, None)
            if emission is None or (kept and kept.isoformat()) != day:
                raise Altered(f"emission {subject_id}: {field} is not what its last notice says")
