"""Places to sign that may be left empty: nothing is signed there unasked, and what was signed can be taken back."""

import base64

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer
from test_accessibility import violations

CONTRACT, INSURANCE, COURSE = "Sign the contract", "Sign only to buy the insurance", "Sign only to book the course"


def place(label: str, y: int, document: str = "1", **more) -> dict:
    return {"documentId": document, "pageNumber": "1", "xPosition": "330", "yPosition": str(y), "width": "180",
            "height": "36", "tabLabel": label, **more}


TABS = {
    "signHereTabs": [
        place(CONTRACT, 300), place(INSURANCE, 450, optional="true"), place(COURSE, 300, "2", optional="true"),
        place("Sign for the dog", 600, conditionalParentLabel="A dog comes along", conditionalParentValue="on"),
    ],
    "checkboxTabs": [place("A dog comes along", 550, width="16", height="16", required="false")],
    "textTabs": [place("Sum insured", 500, height="18", conditionalParentLabel=INSURANCE, conditionalParentValue="on")],
}


@pytest.fixture
def signer(window, account, return_page):
    documents = [
        {"documentId": number, "name": name, "fileExtension": "pdf",
         "documentBase64": base64.b64encode(agreement(1)).decode()}
        for number, name in [("1", "Contract"), ("2", "Course")]]
    envelope = account.create({
        "emailSubject": "Optional", "status": "sent", "documents": documents,
        "recipients": {"signers": [{**SIGNER, "tabs": TABS}]}})
    person = Signer(window.page, account.recipient_view(envelope, SIGNER, return_page.url))
    person.envelope = envelope
    person.agree()
    return person


def filled(signer: Signer) -> list[str]:
    return [tab["label"] for tab in signer.session()["tabs"] if tab["kind"] == "signHere" and tab["filled"]]


def optional(label: str) -> str:
    return f"Optional: {label}"


def test_signing_the_contract_leaves_the_insurance_empty(signer, window, account):
    button = signer.button(CONTRACT)
    expect(button).to_have_attribute("aria-description", "Required.")
    button.click()
    expect(signer.dialog.get_by_text("Optional fields stay empty unless you choose them.")).to_be_visible()
    expect(signer.dialog.get_by_text("will be placed in")).to_have_count(0)
    expect(signer.dialog.get_by_role("radio").first).to_be_checked()
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    signer.look()
    expect(signer.progress).to_have_text("1 of 1 required field done")
    assert filled(signer)[:1] == [CONTRACT] and INSURANCE not in filled(signer)
    expect(signer.button(optional(INSURANCE)).locator(".artwork")).to_have_count(0)
    assert violations(window.page) == []
    signer.finish()
    sealed = account.get(f"envelopes/{signer.envelope}")
    assert sealed["status"] == "completed"


def test_an_optional_signature_is_placed_and_taken_back_before_the_end(signer, window):
    signer.type_signature(CONTRACT)
    insurance = signer.button(optional(INSURANCE))
    insurance.click()
    expect(signer.dialog).to_have_count(0)
    expect(insurance.locator(".artwork")).to_be_visible()
    expect(signer.text_field("Sum insured")).to_be_visible()
    expect(signer.progress).to_have_text("1 of 2 required fields done")
    expect(window.page.get_by_role("status")).to_contain_text("Sum insured (required)")
    assert INSURANCE in filled(signer)

    window.page.reload()
    insurance.click()
    assert violations(window.page) == []
    signer.button("Leave this field empty").click()
    expect(signer.dialog).to_have_count(0)
    expect(insurance.locator(".artwork")).to_have_count(0)
    expect(signer.text_field("Sum insured")).to_have_count(0)
    signer.look()
    expect(signer.progress).to_have_text("1 of 1 required field done")
    assert INSURANCE not in filled(signer)
    expect(window.page.get_by_role("status")).to_contain_text("No longer needed: Sum insured.")


def test_the_dialog_counts_what_is_left_and_what_it_replaces(signer):
    signer.button(optional(COURSE)).click()
    expect(signer.dialog.get_by_text("One more field needs your signature after this one.")).to_be_visible()
    expect(signer.dialog.get_by_text("Optional fields stay empty unless you choose them.")).to_be_visible()
    signer.button("Cancel").click()
    signer.checkbox("A dog comes along").check()
    expect(signer.button("Sign for the dog")).to_be_visible()
    signer.button(CONTRACT).click()
    expect(signer.dialog.get_by_text("One more field needs your signature after this one.")).to_be_visible()
    signer.button("Cancel").click()
    signer.type_signature(optional(COURSE))
    assert set(filled(signer)) == {COURSE}
    signer.button("Sign the other 2 fields").click()
    signer.look()
    expect(signer.progress).to_have_text("2 of 2 required fields done")
    assert set(filled(signer)) == {CONTRACT, "Sign for the dog", COURSE}
    signer.button(CONTRACT).click()
    expect(signer.dialog.get_by_text("It also replaces your signature in 2 other fields.")).to_be_visible()
