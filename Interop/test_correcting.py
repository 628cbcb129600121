"""The official client corrects envelopes: recipients, tabs, documents, and the lock meanwhile."""

import base64
import json
import subprocess

import docusign_esign as esign
import pytest
from docusign_esign.client.api_exception import ApiException

import documents
from ceremony import Ceremony, Refused
from envelopes import definition, signer
from service import Account
from test_official_client import client


@pytest.fixture()
def envelopes(account: Account) -> esign.EnvelopesApi:
    return esign.EnvelopesApi(client(account))


def sent(account: Account, *signers: dict, status: str = "sent", count: int = 1) -> str:
    given = list(signers) or [signer(), signer(2)]
    return account.create(definition([documents.classic()] * count, given, status=status))


def error(raised: pytest.ExceptionInfo) -> tuple[int, str]:
    return raised.value.status, json.loads(raised.value.body)["errorCode"]


def signature(x: int = 300, y: int = 500, **more: str) -> esign.SignHere:
    return esign.SignHere(document_id="1", page_number="1", x_position=str(x), y_position=str(y), **more)


def test_a_recipient_is_corrected_added_and_removed(envelopes, account):
    made = sent(account)
    summary = envelopes.update_recipients(
        account.id, made,
        recipients=esign.Recipients(signers=[
            esign.Signer(recipient_id="1", name="Grace Hopper", email="grace@example.com", note="Hello"),
            esign.Signer(recipient_id="9", name="Nobody", email="nobody@example.com"),
        ]), resend_envelope="true")
    first, second = summary.recipient_update_results
    assert (first.recipient_id, first.error_details) == ("1", None)
    assert second.error_details.error_code == "UNKNOWN_ENVELOPE_RECIPIENT"
    added = envelopes.create_recipient(
        account.id, made,
        recipients=esign.Recipients(
            signers=[
                esign.Signer(
                    recipient_id="3", name="Third", email="third@example.com", client_user_id="c3",
                    routing_order="2", tabs=esign.Tabs(sign_here_tabs=[signature()]))
            ],
            carbon_copies=[esign.CarbonCopy(recipient_id="4", name="Copy", email="copy@example.com", routing_order="3")]))
    assert [one.recipient_id for one in added.signers] == ["3"] and added.carbon_copies[0].recipient_id == "4"
    shown = envelopes.list_recipients(account.id, made)
    assert {one.recipient_id: one.email for one in shown.signers}["1"] == "grace@example.com"
    assert shown.signers[0].note == "Hello" and shown.recipient_count == "4"
    left = envelopes.delete_recipient(account.id, made, "2")
    assert [one.recipient_id for one in left.signers] == ["1", "3"]
    left = envelopes.delete_recipients(
        account.id, made, recipients=esign.Recipients(carbon_copies=[esign.CarbonCopy(recipient_id="4")]))
    assert left.carbon_copies == []
    with pytest.raises(ApiException) as raised:
        envelopes.delete_recipients(
            account.id, made,
            recipients=esign.Recipients(signers=[esign.Signer(recipient_id="1"), esign.Signer(recipient_id="3")]))
    assert error(raised) == (400, "ENVELOPE_INVALID_STATUS")


def test_a_corrected_person_begins_again_and_the_envelope_completes(envelopes, account):
    person = signer(every_kind=False)
    made = sent(account, person)
    ceremony = Ceremony(account.recipient_view(made, person))
    ceremony.consent()
    envelopes.update_recipients(
        account.id, made, recipients=esign.Recipients(signers=[esign.Signer(recipient_id="1", email="other@example.com")]))
    with pytest.raises(Refused) as raised:
        ceremony.get("session")
    assert raised.value.status == 401
    person["email"] = "other@example.com"
    again = Ceremony(account.recipient_view(made, person))
    assert not again.get("session")["recipient"]["consented"]
    assert again.complete("Other Person")
    assert envelopes.get_envelope(account.id, made).status == "completed"
    actions = [
        {field.name: field.value for field in event.event_fields}["Action"]
        for event in envelopes.list_audit_events(account.id, made).audit_events
    ]
    assert "Corrected" in actions
    certificate = account.document(made, "certificate")
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=certificate, capture_output=True, check=True).stdout
    words = " ".join(text.decode().split())
    assert "changed the envelope: recipient Signer Number 1 (other@example.com)." in words, words


