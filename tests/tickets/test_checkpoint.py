"""A checkpoint has one form (C2SP tlog-checkpoint)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets.journal.checkpoint import Checkpoint
from tickets.journal.merkle import EMPTY

ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="  # the specification's example, as its origin and its size
TEXT = f"example.com/behind-the-sofa\n20852163\n{ROOT}\n"


def test_the_example_of_the_specification_is_read_and_written_back():
    read = Checkpoint.parse(TEXT)
    assert (read.origin, read.size, len(read.root)) == ("example.com/behind-the-sofa", 20852163, 32)
    assert read.text() == TEXT


@given(st.integers(0, 2**63 - 1), st.binary(min_size=32, max_size=32))
def test_every_checkpoint_is_read_back(size, root):
    made = Checkpoint("illiko.live/journal", size, root)
    assert Checkpoint.parse(made.text()) == made


def test_an_empty_log_has_a_checkpoint():
    assert Checkpoint.parse(Checkpoint("illiko.live/journal", 0, EMPTY).text()).size == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT[:-1],
        TEXT + "\n",
        TEXT + "an extension\n",
        TEXT.replace("\n", "\r\n"),
        f"\n1\n{ROOT}\n",
        *(
            f"x\n{size}\n{ROOT}\n"
            for size in ("", "01", "-1", "-0", "+1", " 1", "1 ", "1_0", "0x1", "1.0", "١", "9" * 5000)
        ),
        *(f"x\n1\n{root}\n" for root in ("", "AAAA", ROOT[:-1], ROOT[:-2] + "J=", ROOT + "====", " " + ROOT, "é" * 44)),
    ],
)
def test_any_other_form_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - of whatever part
        Checkpoint.parse(text)
