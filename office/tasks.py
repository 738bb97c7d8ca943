"""The queue's tasks that the back office starts; procrastinate finds them here. Each can be run again at any time."""

from procrastinate.contrib.django import app

from office import issuing


@app.task
def issue_block(order_id: int) -> None:
    """Issue the block that someone asked for (art. 3.2.1)."""
    issuing.work(order_id)
