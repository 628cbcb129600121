"""A sender composes a contract in the page: by mouse, by keyboard alone, and by touch on a phone."""

import json
import re

import pytest
import requests
from playwright.sync_api import expect

from accessibility import violations
from composing import Composing, lines_on_a_page, sender_view
from service import Account, countersign
from window import SIZES


def sent_places(account, envelope: str) -> list[dict]:
    """Where the envelope has its fields, in points from the top left of their pages, as its history has them."""
    address = f"{account.service.base}/countersign/v1/accounts/{account.id}/envelopes/{envelope}/history"
    found: dict[str, dict] = {}

    def look(value) -> None:
        if isinstance(value, dict) and "frame" in value and "page" in value:
            frame = {name: value["frame"][name] / 1000 for name in ("x", "y", "width", "height")}
            found[value["id"]] = {"page": value["page"], **frame}
        for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            look(member)

    look(account.session.get(address, timeout=60).json())
    return list(found.values())


def check_places(drawn: list[dict], sent: list[dict]) -> None:
    """Each field lies where the page drew it, within half a point."""
    def order(place):
        return (place["page"], place["y"], place["x"])

    assert len(drawn) == len(sent)
    for one, other in zip(sorted(drawn, key=order), sorted(sent, key=order)):
        assert one["page"] == other["page"]
        for name in ("x", "y", "width", "height"):
            assert abs(one[name] - other[name]) <= 0.5, (one, other)


@pytest.fixture
def compose(account, return_page):
    def begin(window, **settings) -> tuple[str, Composing]:
        envelope, url = sender_view(account, return_page.url, **settings)
        return envelope, Composing(window.page, url)

    return begin


def send(composing: Composing, return_page) -> None:
    composing.step("review")
    expect(composing.page.locator("#state-title")).to_have_text("Ready to send")
    composing.page.locator("#next").click()
    composing.page.wait_for_url(f"{return_page.url}*")
    assert "event=send" in composing.page.url


def test_a_contract_is_composed_with_the_mouse_and_sent(open_window, account, return_page, compose):
    window = open_window(SIZES["1280"])
    page = window.page
    envelope, composing = compose(window)
    assert violations(page) == []
    composing.add_file()
    page.locator("#person-me").click()
    page.locator("#next").click()
    sheets = page.locator(".sheet")
    # A tap in the palette and one on the page.
    page.locator("#kind-signHere").click()
    sheets.first.click(position={"x": 300, "y": 400})
    expect(composing.field("Signature, Anna Petrov, page 1")).to_be_focused()
    # From the palette by dragging.
    box = sheets.first.bounding_box()
    page.locator("#kind-dateSigned").hover()
    page.mouse.down()
    page.mouse.move(box["x"] + 500, box["y"] + 300, steps=5)
    page.mouse.up()
    date = composing.field("Date signed, Anna Petrov, page 1")
    expect(date).to_be_focused()
    # Moved and sized by dragging.
    before = date.bounding_box()
    page.mouse.move(before["x"] + 20, before["y"] + 10)
    page.mouse.down()
    page.mouse.move(before["x"] + 60, before["y"] + 110, steps=5)
    page.mouse.up()
    page.wait_for_function(
        "([field, y]) => Math.abs(field.getBoundingClientRect().y - y) < 8",
        arg=[date.element_handle(), before["y"] + 100])
    after = date.bounding_box()
    handle = page.locator(".placed.is-chosen .handle").bounding_box()
    page.mouse.move(handle["x"] + 12, handle["y"] + 12)
    page.mouse.down()
    page.mouse.move(handle["x"] + 52, handle["y"] + 12, steps=5)
    page.mouse.up()
    assert date.bounding_box()["width"] > after["width"] + 30
    assert violations(page) == []
    # Undone and redone.
    page.locator("#undo").click()
    page.wait_for_function(
        "([field, width]) => Math.abs(field.getBoundingClientRect().width - width) < 1",
        arg=[date.element_handle(), after["width"]])
    page.locator("#redo").click()
    composing.saved()
    drawn = composing.places()
    composing.step("review")
    page.locator("#message-emailSubject").fill("Contract for the harbour")
    page.locator("#message-emailBlurb").fill("Please sign by Friday.")
    composing.saved()
    assert violations(page) == []
    send(composing, return_page)
    state = account.get(f"envelopes/{envelope}")
    assert (state["status"], state["emailSubject"]) == ("sent", "Contract for the harbour")
    check_places(drawn, sent_places(account, envelope))


