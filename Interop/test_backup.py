"""A data directory is copied while the service works, and a copy is a service again."""

import asyncio
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest

import documents
from people import Person
from service import Account, Service, countersign
from validators import assert_pyhanko_accepts


@pytest.fixture()
def folder():
    made = Path(tempfile.mkdtemp(prefix="countersign-backup-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def test_a_copy_made_under_load_has_what_was_acknowledged_and_serves(folder: Path):
    service = Service(folder / "data")
    service.start()
    account = service.account()
    crowd = [Person(number, account, documents.classic(1)) for number in range(10)]
    finished: list[Person] = []

    async def everything() -> None:
        going = [asyncio.create_task(person.go()) for person in crowd]
        # The first three have finished, the others are anywhere.
        while (done := sum(person.redirect is not None for person in crowd)) < 3:
            await asyncio.sleep(0.02)
        assert done < len(crowd), "the ceremonies were over before the copy was made"
        finished.extend(person for person in crowd if person.redirect)
        made = await asyncio.to_thread(countersign, "backup", "--data", service.data, "--to", folder / "copy")
        assert made.returncode == 0, made.stderr
        await asyncio.gather(*going)

    try:
        asyncio.run(everything())
    finally:
        assert service.stop() == 0
    again = countersign("backup", "--data", service.data, "--to", folder / "copy")
    assert again.returncode != 0 and "it exists already" in again.stderr
    restored = countersign("restore", "--from", folder / "copy", "--data", folder / "restored")
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert (folder / "restored").stat().st_mode & 0o777 == 0o700
    # Documents are one file in the service and the copy, and another one in what is restored.
    (some, *_) = (path for path in (folder / "restored/blobs").rglob("*") if path.is_file())
    place = some.relative_to(folder / "restored")
    assert (folder / "copy" / place).samefile(service.data / place) and not some.samefile(folder / "copy" / place)

    second = Service(folder / "restored")
    second.start()
    try:
        there = Account(second, account.facts)
        for person in finished:
            assert there.get(f"envelopes/{person.envelope}")["status"] == "completed"
            assert_pyhanko_accepts(there.document(person.envelope, "combined"), second.authority, signatures=2)
    finally:
        assert second.stop() == 0


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.chmod(0o600)
    path.write_bytes(content)


def change(data: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(data / "countersign.sqlite") as database:
        database.execute(statement, values)


def test_one_changed_byte_anywhere_in_a_copy_is_found(folder: Path):
    service = Service(folder / "data")
    service.start()
    person = Person(1, service.account(), documents.classic(1))
    asyncio.run(person.go())
    assert service.stop() == 0

    def broken(name: str, harm) -> str:
        copy = folder / name
        assert countersign("backup", "--data", service.data, "--to", copy).returncode == 0
        target = folder / f"{name}-restored"
        assert countersign("restore", "--from", copy, "--data", target).returncode == 0
        harm(target)
        told = countersign("check", "--data", target)
        assert told.returncode == 1, f"{name}: {told.stdout}{told.stderr}"
        # A copy of what is broken says so, too.
        assert countersign("restore", "--from", target, "--data", folder / f"{name}-again").returncode == 1
        return told.stdout

    def harm_blob(target: Path) -> None:
        path = max((path for path in (target / "blobs").rglob("*") if path.is_file()), key=lambda one: one.stat().st_size)
        flip(path, path.stat().st_size // 2)

    def harm_event(target: Path) -> None:
        change(target, "UPDATE event SET body = CAST(replace(CAST(body AS TEXT), 'City 001', 'City 002') AS BLOB)")

    def harm_snapshot(target: Path) -> None:
        change(target, "UPDATE envelope SET snapshot = CAST(replace(CAST(snapshot AS TEXT), 'Crash 001', 'Crash 002') AS BLOB)")

    def harm_key(target: Path) -> None:
        flip(target / "authority/seal-key.pem", 100)

    assert "damaged" in broken("blob", harm_blob)
    assert person.envelope in broken("event", harm_event)
    assert "Its stored state is not what its events lead to." in broken("snapshot", harm_snapshot)
    assert "authority cannot be used" in broken("key", harm_key)
