"""Creating and sending one document through each of the service's two APIs: the same file, signer and field."""

import base64
import json
import os
import random
import statistics
from pathlib import Path

import requests

from files import file_of
from measuring import PROGRAM, shown, timed

os.environ.setdefault("COUNTERSIGN", str(PROGRAM))

from service import Service, countersign  # noqa: E402

ROUNDS = 100
PAGES = (1, 100)
ANCHORS = 5


def creation_rows(folder: Path) -> list[list[str]]:
    service = Service(folder / "creation", "--key-calls", "1000000")
    service.start()
    try:
        account = service.account()
        made = countersign(
            "apikey", "create", "--data", folder / "creation", "--account", account.id, "--name", "Bench", "--json")
        session = requests.Session()
        session.headers["X-Api-Key"] = json.loads(made.stdout)["apiKey"]
        return [row(service, account, session, pages) for pages in PAGES] + [anchor_row(service, account, 100)]
    finally:
        service.stop()


def row(service: Service, account, session: requests.Session, pages: int) -> list[str]:
    file = base64.b64encode(file_of(pages)).decode()
    document = {
        "name": "Lease", "embedded_signing": True, "files": [{"name": "lease.pdf", "file_base64": file}],
        "recipients": [{"id": "1", "name": "Bo", "email": "bo@example.org"}],
        "fields": [[{"type": "signature", "x": 200, "y": 550, "page": 1, "recipient_id": "1"}]],
    }
    envelope = {
        "status": "sent", "emailSubject": "Lease",
        "documents": [{"documentId": "1", "name": "lease.pdf", "documentBase64": file}],
        "recipients": {"signers": [{
            "recipientId": "1", "name": "Bo", "email": "bo@example.org", "clientUserId": "1",
            "tabs": {"signHereTabs": [{
                "documentId": "1", "pageNumber": "1", "xPosition": "150", "yPosition": "412"}]}}]},
    }

    def create() -> None:
        answer = session.post(f"{service.base}/api/v1/documents", json=document, timeout=60)
        assert answer.status_code == 201, answer.text

    other = requests.Session()
    other.headers["Authorization"] = f"Bearer {account.token}"

    def create_other() -> None:
        answer = other.post(account.url("envelopes"), json=envelope, timeout=60)
        assert answer.status_code == 201, answer.text

    ours = statistics.median(timed(ROUNDS, create))
    theirs = statistics.median(timed(ROUNDS, create_other))
    return [f"create a document of {pages:,} page{'s' * (pages > 1)} by /api/v1", shown(ours),
            f"{shown(theirs)} (by /restapi/v2.1)", f"{theirs / ours:.2f} x", "", ""]


def anchor_row(service: Service, account, pages: int) -> list[str]:
    """Drafts whose tabs are placed by words of the pages, and by numbers."""
    dice = random.Random(pages)
    words = ["".join(dice.choices("eeetttaaooiinnsshhrrdlu", k=dice.randint(2, 9))) for _ in range(500)]
    anchors = [word for word in words if len(word) > 6][:ANCHORS]
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {account.token}"
    file = base64.b64encode(file_of(pages)).decode()

    def create(tabs: list[dict[str, str]]) -> None:
        answer = session.post(account.url("envelopes"), timeout=60, json={
            "status": "created", "emailSubject": "Lease",
            "documents": [{"documentId": "1", "name": "lease.pdf", "documentBase64": file}],
            "recipients": {"signers": [{
                "recipientId": "1", "name": "Bo", "email": "bo@example.org", "clientUserId": "1",
                "tabs": {"initialHereTabs": tabs}}]}})
        assert answer.status_code == 201, answer.text

    places = [{"documentId": "1", "pageNumber": str(1 + number), "xPosition": "150", "yPosition": "412"}
              for number in range(ANCHORS)]
    found = statistics.median(timed(ROUNDS // 5, lambda: create([{"anchorString": word} for word in anchors])))
    placed = statistics.median(timed(ROUNDS // 5, lambda: create(places)))
    return [f"create a draft with {ANCHORS} anchors on {pages} pages", shown(found),
            f"{shown(placed)} ({ANCHORS} tabs with their places)", f"{placed / found:.2f} x", "", ""]
