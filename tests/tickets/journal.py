"""What the journal says, for tests."""

import json
from typing import Any

from tickets import record
from tickets.journal.chain import Subject
from tickets.suspending import WHOLE_SITE


def site_entries() -> list[Any]:
    """The entries about the site, read."""
    return [json.loads(entry.text) for entry in record.entries(Subject.SITE, WHOLE_SITE)]
