"""The history of an envelope, recomputed from the byte rule in the documentation of `Envelopes.Event` alone."""

import hashlib
import json
import sqlite3
from pathlib import Path


class Broken(Exception):
    """The chain breaks at an event; `sequence` counts from 1."""

    def __init__(self, sequence: int, why: str):
        super().__init__(f"event {sequence}: {why}")
        self.sequence = sequence


def canonical(value: object) -> bytes:
    """Members in order of their names, no white space, only what must be escaped is escaped."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check(events: list[dict]) -> None:
    previous = "0" * 64
    for number, event in enumerate(events, 1):
        if event.get("sequence") != number:
            raise Broken(number, f"its sequence is {event.get('sequence')}")
        if event["previousHash"] != previous:
            raise Broken(number, "it does not name the event before")
        without = {name: value for name, value in event.items() if name != "hash"}
        if hashlib.sha256(canonical(without)).hexdigest() != event["hash"]:
            raise Broken(number, "its hash is not that of its bytes")
        previous = event["hash"]


def stored(data: Path) -> dict[str, list[bytes]]:
    """Every envelope's events as the store holds them, in order, read without the program."""
    histories: dict[str, list[bytes]] = {}
    with sqlite3.connect(f"file:{data / 'countersign.sqlite'}?mode=ro", uri=True) as database:
        for envelope, body in database.execute("SELECT envelopeID, body FROM event ORDER BY envelopeID, sequence"):
            histories.setdefault(envelope, []).append(bytes(body))
    return histories


def blobs_named(event: dict) -> set[str]:
    """The hashes of the files that an event speaks of."""
    body = event["body"]
    named = {body[name] for name in ("disclosure", "artwork", "combined", "certificate") if name in body}
    named |= set(body.get("documents", {}).values())
    named |= {document["blob"] for document in body.get("definition", {}).get("documents", [])}
    return named


def blob(data: Path, digest: str) -> bytes:
    """A stored file, checked against its name."""
    content = (data / "blobs" / digest[:2] / digest).read_bytes()
    assert hashlib.sha256(content).hexdigest() == digest
    return content
