"""The queue's tasks of the games; procrastinate finds them here. Each can be run again at any time."""

from procrastinate.contrib.django import app

from games import laws, ranges
from games.contents import Content
from games.registry import GAMES
from tickets.models import PrizeTable


@app.periodic(cron="* * * * *")
@app.task(queueing_lock="reckon", lock="reckon")
def reckon(timestamp: int) -> None:
    """Each minute: compute what the public pages tell of the odds, where the code or a table is new."""
    for slug in GAMES.keys() - laws.known(*GAMES).keys():
        laws.keep(slug, laws.computed(slug))
    approved = PrizeTable.objects.exclude(approved_at=None).select_related("game").prefetch_related("tiers")
    ranges.reckon(Content.of(table) for table in approved)
