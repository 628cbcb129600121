"""Two documents of 3 and of 30 pages, signed from the first key to the last without a mouse."""

import base64
import re

import pytest
from playwright.sync_api import Page, expect

from agreement import agreement
from envelope import SIGNER
from signer import AGREEMENT, Signer
from test_accessibility import violations

WINDOWS = {
    "desktop": ((1280, 800), {}),
    "landscape phone": ((844, 390), {"is_mobile": True, "has_touch": True, "device_scale_factor": 3}),
    "400 percent": ((320, 200), {"is_mobile": False, "has_touch": False, "device_scale_factor": 4}),
}


def at(document: int, page: int, label: str, y: int, width: int = 160, height: int = 30, **more) -> dict:
    return {"documentId": str(document), "pageNumber": str(page), "xPosition": "300", "yPosition": str(y),
            "width": str(width), "height": str(height), "tabLabel": label, **more}


TABS = {
    "textTabs": [at(1, 1, "Project reference", 600, height=20, required="true"),
                 at(2, 12, "Account", 600, height=20, required="true"),
                 at(2, 20, "Remarks", 600, height=20, required="false")],
    "checkboxTabs": [at(1, 2, "By e-mail", 300, 14, 14, tabGroupLabels=["Ways to reach you"]),
                     at(1, 2, "By phone", 360, 14, 14, tabGroupLabels=["Ways to reach you"])],
    "tabGroups": [{"groupLabel": "Ways to reach you", "groupRule": "SelectAtLeast", "minimumRequired": "1",
                   "maximumAllowed": "2", "validationMessage": "Tick at least one way.", "documentId": "1",
                   "pageNumber": "2"}],
    "radioGroupTabs": [{"documentId": "2", "groupName": "Delivery", "radios": [
        {"pageNumber": "5", "xPosition": "300", "yPosition": "300", "value": "Post", "required": "true"},
        {"pageNumber": "5", "xPosition": "300", "yPosition": "360", "value": "Courier"}]}],
    "listTabs": [at(2, 5, "Country", 500, height=20, listItems=[
        {"text": "Norway", "value": "no"}, {"text": "Sweden", "value": "se"}])],
    "initialHereTabs": [at(2, 12, "Initials", 680, 60)],
    "signHereTabs": [at(1, 3, "Signature", 440, 200, 40), at(2, 30, "Second signature", 440, 200, 40)],
}


@pytest.fixture
def envelope(account) -> str:
    documents = [{"documentId": str(number), "name": name, "fileExtension": "pdf",
                  "documentBase64": base64.b64encode(agreement(pages)).decode()}
                 for number, name, pages in [(1, "Service agreement", 3), (2, "Terms of delivery", 30)]]
    return account.create({"emailSubject": "Two documents", "status": "sent", "documents": documents,
                           "recipients": {"signers": [{**SIGNER, "tabs": TABS}]}})


class Keys:
    """A person with a keyboard, who sees whatever has the focus."""

    def __init__(self, page: Page):
        self.page = page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def to(self, target, key: str = "Tab", limit: int = 25) -> None:
        for _ in range(limit):
            if target.evaluate("element => element === document.activeElement"):
                self.see()
                return
            self.press(key)
        raise AssertionError(f"{target} is not reached with {key}")

    def see(self) -> None:
        """What has the focus lies in the window, and nothing lies over its middle."""
        self.page.wait_for_timeout(60)
        hidden = self.page.evaluate("""() => {
            const element = document.activeElement;
            const box = element.getBoundingClientRect();
            const x = Math.min(Math.max((box.left + box.right) / 2, 0), innerWidth - 1);
            const top = document.elementFromPoint(x, (box.top + box.bottom) / 2);
            return element.contains(top) || top?.contains(element) ? null : element.outerHTML.slice(0, 120);
        }""")
        assert hidden is None


# The colours are the same in every window.
@pytest.mark.parametrize(("where", "scheme"), [*((where, "light") for where in WINDOWS), ("desktop", "dark")])
def test_two_documents_are_signed_by_keyboard(open_window, account, return_page, envelope, where, scheme):
    size, options = WINDOWS[where]
    window = open_window(size, color_scheme=scheme, **options)
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    keys = Keys(page)
    keys.to(signer.checkbox(AGREEMENT))
    keys.press("Space")
    keys.to(signer.button("Continue"))
    keys.press("Enter")
    expect(signer.progress).to_have_text("0 of 8 required fields done")
    assert violations(page) == [], "document"

    # Next leads to the first field, and Enter from a text field to what follows.
    keys.to(signer.button("Start"))
    keys.press("Enter")
    expect(signer.text_field("Project reference")).to_be_focused()
    keys.see()
    page.keyboard.type("HS-2025/17")
    keys.press("Enter")
    expect(signer.checkbox("By e-mail")).to_be_focused()
    keys.press("Space")
    keys.see()
    assert violations(page) == [], "filled in"

    def next_field(expected) -> None:
        keys.to(signer.button("Next"), "Shift+Tab")
        keys.press("Enter")
        expect(expected).to_be_focused()
        keys.see()

    def adopt() -> None:
        keys.press("Enter")
        expect(signer.dialog.get_by_role("radio").first).to_be_checked()
        assert violations(page) == [], "adoption"
        keys.to(signer.button("Adopt and sign"))
        keys.press("Enter")
        expect(signer.dialog).to_have_count(0)

    next_field(signer.button("Signature"))
    adopt()
    # The other document's place is filled with one button, and the focus stays in the bar.
    keys.to(signer.button("Sign the last field"), "Shift+Tab")
    keys.press("Enter")
    expect(signer.button("Next")).to_be_focused()
    expect(signer.progress).to_have_text("4 of 8 required fields done")
    next_field(page.get_by_role("radio", name="Delivery: Post", exact=True))
    keys.press("ArrowDown")
    expect(page.get_by_role("radio", name="Delivery: Courier", exact=True)).to_be_checked()
    next_field(page.get_by_role("combobox", name="Country", exact=True))
    page.keyboard.type("Sw")
    expect(page.get_by_role("combobox", name="Country", exact=True)).to_have_value("se")

    # Enlarged in between: fields are reached and seen as before.
    keys.to(signer.button("Zoom in"), "Shift+Tab")
    keys.press("Enter")
    keys.press("Enter")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"Zoom \d+%\."))
    assert violations(page) == [], "enlarged"
    keys.to(signer.button("Next"))
    keys.press("Enter")
    expect(signer.text_field("Account")).to_be_focused()
    keys.see()
    page.keyboard.type("C-4711")
    keys.press("Enter")
    expect(signer.button("Initials")).to_be_focused()
    keys.see()
    adopt()

    # Then Next leads to what was jumped over.
    expect(signer.progress).to_have_attribute("aria-valuenow", "8")
    for _ in range(8):
        if not signer.button("Next").is_visible():
            break
        before = signer.progress.text_content()
        keys.to(signer.button("Next"), "Shift+Tab", limit=60)
        keys.press("Enter")
        expect(page.locator(".sheet:focus .picture")).to_be_visible()
        expect(signer.progress).not_to_have_text(before)
        assert violations(page) == [], "led to a page"
    expect(signer.progress).to_have_text("8 of 8 required fields done")
    expect(signer.button("Next")).to_have_count(0)

    # After the last field comes Finish.
    keys.to(signer.text_field("Remarks"))
    keys.to(signer.button("Second signature"))
    keys.press("Tab")
    expect(signer.button("Finish")).to_be_focused()
    keys.see()
    assert violations(page) == [], "all done"
    keys.press("Enter")
    signer.expect_return("signing_complete")
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
