"""Certified deliveries and hidden documents, with the official client."""

import io
import time
import zipfile

import docusign_esign as esign
import pikepdf
import pytest

import documents
from ceremony import Ceremony, Refused
from envelopes import definition, signer
from test_official_client import client


def wait_for(account, envelope: str, status: str) -> None:
    until = time.monotonic() + 30
    while account.get(f"envelopes/{envelope}")["status"] != status:
        assert time.monotonic() < until, status
        time.sleep(0.2)


def receiver(order: int) -> dict:
    return {"recipientId": "9", "name": "Rita Receiver", "email": "rita@example.com", "clientUserId": "client-9",
            "routingOrder": str(order)}


def test_a_certified_delivery_is_received_by_looking_at_it_and_then_the_envelope_is_sealed(account):
    asked = definition([documents.classic()], [signer(1, every_kind=False)])
    asked["recipients"]["certifiedDeliveries"] = [receiver(2)]
    envelope = account.create(asked)
    person = signer(1)
    Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    recipients = esign.EnvelopesApi(client(account)).list_recipients(account.id, envelope)
    (one,) = recipients.certified_deliveries
    assert (one.name, one.recipient_type, one.status) == ("Rita Receiver", "certifieddelivery", "sent")
    assert account.get(f"envelopes/{envelope}")["status"] == "sent"
    page = Ceremony(account.recipient_view(envelope, receiver(2)))
    assert page.session["tabs"] == []
    with pytest.raises(Refused):
        page.consent()
    # Opening the page, its button's form and the session complete nothing; pages that were shown do.
    assert not page.get("session")["finished"]
    page.look()
    assert page.get("session")["finished"]
    wait_for(account, envelope, "completed")
    (one,) = account.get(f"envelopes/{envelope}/recipients")["certifiedDeliveries"]
    assert one["status"] == "completed" and one["deliveredDateTime"]


def test_tabs_for_a_certified_delivery_are_refused(account):
    asked = definition([documents.classic()], [signer(1, every_kind=False)])
    asked["recipients"]["certifiedDeliveries"] = [receiver(2) | {"tabs": signer(1)["tabs"]}]
    answer = account.call("POST", "envelopes", json=asked)
    assert answer.status_code == 400 and "tabs" in answer.json()["message"]


@pytest.fixture(params=["enforceSignerVisibility", "excludedDocuments"])
def hidden(request, account) -> str:
    """Two documents; the first signer sees one of them, and the second both or the other."""
    people = [signer(1, "1", every_kind=False), signer(2, "2", every_kind=False)]
    asked = definition([documents.classic(), documents.classic()], people)
    if request.param == "excludedDocuments":
        people[0]["excludedDocuments"] = ["2"]
    else:
        asked["enforceSignerVisibility"] = "true"
    return account.create(asked)


def test_a_signer_gets_only_what_they_may_see(account, hidden):
    first, second = (Ceremony(account.recipient_view(hidden, signer(number))) for number in (1, 2))
    assert [one["id"] for one in first.session["documents"]] == ["1"]
    for path in ("documents/2/file", "documents/2/pages/1/image", "documents/2/pages/1/words"):
        assert first.http.get(f"{first.base}{path}", timeout=60).status_code == 404
    first.complete("Signer Number 1")
    second.complete("Signer Number 2")
    assert account.get(f"envelopes/{hidden}")["status"] == "completed"
    combined = first.http.get(f"{first.base}combined", timeout=60)
    whole = account.document(hidden, "combined")
    with pikepdf.open(io.BytesIO(combined.content)) as part, pikepdf.open(io.BytesIO(whole)) as all_of_them:
        assert 2 * len(part.pages) == len(all_of_them.pages)
    assert first.http.get(f"{first.base}certificate", timeout=60).status_code == 404

    api = esign.EnvelopesApi(client(account))
    listed = api.list_documents(account.id, hidden, recipient_id="1").envelope_documents
    assert [one.document_id for one in listed] == ["1"]
    assert len(api.list_documents(account.id, hidden).envelope_documents) == 3
    for document, status in (("1", 200), ("2", 404), ("combined", 200), ("certificate", 404)):
        answer = account.call("GET", f"envelopes/{hidden}/documents/{document}", params={"recipient_id": "1"})
        assert answer.status_code == status, (document, answer.text[:200])
    archive = account.call("GET", f"envelopes/{hidden}/documents/archive", params={"recipient_id": "1"})
    with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
        assert len(files.namelist()) == 1 and "Summary.pdf" not in files.namelist()
    unknown = account.call("GET", f"envelopes/{hidden}/documents", params={"recipient_id": "77"})
    assert unknown.json()["errorCode"] == "UNKNOWN_ENVELOPE_RECIPIENT"


def test_a_tab_on_a_hidden_document_is_refused(account):
    asked = definition([documents.classic()], [signer(1, every_kind=False) | {"excludedDocuments": ["1"]}])
    answer = account.call("POST", "envelopes", json=asked)
    assert answer.status_code == 400 and "not to see" in answer.json()["message"], answer.text