def test_a_contract_is_composed_with_the_keyboard_alone(open_window, account, return_page, compose):
    window = open_window(SIZES["1280"])
    page = window.page
    envelope, composing = compose(window)
    composing.add_file()  # the system's own dialog picks the file
    keys = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(80):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {selector}")

    tab_to("#person-me")
    keys.press("Enter")
    page.locator("h1").evaluate("heading => heading.focus()")
    page.evaluate("document.activeElement.blur()")
    tab_to("#step-fields")
    keys.press("Enter")
    tab_to("#kind-signHere")
    keys.press("Enter")
    field = composing.field("Signature, Anna Petrov, page 1")
    expect(field).to_be_focused()
    before = composing.places()[0]
    left, top = map(int, re.findall(r"(\d+) points", field.get_attribute("aria-label")))
    for key in ["ArrowRight"] * 3 + ["Shift+ArrowDown"] * 2 + ["Alt+ArrowRight"] * 5 + ["ArrowUp"]:
        keys.press(key)
    expect(composing.field(
        f"Signature, Anna Petrov, page 1, {left + 3} points from the left, {top + 19} points from the top")).to_be_focused()
    after = composing.places()[0]
    assert [round(after[name] - before[name]) for name in ("x", "y", "width", "height")] == [3, 19, 5, 0]
    keys.press("Control+d")
    expect(page.locator(".placed")).to_have_count(2)
    keys.press("Delete")
    expect(page.locator(".placed")).to_have_count(1)
    keys.press("Control+z")
    expect(page.locator(".placed")).to_have_count(2)
    keys.press("Control+Shift+z")
    expect(field).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#property-label")).to_be_focused()
    keys.press("Control+a")
    keys.type("Your signature")
    keys.press("Escape")
    expect(composing.field("Your signature, Anna Petrov, page 1")).to_be_focused()
    composing.saved()
    drawn = composing.places()
    page.evaluate("document.activeElement.blur()")
    tab_to("#step-review")
    keys.press("Enter")
    expect(page.locator("#message-emailSubject")).to_have_value("Please sign: Harbour contract")
    expect(page.locator("#state-title")).to_have_text("Ready to send")
    page.evaluate("document.activeElement.blur()")
    tab_to("#next")
    keys.press("Enter")
    page.wait_for_url(f"{return_page.url}*")
    assert account.get(f"envelopes/{envelope}")["status"] == "sent"
    check_places(drawn, sent_places(account, envelope))


def test_a_contract_is_composed_by_touch_on_a_phone(open_window, account, return_page, compose):
    window = open_window(SIZES["360"])
    page = window.page
    envelope, composing = compose(window)
    composing.add_file()
    page.locator("#person-me").tap()
    assert violations(page) == []
    page.locator("#step-fields").tap()
    page.locator("#kind-signHere").tap()
    sheet = page.locator(".sheet").first
    box = sheet.bounding_box()
    page.touchscreen.tap(box["x"] + 120, box["y"] + 200)
    field = composing.field("Signature, Anna Petrov, page 1")
    expect(field).to_be_focused()
    assert violations(page) == []
    page.locator("#property-close").tap()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    composing.saved()
    drawn = composing.places()
    page.locator("#step-review").tap()
    assert violations(page) == []
    expect(page.locator("#state-title")).to_have_text("Ready to send")
    page.locator("#next").tap()
    page.wait_for_url(f"{return_page.url}*")
    assert account.get(f"envelopes/{envelope}")["status"] == "sent"
    check_places(drawn, sent_places(account, envelope))


def test_problems_stand_at_their_places_and_lead_there(open_window, compose):
    window = open_window(SIZES["1280"])
    page = window.page
    _, composing = compose(window)
    page.locator("#person-add").click()
    page.keyboard.type("Ada")
    page.locator("#person-1-email").fill("ada@")
    expect(page.locator("#person-1-email-problem")).to_have_text("“ada@” is not a valid email address.")
    composing.step("review")
    page.get_by_role("button", name="Ada: “ada@” is not a valid email address.").click()
    expect(page.locator("#person-1-email")).to_be_focused()


def test_a_draft_is_resumed_as_it_was_left_and_the_ticket_works_once(open_window, account, return_page):
    envelope, url = sender_view(account, return_page.url)
    first = open_window(SIZES["1280"])
    composing = Composing(first.page, url)
    first.page.locator("#person-add").click()
    first.page.keyboard.type("Ada without an address")
    composing.saved()
    first.page.goto(url)
    assert "event=error" in first.page.url
    second = open_window(SIZES["1280"])
    _, other = sender_view(account, return_page.url, envelope)
    Composing(second.page, other)
    expect(second.page.locator("#person-1-name")).to_have_value("Ada without an address")


