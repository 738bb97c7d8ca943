"""The queue's tasks; procrastinate finds them here. Each can be run again at any time."""

from django.core.management import call_command
from django.utils import timezone
from procrastinate import JobContext, exceptions
from procrastinate.contrib.django import app
from procrastinate.jobs import Status

from payouts import erasing, publishing
from payouts.claiming import erasing as claiming
from tickets.calendar import paris_day


@app.periodic(cron="15 2 * * *")  # UTC: past midnight in Paris all year
@app.task(queueing_lock="erase_personal_data")
def erase_personal_data(timestamp: int) -> None:
    """Each day: erase what is no longer to be kept of winners (art. 6) and of claimants."""
    erasing.keep_no_longer()
    claiming.keep_no_longer()


@app.periodic(cron="30 2 * * *")  # UTC: past midnight in Paris all year
@app.task(queueing_lock="publish_winners", lock="publish_winners")
def publish_winners(timestamp: int) -> None:
    """Each night: put together anew what is told of winners (art. 6.3)."""
    publishing.publish(paris_day(timezone.now()))


@app.periodic(cron="30 2 * * *")
@app.task(queueing_lock="forget_sessions")
def forget_sessions(timestamp: int) -> None:
    """Each day: erase the sessions that are over, which no browser comes back with."""
    call_command("clearsessions")


@app.periodic(cron="0 4 * * *")  # UTC: five or six in Paris
@app.task(queueing_lock="gather_transfers")
def gather_transfers(timestamp: int) -> None:
    """Each working day: put the transfers that leave into files for the bank (art. 5.3.1)."""
    from payouts.gathering import gather  # calendars and banks are slow to load, and few processes need them
    from payouts.transfers.days import is_working

    today = paris_day(timezone.now())
    if is_working(today):
        gather(today)


@app.periodic(cron="*/10 * * * *")
@app.task(queueing_lock="run_again", pass_context=True)
async def run_again(context: JobContext, timestamp: int) -> None:
    """Give the tasks of a worker that was killed to another one."""
    manager = context.app.job_manager
    for job in await manager.get_stalled_jobs():
        try:
            await manager.retry_job(job)
        except exceptions.UniqueViolation:  # another one like it is waiting already
            await manager.finish_job(job, status=Status.FAILED, delete_job=True)
