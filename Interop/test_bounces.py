"""Messages that come back: read from a report as other mail servers write it, by command and over HTTP."""

import json
import subprocess
from email.message import EmailMessage
from pathlib import Path

import pytest
import requests

from delivery_reports import report
from mail_server import PASSWORD, MailServer
from office import Office, events_of, sent
from service import PROGRAM, Service, countersign
from webhook_receiver import WebhookReceiver


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
    with MailServer() as mail, WebhookReceiver(tmp_path) as hooks:
        service = Service(tmp_path / "data", *mail.options, "--return-address", "bounces+{id}@example.com")
        service.start()
        try:
            yield Office(service, service.account(), mail, hooks)
        finally:
            service.stop()


def bounce(office: Office, message: bytes, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(PROGRAM), "mail", "bounce", "--data", str(office.service.data), "--json", *options],
        input=message, capture_output=True, timeout=60)


def test_a_message_that_comes_back_marks_its_recipient_once_and_tells_the_sender(office: Office) -> None:
    envelope = sent(office)
    invitation = office.mail.wait("signer1@example.com")
    assert invitation.sender.startswith("bounces+") and envelope not in invitation.sender
    for action, outcome in [("delayed", "delayed"), ("failed", "undelivered"), ("failed", "repeated")]:
        run = bounce(office, report(invitation.sender, "signer1@example.com", action))
        assert run.returncode == 0 and json.loads(run.stdout)["outcome"] == outcome, run
    assert office.statuses(envelope) == ["autoresponded"]
    notice = office.mail.wait("legal@example.com")
    assert "550 5.1.1 no such mailbox" in notice.text
    assert len(events_of(office.service, envelope, "undelivered")) == 1
    # The sender invites again; a report on the first invitation says nothing new.
    answer = office.account.call("PUT", f"envelopes/{envelope}?resend_envelope=true", json={})
    assert answer.status_code == 200, answer.text
    second = office.mail.wait("signer1@example.com", 2)
    assert second.sender != invitation.sender
    assert office.statuses(envelope) == ["sent"]
    again = bounce(office, report(second.sender, "signer1@example.com"), "--for", second.sender)
    assert json.loads(again.stdout)["outcome"] == "undelivered"


def test_forged_and_other_messages_change_nothing(office: Office, tmp_path: Path) -> None:
    envelope = sent(office)
    address = office.mail.wait("signer1@example.com").sender
    forged = address[:-14] + ("a" if address[-14] != "a" else "b") + address[-13:]
    run = bounce(office, report(forged, "signer1@example.com"))
    assert run.returncode == 1 and json.loads(run.stdout)["outcome"] == "unknownAddress", run
    away = EmailMessage()
    away["To"], away["Auto-Submitted"], away["Subject"] = address, "auto-replied", "550 5.1.1 I am away"
    away.set_content("Action: failed")
    file = tmp_path / "away.eml"
    file.write_bytes(away.as_bytes())
    said = countersign("mail", "bounce", "--data", office.service.data, file)
    assert said.returncode == 0 and "automatic reply" in said.stdout, said
    missing = countersign("mail", "bounce", "--data", office.service.data, tmp_path / "none.eml")
    assert missing.returncode == 1 and "cannot be read" in missing.stderr
    assert bounce(office, b"\xff\x00" * 10_000_000).returncode == 1
    assert office.statuses(envelope) == ["sent"]


def test_another_program_hands_over_messages_with_the_operators_secret(office: Office) -> None:
    envelope = sent(office)
    address = office.mail.wait("signer1@example.com").sender
    url, message = f"{office.service.base}/mail/bounces", report(address, "signer1@example.com")
    assert requests.post(url, data=message, timeout=30).status_code == 401
    old = countersign("mail", "secret", "--data", office.service.data).stdout.strip()
    secret = countersign("mail", "secret", "--data", office.service.data).stdout.strip()
    wrong = requests.post(url, data=message, headers={"Authorization": f"Bearer {old}"}, timeout=30)
    assert wrong.status_code == 401 and "countersign mail secret" in wrong.json()["message"]
    allowed = {"Authorization": f"Bearer {secret}"}
    elsewhere = requests.post(url, params={"for": "bounces+x@example.com"}, data=message, headers=allowed, timeout=30)
    assert elsewhere.status_code == 404 and elsewhere.json()["outcome"] == "unknownAddress"
    assert office.statuses(envelope) == ["sent"]
    taken = requests.post(url, data=message, headers=allowed, timeout=30)
    assert taken.status_code == 200 and taken.json()["outcome"] == "undelivered", taken.text
    office.wait("the recipient is marked", lambda: office.statuses(envelope) == ["autoresponded"])
    huge = requests.post(url, data=b"x" * 37 * 1024 * 1024, headers=allowed, timeout=60)
    assert huge.status_code == 413
    assert secret.encode() not in (office.service.data / "countersign.sqlite").read_bytes()


def test_without_a_return_address_nothing_is_taken_in(tmp_path: Path) -> None:
    data = tmp_path / "data"
    countersign("account", "create", "--data", data, "--name", "Ada", "--email", "ada@example.com")
    run = subprocess.run(
        [str(PROGRAM), "mail", "bounce", "--data", str(data)], input=b"To: a@b.c\n\n", capture_output=True, timeout=60)
    assert run.returncode == 1 and b"--return-address" in run.stderr
