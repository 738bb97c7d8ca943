"""Departments, their regions and their postcodes."""

import pycountry
import pytest

from payouts.places import DEPARTMENTS, REGIONS, of_postcode


def test_every_department_is_there_once_in_the_usual_order() -> None:
    codes = list(DEPARTMENTS)
    assert codes[:3] == ["01", "02", "03"] and codes[18:22] == ["19", "2A", "2B", "21"]
    assert codes[-9:] == ["95", "971", "972", "973", "974", "975", "976", "977", "978"]
    assert len(codes) == 96 + 8
    assert all(code == one.code and one in REGIONS[one.region] for code, one in DEPARTMENTS.items())
    assert sum(map(len, REGIONS.values())) == len(DEPARTMENTS)


def test_departments_and_their_regions_are_those_of_iso_3166() -> None:
    def plain(name: str) -> str:
        return name.replace("’", "'").replace("-", " ")

    told = {one.code.removeprefix("FR-"): one for one in pycountry.subdivisions.get(country_code="FR")}
    parents = {"20R": "Corse", "6AE": "Grand Est"}
    for code in [code for code in DEPARTMENTS if code < "971" and code != "75"]:
        ours, theirs = DEPARTMENTS[code], told[code]
        parent = theirs.parent_code.removeprefix("FR-")
        assert plain(ours.name) == plain(theirs.name)
        assert plain(ours.region) == plain(parents.get(parent) or told[parent].name)
    assert all(plain(told[code].name).startswith(DEPARTMENTS[code].name) for code in ("971", "972", "973", "976"))


@pytest.mark.parametrize(
    ("postcode", "code"),
    [
        ("01000", "01"),
        ("69002", "69"),
        ("75012", "75"),
        ("75116", "75"),
        ("20000", "2A"),
        ("20137", "2A"),
        ("20200", "2B"),
        ("20620", "2B"),
        ("97110", "971"),
        ("97133", "977"),
        ("97150", "978"),
        ("97400", "974"),
        ("97600", "976"),
    ],
)
def test_a_postcode_tells_its_department_corsica_and_overseas_included(postcode: str, code: str) -> None:
    assert of_postcode(postcode) == DEPARTMENTS[code]


@pytest.mark.parametrize("postcode", ["", "7501", "750122", "00100", "96000", "98000", "97900", "7501a", "７５０１２"])
def test_what_is_no_postcode_of_a_department_tells_none(postcode: str) -> None:
    assert of_postcode(postcode) is None
