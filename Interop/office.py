"""A service that sends: with a mail server and a receiver of webhooks beside it."""

import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import documents
from envelopes import definition, signer
from mail_server import MailServer
from service import Account, Service, countersign
from webhook_receiver import WebhookReceiver

SUBJECT = "Vertrag über Äpfel & Öl – “Zürich”"


@dataclass
class Office:
    """A service with a mail server and a receiver of webhooks."""

    service: Service
    account: Account
    mail: MailServer
    hooks: WebhookReceiver

    def key(self) -> str:
        made = countersign("connect", "key", "create", "--data", self.service.data, "--account", self.account.id)
        assert made.returncode == 0, made.stderr
        return made.stdout.strip()

    def jobs(self, *options: str) -> list[dict]:
        listed = countersign("jobs", "list", "--data", self.service.data, "--json", *options)
        assert listed.returncode == 0, listed.stderr
        return json.loads(listed.stdout)

    def wait(self, what: str, holds: Callable[[], object], seconds: float = 30) -> object:
        until = time.monotonic() + seconds
        while not (found := holds()):
            assert time.monotonic() < until, f"not within {seconds} s: {what}\n{self.jobs()}"
            time.sleep(0.1)
        return found

    @property
    def link_secrets(self) -> list[str]:
        """The secrets of all links that were sent."""
        return [secret for one in self.mail.deliveries for secret in one.link_secrets]

    def statuses(self, envelope: str) -> list[str]:
        return [one["status"] for one in self.account.get(f"envelopes/{envelope}/recipients")["signers"]]


def assert_nowhere(service: Service, secrets: list[str]) -> None:
    """No secret stands in a file of the data directory or in the log."""
    files = [path for path in service.data.rglob("*") if path.is_file()]
    assert any(path.name == "countersign.sqlite" for path in files)
    for path in [*files, service.log]:
        content = path.read_bytes()
        found = [secret for secret in secrets if secret.encode() in content]
        assert not found, f"{path.name} holds {found}"


def invited(number: int = 1, name: str | None = None, order: int = 1, **more: object) -> dict:
    """A signer who is asked by mail."""
    person = signer(number, every_kind=False, order=order)
    del person["clientUserId"]
    return person | ({"name": name} if name else {}) | more


def sent(office: Office, *people: dict, **more: object) -> str:
    return office.account.create(definition([documents.classic()], list(people) or [invited()], subject=SUBJECT) | more)


def events_of(service: Service, envelope: str, kind: str) -> list[dict]:
    """Events of one kind in an envelope's history."""
    with sqlite3.connect(f"file:{service.data / 'countersign.sqlite'}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT body FROM event WHERE envelopeID = ? ORDER BY sequence", [envelope])
        bodies = [json.loads(row[0])["body"] for row in rows]
    return [body for body in bodies if body["type"] == kind]
