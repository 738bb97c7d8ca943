"""Plurals in French: nothing and one are singular."""

import pytest
from django.template import Context, Template


@pytest.mark.parametrize(
    ("counted", "said"),
    [
        (0, "ticket"),
        (1, "ticket"),
        (2, "tickets"),
        ([], "ticket"),
        ([7], "ticket"),
        ([7, 8], "tickets"),
        ("0", "ticket"),
    ],
)
def test_nothing_and_one_are_singular_in_every_template(counted: object, said: str) -> None:
    assert Template("ticket{{ counted|pluralize }}").render(Context({"counted": counted})) == said


def test_other_endings_are_told_apart_too() -> None:
    template = Template("{{ none }} chev{{ none|pluralize:'al,aux' }}, {{ two }} chev{{ two|pluralize:'al,aux' }}")
    assert template.render(Context({"none": 0, "two": 2})) == "0 cheval, 2 chevaux"