def test_tabs_are_listed_added_changed_and_removed(envelopes, account):
    made = sent(account)
    own = envelopes.list_tabs(account.id, made, "1")
    assert len(own.sign_here_tabs) == 1 and own.text_tabs[0].tab_label == "signer1 city"
    added = envelopes.create_tabs(
        account.id, made, "1",
        tabs=esign.Tabs(
            text_tabs=[
                esign.Text(
                    document_id="1", page_number="1", x_position="72", y_position="500", width="100", height="18",
                    tab_label="floor", value="3")
            ],
            radio_group_tabs=[
                esign.RadioGroup(document_id="1", group_name="Pets", radios=[
                    esign.Radio(page_number="1", x_position="72", y_position="530", value="yes"),
                    esign.Radio(page_number="1", x_position="110", y_position="530", value="no", selected="true"),
                ])
            ]))
    (floor,), (pets,) = added.text_tabs, added.radio_group_tabs
    assert floor.tab_id and [radio.selected for radio in pets.radios] == ["false", "true"]
    changed = envelopes.update_tabs(
        account.id, made, "1",
        tabs=esign.Tabs(
            text_tabs=[esign.Text(tab_id=floor.tab_id, value="4", locked="true")],
            radio_group_tabs=[
                esign.RadioGroup(group_name="Pets", radios=[esign.Radio(tab_id=pets.radios[0].tab_id, selected="true")])
            ]))
    assert (changed.text_tabs[0].value, changed.text_tabs[0].x_position) == ("4", "72")
    assert [radio.selected for radio in changed.radio_group_tabs[0].radios] == ["true", "false"]
    # A client sends back what it got.
    envelopes.update_tabs(account.id, made, "1", tabs=envelopes.list_tabs(account.id, made, "1"))
    removed = envelopes.delete_tabs(
        account.id, made, "1",
        tabs=esign.Tabs(
            text_tabs=[esign.Text(tab_id=floor.tab_id)], radio_group_tabs=[esign.RadioGroup(group_name="Pets")]))
    assert removed.text_tabs[0].tab_id == floor.tab_id
    left = envelopes.list_tabs(account.id, made, "1")
    assert [tab.tab_label for tab in left.text_tabs] == ["signer1 city"] and not left.radio_group_tabs
    with pytest.raises(ApiException) as raised:
        envelopes.delete_tabs(account.id, made, "2", tabs=esign.Tabs(text_tabs=[esign.Text(tab_id=left.text_tabs[0].tab_id)]))
    assert error(raised) == (400, "INVALID_REQUEST_PARAMETER")


@pytest.mark.parametrize("status", ["created", "sent"])
def test_documents_are_added_replaced_and_removed_until_somebody_opens_them(envelopes, account, status):
    made = sent(account, status=status)
    content = base64.b64encode(documents.classic()).decode()
    result = envelopes.update_documents(
        account.id, made,
        envelope_definition=esign.EnvelopeDefinition(documents=[
            esign.Document(document_id="2", name="Annex", document_base64=content),
            esign.Document(document_id="1", name="New name"),
        ]))
    assert {one.document_id: one.name for one in result.envelope_documents} == {"1": "New name", "2": "Annex"}
    other = documents.classic() + b"\n% another version\n"
    # The client itself cannot send bytes.
    answer = account.call(
        "PUT", f"envelopes/{made}/documents/2", data=other,
        headers={"Content-Type": "application/pdf", "Content-Disposition": 'file; filename="Annex B.pdf"; documentid=2'})
    assert answer.status_code == 200 and answer.json()["name"] == "Annex B.pdf", answer.text
    assert account.document(made, "2") == other
    result = envelopes.delete_documents(
        account.id, made, envelope_definition=esign.EnvelopeDefinition(documents=[esign.Document(document_id="2")]))
    assert [one.document_id for one in result.envelope_documents] == ["1"]
    if status == "created":
        envelopes.update(account.id, made, envelope=esign.Envelope(status="sent", email_subject="Now sent"))
        assert envelopes.get_envelope(account.id, made).email_subject == "Now sent"
    Ceremony(account.recipient_view(made, signer())).get("session")
    with pytest.raises(ApiException) as raised:
        envelopes.update_documents(
            account.id, made,
            envelope_definition=esign.EnvelopeDefinition(
                documents=[esign.Document(document_id="1", document_base64=base64.b64encode(other).decode())]))
    assert error(raised) == (400, "DOCUMENT_UPLOAD_NOT_ALLOWED")


