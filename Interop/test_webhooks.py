"""A receiver of webhooks that fails nine times of ten and is killed: nothing is lost, and the order is kept."""

import base64
import itertools
import json
import re
import socket
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

import docusign_esign as esign
import pytest

import documents
from ceremony import Ceremony
from envelopes import definition
from office import Office, assert_nowhere, invited, sent
from service import Account, Service, countersign
from test_official_client import client, downloaded
from webhook_receiver import Call, WebhookReceiver

EVENTS = ["envelope-sent", "recipient-sent", "recipient-delivered", "recipient-completed", "envelope-completed"]


def configure(account: Account, url: str) -> str:
    """A configuration of the account, made with the official client."""
    made = esign.ConnectApi(client(account)).create_configuration(
        account.id,
        connect_custom_configuration=esign.ConnectCustomConfiguration(
            name="Orders", url_to_publish_to=url, allow_envelope_publish="true", all_users="true", delivery_mode="SIM",
            configuration_type="custom", include_hmac="true", requires_acknowledgement="true", enable_log="true",
            events=EVENTS,
            event_data=esign.ConnectEventData(version="restv2.1", format="json", include_data=["recipients"]),
        ),
    )
    return made.connect_id


def hurried(office: Office) -> int:
    """Has every call that waits for its next attempt tried at once; gives the number of calls that are left."""
    left = [job for job in office.jobs("--count", "1000") if job["kind"] == "webhook"]
    for job in left:
        if job["state"] == "ready" and not job["isRunning"]:
            countersign("jobs", "retry", str(job["id"]), "--data", office.service.data)
    return len(left)


def in_order(calls: list[Call]) -> dict[str, list[tuple]]:
    """What each envelope's accepted calls tell, in their order, a repetition right after the first left out."""
    told = defaultdict(list)
    for call in calls:
        told[call.envelope].append(call.told)
    return {envelope: [one for one, _ in itertools.groupby(list_)] for envelope, list_ in told.items()}


def test_a_receiver_that_fails_and_is_killed_gets_everything_in_order(office: Office, tmp_path: Path) -> None:
    keys = [office.key(), office.key()]
    with WebhookReceiver(tmp_path, trouble=0.9, seed=7) as poor:
        configure(office.account, poor.url)
        envelopes = [sent(office, invited(number)) for number in (1, 2, 3)]
        # The mail does not wait for the receiver.
        begun = time.monotonic()
        for number in (1, 2, 3):
            Ceremony(office.mail.wait(f"signer{number}@example.com").link, "POST").complete(f"Signer Number {number}")
            assert "Everyone has signed" in office.mail.wait(f"signer{number}@example.com", 2).text
        assert time.monotonic() - begun < 60
        until = time.monotonic() + 150
        for turn in itertools.count(1):
            left = hurried(office)
            if not left and not office.jobs("--count", "1000", "--dead"):
                break
            assert time.monotonic() < until, (left, poor.kills, len(poor.calls))
            if turn % 6 == 0 and poor.kills < 4:
                poor.kill()
                time.sleep(0.3)
                poor.start()
            time.sleep(0.05)
        calls = poor.calls
        accepted = [call for call in calls if call.status == 200]
        print(f"{len(calls)} calls, {len(accepted)} accepted, {poor.kills} kills of the receiver")
        assert poor.kills >= 2 and len(calls) >= 4 * len(accepted)
        told = in_order(accepted)
        assert set(told) == set(envelopes)
        for envelope in envelopes:
            assert [event for _, event, *_ in told[envelope]] == EVENTS
        # A repetition is of a call whose answer died with the receiver.
        assert len(accepted) - sum(map(len, told.values())) <= poor.kills
        assert all(call.is_signed_with(*keys) for call in calls)
        # Attempts tell how often they were made, and are otherwise the same bytes.
        for one in accepted:
            attempts = [call.body for call in calls if call.told == one.told]
            assert len({json.dumps(body | {"retryCount": 0}) for body in attempts}) == 1
            retries = [body["retryCount"] for body in attempts]
            assert retries == sorted(retries)
        failures = esign.ConnectApi(client(office.account)).list_event_failure_logs(office.account.id)
        assert failures.total_records == "0"
    assert_nowhere(office.service, keys)


def test_a_receiver_that_never_answers_holds_no_mail_and_no_other_receiver(office: Office, tmp_path: Path) -> None:
    """Ten envelopes with calls to receivers that are silent: the eleventh's message and call leave at once."""
    deaf = [socket.create_server(("127.0.0.1", 0), backlog=64) for _ in range(10)]
    try:
        for number, one in enumerate(deaf, 1):
            url = f"http://127.0.0.1:{one.getsockname()[1]}/deaf"
            sent(office, invited(email=f"signer{number}@example.com"), eventNotification=notification(url))
            office.mail.wait(f"signer{number}@example.com")
        begun = time.monotonic()
        sent(office, invited(email="signer11@example.com"))
        office.mail.wait("signer11@example.com")
        assert time.monotonic() - begun < 20
    finally:
        for one in deaf:
            one.close()


