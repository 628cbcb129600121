"""The sender corrects or locks the envelope while a person has its page open."""

import json

from playwright.sync_api import expect

from envelope import INITIALS, REFERENCE, SIGNATURE, tab
from signer import Signer
from test_accessibility import violations

CHANGED = "has changed these documents"
WAIT = "is changing these documents"


def test_a_page_that_is_open_shows_a_new_field_and_says_why(window, sent):
    person = Signer(window.page, sent.signing_url())
    person.agree()
    new = {**tab(REFERENCE), "tabLabel": "Harbour", "yPosition": "480"}
    answer = sent.account.call("POST", f"envelopes/{sent.id}/recipients/1/tabs", json={"textTabs": [new]})
    assert answer.status_code == 201, answer.text
    expect(person.text_field("Harbour")).to_have_count(0)
    person.fill_reference()
    expect(person.text_field("Harbour")).to_be_visible()
    expect(window.page.get_by_text(CHANGED).first).to_be_visible()
    expect(person.text_field(REFERENCE)).to_have_value("HS-2025/17")
    assert violations(window.page) == []
    person.text_field("Harbour").fill("North quay")
    person.text_field("Harbour").blur()
    person.type_signature(INITIALS)
    person.type_signature(SIGNATURE)
    person.look()
    expect(person.progress).to_have_text("4 of 4 required fields done")
    person.finish()
    assert sent.status == "completed"


def test_an_entry_waits_while_the_envelope_is_locked_and_is_saved_then(window, sent):
    window.expect("409")
    person = Signer(window.page, sent.signing_url())
    person.agree()
    lock = sent.account.call("POST", f"envelopes/{sent.id}/lock", json={"lockDurationInSeconds": "600"}).json()
    person.fill_reference()
    expect(window.page.get_by_text(WAIT).first).to_be_visible()
    assert violations(window.page) == []
    token = {"X-DocuSign-Edit": json.dumps({"LockToken": lock["lockToken"]})}
    released = sent.account.call("DELETE", f"envelopes/{sent.id}/lock", headers=token)
    assert released.status_code == 200, released.text
    person.button("Try again").first.click()
    expect(window.page.get_by_text(WAIT)).to_have_count(0)
    person.until(lambda session: any(tab["value"] == "HS-2025/17" for tab in session["tabs"]))
