"""`countersign check`: what a database's own tool changes is found, and the exit status says so."""

import json
import sqlite3
from pathlib import Path

import documents
from envelopes import definition, signer
from service import Service, countersign


def test_a_history_that_was_cut_short_ends_the_command_with_1(tmp_path: Path) -> None:
    service = Service(tmp_path / "data")
    service.start()
    try:
        envelope = service.account().create(definition([documents.classic()], [signer(1)]))
    finally:
        service.stop()
    sound = countersign("check", "--data", service.data)
    assert sound.returncode == 0 and "everything is as it was stored" in sound.stdout, sound
    with sqlite3.connect(service.data / "countersign.sqlite") as database:
        database.execute("DELETE FROM event WHERE sequence = (SELECT max(sequence) FROM event)")
    shown = countersign("check", "--data", service.data)
    assert shown.returncode == 1 and f"Envelope {envelope}: " in shown.stdout and "1 problem found" in shown.stdout, shown
    found = countersign("check", "--data", service.data, "--json")
    assert found.returncode == 1
    assert [one["envelopeId"] for one in json.loads(found.stdout)["problems"]] == [envelope]