def test_a_draft_is_completed_by_the_same_calls(envelopes, account):
    made = envelopes.create_envelope(account.id, envelope_definition=esign.EnvelopeDefinition(status="created")).envelope_id
    envelopes.update(account.id, made, envelope=esign.Envelope(email_subject="Lease"))
    content = base64.b64encode(documents.classic()).decode()
    envelopes.update_documents(
        account.id, made,
        envelope_definition=esign.EnvelopeDefinition(
            documents=[esign.Document(document_id="1", name="Lease", document_base64=content)]))
    person = signer(every_kind=False)
    # In a draft, PUT adds who is not there.
    envelopes.update_recipients(
        account.id, made,
        recipients=esign.Recipients(signers=[
            esign.Signer(
                recipient_id="1", name=person["name"], email=person["email"], client_user_id=person["clientUserId"])
        ]))
    envelopes.create_tabs(account.id, made, "1", tabs=esign.Tabs(sign_here_tabs=[signature()]))
    envelopes.update(account.id, made, envelope=esign.Envelope(status="sent"))
    assert Ceremony(account.recipient_view(made, person)).complete("Signer Number 1")
    assert envelopes.get_envelope(account.id, made).status == "completed"


def test_a_lock_is_taken_extended_shown_and_released(envelopes, account):
    person = signer(every_kind=False)
    made = sent(account, person)
    ceremony = Ceremony(account.recipient_view(made, person))
    ceremony.consent()
    lock = envelopes.create_lock(
        account.id, made, lock_request=esign.LockRequest(lock_duration_in_seconds="120", locked_by_app="App", lock_type="edit"))
    assert lock.lock_token and lock.lock_duration_in_seconds == "120" and lock.locked_by_user.email
    with pytest.raises(Refused) as raised:
        ceremony.adopt_typed("signature", "Signer")
    assert (raised.value.status, raised.value.code) == (409, "being_changed")
    with pytest.raises(ApiException) as raised:
        envelopes.create_lock(account.id, made, lock_request=esign.LockRequest())
    assert error(raised) == (400, "EDIT_LOCK_ENVELOPE_ALREADY_LOCKED")
    with pytest.raises(ApiException) as raised:
        envelopes.update(account.id, made, envelope=esign.Envelope(status="voided", voided_reason="x"))
    assert error(raised) == (400, "EDIT_LOCK_NOT_LOCK_OWNER")

    owner = client(account)
    owner.set_default_header(
        "X-DocuSign-Edit", json.dumps({"LockToken": lock.lock_token, "LockDurationInSeconds": "600"}))
    mine = esign.EnvelopesApi(owner)
    assert mine.get_lock(account.id, made).lock_token == lock.lock_token
    longer = mine.update_lock(account.id, made, lock_request=esign.LockRequest(lock_duration_in_seconds="600"))
    assert longer.lock_duration_in_seconds == "600" and longer.locked_until_date_time > lock.locked_until_date_time
    mine.update(account.id, made, envelope=esign.Envelope(email_subject="Changed under the lock"))
    assert envelopes.get_lock(account.id, made).lock_token is None
    mine.delete_lock(account.id, made)
    with pytest.raises(ApiException) as raised:
        envelopes.get_lock(account.id, made)
    assert error(raised) == (400, "EDIT_LOCK_ENVELOPE_NOT_LOCKED")
    assert ceremony.complete("Signer Number 1")
    with pytest.raises(ApiException) as raised:
        envelopes.create_lock(account.id, made, lock_request=esign.LockRequest())
    assert error(raised) == (400, "EDIT_LOCK_INVALID_STATE_FOR_LOCK")