def test_two_windows_on_one_draft_lose_nothing(open_window, account, return_page):
    envelope, url = sender_view(account, return_page.url)
    _, other = sender_view(account, return_page.url, envelope)
    one, two = open_window(SIZES["1280"]), open_window(SIZES["1280"])
    two.expect("409")
    first, second = Composing(one.page, url), Composing(two.page, other)
    one.page.locator("#person-add").click()
    one.page.keyboard.type("Ada")
    first.saved()
    two.page.locator("#person-add").click()
    two.page.locator("#keep-mine").click()
    second.saved()
    two.page.locator("#undo").click()
    expect(two.page.locator("#person-1-name")).to_have_value("Ada")


def test_what_cannot_be_signed_says_why(open_window, compose):
    window = open_window(SIZES["1280"])
    window.expect("422")
    _, composing = compose(window)
    window.page.locator("#files").set_input_files(
        [{"name": "budget.xlsx", "mimeType": "application/vnd.ms-excel", "buffer": b"PK\x03\x04"}])
    expect(window.page.get_by_text("This kind of file cannot be signed. Save it as a PDF first.")).to_be_visible()


def test_discarding_leads_back_without_a_change(open_window, account, return_page, compose):
    window = open_window(SIZES["1280"])
    page = window.page
    envelope, composing = compose(window)
    page.locator("#person-me").click()
    composing.saved()
    page.locator("#leave").click()
    page.locator("#discard").click()
    page.wait_for_url(f"{return_page.url}*")
    assert "event=cancel" in page.url
    assert account.get(f"envelopes/{envelope}/recipients")["signers"] == []


def test_places_that_the_text_names_become_fields(open_window, compose):
    window = open_window(SIZES["1280"])
    page = window.page
    _, composing = compose(window)
    composing.add_file(file=lines_on_a_page("Signature: ____________________", "Date: __________", "[_] I agree"))
    page.locator("#person-me").click()
    composing.step("fields")
    page.locator("#suggest").click()
    expect(page.get_by_text("3 places found.")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Suggested: Date signed, page 1").click()
    expect(composing.field("Date signed, Anna Petrov, page 1")).to_be_focused()
    page.locator("#suggest-all").click()
    assert [round(place["page"]) for place in composing.places()] == [1, 1, 1]
    signature = composing.field("Signature, Anna Petrov, page 1")
    expect(signature).to_be_visible()
    # Undone as one edit.
    page.locator("#undo").click()
    expect(page.locator(".placed")).to_have_count(1)


@pytest.mark.parametrize("odd, width", [
    ("/Rotate 90", 792), ("/Rotate 270 /CropBox [100 50 500 750]", 700), ("/CropBox [36 36 576 756]", 540),
    ("/UserUnit 2", 1224),
])
def test_fields_lie_where_they_were_put_on_odd_pages(open_window, account, return_page, compose, odd, width):
    window = open_window(SIZES["1280"])
    page = window.page
    envelope, composing = compose(window)
    composing.add_file(file=lines_on_a_page("Please sign", page=odd))
    page.locator("#person-me").click()
    composing.step("fields")
    sheet = page.locator(".sheet").first
    assert sheet.evaluate("sheet => Number(sheet.style.aspectRatio.split('/')[0])") == width
    page.locator("#kind-initialHere").click()
    sheet.click(position={"x": 200, "y": 150})
    expect(composing.field("Initials, Anna Petrov, page 1")).to_be_focused()
    composing.saved()
    drawn = composing.places()
    scale = width / sheet.bounding_box()["width"]
    assert abs(drawn[0]["x"] + drawn[0]["width"] / 2 - 200 * scale) < 5 * scale
    send(composing, return_page)
    check_places(drawn, sent_places(account, envelope))


def test_the_page_of_a_user_who_was_removed_is_closed(account, service, return_page):
    added = countersign("account", "user", "add", "--data", service.data, "--account", account.id,
                        "--name", "Bo", "--email", "bo@example.org", "--json")
    assert added.returncode == 0, added.stderr
    token = countersign("account", "token", "create", "--data", service.data, "--email", "bo@example.org").stdout
    bo = Account(service, json.loads(added.stdout) | {"accessToken": token.strip().splitlines()[-1].split()[-1]})
    _, url = sender_view(bo, return_page.url)
    browser = requests.Session()
    page = browser.get(url, timeout=60)
    assert page.status_code == 200
    draft = page.url.split("?")[0] + "draft"
    assert browser.get(draft, timeout=60).status_code == 200
    removed = countersign("account", "user", "remove", "--data", service.data, bo.facts["userId"])
    assert removed.returncode == 0, removed.stderr
    answer = browser.get(draft, timeout=60)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "ended"), answer.text
    assert browser.get(page.url, timeout=60).status_code == 401


def test_a_fragment_in_the_address_changes_nothing(account, return_page, open_window):
    _, url = sender_view(account, return_page.url)
    page = open_window((1280, 900)).page
    Composing(page, url + "#/route")
