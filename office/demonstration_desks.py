"""The demonstration's list of desks: shops of the theatre alone, in a street that no town has."""

from payouts import places
from payouts.models import Desk

STREET = "rue de la Démonstration"
TOWNS = (
    "01000 Bourg-en-Bresse",
    "06000 Nice",
    "13001 Marseille 1er",
    "13008 Marseille 8e",
    "17000 La Rochelle",
    "20000 Ajaccio",
    "20200 Bastia",
    "21000 Dijon",
    "25000 Besançon",
    "29200 Brest",
    "31000 Toulouse",
    "33000 Bordeaux",
    "33200 Bordeaux",
    "33400 Talence",
    "33500 Libourne",
    "34000 Montpellier",
    "35000 Rennes",
    "37000 Tours",
    "38000 Grenoble",
    "42000 Saint-Étienne",
    "44000 Nantes",
    "45000 Orléans",
    "51100 Reims",
    "54000 Nancy",
    "57000 Metz",
    "59000 Lille",
    "59650 Villeneuve-d’Ascq",
    "63000 Clermont-Ferrand",
    "67000 Strasbourg",
    "69002 Lyon",
    "69003 Lyon",
    "69100 Villeurbanne",
    "75001 Paris 1er",
    "75012 Paris 12e",
    "75116 Paris 16e",
    "76000 Rouen",
    "87000 Limoges",
    "93200 Saint-Denis",
    "94240 L’Haÿ-les-Roses",
    "97400 Saint-Denis",
)
SHOPS = (
    "Tabac du Rideau rouge",
    "Presse des Coulisses",
    "Le Brigadier",
    "Tabac des Trois Coups",
    "Presse du Souffleur",
    "Le Lever de rideau",
    "Tabac de l’Entracte",
)
CENTRES = ("75012 Paris 12e", "33000 Bordeaux")
TRANSFERS_EACH = 3  # one shop in so many may ask for transfers


def load_desks() -> None:
    """Some forty points of sale all over the country, and two payment centres more."""
    shops = [
        _desk(f"D{place:04}", town, kind=Desk.Kind.POINT_OF_SALE, name=SHOPS[place % len(SHOPS)])
        for place, town in enumerate(TOWNS, 1)
    ]
    centres = [
        _desk(f"C{place:04}", town, kind=Desk.Kind.PAYMENT_CENTRE, name=f"Centre de paiement de {town.split()[1]}")
        for place, town in enumerate(CENTRES, 1)
    ]
    Desk.objects.bulk_create(shops + centres)


def _desk(reference: str, told: str, *, kind: str, name: str) -> Desk:
    postcode, _, town = told.partition(" ")
    near, number = places.of_postcode(postcode), int(reference[1:])
    assert near is not None
    return Desk(
        reference=reference,
        kind=kind,
        name=name,
        street=f"{number} {STREET}",
        postcode=postcode,
        town=town,
        department=near.code,
        region=near.region,
        transfers=kind == Desk.Kind.PAYMENT_CENTRE or number % TRANSFERS_EACH == 0,
    )
