"""Composing inside the sender's product: a frame of another origin, with third-party cookies blocked."""

import pytest
import requests
from playwright.sync_api import expect

from accessibility import violations
from embedded import events, keep, open_embedded, wait_for


def drafted(documents) -> dict:
    draft = documents.create(draft=True, embedded_signing=False)
    assert draft["status"] == "Draft" and "/embedded-edit/" in draft["embedded_edit_url"], draft
    return draft


@pytest.mark.parametrize("width", [1280, 360])
def test_a_draft_is_changed_and_sent_in_a_frame_of_another_origin(page, product, documents, width):
    page.set_viewport_size({"width": width, "height": 740})
    draft = drafted(documents)
    frame = open_embedded(page, product, documents, draft["embedded_edit_url"])
    expect(frame.locator(".placed")).to_have_count(1)
    expect(frame.locator("img.picture").first).to_be_visible()
    assert wait_for(page, "ready") == {"id": draft["id"]}
    keep(page, f"embedded-editing-{width}")
    frame.locator("#step-review").click()
    frame.locator("#message-emailSubject").fill("Lease of the boat")
    assert violations(page.frames[-1]) == []
    frame.locator("#next").click()
    assert wait_for(page, "completed") == {"id": draft["id"]}
    expect(frame.get_by_role("heading", name="The documents have been sent")).to_be_visible()
    keep(page, f"embedded-editing-sent-{width}")
    assert page.context.cookies() == []
    page.get_by_role("button", name="Close", exact=True).click()
    wait_for(page, "closed")
    assert [name for name, _ in events(page)] == ["iframeLoaded", "ready", "completed", "closed"]
    document = documents.call("GET", f"documents/{draft['id']}").json()
    assert document["status"] == "Sent" and document["subject"] == "Lease of the boat"
    assert document.get("embedded_edit_url") is None


def test_the_product_may_leave_out_sending_and_then_has_the_saved_draft(page, product, documents):
    draft = drafted(documents)
    frame = open_embedded(page, product, documents, draft["embedded_edit_url"], showSendButton=False)
    frame.locator("#step-review").click()
    frame.locator("#message-emailSubject").fill("Later")
    expect(frame.locator("#next")).to_have_text("Save and return")
    frame.locator("#next").click()
    wait_for(page, "closed")
    assert events(page, "completed") == []
    document = documents.call("GET", f"documents/{draft['id']}").json()
    assert document["status"] == "Draft" and document["subject"] == "Later"


def test_closing_the_dialog_keeps_what_was_just_typed(page, product, documents):
    draft = drafted(documents)
    frame = open_embedded(page, product, documents, draft["embedded_edit_url"])
    frame.locator("#step-review").click()
    # The dialog has the way out, so the page has none beside it.
    expect(frame.get_by_role("button", name="Close", exact=True)).to_have_count(0)
    frame.locator("#message-emailSubject").fill("Just typed")
    page.get_by_role("button", name="Close", exact=True).click()
    wait_for(page, "closed")
    frame = open_embedded(page, product, documents, draft["embedded_edit_url"])
    frame.locator("#step-review").click()
    expect(frame.locator("#message-emailSubject")).to_have_value("Just typed")


def test_a_sent_document_and_a_wrong_key_open_nothing(page, product, documents):
    draft = drafted(documents)
    url = draft["embedded_edit_url"]
    frame = open_embedded(page, product, documents, url[:-1] + ("A" if url[-1] != "A" else "B"))
    assert wait_for(page, "error")["code"] == "not-found"
    expect(frame.locator(".placed")).to_have_count(0)
    assert documents.call("POST", f"documents/{draft['id']}/send", json={}).status_code in (200, 201)
    open_embedded(page, product, documents, url)
    assert wait_for(page, "error")["code"] == "not-a-draft"


def test_a_page_of_another_origin_gets_nothing(page, stranger, documents):
    frame = open_embedded(page, stranger, documents, drafted(documents)["embedded_edit_url"])
    expect(frame.get_by_role("heading", name="These documents cannot be shown here")).to_be_visible()
    assert wait_for(page, "error")["code"] == "origin_not_allowed"
    assert "Lease" not in page.frames[-1].content()


def test_the_key_is_in_no_log(service, documents):
    url, key = drafted(documents)["embedded_edit_url"].split("#")
    assert requests.post(url + "visit", json={"key": key}, timeout=10).status_code == 200
    assert key not in service.log.read_text()
