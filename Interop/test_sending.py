"""From a request to the signers' messages and back, with mail servers of every mood."""

import io
import json
import os
import re
import time
from pathlib import Path

import docusign_esign as esign
import pikepdf
import pytest
import requests

import documents
import validators
from ceremony import Ceremony, event_of
from envelopes import definition
from mail_server import DROP, PASSWORD, SILENCE, MailServer
from office import SUBJECT, Office, assert_nowhere, events_of, invited, sent
from service import Service, countersign
from test_official_client import client

NAMES = ["山田 太郎", "محمد بن عبد الله"]
EVENTS = ["envelope-sent", "recipient-sent", "recipient-completed", "envelope-completed"]


# An honest mail server


def test_two_people_sign_in_turn_from_their_messages(office: Office) -> None:
    """Invitation, "your turn", completed set: each arrives, others can read it, and its link leads on."""
    key = office.key()
    people = [
        esign.Signer(
            recipient_id=str(number), routing_order=str(number), name=name, email=f"signer{number}@example.com",
            tabs=esign.Tabs(sign_here_tabs=[esign.SignHere(
                document_id="1", page_number="1", x_position="72", y_position=str(100 * number), tab_label="here")]),
        )
        for number, name in enumerate(NAMES, 1)
    ]
    asked = esign.EnvelopeDefinition(
        email_subject=SUBJECT, email_blurb="Grüße\n\nتحية", status="sent",
        documents=[esign.Document(**{
            "document_id": "1", "name": "Vertrag", "file_extension": "pdf",
            "document_base64": definition([documents.classic()], [])["documents"][0]["documentBase64"]})],
        recipients=esign.Recipients(signers=people),
        event_notification=esign.EventNotification(
            url=office.hooks.url, events=EVENTS, include_hmac="true", require_acknowledgment="true",
            event_data=esign.ConnectEventData(version="restv2.1", format="json", include_data=["recipients"])),
    )
    api = esign.EnvelopesApi(client(office.account))
    envelope = api.create_envelope(office.account.id, envelope_definition=asked).envelope_id
    for number, name in enumerate(NAMES, 1):
        invitation = office.mail.wait(f"signer{number}@example.com")
        message = invitation.message
        assert message["Subject"] == SUBJECT
        assert message["To"].addresses[0].display_name == name
        assert message["To"].addresses[0].addr_spec == f"signer{number}@example.com"
        assert message["From"].addresses[0].addr_spec == "sign@example.com"
        assert message["Reply-To"].addresses[0].addr_spec == "legal@example.com"
        assert not message.defects and name in invitation.text and "تحية" in invitation.text
        assert ("It is your turn" in invitation.text) == (number == 2)
        assert invitation.link in message.get_body(("html",)).get_content()
        # A mail scanner opens the link: nothing changes.
        before = office.statuses(envelope)
        requests.get(invitation.link, timeout=30)
        assert office.statuses(envelope) == before
        assert office.mail.to("signer2@example.com") == [] or number == 2
        assert event_of(Ceremony(invitation.link, "POST").complete(name)) == "signing_complete"
    addresses = ["signer1@example.com", "signer2@example.com", "legal@example.com"]
    completed = [office.mail.wait(address, count) for address, count in zip(addresses, [2, 2, 1])]
    for one in completed:
        assert "Everyone has signed" in one.text
        (attached,) = one.attachments
        assert attached.get_content_type() == "application/pdf"
        validators.assert_pyhanko_accepts(attached.get_content(), office.service.authority, signatures=3)
    # The attached file is the one behind the API and behind the link.
    assert completed[0].attachments[0].get_content() == office.account.document(envelope, "combined")
    assert requests.get(completed[0].link, timeout=30).status_code == 200
    threads = {one.message["References"] for one in office.mail.accepted}
    assert len(threads) == 1 and len({one.id for one in office.mail.accepted}) == len(office.mail.accepted) == 5
    told = office.hooks.wait(6)
    assert [(call.body["event"], call.body["data"].get("recipientId")) for call in told] == [
        ("envelope-sent", None), ("recipient-sent", "1"), ("recipient-completed", "1"), ("recipient-sent", "2"),
        ("recipient-completed", "2"), ("envelope-completed", None),
    ]
    assert all(call.is_signed_with(key) for call in told)
    mailed = events_of(office.service, envelope, "mailed")
    assert sorted(one["mailing"]["messageId"] for one in mailed) == sorted(
        one.id.strip("<>") for one in office.mail.accepted
    )
    assert {one["mailing"]["server"] for one in mailed} == {f"127.0.0.1:{office.mail.port}"}
    assert_nowhere(office.service, [key])


