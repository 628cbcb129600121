"""A signature that this device remembers: only if the person asks for it, only for them, and until they say otherwise."""

import pytest
from playwright.sync_api import expect

from accessibility import violations
from envelope import INITIALS, SIGNATURE, definition
from signer import Signer

REMEMBER = "Remember my signature on this device"
KEPT = "() => Object.values(localStorage)"


def opened(page, url: str) -> Signer:
    signer = Signer(page, url)
    signer.agree()
    signer.button(SIGNATURE).click()
    expect(signer.checkbox(REMEMBER)).to_be_visible()
    return signer


def test_nothing_is_remembered_unless_asked_for(open_window, send):
    page = open_window((1280, 900)).page
    signer = opened(page, send().signing_url())
    expect(signer.checkbox(REMEMBER)).not_to_be_checked()
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    assert page.evaluate(KEPT) == []


@pytest.mark.parametrize("size", [(1280, 900), (360, 740)])
def test_a_drawing_is_made_again_and_forgotten_on_request(open_window, send, account, return_page, size):
    page = open_window(size).page
    signer = opened(page, send().signing_url())
    page.get_by_role("tab", name="Draw", exact=True).click()
    signer.scribble()
    signer.checkbox(REMEMBER).check()
    assert violations(page) == [], "asked"
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    path = signer.session()["signature"]["path"]
    # How it was drawn stays at the host, and whose it is cannot be read.
    (kept,) = page.evaluate(KEPT)
    assert '"t"' not in kept and '"p"' not in kept
    assert "maria" not in str(page.evaluate("() => Object.entries(localStorage)")).lower()

    signer = opened(page, send().signing_url())
    expect(page.get_by_role("tab", name="Draw", exact=True)).to_have_attribute("aria-selected", "true")
    expect(signer.dialog).to_contain_text("This device remembers what you last used.")
    expect(signer.checkbox(REMEMBER)).to_be_checked()
    assert violations(page) == [], "remembered"
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    assert signer.session()["signature"]["path"] == path

    signer = opened(page, send().signing_url())
    signer.button("Forget it").click()
    expect(signer.dialog).to_contain_text("It is no longer remembered on this device.")
    expect(signer.checkbox(REMEMBER)).not_to_be_checked()
    assert page.evaluate(KEPT) == []

    # Somebody else at the same device begins with nothing of theirs.
    signer.checkbox(REMEMBER).check()
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    other = definition()
    person = other["recipients"]["signers"][0]
    person["email"] = "other@example.org"
    view = {key: person[key] for key in ("name", "email", "recipientId", "clientUserId") if key in person}
    signer = opened(page, account.recipient_view(account.create(other), view, return_page.url))
    expect(signer.checkbox(REMEMBER)).not_to_be_checked()
    expect(signer.button("Forget it")).to_have_count(0)
