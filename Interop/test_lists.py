"""The official `docusign-esign` client lists, searches and files envelopes."""

from datetime import datetime, timedelta, timezone

import docusign_esign as esign
import pytest

from ceremony import Ceremony
from service import Account, Service
from test_official_client import client, error, view_request, wire


@pytest.fixture()
def account(service: Service) -> Account:
    """An account without any envelopes."""
    return service.account("Lists")


@pytest.fixture()
def envelopes(account: Account) -> esign.EnvelopesApi:
    return esign.EnvelopesApi(client(account))


@pytest.fixture()
def folders(account: Account) -> esign.FoldersApi:
    return esign.FoldersApi(client(account))


def made(envelopes: esign.EnvelopesApi, account: Account, subject: str, status: str = "sent", **more: object) -> str:
    request = wire(status)
    request.email_subject = subject
    for name, value in more.items():
        setattr(request, name, value)
    return envelopes.create_envelope(account.id, envelope_definition=request).envelope_id


def listed(envelopes: esign.EnvelopesApi, account: Account, **more: object) -> list[str]:
    more.setdefault("from_date", "2026-01-01")
    found = envelopes.list_status_changes(account.id, **more)
    ids = [envelope.envelope_id for envelope in found.envelopes or []]
    assert found.result_set_size == str(len(ids)) and int(found.total_set_size) >= len(ids)
    return ids


def test_filters(account: Account, envelopes: esign.EnvelopesApi) -> None:
    """Words, custom fields, times, order and pages."""
    region = esign.CustomFields(text_custom_fields=[esign.TextCustomField(name="Region", value="West", field_id="1")])
    lease = made(envelopes, account, "Léase of flat 7", custom_fields=region)
    offer = made(envelopes, account, "Offer")
    draft = made(envelopes, account, "Draft of an offer", "created")
    assert set(listed(envelopes, account)) == {lease, offer, draft}
    assert listed(envelopes, account, search_text="LEASE flat") == [lease]
    assert listed(envelopes, account, search_text="offer", order_by="subject", order="asc") == [draft, offer]
    assert listed(envelopes, account, custom_field="Region=West") == [lease]
    assert listed(envelopes, account, custom_field="Region=East") == []
    assert set(listed(envelopes, account, from_to_status="Sent")) == {lease, offer}
    assert listed(envelopes, account, from_to_status="Completed") == []
    tomorrow = (datetime.now(timezone.utc) + timedelta(days=1)).isoformat()
    assert listed(envelopes, account, from_date=tomorrow, from_to_status="Created") == []
    assert listed(envelopes, account, folder_types="draft") == [draft]
    assert set(listed(envelopes, account, folder_ids="sentitems,drafts")) == {lease, offer, draft}
    first = envelopes.list_status_changes(account.id, from_date="2026-01-01", order_by="created", order="asc", count="2")
    assert [envelope.envelope_id for envelope in first.envelopes] == [lease, offer] and first.next_uri
    named = envelopes.list_status(
        account.id, envelope_ids="request_body", envelope_ids_request=esign.EnvelopeIdsRequest(envelope_ids=[offer]))
    assert [envelope.envelope_id for envelope in named.envelopes] == [offer]
    parts = envelopes.list_status_changes(
        account.id, envelope_ids=lease, include="recipients,documents,tabs,custom_fields,folders,extensions")
    whole = parts.envelopes[0]
    assert whole.recipients.signers[0].tabs and whole.envelope_documents[0].name
    assert whole.custom_fields.text_custom_fields[0].value == "West" and whole.email_settings is not None
    assert [folder.type for folder in whole.folders] == ["sentitems"]


def test_completed(account: Account, envelopes: esign.EnvelopesApi) -> None:
    """A program that asks for what was completed since its last question gets each envelope once."""
    signed = made(envelopes, account, "Signed")
    made(envelopes, account, "Open")
    view = envelopes.create_recipient_view(account.id, signed, recipient_view_request=view_request())
    Ceremony(view.url).complete("Signer Number 1")
    query = {"from_to_status": "completed", "status": "completed"}
    first = envelopes.list_status_changes(account.id, from_date="2026-01-01", **query)
    assert [envelope.envelope_id for envelope in first.envelopes] == [signed]
    assert listed(envelopes, account, from_date=first.last_queried_date_time, **query) == []
    assert listed(envelopes, account, folder_ids="completed") == [signed]


def test_folders(account: Account, envelopes: esign.EnvelopesApi, folders: esign.FoldersApi) -> None:
    """An envelope goes into the recycle bin, which voids it, and comes back."""
    lease = made(envelopes, account, "Lease")
    draft = made(envelopes, account, "Draft", "created")
    found = {folder.type: folder for folder in folders.list(account.id).folders}
    assert {kind: folder.item_count for kind, folder in found.items()} == {
        "inbox": "0", "sentitems": "1", "draft": "1", "recyclebin": "0"}
    bin_id = found["recyclebin"].folder_id
    folders.move_envelopes(account.id, bin_id, folders_request=esign.FoldersRequest(envelope_ids=[lease, draft]))
    assert envelopes.get_envelope(account.id, lease).status == "voided"
    assert listed(envelopes, account) == []
    inside = folders.list_items(account.id, bin_id, include_items="true")
    assert {item.envelope_id for item in inside.folders[0].folder_items} == {lease, draft}
    assert inside.total_set_size == "2"
    folders.move_envelopes(
        account.id, found["draft"].folder_id,
        folders_request=esign.FoldersRequest(envelope_ids=[draft], from_folder_id=bin_id))
    assert listed(envelopes, account) == [draft]
    rows = folders.search(account.id, "drafts")
    assert [item.subject for item in rows.folder_items] == ["Draft"] and rows.total_rows == "1"
    with pytest.raises(esign.ApiException) as raised:
        folders.list_items(account.id, "nowhere")
    assert error(raised) == (404, "FOLDER_DOES_NOT_EXIST")
