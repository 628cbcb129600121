"""Finding words in the documents: what is found is marked and led to, and read out."""

import base64
import re

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer
from test_accessibility import violations


@pytest.fixture
def long(account, return_page) -> str:
    """A document of 3 pages, and one of 45, which takes several requests."""
    envelope = account.create({
        "emailSubject": "Long documents", "status": "sent",
        "documents": [
            {"documentId": str(number), "name": name, "fileExtension": "pdf",
             "documentBase64": base64.b64encode(agreement(pages)).decode()}
            for number, name, pages in [(1, "Lease", 3), (2, "House rules", 45)]],
        "recipients": {"signers": [{**SIGNER, "tabs": {"signHereTabs": [
            {"documentId": "1", "pageNumber": "3", "xPosition": "160", "yPosition": "440", "tabLabel": "Signature"}]}}]}})
    return account.recipient_view(envelope, SIGNER, return_page.url)


@pytest.mark.parametrize("size", [(1280, 900), (360, 740), (320, 568)])
def test_words_are_found_in_all_documents(open_window, long, size):
    page = open_window(size).page
    signer = Signer(page, long)
    signer.agree()
    signer.button("More").click()
    signer.button("Search the text").click()
    box = page.get_by_role("searchbox", name="Search these documents")
    expect(box).to_be_focused()
    assert violations(page) == [], "asked"
    pictures: list[str] = []
    page.on("request", lambda request: pictures.append(request.url) if "/image" in request.url else None)
    box.press_sequentially("PROJECT reference")
    row = page.get_by_role("search")
    # The first page of both documents, and what repeats it in the second one.
    expect(row).to_contain_text("1/44")
    expect(page.get_by_role("status")).to_contain_text("Result 1 of 44, on page 1 of “Lease”.")
    current = page.locator(".hit.is-current")
    expect(current).to_have_count(1)
    expect(current).to_be_in_viewport()
    assert violations(page) == [], "found"
    box.press("Shift+Enter")
    expect(row).to_contain_text("44/44")
    expect(page.get_by_role("status")).to_contain_text("Result 44 of 44, on page 45 of “House rules”.")
    expect(current).to_be_in_viewport()
    signer.button("Next result").click()
    expect(row).to_contain_text("1/44")
    expect(current).to_be_in_viewport()
    # Nothing between was fetched.
    assert not [address for address in pictures if re.search(r"documents/2/pages/2\d/", address)]
    box.fill("no such words")
    expect(row).to_contain_text("Nothing found.")
    expect(page.locator(".hit")).to_have_count(0)
    box.press("Escape")
    expect(row).to_have_count(0)
    expect(signer.button("More")).to_be_focused()