def test_a_link_from_a_message_works_again_and_a_changed_one_leads_nowhere(office: Office) -> None:
    sent(office)
    link = office.mail.wait("signer1@example.com").link
    assert Ceremony(link, "POST").session["recipient"]["status"] == Ceremony(link, "POST").session["recipient"]["status"]
    for wrong in (link[:-1] + ("A" if link[-1] != "A" else "B"), link[:-1], link + "A", link.rsplit("/", 1)[0] + "/x"):
        for method in ("GET", "POST"):
            answer = requests.request(method, wrong, timeout=30)
            assert answer.status_code == 404 and "Set-Cookie" not in answer.headers, wrong


# Mail servers that are slow, full, or lie


def test_a_slow_server_gets_a_message_once(office: Office) -> None:
    office.mail.answers["DATA"] = [3.0]
    envelope = sent(office)
    office.mail.wait("signer1@example.com")
    office.wait("no jobs", lambda: not [job for job in office.jobs() if job["kind"] == "mail"])
    assert len(office.mail.deliveries) == 1 and len(events_of(office.service, envelope, "mailed")) == 1


@pytest.mark.parametrize("stage", ["MAIL", "RCPT", "DATA"])
def test_a_full_server_is_asked_again(office: Office, stage: str) -> None:
    office.mail.answers[stage] = ["452 4.3.1 Insufficient system storage", "452 4.2.2 Mailbox full"]
    envelope = sent(office)
    waiting = office.wait("a reason", lambda: [job for job in office.jobs() if job["kind"] == "mail" and job.get("error")])
    assert "452" in waiting[0]["error"]
    office.mail.wait("signer1@example.com")
    assert office.statuses(envelope) == ["sent"]
    assert len(office.mail.accepted) == 1 and office.jobs("--dead") == []


def test_a_server_that_hangs_up_before_its_answer_gets_the_same_message_again(office: Office) -> None:
    """Nobody knows whether it kept the first; a reader's program recognises the second by its Message-ID."""
    office.mail.answers["DATA"] = [DROP]
    sent(office)
    office.mail.wait("signer1@example.com")
    first, second = office.mail.deliveries
    assert first.id == second.id
    assert "A job is tried again later" in office.service.log.read_text()
    # Both links work: the first may be the one that is kept.
    for one in (first, second):
        assert Ceremony(one.link, "POST").session["recipient"]["status"] == "delivered"


def test_a_server_that_falls_silent_holds_nobody_else(office: Office) -> None:
    """It takes the whole message and then says nothing: after a minute the message is sent again."""
    office.mail.answers["DATA"] = [SILENCE]
    notification = {"url": office.hooks.url, "events": ["envelope-sent"],
                    "eventData": {"version": "restv2.1", "format": "json"}}
    sent(office, eventNotification=notification)
    office.wait("the silence", lambda: office.mail.deliveries)
    begun = time.monotonic()
    sent(office, invited(2), eventNotification=notification)
    office.mail.wait("signer2@example.com")
    office.hooks.wait(2)
    assert time.monotonic() - begun < 20
    again = office.mail.wait("signer1@example.com", seconds=90)
    assert again.id == office.mail.deliveries[0].id
    assert "A job is run again" not in office.service.log.read_text()


