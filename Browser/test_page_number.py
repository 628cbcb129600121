"""Which page of how many is seen, and the way to another one by its number; and what the sender wrote, once."""

import base64

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer
from test_accessibility import violations


@pytest.fixture
def two(account, return_page) -> str:
    """Documents of 3 and of 30 pages."""
    envelope = account.create({
        "emailSubject": "Two documents", "emailBlurb": "Please sign by Friday.", "status": "sent",
        "documents": [
            {"documentId": str(number), "name": name, "fileExtension": "pdf",
             "documentBase64": base64.b64encode(agreement(pages)).decode()}
            for number, name, pages in [(1, "Lease", 3), (2, "House rules", 30)]],
        "recipients": {"signers": [{**SIGNER, "tabs": {"signHereTabs": [
            {"documentId": "1", "pageNumber": "3", "xPosition": "160", "yPosition": "440", "tabLabel": "Signature"}]}}]}})
    return account.recipient_view(envelope, SIGNER, return_page.url)


@pytest.mark.parametrize("size", [(1280, 900), (768, 1024), (360, 740), (320, 256)])
def test_a_page_is_reached_by_its_number_and_by_keyboard(open_window, two, size):
    window = open_window(size)
    page = window.page
    signer = Signer(page, two)
    signer.agree()
    here = page.get_by_role("button", name="Page 1 of 33. Go to another page")
    expect(here).to_be_in_viewport(ratio=1)
    expect(here).to_have_text("1/ 33")
    here.focus()
    page.keyboard.press("Enter")
    number = signer.dialog.get_by_role("textbox", name="Page number, 1 to 33")
    expect(number).to_be_focused()
    assert violations(page) == [], "asked"
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(signer.dialog.get_by_role("alert")).to_have_text("Please enter a number from 1 to 33.")
    expect(number).to_have_attribute("aria-invalid", "true")
    assert violations(page) == [], "wrong number"
    page.keyboard.type("25")
    page.keyboard.press("Enter")
    expect(signer.dialog).to_have_count(0)
    # The 22nd page of the second document.
    sheet = page.locator(".document").nth(1).get_by_role("group", name="Page 22 of 30")
    expect(sheet).to_be_focused()
    expect(sheet).to_be_in_viewport()
    expect(page.get_by_role("status")).to_have_text("Page 22 of “House rules”.")
    expect(page.get_by_role("button", name="Page 25 of 33. Go to another page")).to_be_visible()
    assert violations(page) == [], "arrived"


def test_the_number_follows_what_is_scrolled_to(window, two):
    signer = Signer(window.page, two)
    signer.agree()
    for wanted in (3, 33, 1):
        window.page.locator(".sheet").nth(wanted - 1).evaluate("sheet => sheet.scrollIntoView({ behavior: 'instant' })")
        expect(window.page.get_by_role("button", name=f"Page {wanted} of 33. Go to another page")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 900), (320, 568)])
def test_a_page_is_chosen_by_its_small_picture(open_window, two, size):
    page = open_window(size).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "width=200" in request.url else None)
    signer = Signer(page, two)
    signer.agree()
    page.get_by_role("button", name="Page 1 of 33. Go to another page").click()
    here = signer.dialog.get_by_role("button", name="Page 1 of 33", exact=True)
    expect(here).to_have_attribute("aria-current", "page")
    expect(here.locator("img")).to_be_visible()
    expect(signer.dialog.get_by_role("heading", name="House rules")).to_be_attached()
    assert violations(page) == [], "at a glance"
    # Only what is in sight comes.
    assert 0 < len({*asked}) < 33
    assert all("pages/30" not in address for address in asked)
    # The arrow keys of the number lead through the pictures, and so do those of a picture itself.
    number = signer.dialog.get_by_role("textbox")
    for _ in range(3):
        number.press("ArrowUp")
    expect(number).to_have_value("4")
    number.press("Tab")
    expect(signer.dialog.get_by_role("button", name="Page 4 of 33", exact=True)).to_be_focused()
    page.keyboard.press("End")
    last = signer.dialog.get_by_role("button", name="Page 33 of 33", exact=True)
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()
    expect(last.locator("img")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(signer.dialog).to_have_count(0)
    sheet = page.locator(".document").nth(1).get_by_role("group", name="Page 29 of 30")
    expect(sheet).to_be_focused()
    expect(page.get_by_role("status")).to_have_text("Page 29 of “House rules”.")


def test_one_page_has_no_number(window, account, return_page):
    envelope = account.create({
        "emailSubject": "One page", "status": "sent",
        "documents": [{"documentId": "1", "name": "Lease", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": {"signHereTabs": [
            {"documentId": "1", "pageNumber": "1", "xPosition": "160", "yPosition": "440", "tabLabel": "Signature"}]}}]}})
    signer = Signer(window.page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    expect(signer.button("Zoom in")).to_be_visible()
    expect(window.page.get_by_role("button", name="Go to another page")).to_have_count(0)


def test_the_senders_message_is_read_once(window, two):
    signer = Signer(window.page, two)
    expect(window.page.get_by_text("Please sign by Friday.")).to_have_count(1)
    signer.agree()
    expect(window.page.locator(".sheet").first).to_be_visible()
    expect(window.page.get_by_text("Please sign by Friday.")).to_have_count(0)
