"""The queue's tasks of the back office; procrastinate finds them here. Each can be run again at any time."""

from procrastinate.contrib.django import app

from office import figures, issuing

MOST = 31  # days counted in a run, so that no other task waits long


@app.task
def issue_block(order_id: int) -> None:
    """Issue the block that someone asked for (art. 3.2.1)."""
    issuing.work(order_id)


@app.periodic(cron="20 22,23 * * *")  # UTC: one of them is past midnight in Paris, summer and winter
@app.task(queueing_lock="count_days")
def count_days(timestamp: int) -> None:
    """Each night: write the figures of the days that are over; years of them are for `manage.py count_days`."""
    figures.count_days(MOST)