# Refusals


@pytest.mark.parametrize(("stage", "answer"), [
    ("MAIL", "553 5.1.8 Sender rejected"), ("RCPT", "550 5.1.1 No such user here"),
    ("DATA", "554 5.7.1 Message looks like spam"),
])
def test_a_refusal_marks_the_recipient_and_tells_the_sender(office: Office, stage: str, answer: str) -> None:
    office.mail.answers[stage] = [answer]
    envelope = sent(office)
    told = office.mail.wait("legal@example.com")
    assert told.message["Subject"] == f"Not delivered: {SUBJECT}" and answer.split(maxsplit=2)[2] in told.text
    assert office.statuses(envelope) == ["autoresponded"]
    (dead,) = office.jobs("--dead")
    assert (dead["kind"], dead["envelopeId"], dead["attempts"]) == ("mail", envelope, 1)
    assert answer[:3] in dead["error"]
    # Nothing else is tried by itself, and the sender's word invites again.
    assert office.mail.to("signer1@example.com") == []
    answered = office.account.call("PUT", f"envelopes/{envelope}", params={"resend_envelope": "true"}, json={})
    assert answered.status_code == 200, answered.text
    invitation = office.mail.wait("signer1@example.com")
    assert event_of(Ceremony(invitation.link, "POST").complete("Signer Number 1")) == "signing_complete"


def test_an_operator_retries_a_message_that_was_given_up(office: Office) -> None:
    office.mail.answers["RCPT"] = ["550 5.1.1 No such user here"]
    envelope = sent(office)
    (dead,) = office.wait("a dead letter", lambda: office.jobs("--dead"))
    retried = countersign("jobs", "retry", str(dead["id"]), "--data", office.service.data)
    assert retried.returncode == 0, retried.stderr
    office.mail.wait("signer1@example.com")
    assert office.jobs("--dead") == []
    assert len(events_of(office.service, envelope, "undelivered")) == 1


def test_an_operator_drops_a_message_that_was_given_up(office: Office) -> None:
    office.mail.answers["RCPT"] = ["550 5.1.1 No such user here"]
    sent(office)
    (dead,) = office.wait("a dead letter", lambda: office.jobs("--dead"))
    dropped = countersign("jobs", "drop", str(dead["id"]), "--data", office.service.data)
    assert dropped.returncode == 0, dropped.stderr
    assert office.jobs("--dead") == [] and office.mail.to("signer1@example.com") == []
    again = countersign("jobs", "drop", str(dead["id"]), "--data", office.service.data)
    assert again.returncode == 1 and str(dead["id"]) in again.stderr


@pytest.mark.parametrize(("stage", "answer"), [("EHLO", "554 5.7.1 Not from your address"), ("RCPT", "451 Greylisted")])
def test_a_server_that_refuses_this_machine_says_nothing_about_the_recipient(
    office: Office, stage: str, answer: str
) -> None:
    """libcurl says HELO when EHLO is refused; without a login the message is refused for now, not for good."""
    office.mail.answers[stage] = [answer]
    envelope = sent(office)
    office.mail.wait("signer1@example.com", seconds=40)
    assert office.statuses(envelope) == ["sent"] and office.jobs("--dead") == []


def test_messages_wait_for_a_server_that_is_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
    mail = MailServer()
    service = Service(tmp_path / "data", *mail.options, "--retry-wait", "1")
    service.start()
    try:
        account = service.account()
        account.create(definition([documents.classic()], [invited()]))
        time.sleep(2)
        with mail:
            mail.wait("signer1@example.com")
    finally:
        assert service.stop() == 0


# Secrets


