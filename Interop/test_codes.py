"""Access codes, codes by mail and the sender's own identification, asked for with the official client."""

import docusign_esign as esign
import requests

from service import Account
from test_official_client import client, view_request, wire


def test_a_recipient_enters_the_access_code_before_the_page(account: Account) -> None:
    envelopes = esign.EnvelopesApi(client(account))
    asked = wire()
    asked.recipients.signers[0].access_code = "Blue-42"
    made = envelopes.create_envelope(account.id, envelope_definition=asked)
    shown = envelopes.list_recipients(account.id, made.envelope_id).signers[0]
    assert shown.access_code is None
    view = envelopes.create_recipient_view(
        account.id, made.envelope_id,
        recipient_view_request=view_request(
            authentication_method="Password", authentication_instant="2026-11-21T09:15:00Z"))
    browser = requests.Session()
    page = browser.get(view.url, timeout=30)
    assert page.status_code == 200 and "Enter your access code" in page.text
    assert browser.get(page.url + "session", timeout=30).status_code == 401
    wrong = browser.post(page.url + "code", data={"code": "blue-42"}, timeout=30)
    assert wrong.status_code == 403 and "You have 2 tries left" in wrong.text
    right = browser.post(page.url + "code", data={"code": "Blue-42"}, timeout=30)
    assert right.url == page.url
    assert browser.get(page.url + "session", timeout=30).json()["recipient"]["status"] == "delivered"
    audit = envelopes.list_audit_events(account.id, made.envelope_id)
    assert "Password" in str(audit.to_dict())


def test_the_workflow_that_the_service_lists_is_the_one_it_takes(account: Account) -> None:
    api = client(account)
    workflows = esign.AccountsApi(api).get_account_identity_verification(account.id).identity_verification
    assert [workflow.default_name for workflow in workflows] == ["Email code"]
    asked = wire()
    person = asked.recipients.signers[0]
    person.identity_verification = esign.RecipientIdentityVerification(workflow_id=workflows[0].workflow_id)
    person.email_notification = esign.RecipientEmailNotification(email_subject="Your lease", email_body="Hello")
    envelopes = esign.EnvelopesApi(api)
    made = envelopes.create_envelope(account.id, envelope_definition=asked)
    shown = envelopes.list_recipients(account.id, made.envelope_id).signers[0]
    assert shown.identity_verification.workflow_id == workflows[0].workflow_id
    assert shown.require_id_lookup == "true" and shown.email_notification.email_subject == "Your lease"
    view = envelopes.create_recipient_view(
        account.id, made.envelope_id, recipient_view_request=view_request())
    page = requests.get(view.url, timeout=30)
    assert "Prove your address" in page.text and "example.com" in page.text
