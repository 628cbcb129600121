"""Signing inside the sender's product: a frame of another origin, with third-party cookies blocked."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accessibility import violations
from embedded import agree, events, keep, open_embedded, sign, wait_for
from embedding import embedding_page


@pytest.mark.parametrize("kind", ["CountersignEmbed", "SignWellEmbed"])
def test_signing_in_a_frame_of_another_origin_needs_no_cookie(page, product, documents, kind):
    document = documents.create()
    frame = open_embedded(page, product, documents, documents.url(document), kind=kind)
    sign(frame)
    assert wait_for(page, "completed") == {"id": document["id"]}
    expect(frame.get_by_role("heading", name="is complete")).to_be_visible()
    expect(frame.get_by_text("No copy comes by mail.")).to_be_visible()
    with page.expect_download() as download:
        frame.get_by_role("link").first.click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    assert page.context.cookies() == []
    page.get_by_role("button", name="Close", exact=True).click()
    assert wait_for(page, "closed") == {"id": document["id"]}
    assert [name for name, _ in events(page)] == ["iframeLoaded", "ready", "consented", "completed", "closed"]
    assert documents.call("GET", f"documents/{document['id']}").json()["status"] == "Completed"
    keep(page, f"closed-{kind}")


def test_the_address_works_again_until_its_recipient_has_signed_and_then_shows_the_documents(page, product, documents):
    document = documents.create()
    url = documents.url(document)
    for _ in range(2):
        frame = open_embedded(page, product, documents, url)
        expect(frame.get_by_role("button", name="Continue", exact=True)).to_be_visible()
    assert documents.url(documents.call("GET", f"documents/{document['id']}").json()) == url
    sign(frame)
    wait_for(page, "completed")
    frame = open_embedded(page, product, documents, url)
    expect(frame.locator("img.picture").first).to_be_visible()
    wait_for(page, "ready")
    frame.get_by_role("button", name="Close", exact=True).click()
    wait_for(page, "closed")
    assert events(page, "completed", "declined", "error") == []


def test_declining_tells_the_reason_once(page, product, documents):
    document = documents.create()
    frame = open_embedded(page, product, documents, documents.url(document))
    frame.get_by_role("button", name="More").click()
    frame.get_by_role("button", name="Decline").click()
    frame.get_by_role("textbox").fill("Wrong address")
    frame.get_by_role("dialog").get_by_role("button", name="Decline").click()
    assert wait_for(page, "declined") == {"id": document["id"], "declineReason": "Wrong address"}
    page.keyboard.press("Escape")
    frame = open_embedded(page, product, documents, documents.url(document))
    assert wait_for(page, "error")["code"] == "declined"
    assert events(page, "declined") == []


def test_closing_gives_the_focus_back_and_tells_it_once(page, product, documents):
    frame = open_embedded(page, product, documents, documents.url(documents.create()))
    wait_for(page, "ready")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    expect(frame.get_by_role("button", name="Continue", exact=True)).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).focus()
    page.keyboard.press("Escape")
    wait_for(page, "closed")
    expect(dialog).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "sign"
    page.evaluate("embed.close()")
    assert len(events(page, "closed")) == 1


def test_the_page_behind_the_dialog_does_not_scroll_until_it_is_closed(page, product, documents):
    open_embedded(page, product, documents, documents.url(documents.create()),
                  place='<div style="height: 4000px"></div>')
    wait_for(page, "ready")
    page.mouse.move(5, 5)
    page.mouse.wheel(0, 600)
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0
    page.get_by_role("button", name="Close", exact=True).click()
    wait_for(page, "closed")
    page.mouse.wheel(0, 600)
    page.wait_for_function("scrollY > 0")


def test_the_address_works_as_a_page_of_its_own(page, documents):
    document = documents.create()
    assert document["recipients"][0]["signing_url"] == documents.url(document)
    page.goto(document["recipients"][0]["signing_url"])
    sign(page)
    expect(page.get_by_role("heading", name="is complete")).to_be_visible()
    assert documents.call("GET", f"documents/{document['id']}").json()["status"] == "Completed"


def test_a_list_that_allows_other_words_takes_them(page, product, documents):
    town = {"type": "select", "x": 100, "y": 200, "page": 1, "recipient_id": "1", "label": "Town", "api_id": "Town",
            "options": ["Ghent", "Bern"], "allow_other": True}
    signature = {"type": "signature", "x": 200, "y": 550, "page": 1, "recipient_id": "1"}
    document = documents.create(fields=[[town, signature]])
    frame = open_embedded(page, product, documents, documents.url(document))
    agree(frame)
    box = frame.get_by_role("combobox", name="Town")
    assert box.evaluate("box => [...box.list.options].map((option) => option.value)") == ["Ghent", "Bern"]
    box.fill("Oslo")
    assert violations(page.frames[-1]) == []
    frame.locator("button.sign-button").click()
    frame.get_by_role("button", name="Adopt and sign").click()
    expect(frame.get_by_role("dialog")).to_have_count(0)
    frame.get_by_role("button", name="Finish", exact=True).click()
    wait_for(page, "completed")
    field = documents.call("GET", f"documents/{document['id']}").json()["fields"][0][0]
    assert (field["type"], field["value"], field["allow_other"]) == ("select", "Oslo", True)


def test_a_voided_document_is_an_error_event(page, product, documents, account):
    document = documents.create()
    account.call("PUT", f"envelopes/{document['id']}", json={"status": "voided", "voidedReason": "Sold"})
    open_embedded(page, product, documents, documents.url(document))
    assert wait_for(page, "error")["code"] == "voided"
    assert events(page, "completed", "ready") == []


def test_a_damaged_address_is_an_error_event(page, product, documents):
    url = documents.url(documents.create())
    open_embedded(page, product, documents, url[:-3] + "AAA")
    assert wait_for(page, "error")["code"] == "unknown_address"


def test_wishes_only_take_away(page, product, documents):
    frame = open_embedded(page, product, documents, documents.url(documents.create(allow_decline=False)),
                          allowDecline=True, allowDownload=False)
    frame.get_by_role("button", name="More").click()
    expect(frame.get_by_role("button", name="Finish later")).to_be_visible()
    expect(frame.get_by_role("button", name="Decline")).to_have_count(0)
    expect(frame.get_by_role("button", name="Download")).to_have_count(0)
    frame = open_embedded(page, product, documents, documents.url(documents.create()), allowDecline=False)
    frame.get_by_role("button", name="More").click()
    expect(frame.get_by_role("button", name="Download")).to_be_visible()
    expect(frame.get_by_role("button", name="Decline")).to_have_count(0)


def test_the_page_fills_a_container_and_goes_to_the_redirect_after_signing(page, product, documents):
    frame = open_embedded(page, product, documents, documents.url(documents.create()), containerId="place",
                          place='<div id="place" style="height: 700px"></div>', redirectUrl=product.origin + "/thanks")
    expect(page.get_by_role("dialog")).to_have_count(0)
    sign(frame)
    page.wait_for_url("**/thanks")


def test_the_element_has_the_same_events(page, product, documents):
    url = documents.url(documents.create())
    frame = open_embedded(page, product, documents, url,
                          place=f'<countersign-signing url="{url}" style="height: 700px"></countersign-signing>')
    sign(frame)
    wait_for(page, "completed")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_dialog_fills_the_window_of_a_page_that_forbids_style_elements(page, product, documents, width):
    page.set_viewport_size({"width": width, "height": 800})
    policy = '<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="style-src \'self\'">'
    strict = embedding_page(documents.service.base, documents.url(documents.create())).replace(
        '<meta charset="utf-8">', policy)
    page.goto(product.put("/policy", strict))
    page.get_by_role("button", name="Sign now").click()
    wait_for(page, "ready")
    box = page.locator("iframe").bounding_box()
    assert box["width"] > 0.9 * width and box["height"] > 640
    keep(page, f"policy-{width}")


def test_a_lost_network_while_signing_is_survived(page, product, documents):
    document = documents.create()
    frame = open_embedded(page, product, documents, documents.url(document))
    agree(frame)
    page.context.set_offline(True)
    frame.locator("button.sign-button").click()
    page.wait_for_timeout(1000)
    page.context.set_offline(False)
    frame.get_by_role("button", name="Adopt and sign").click()
    expect(frame.get_by_role("dialog")).to_have_count(0)
    frame.get_by_role("button", name="Finish", exact=True).click()
    wait_for(page, "completed")
    assert events(page, "error") == []


def test_a_page_that_never_loads_is_one_error_event(page, product, documents):
    page.route("**/embedded/**", lambda route: route.abort())
    open_embedded(page, product, documents, documents.url(documents.create()))
    assert wait_for(page, "error")["code"] == "not_loaded"
    page.get_by_role("button", name="Close", exact=True).click()
    wait_for(page, "closed")


def test_a_code_is_asked_for_in_the_frame(page, product, documents):
    document = documents.create(recipients=[
        {"id": "1", "name": "Bo", "email": "bo@example.org", "passcode": "blue heron"}])
    frame = open_embedded(page, product, documents, documents.url(document))
    frame.get_by_role("textbox").fill("green heron")
    frame.get_by_role("button", name="Continue").click()
    expect(frame.get_by_role("alert")).to_contain_text("not")
    frame.get_by_role("textbox").fill("blue heron")
    frame.get_by_role("button", name="Continue").click()
    sign(frame)
    wait_for(page, "completed")


@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_no_violation_in_the_dialog(strict, product, documents, width):
    context = strict(viewport={"width": width, "height": 740})
    page = context.new_page()
    try:
        open_embedded(page, product, documents, documents.url(documents.create()))
        wait_for(page, "ready")
        keep(page, f"modal-{width}")
        found = Axe().run(page).response
        assert [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in found["violations"]] == []
    finally:
        context.close()
