"""Two persons import the same list at once: it is imported once, and the other is shown what is left to do."""

import threading

from django.db import connections

from payouts.importing import applying
from payouts.models import Desk
from tests.payouts.test_importing import file, line, manager
from tests.public.shops import shop


def test_the_same_list_confirmed_by_several_at_once_is_imported_once(cloned_db: str) -> None:
    shop("33000", "Bordeaux", reference="0")
    body = file(*(line(Référence=str(number)) for number in range(500)))
    seen, by = applying.plan(body).fingerprint, manager()
    begun, left = threading.Barrier(4), []

    def confirm() -> None:
        begun.wait()
        try:
            applying.apply(body=body, seen=seen, withdraw=False, by=by)
        except applying.ListChanged as changed:
            left.append((len(changed.plan.created), len(changed.plan.changed), changed.plan.same))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=confirm) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert left == [(0, 0, 500)] * 3
    assert Desk.objects.count() == 500
