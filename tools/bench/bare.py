"""A bare Django view: the SQL of a step and two bytes of answer; no session, CSRF, rules, journal format or board."""

import hashlib
import uuid

from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

SESSION = (
    "SELECT session_key, session_data, expire_date FROM django_session WHERE session_key = %s AND expire_date > %s"
)
PLAY = """
SELECT p.id, p.ticket_id, p.tier_id, p.state, p.step, p.started_at, p.deadline, p.ended_at, p.outcome, p.amount,
       p.expiry_recorded, p.entries, p.head,
       (SELECT s.message FROM tickets_suspension s
        WHERE s.lifted_at IS NULL AND (s.game_id = t.game_id OR s.game_id IS NULL) LIMIT 1) AS suspension,
       r.lots, t.version, g.slug
FROM games_play p JOIN tickets_prizetier r ON r.id = p.tier_id JOIN tickets_prizetable t ON t.id = r.table_id
JOIN tickets_game g ON g.id = t.game_id WHERE p.id = %s FOR UPDATE OF p"""
ENTRY = """
INSERT INTO tickets_journalentry (subject, subject_id, number, kind, text, previous, digest)
VALUES (1, %s, %s, 'step', %s, %s, %s)"""
UPDATE = """
UPDATE games_play SET state = %s, step = step + 1, ended_at = NULL, outcome = '', amount = NULL, entries = %s, head = %s
WHERE id = %s"""
STATE = '{"rounds": [{"tricks": [{"pairs": [{"mine": "A", "his": "7"}]}], "duel": null}]}'
TEXT = (
    '{"data":{"amount":null,"choice":"A","draws":[{"among":["7","8","9","10","V","D","R","A"],"name":"spade",'
    '"result":["7"]}],"outcome":null,"step":0},"kind":"step","number":%d,"subject":"ticket","subject_id":%d,"v":1}'
)


@csrf_exempt
def bare(request: HttpRequest, play_id: uuid.UUID) -> HttpResponse:
    """Run the four statements of a step."""
    with connection.cursor() as cursor:
        cursor.execute(SESSION, [request.COOKIES["sessionid"], "2026-01-01"])
        cursor.fetchone()
        with transaction.atomic():
            _step(cursor, play_id)
    return HttpResponse("ok", headers={"Content-Length": "2"})


def _step(cursor, play_id: uuid.UUID) -> None:  # type: ignore[no-untyped-def]
    cursor.execute(PLAY, [play_id])
    row = cursor.fetchone()
    ticket, number, head = row[1], row[11] + 1, bytes(row[12])
    text = TEXT % (number, ticket)
    digest = hashlib.sha256(b"ILLIKO LIVE journal 1\n" + head + text.encode()).digest()
    cursor.execute(ENTRY, [ticket, number, text, head, digest])
    cursor.execute(UPDATE, [STATE, number, digest, play_id])


urlpatterns = [path("<uuid:play_id>", bare)]
application = get_wsgi_application()
