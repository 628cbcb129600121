"""What ends by itself: webhooks that fail for long, conversations when the service stops, and acts without measure."""

import json
import time
from pathlib import Path

import pytest

import documents
from envelopes import definition
from mail_server import PASSWORD, SILENCE, MailServer
from office import Office, invited, sent
from service import Service, countersign
from test_webhooks import configure
from webhook_receiver import WebhookReceiver


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
    with MailServer() as mail, WebhookReceiver(tmp_path) as hooks:
        service = Service(
            tmp_path / "data", *mail.options, "--retry-wait", "1", "--webhook-pause", "3", "--resend-limit", "3",
            "--allow-webhook-http", "--allow-network", "127.0.0.0/8")
        service.start()
        try:
            yield Office(service, service.account(), mail, hooks)
        finally:
            if service.process.poll() is None:
                service.stop()


def webhooks(office: Office) -> list[dict]:
    run = countersign("connect", "list", "--data", office.service.data, "--account", office.account.id, "--json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_webhook_that_fails_for_long_is_paused_and_its_owner_told_once_until_it_is_resumed(office: Office) -> None:
    office.key()
    connect = configure(office.account, office.hooks.url)
    assert [one["name"] for one in webhooks(office)] == ["Orders"] and "failingSince" not in webhooks(office)[0]
    office.hooks.kill()
    for number in (1, 2):
        sent(office, invited(number))
    office.wait("the pause", lambda: "pausedAt" in webhooks(office)[0], 60)
    letter = office.mail.wait("legal@example.com")
    assert letter.message["Subject"] == "Webhook paused: Orders" and "Mend the receiver" in letter.text
    shown = countersign("connect", "list", "--data", office.service.data, "--account", office.account.id).stdout
    assert "Orders" in shown and "paused" in shown
    office.hooks.start()
    envelope = sent(office, invited(3))
    office.wait("a look at the third call", lambda: [
        job for job in office.jobs() if job.get("envelopeId") == envelope and "is paused" in job.get("error", "")])
    assert office.hooks.calls == []
    assert all(job["state"] != "dead" for job in office.jobs())
    resumed = office.account.call("PUT", "connect", json={"connectId": connect, "allowEnvelopePublish": "true"})
    assert resumed.status_code == 200, resumed.text
    office.wait("the calls", lambda: len({one.envelope for one in office.hooks.accepted}) == 3, 60)
    assert envelope in {one.envelope for one in office.hooks.accepted}
    assert "pausedAt" not in webhooks(office)[0]
    assert len(office.mail.to("legal@example.com")) == 1


def test_the_service_stops_in_seconds_while_a_mail_server_is_silent(office: Office) -> None:
    office.mail.answers["DATA"] = [SILENCE]
    sent(office)
    office.wait("the silence", lambda: office.mail.deliveries)
    begun = time.monotonic()
    assert office.service.stop() == 0
    assert time.monotonic() - begun < 15
    # Nobody holds the job any more: the next process sends the message at once.
    assert [job["isRunning"] for job in office.jobs() if job["kind"] == "mail"] == [False]
    office.service.start()
    office.mail.wait("signer1@example.com", seconds=15)


def test_invitations_are_sent_again_only_so_often(office: Office) -> None:
    envelope = sent(office)
    path = f"envelopes/{envelope}?resend_envelope=true"
    statuses = [office.account.call("PUT", path, json={}).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    office.mail.wait("signer1@example.com", 4)
    other = sent(office, invited(2))
    assert office.account.call("PUT", f"envelopes/{other}?resend_envelope=true", json={}).status_code == 200
    # A correction that invites again counts as one, however many people it names.
    path = f"envelopes/{other}/recipients?resend_envelope=true"
    named = {"signers": [{"recipientId": "1", "note": "Please hurry."}, {"recipientId": "9", "name": "Nobody"}]}
    assert [office.account.call("PUT", path, json=named).status_code for _ in range(3)] == [200, 200, 429]


def test_an_address_that_no_mail_server_delivers_to_is_refused_by_name(office: Office) -> None:
    asked = definition([documents.classic()], [invited(1, email="jörg@example.com")])
    answer = office.account.call("POST", "envelopes", json=asked)
    assert answer.status_code == 400 and "jörg@example.com" in answer.json()["message"], answer.text
    assert answer.json()["errorCode"] == "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT"
