"""What may change after a signature: our verdict beside pyHanko's, as difference-cases.md has them."""

import difference_table
from difference_files import CASES


def test_every_verdict_is_the_recorded_one(authority, anchor):
    found = difference_table.verdicts(anchor, authority)
    assert {name: row[:2] for name, row in difference_table.recorded().items()} == found


def test_every_disagreement_is_explained():
    rows = difference_table.recorded()
    assert set(rows) == {case.name for case in CASES}
    for name, (theirs, ours, reason) in rows.items():
        assert (theirs == ours) == (reason == ""), name
