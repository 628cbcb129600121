"""The official client reads and changes what belongs to an envelope: fields, settings, form data, the archive."""

import io
import json
import zipfile

import docusign_esign as esign
import pytest
from docusign_esign.client.api_exception import ApiException

import documents
from ceremony import Ceremony
from envelopes import definition, signer
from service import Account
from test_official_client import client


@pytest.fixture()
def envelopes(account: Account) -> esign.EnvelopesApi:
    return esign.EnvelopesApi(client(account))


@pytest.fixture()
def made(account: Account) -> str:
    return account.create(definition([documents.classic()], [signer()]))


def refused(call, *arguments, **more) -> str:
    with pytest.raises(ApiException) as raised:
        call(*arguments, **more)
    assert raised.value.status in (400, 404)
    return json.loads(raised.value.body)["errorCode"]


def test_custom_fields_are_added_changed_and_removed(envelopes, account, made):
    added = envelopes.create_custom_fields(
        account.id, made,
        custom_fields=esign.CustomFields(
            text_custom_fields=[esign.TextCustomField(name="Deal", value="77", show="true")],
            list_custom_fields=[esign.ListCustomField(name="Region", value="North", list_items=["North", "South"])]))
    (deal,), (region,) = added.text_custom_fields, added.list_custom_fields
    assert deal.field_id != region.field_id
    changed = envelopes.update_custom_fields(
        account.id, made,
        custom_fields=esign.CustomFields(
            text_custom_fields=[esign.TextCustomField(field_id=deal.field_id, value="78")],
            list_custom_fields=[esign.ListCustomField(field_id=region.field_id, value="South")]))
    assert (changed.text_custom_fields[0].name, changed.text_custom_fields[0].value) == ("Deal", "78")
    assert refused(
        envelopes.update_custom_fields, account.id, made,
        custom_fields=esign.CustomFields(list_custom_fields=[esign.ListCustomField(field_id=region.field_id, value="East")]),
    ) == "INVALID_REQUEST_PARAMETER"
    left = envelopes.delete_custom_fields(
        account.id, made,
        custom_fields=esign.CustomFields(text_custom_fields=[esign.TextCustomField(field_id=deal.field_id)]))
    assert left.text_custom_fields == [] and left.list_custom_fields[0].value == "South"
    assert envelopes.list_custom_fields(account.id, made).list_custom_fields[0].list_items == ["North", "South"]


def test_document_fields_are_added_changed_and_removed(envelopes, account, made):
    def fields(**given: str) -> esign.DocumentFieldsInformation:
        return esign.DocumentFieldsInformation(
            document_fields=[esign.NameValue(name=name, value=value) for name, value in given.items()])

    def shown() -> dict[str, str]:
        listed = envelopes.list_document_fields(account.id, "1", made).document_fields
        return {one.name: one.value for one in listed}

    envelopes.create_document_fields(account.id, "1", made, document_fields_information=fields(file="A-1", unit="4"))
    envelopes.update_document_fields(account.id, "1", made, document_fields_information=fields(unit="5"))
    assert shown() == {"file": "A-1", "unit": "5"}
    envelopes.delete_document_fields(account.id, "1", made, document_fields_information=fields(file=""))
    assert shown() == {"unit": "5"}
    assert refused(
        envelopes.create_document_fields, account.id, "1", made, document_fields_information=fields(unit="6"),
    ) == "INVALID_REQUEST_PARAMETER"
    assert refused(envelopes.list_document_fields, account.id, "8", made) == "DOCUMENT_DOES_NOT_EXIST"


def test_reminders_and_expiry_are_changed(envelopes, account, made):
    changed = envelopes.update_notification_settings(
        account.id, made,
        envelope_notification_request=esign.EnvelopeNotificationRequest(
            use_account_defaults="false",
            reminders=esign.Reminders(reminder_enabled="true", reminder_delay="2", reminder_frequency="3"),
            expirations=esign.Expirations(expire_enabled="true", expire_after="10", expire_warn="1")))
    assert (changed.reminders.reminder_delay, changed.expirations.expire_after) == ("2", "10")
    assert envelopes.get_notification_settings(account.id, made).reminders.reminder_frequency == "3"
    assert refused(
        envelopes.update_notification_settings, account.id, made,
        envelope_notification_request=esign.EnvelopeNotificationRequest(
            expirations=esign.Expirations(expire_enabled="true", expire_after="5000")),
    ) == "INVALID_REQUEST_PARAMETER"
    usual = envelopes.update_notification_settings(
        account.id, made,
        envelope_notification_request=esign.EnvelopeNotificationRequest(use_account_defaults="true"))
    assert usual.expirations.expire_after == "120"


def test_the_address_for_replies_is_set_and_taken_away(envelopes, account, made):
    assert envelopes.get_email_settings(account.id, made).reply_email_address_override is None
    wish = esign.EmailSettings(reply_email_address_override="desk@example.com", reply_email_name_override="Desk")
    assert envelopes.create_email_settings(account.id, made, email_settings=wish).reply_email_name_override == "Desk"
    assert envelopes.get_email_settings(account.id, made).reply_email_address_override == "desk@example.com"
    assert envelopes.delete_email_settings(account.id, made).reply_email_address_override == "desk@example.com"
    assert envelopes.get_email_settings(account.id, made).reply_email_address_override is None
    copies = esign.EmailSettings(bcc_email_addresses=[esign.BccEmailAddress(email="boss@example.com")])
    assert refused(envelopes.update_email_settings, account.id, made, email_settings=copies) == "INVALID_REQUEST_PARAMETER"


def test_form_data_holds_what_was_entered(envelopes, account, made):
    Ceremony(account.recipient_view(made, signer())).complete("Signer Number 1")
    data = envelopes.get_form_data(account.id, made)
    values = {item.name: item.value for item in data.form_data}
    assert data.status == "completed" and values["signer1 name"] == "Signer Number 1"
    assert values["signer1 city"] and values["signer1 email"] == "signer1@example.com"
    (person,) = data.recipient_form_data
    assert person.recipient_id == "1" and person.signed_time
    assert {item.name for item in person.form_data} == set(values)


def test_the_archive_holds_every_document_and_the_certificate(envelopes, account):
    made = account.create(definition([documents.classic()] * 2, [signer(every_kind=False)]))
    Ceremony(account.recipient_view(made, signer(every_kind=False))).complete("Signer Number 1")
    answer = account.call("GET", f"envelopes/{made}/documents/archive")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["Agreement 1.pdf", "Agreement 2.pdf", "Summary.pdf"]
        assert archive.read("Agreement 2.pdf") == account.document(made, "2")
        assert archive.read("Summary.pdf") == account.document(made, "certificate")
    with zipfile.ZipFile(io.BytesIO(envelopes.get_document(account.id, "archive", made))) as archive:
        assert len(archive.namelist()) == 3
    assert refused(envelopes.get_document, account.id, "portfolio", made) == "INVALID_REQUEST_PARAMETER"
