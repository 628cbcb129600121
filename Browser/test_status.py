"""What a person reads who comes to a document that is closed."""

import base64

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer

ADA = {**SIGNER, "routingOrder": "1"}
BO = {"recipientId": "2", "name": "Bo Kim", "email": "bo@example.org", "clientUserId": "customer-18",
      "routingOrder": "1"}


def signature(y: int) -> dict:
    return {"signHereTabs": [{"documentId": "1", "pageNumber": "1", "xPosition": "330", "yPosition": str(y),
                              "tabLabel": "Signature"}]}


@pytest.fixture
def url(account, return_page):
    envelope = account.create({
        "emailSubject": "For two", "status": "sent",
        "documents": [{"documentId": "1", "name": "Contract", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{**ADA, "tabs": signature(300)}, {**BO, "tabs": signature(400)}]}})
    return lambda person: account.recipient_view(envelope, person, return_page.url)


def decline(signer: Signer) -> None:
    signer.button("More").click()
    signer.button("Decline").click()
    signer.dialog.get_by_role("textbox").fill("Not like this.")
    signer.button("Decline to sign").click()
    signer.page.wait_for_url("**/done?**", timeout=30_000)


def test_nobody_is_told_that_they_have_signed_when_another_declined(window, open_window, url):
    bo = Signer(window.page, url(BO))
    bo.agree()
    ada = Signer(open_window((window.width, 800)).page, url(ADA))
    ada.agree()
    decline(ada)
    bo.page.reload()
    expect(bo.page.get_by_text("Somebody has declined to sign")).to_be_visible()
    expect(bo.page.get_by_text("You have signed")).to_have_count(0)


def test_who_signed_is_told_that_another_has_declined_since(window, open_window, url):
    bo = Signer(window.page, url(BO))
    bo.agree()
    ceremony = bo.page.url
    bo.type_signature("Signature")
    bo.finish()
    ada = Signer(open_window((window.width, 800)).page, url(ADA))
    ada.agree()
    decline(ada)
    bo.page.goto(ceremony)
    expect(bo.page.get_by_text("You have signed it, but it will not be completed.")).to_be_visible()
    # Of what was declined there is nothing to read any more.
    expect(bo.page.get_by_role("group", name="Page 1")).to_have_count(0)
