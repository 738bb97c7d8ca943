"""French departments and regions: their codes and names, which department a postcode is of, how names are compared."""

import re
from dataclasses import dataclass
from functools import lru_cache

from text_unidecode import unidecode

_IN_REGIONS = {
    "Auvergne-Rhône-Alpes": (
        "01 Ain|03 Allier|07 Ardèche|15 Cantal|26 Drôme|38 Isère|42 Loire|43 Haute-Loire|63 Puy-de-Dôme|69 Rhône|"
        "73 Savoie|74 Haute-Savoie"
    ),
    "Bourgogne-Franche-Comté": (
        "21 Côte-d’Or|25 Doubs|39 Jura|58 Nièvre|70 Haute-Saône|71 Saône-et-Loire|89 Yonne|90 Territoire de Belfort"
    ),
    "Bretagne": "22 Côtes-d’Armor|29 Finistère|35 Ille-et-Vilaine|56 Morbihan",
    "Centre-Val de Loire": "18 Cher|28 Eure-et-Loir|36 Indre|37 Indre-et-Loire|41 Loir-et-Cher|45 Loiret",
    "Corse": "2A Corse-du-Sud|2B Haute-Corse",
    "Grand Est": (
        "08 Ardennes|10 Aube|51 Marne|52 Haute-Marne|54 Meurthe-et-Moselle|55 Meuse|57 Moselle|67 Bas-Rhin|"
        "68 Haut-Rhin|88 Vosges"
    ),
    "Hauts-de-France": "02 Aisne|59 Nord|60 Oise|62 Pas-de-Calais|80 Somme",
    "Île-de-France": (
        "75 Paris|77 Seine-et-Marne|78 Yvelines|91 Essonne|92 Hauts-de-Seine|93 Seine-Saint-Denis|94 Val-de-Marne|"
        "95 Val-d’Oise"
    ),
    "Normandie": "14 Calvados|27 Eure|50 Manche|61 Orne|76 Seine-Maritime",
    "Nouvelle-Aquitaine": (
        "16 Charente|17 Charente-Maritime|19 Corrèze|23 Creuse|24 Dordogne|33 Gironde|40 Landes|47 Lot-et-Garonne|"
        "64 Pyrénées-Atlantiques|79 Deux-Sèvres|86 Vienne|87 Haute-Vienne"
    ),
    "Occitanie": (
        "09 Ariège|11 Aude|12 Aveyron|30 Gard|31 Haute-Garonne|32 Gers|34 Hérault|46 Lot|48 Lozère|65 Hautes-Pyrénées|"
        "66 Pyrénées-Orientales|81 Tarn|82 Tarn-et-Garonne"
    ),
    "Pays de la Loire": "44 Loire-Atlantique|49 Maine-et-Loire|53 Mayenne|72 Sarthe|85 Vendée",
    "Provence-Alpes-Côte d’Azur": (
        "04 Alpes-de-Haute-Provence|05 Hautes-Alpes|06 Alpes-Maritimes|13 Bouches-du-Rhône|83 Var|84 Vaucluse"
    ),
    "Guadeloupe": "971 Guadeloupe",
    "Martinique": "972 Martinique",
    "Guyane": "973 Guyane",
    "La Réunion": "974 La Réunion",
    "Saint-Pierre-et-Miquelon": "975 Saint-Pierre-et-Miquelon",
    "Mayotte": "976 Mayotte",
    "Saint-Barthélemy": "977 Saint-Barthélemy",
    "Saint-Martin": "978 Saint-Martin",
}
_OF_ITS_OWN = {"97133": "977", "97150": "978"}  # islands that kept a postcode of Guadeloupe


_SAME = (
    (re.compile(r"\bst\b"), "saint"),
    (re.compile(r"\bste\b"), "sainte"),
    (re.compile(r" ?\bcedex\b.*"), ""),
    (re.compile(r"(?<=[a-z] )0?(\d\d?) ?(?:e|er|eme|ieme|nd|nde)?(?: arr(?:t|ond|ondissement)?)?$"), r"\1e"),
)


@dataclass(frozen=True, slots=True)
class Department:
    """A department, or an overseas collectivity, which counts as its own region."""

    code: str
    name: str
    region: str

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


_ALL = (
    Department(code=told.partition(" ")[0], name=told.partition(" ")[2], region=region)
    for region, departments in _IN_REGIONS.items()
    for told in departments.split("|")
)
DEPARTMENTS = {one.code: one for one in sorted(_ALL, key=lambda one: one.code.replace("2A", "20").replace("2B", "20b"))}
"""Every department by its code, "01" to "978", in the usual order: Corsica stands between 19 and 21."""

REGIONS = {region: tuple(one for one in DEPARTMENTS.values() if one.region == region) for region in _IN_REGIONS}
"""The departments of each region by its name; metropolitan regions come first, in the order of the alphabet."""


def of_postcode(postcode: str) -> Department | None:
    """The department of a whole postcode, Corsica and overseas included; None when no department has such ones.

    A few villages are served from a neighbouring department, whose postcode they have: this tells the latter.
    """
    if not (len(postcode) == 5 and postcode.isascii() and postcode.isdigit()):
        return None
    if postcode.startswith("20"):
        return DEPARTMENTS["2A" if postcode < "20200" else "2B"]
    overseas = postcode[:3] if postcode.startswith("97") else postcode[:2]
    return DEPARTMENTS.get(_OF_ITS_OWN.get(postcode, overseas))


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """A place's name as it is compared: "ST-ÉTIENNE Cedex 2" and "Saint Étienne" are both "saint etienne".

    Small letters and digits, single spaces; accents, hyphens and apostrophes are gone, "St" and "Ste" written in full,
    "Cedex" and what follows left out, and "12ème arrondissement" is "12e".
    """
    plain = re.sub(r"[^0-9a-z]+", " ", unidecode(name).lower()).strip()
    for told, meant in _SAME:
        plain = told.sub(meant, plain)
    return plain
