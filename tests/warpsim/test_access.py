"""The counting rules against 565 access patterns measured with ncu on an H200."""

import json
from pathlib import Path

import pytest

from warpsim import access

GOLDEN = Path(__file__).parents[1] / "golden" / "h200_access_patterns.json"
PATTERNS = json.loads(GOLDEN.read_text())


def test_every_measured_pattern():
    assert len(PATTERNS) == 565
    wrong = []
    for p in PATTERNS:
        if p["space"] == "global":
            got, measured = access.sectors(p["lanes"], p["words"]), p["sectors"]
        else:
            got, measured = access.shared(p["lanes"], p["words"], p["op"]), (p["wavefronts"], p["bank_conflicts"])
        if got != measured:
            wrong.append((p["name"], got, measured))
    assert not wrong


def test_the_patterns_can_tell_a_wrong_rule():
    """Without the joining of loads, or with it for stores too, measured patterns disagree."""
    wide = [p for p in PATTERNS if p["space"] == "shared" and p["words"] > 1]
    loads_as_stores = [
        p for p in wide if p["op"] == "ld" and access.shared(p["lanes"], p["words"], "st")[0] != p["wavefronts"]
    ]
    stores_as_loads = [
        p for p in wide if p["op"] == "st" and access.shared(p["lanes"], p["words"], "ld")[0] != p["wavefronts"]
    ]
    assert loads_as_stores and stores_as_loads


@pytest.mark.parametrize(
    "lanes, words, op",
    [(range(31), 1, "ld"), (range(32), 3, "ld"), (range(32), 2, "ld"), (range(32), 1, "atom")],
)
def test_bad_input_is_refused(lanes, words, op):
    with pytest.raises(ValueError):
        access.shared(list(lanes), words, op)
