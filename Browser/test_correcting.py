"""A sender corrects an envelope that was sent, in the composing page."""

import pytest
from playwright.sync_api import expect

from accessibility import violations
from agreement import agreement
from ceremony import Ceremony
from composing import Composing
from envelopes import definition, signer
from window import SIZES


@pytest.fixture
def sent(account):
    people = [signer(1, order=1), signer(2, order=2, every_kind=False)]
    return account.create(definition([agreement(2)], people)), people


def correct_view(account, envelope: str, return_url: str, **settings) -> str:
    answer = account.call("POST", f"envelopes/{envelope}/views/correct", json={"returnUrl": return_url, **settings})
    assert answer.status_code == 201, answer.text
    return answer.json()["url"]


def recipients(account, envelope: str) -> list[dict]:
    return account.get(f"envelopes/{envelope}/recipients?include_tabs=true")["signers"]


def test_what_nobody_has_signed_is_corrected(open_window, account, return_page, sent):
    envelope, _ = sent
    window = open_window(SIZES["1280"])
    page = window.page
    composing = Composing(page, correct_view(account, envelope, return_page.url, beginOnTagger="true"))
    page.locator("#kind-text").click()
    page.locator(".sheet").first.click(position={"x": 300, "y": 600})
    expect(composing.field("Text, Signer Number 1, page 1")).to_be_focused()
    composing.step("prepare")
    page.locator("#person-2-name").fill("Second Person")
    page.locator("#person-2-email").fill("second@example.com")
    composing.saved()
    # Nobody gets anything before it is said so.
    assert recipients(account, envelope)[1]["name"] == "Signer Number 2"
    composing.step("review")
    expect(page.locator("#state-title")).to_have_text("Ready to send")
    assert violations(page) == []
    expect(page.locator("#next")).to_have_text("Save corrections")
    page.locator("#next").click()
    page.wait_for_url(f"{return_page.url}*")
    assert "event=send" in page.url
    first, second = recipients(account, envelope)
    assert (second["name"], second["email"]) == ("Second Person", "second@example.com")
    assert len(first["tabs"]["textTabs"]) == 2
    assert account.get(f"envelopes/{envelope}")["status"] == "sent"


def test_what_is_signed_stays_and_the_rest_is_corrected(open_window, account, return_page, sent):
    envelope, people = sent
    Ceremony(account.recipient_view(envelope, people[0])).complete(people[0]["name"])
    window = open_window(SIZES["1280"])
    page = window.page
    composing = Composing(page, correct_view(account, envelope, return_page.url))
    expect(page.get_by_text("Has finished. Nothing here can be changed.")).to_be_visible()
    expect(page.locator("input#person-1-name")).to_have_count(0)
    expect(page.locator(".drop-zone")).to_be_hidden()
    expect(page.locator("#document-1-remove")).to_have_attribute("aria-disabled", "true")
    assert violations(page) == []
    page.locator("#person-2-email").fill("second@example.com")
    # The fields of a signed document can be chosen no more.
    composing.step("fields")
    field = composing.field("signer2 signature, Signer Number 2, page 1")
    expect(field).to_have_attribute("aria-disabled", "true")
    before = field.bounding_box()
    field.hover()
    page.mouse.down()
    page.mouse.move(before["x"] + 120, before["y"] + 120, steps=4)
    page.mouse.up()
    assert field.bounding_box() == before
    # Nor can one be added there.
    page.locator("#kind-text").click()
    page.locator(".sheet").first.click(position={"x": 300, "y": 600})
    expect(page.get_by_text("This part has already been signed and stays as it is.")).to_be_visible()
    composing.step("review")
    page.locator("#next").click()
    page.wait_for_url(f"{return_page.url}*")
    assert recipients(account, envelope)[1]["email"] == "second@example.com"


def test_an_order_that_has_passed_is_named_at_its_place(open_window, account, return_page):
    people = [signer(1, order=2), signer(2, order=3, every_kind=False), signer(3, order=4, every_kind=False)]
    envelope = account.create(definition([agreement(2)], people))
    Ceremony(account.recipient_view(envelope, people[0])).complete(people[0]["name"])
    window = open_window(SIZES["1280"])
    page = window.page
    composing = Composing(page, correct_view(account, envelope, return_page.url))
    page.locator("#person-3-order").select_option("1")
    composing.saved()
    expect(page.locator("#person-3-order-problem")).to_have_text(
        "Recipients with the number 2 have already finished. Choose the same number or a later one.")


def test_corrections_are_kept_for_later_and_ended_by_a_call(open_window, account, return_page, sent):
    envelope, _ = sent
    window = open_window(SIZES["1280"])
    window.expect("401")
    page = window.page
    composing = Composing(page, correct_view(account, envelope, return_page.url))
    page.locator("#person-2-name").fill("Second Person")
    composing.saved()
    page.locator("#leave").click()
    page.locator("#save").click()
    page.wait_for_url(f"{return_page.url}*")
    assert "event=save" in page.url
    assert recipients(account, envelope)[1]["name"] == "Signer Number 2"
    again = Composing(page, correct_view(account, envelope, return_page.url))
    expect(page.locator("#person-2-name")).to_have_value("Second Person")
    assert account.call("DELETE", f"envelopes/{envelope}/views/correct").status_code == 200
    page.locator("#person-2-name").fill("Third Person")
    expect(page.get_by_role("heading", name="This page is closed")).to_be_visible()
    again.page.goto(return_page.url)
    Composing(page, correct_view(account, envelope, return_page.url))
    expect(page.locator("#person-2-name")).to_have_value("Signer Number 2")


def test_a_draft_and_a_finished_envelope_are_not_corrected(account, return_page):
    draft = account.create({"status": "created"})
    answer = account.call("POST", f"envelopes/{draft}/views/correct", json={"returnUrl": return_page.url})
    assert answer.status_code == 400 and answer.json()["errorCode"] == "ENVELOPE_INVALID_STATUS", answer.text
    assert account.call("DELETE", f"envelopes/{draft}/views/correct").status_code == 400
    person = signer(1, every_kind=False)
    envelope = account.create(definition([agreement(1)], [person]))
    address = f"envelopes/{envelope}/views/sender"
    assert "views/correct" in account.call("POST", address, json={"returnUrl": return_page.url}).json()["message"]
    for body in ({}, {"returnUrl": "javascript:1"}, {"returnUrl": return_page.url, "beginOnTagger": "perhaps"}):
        assert account.call("POST", f"envelopes/{envelope}/views/correct", json=body).status_code == 400
