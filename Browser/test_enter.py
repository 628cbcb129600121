"""The Enter key leads from field to field, and does nothing where it has just led to."""

from playwright.sync_api import expect

from envelope import INITIALS, REFERENCE
from signer import Signer


def test_enter_in_a_text_field_leads_to_the_signature_and_opens_nothing(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.text_field(REFERENCE).focus()
    window.page.keyboard.type("HS-2025/17")
    window.page.keyboard.press("Enter")
    expect(signer.button(INITIALS)).to_be_focused()
    expect(signer.progress).to_have_text("1 of 3 required fields done")
    expect(signer.dialog).to_have_count(0)
    window.page.keyboard.press("Enter")
    expect(signer.dialog).to_be_visible()
    assert signer.session()["initials"] is None


def test_enter_held_down_signs_nothing(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.text_field(REFERENCE).focus()
    window.page.keyboard.type("HS-2025/17")
    for _ in range(5):
        window.page.keyboard.down("Enter")  # from the second on a repeat of the first
    window.page.keyboard.up("Enter")
    expect(signer.button(INITIALS)).to_be_focused()
    expect(signer.dialog).to_have_count(0)

    window.page.keyboard.down("Enter")
    expect(signer.dialog.get_by_role("radio").first).to_be_checked()
    for _ in range(5):
        window.page.keyboard.down("Enter")
    window.page.keyboard.up("Enter")
    expect(signer.dialog).to_be_visible()
    assert signer.session()["initials"] is None