def test_a_one_time_code_stands_only_in_its_message(office: Office) -> None:
    workflow = office.account.get("identity_verification")["identityVerification"][0]["workflowId"]
    envelope = sent(office, invited(identityVerification={"workflowId": workflow}))
    browser = requests.Session()
    page = browser.post(office.mail.wait("signer1@example.com").link, timeout=30)
    assert "Prove your address" in page.text
    office.mail.answers["RCPT"] = ["452 4.2.2 Mailbox full"]
    browser.post(page.url + "code/send", timeout=30).raise_for_status()
    # While the message waits, the code waits with it.
    waiting = office.wait("a failure", lambda: [one for one in office.jobs() if one["kind"] == "mail" and one.get("error")])
    assert "452" in waiting[0]["error"]
    while_it_waits = [path.read_bytes() for path in office.service.data.glob("countersign.sqlite*")]
    message = office.mail.wait("signer1@example.com", 2)
    digits = re.search(r"^ +(\d{6})\r?$", message.text, re.MULTILINE)[1]
    assert not any(f'"{digits}"'.encode() in content for content in while_it_waits)
    opened = browser.post(page.url + "code", data={"code": digits}, timeout=30)
    assert opened.url == page.url and browser.get(page.url + "session", timeout=30).ok
    assert_nowhere(office.service, [f'"{digits}"'])
    assert "mailCode" in json.dumps(events_of(office.service, envelope, "identified"))


def test_who_signed_after_a_code_gets_another_code_for_the_completed_documents(office: Office) -> None:
    workflow = office.account.get("identity_verification")["identityVerification"][0]["workflowId"]
    sent(office, invited(identityVerification={"workflowId": workflow}))

    def entered(link: str, messages: int) -> tuple[requests.Session, str]:
        browser = requests.Session()
        page = browser.post(link, timeout=30)
        base = page.url.removesuffix("finished")
        browser.post(base + "code/send", timeout=30).raise_for_status()
        code = re.search(r"^ +(\d{6})\r?$", office.mail.wait("signer1@example.com", messages).text, re.MULTILINE)[1]
        answer = browser.post(base + "code", data={"code": code}, timeout=30)
        return browser, answer.url

    browser, page = entered(office.mail.wait("signer1@example.com").link, 2)
    assert event_of(Ceremony(page, http=browser).complete("Signer Number 1")) == "signing_complete"
    completed = office.mail.wait("signer1@example.com", 3)
    # The documents are behind the code, so they are not attached.
    assert completed.attachments == []
    browser, page = entered(completed.link, 4)
    assert page.endswith("/finished") and browser.get(page, timeout=30).status_code == 200


def test_documents_too_large_for_a_message_go_to_everyone_as_a_link(office: Office) -> None:
    """The sender's leads to the file itself, for as long as links last, and only this one does."""
    large = io.BytesIO()
    with pikepdf.open(io.BytesIO(documents.classic())) as pdf:
        pdf.Root.Ballast = pdf.make_stream(os.urandom(6 << 20))
        pdf.save(large)
    envelope = office.account.create(definition([large.getvalue()], [invited()], subject=SUBJECT))
    assert event_of(Ceremony(office.mail.wait("signer1@example.com").link, "POST").complete("Signer Number 1"))
    to_signer, to_sender = office.mail.wait("signer1@example.com", 2), office.mail.wait("legal@example.com")
    assert to_signer.attachments == to_sender.attachments == []
    assert "/open/" in to_signer.link and requests.get(to_signer.link, timeout=30).status_code == 200
    assert "too large for a message" in to_sender.text and "/signed/" in to_sender.link
    file = requests.get(to_sender.link, timeout=60)
    assert file.headers["Content-Type"] == "application/pdf" and len(file.content) > 6 << 20
    assert file.content == office.account.document(envelope, "combined")
    validators.assert_pyhanko_accepts(office.account.document(envelope, "1"), office.service.authority, signatures=2)
    changed = to_sender.link.replace("/signed/", "/signed/A")
    assert requests.get(changed, timeout=30).status_code == 404
