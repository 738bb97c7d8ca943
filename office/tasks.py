"""The queue's tasks of the back office; procrastinate finds them here. Each can be run again at any time."""

from io import StringIO

from django.core.management import call_command
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from office import figures, issuing, parts

MOST = 31  # days counted in a run, so that no other task waits long
AGAIN = RetryStrategy(wait=60)  # seconds, for ever: what is begun is to be ended


@app.task
def issue_block(order_id: int) -> None:
    """Issue the block that someone asked for (art. 3.2.1)."""
    issuing.work(order_id)


@app.task(retry=AGAIN)
def lift_flags(lifting_id: int) -> None:
    """Lift a flag from some more booklets (art. 4.3.4, 7)."""
    parts.lift_more(lifting_id)


@app.task(retry=AGAIN)
def order_refunds(mass_id: int) -> None:
    """Order some more refunds after an outage (art. 3.3.9)."""
    parts.order_more(mass_id)


@app.periodic(cron="20 22,23 * * *")  # UTC: one of them is past midnight in Paris, summer and winter
@app.task(queueing_lock="count_days")
def count_days(timestamp: int) -> None:
    """Each night: write the figures of the days that are over; years of them are for `manage.py count_days`."""
    figures.count_days(MOST)


@app.periodic(cron="40 1 * * *")  # UTC: the night in Paris all year
@app.task(queueing_lock="draws", lock="draws")
def draws(timestamp: int) -> None:
    """Each night: report on every draw recorded (art. 3.1.2); wrong or unusual ones are a task that failed."""
    call_command("draws", stdout=StringIO())