def notification(url: str) -> dict:
    return {
        "url": url, "events": ["envelope-sent", "envelope-completed"], "requireAcknowledgment": "true",
        "eventData": {"version": "restv2.1", "format": "json"},
    }


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    """An account of a service that may call https addresses only, and only public ones."""
    service = Service(tmp_path_factory.mktemp("guarded") / "data")
    service.start()
    yield service.account()
    assert service.stop() == 0


@pytest.mark.parametrize("host", [
    "127.0.0.1", "localhost", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001", "0177.0.0.1",
    "127.1", "0.0.0.0", "10.0.0.1", "192.168.1.1", "[fd00:ec2::254]", "[fe80::1]", "metadata.google.internal", "100.64.0.1",
    "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "１２７.0.0.1", "user@example.org",
])
def test_a_webhook_to_ourselves_is_never_called(guarded: Account, host: str) -> None:
    """Refused when it is named, or else when it is called, after its name was looked up."""
    given = definition([documents.classic()], [invited()]) | {"eventNotification": notification(f"https://{host}/hook")}
    answer = guarded.call("POST", "envelopes", json=given)
    if answer.status_code == 400:
        assert answer.json()["errorCode"] == "INVALID_REQUEST_PARAMETER", answer.text
        return
    assert host in ("localhost", "metadata.google.internal"), (host, answer.text)
    envelope = answer.json()["envelopeId"]
    until = time.monotonic() + 20
    while True:
        listed = countersign("jobs", "list", "--data", guarded.service.data, "--json")
        jobs = [one for one in json.loads(listed.stdout) if one["kind"] == "webhook" and one["envelopeId"] == envelope]
        if jobs and jobs[0].get("error"):
            break
        assert time.monotonic() < until, jobs
        time.sleep(0.1)
    assert re.search("not public|does not exist", jobs[0]["error"]), jobs[0]["error"]


def test_programs_from_before_there_was_json_get_xml(office: Office, tmp_path: Path) -> None:
    """The wishes as a public program sends them; the answer is read as public programs read it."""
    key = office.key()
    with WebhookReceiver(tmp_path) as receiver:
        wish = {
            "url": receiver.url, "loggingEnabled": "true", "requireAcknowledgment": "true", "useSoapInterface": "false",
            "includeCertificateWithSoap": "false", "signMessageWithX509Cert": "false", "includeDocuments": "true",
            "includeEnvelopeVoidReason": "true", "includeTimeZone": "true", "includeSenderAccountAsCustomField": "true",
            "includeDocumentFields": "true", "includeCertificateOfCompletion": "true", "includeHMAC": "true",
            "envelopeEvents": [
                {"envelopeEventStatusCode": status} for status in ("sent", "delivered", "completed", "declined", "voided")
            ],
            "recipientEvents": [{"recipientEventStatusCode": "Completed"}],
        }
        envelope = sent(office, invited(), eventNotification=wish)
        Ceremony(office.mail.wait("signer1@example.com").link, "POST").complete("Signer Number 1")
        calls = receiver.wait(4)
        assert all(call.headers["content-type"] == "text/xml; charset=utf-8" for call in calls)
        assert all(call.is_signed_with(key) for call in calls)
        assert len({call.headers["x-countersign-delivery"] for call in calls}) == 4
        names = {"d": "http://www.docusign.net/API/3.0"}
        trees = [ElementTree.fromstring(call.raw) for call in calls]
        told = [tree.findtext("d:EnvelopeStatus/d:Status", namespaces=names) for tree in trees]
        assert told == ["Sent", "Delivered", "Signed", "Completed"], told
        for call, tree in zip(calls, trees):
            assert tree.tag == "{http://www.docusign.net/API/3.0}DocuSignEnvelopeInformation"
            text = call.raw.decode()
            # The first status after the recipients', found without a parser.
            rest = re.sub(r"<RecipientStatuses>.*?</RecipientStatuses>", "", text, flags=re.S)
            assert re.search(r"<EnvelopeID>(.*?)</EnvelopeID>", rest)[1] == envelope
            assert tree.findtext("d:TimeZoneOffset", namespaces=names) == "0"
        last = trees[-1]
        person = last.find("d:EnvelopeStatus/d:RecipientStatuses/d:RecipientStatus", names)
        assert person.findtext("d:Status", namespaces=names) == "Completed"
        assert person.findtext("d:Email", namespaces=names) == "signer1@example.com"
        assert datetime.fromisoformat(person.findtext("d:Signed", namespaces=names)[:26])
        files = {
            one.findtext("d:DocumentID", namespaces=names): base64.b64decode(one.findtext("d:PDFBytes", namespaces=names))
            for one in last.findall("d:DocumentPDFs/d:DocumentPDF", names)
        }
        api = esign.EnvelopesApi(client(office.account))
        assert files["1"] == downloaded(api.get_document(office.account.id, "1", envelope))
        assert files[None] == downloaded(api.get_document(office.account.id, "certificate", envelope))
