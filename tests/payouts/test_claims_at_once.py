"""Ten people decide the same claim at once: one decides, the others are told, and one refund is ordered (art. 10)."""

from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from payouts.claiming import deciding
from payouts.claiming.deciding import Decision
from payouts.claiming.refusals import ClaimMoved
from payouts.models import Refund
from tests.payouts import claims, desk
from tickets.verifying import verify

PEOPLE = 10


def test_of_ten_who_decide_at_once_one_does_and_the_others_are_told(cloned_db: str) -> None:
    agents = [claims.agent(f"agent{number}") for number in range(PEOPLE)]
    claim = claims.claim(agents[0], ticket=desk.won().ticket_id)

    def decide(number: int) -> str:
        decision = Decision("accepted", "Vérifié.", "refund")
        try:
            deciding.decide(claim_id=claim.pk, version=1, decision=decision, by=agents[number])
        except ClaimMoved as moved:
            return moved.message
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(PEOPLE) as pool:
        said = list(pool.map(decide, range(PEOPLE)))
    assert said.count("") == 1
    assert all("a décidé\u00a0: acceptée, avec remboursement" in one for one in said if one)
    assert Refund.objects.count() == 1 and claim.events.count() == 2
    verify(blocks=False)
