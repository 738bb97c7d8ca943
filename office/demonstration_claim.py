"""The demonstration's claim: made on the site by nobody, about a ticket that nobody bears."""

import uuid
from io import BytesIO

from PIL import Image, ImageDraw

from payouts.claiming import attachments, depositing
from payouts.claiming.depositing import Deposit
from payouts.models import Claim
from tickets import numbers
from tickets.models import Emission

TYPED = {
    "story": "Ceci est un exemple, fait avec la démonstration. Le QR de mon ticket ne se lit pas, et le code est coupé "
    "par le bord. Je joins une photo.",
    "name": "Exemple de la démonstration",
    "email": "exemple@exemple.fr",
}


def load_claim(emission: Emission) -> Claim:
    """A misprint claimed about on the site, with a drawing for a photo."""
    number = numbers.compose(emission.game_code, emission.number, 999_999, 1)
    attached = attachments.read_all([_drawing()])
    return depositing.deposit(sent=Deposit(uuid.uuid4(), Claim.Subject.MISPRINT, TYPED, number, attached))


def _drawing() -> bytes:
    """A ticket cut too short, in flat colours."""
    image, made = Image.new("RGB", (640, 420), "#F6EAD4"), BytesIO()
    drawn = ImageDraw.Draw(image)
    drawn.rectangle((110, 60, 640, 360), fill="#FFF8EC", outline="#1B2A49", width=4)
    drawn.rectangle((140, 90, 640, 150), fill="#0B6E6D")
    drawn.rectangle((140, 180, 460, 320), fill="#A9AEC0")
    for line in range(3):
        drawn.rectangle((560, 190 + 44 * line, 640, 216 + 44 * line), fill="#1B2A49")
    image.save(made, "PNG")
    return made.getvalue()
