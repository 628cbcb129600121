"""The hash-linked history, recomputed by somebody who knows only its byte rule."""

import copy
import json
import pathlib
import subprocess
import sys

import pytest

import documents
import history
from ceremony import Ceremony
from envelopes import definition, signer


@pytest.fixture(scope="module")
def completed(account, service) -> str:
    """An envelope that two have signed, one of them with a name that is not ASCII."""
    people = [signer(1, order=1), signer(2, order=2)]
    people[0]["name"] = "Zoë Müller"
    envelope = account.create(
        definition([documents.classic()], people, subject='Quote " backslash \\ slash / ´ ½ and 漢字 🖋')
    )
    for person in people:
        Ceremony(account.recipient_view(envelope, person)).complete("Ada Lovelace")
    return envelope


@pytest.fixture(scope="module")
def bodies(completed, service) -> list[bytes]:
    return history.stored(service.data)[completed]


def test_every_stored_event_is_canonical_and_linked(bodies):
    events = [json.loads(body) for body in bodies]
    history.check(events)
    assert [history.canonical(event) for event in events] == bodies
    kinds = [event["body"]["type"] for event in events]
    assert kinds[:2] == ["created", "sent"] and kinds[-1] == "sealed" and kinds.count("signed") == 2


def test_one_changed_value_breaks_the_chain_at_that_event(bodies):
    events = [json.loads(body) for body in bodies]
    for index, event in enumerate(events):
        changed = copy.deepcopy(events)
        changed[index]["actor"]["name"] += " "
        with pytest.raises(history.Broken) as broken:
            history.check(changed)
        assert broken.value.sequence == index + 1
        missing = events[:index] + events[index + 1 :]
        if index < len(events) - 1:
            with pytest.raises(history.Broken) as broken:
                history.check(missing)
            assert broken.value.sequence == index + 1


def test_every_stored_version_begins_with_the_one_before(bodies, service):
    source = None
    version = b""
    for event in map(json.loads, bodies):
        for digest in history.blobs_named(event):
            history.blob(service.data, digest)
        if event["body"]["type"] == "created":
            (document,) = event["body"]["definition"]["documents"]
            version = source = history.blob(service.data, document["blob"])
        if event["body"]["type"] in ("signed", "sealed"):
            newer = history.blob(service.data, event["body"]["documents"]["1"])
            assert newer.startswith(version) and len(newer) > len(version)
            version = newer
    assert source == documents.classic()


def test_the_audit_trail_of_the_api_tells_each_event(account, completed, bodies):
    trail = account.get(f"envelopes/{completed}/audit_events")["auditEvents"]
    fields = [{one["name"]: one.get("value") for one in event["eventFields"]} for event in trail]
    # Messages about the end may leave between the two looks.
    acts = [one for one in fields if one["Action"] != "Mailed"]
    assert len(acts) == sum(b'"type":"mailed"' not in body for body in bodies)
    assert all(one["logTime"] and one["Action"] for one in fields)


def test_keys_are_for_the_owner_only(service):
    keys = [path for path in service.authority.parent.iterdir() if b"PRIVATE KEY" in path.read_bytes()]
    assert len(keys) == 2
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in keys)


def test_the_token_is_not_in_the_store(account, service):
    stored = b"".join(path.read_bytes() for path in service.data.glob("countersign.sqlite*"))
    assert account.token.encode() not in stored


def test_the_committed_vector_holds_for_a_program_that_knows_only_the_rule():
    vectors = pathlib.Path(__file__).parent.parent / "Tests" / "Vectors"
    checked = subprocess.run(
        [sys.executable, vectors / "check.py", vectors / "history.json"], capture_output=True, text=True, check=True
    )
    last = json.loads((vectors / "history.json").read_text(encoding="utf-8"))[-1]
    assert checked.stdout.strip() == last["hash"]
