"""Radio buttons, lists, a field that hangs on a choice, and check boxes of which some have to be ticked."""

import base64
import subprocess

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer
from test_accessibility import violations


def at(y: int, **more) -> dict:
    return {"documentId": "1", "pageNumber": "1", "xPosition": "330", "yPosition": str(y), **more}


TABS = {
    "radioGroupTabs": [{
        "documentId": "1", "groupName": "Delivery",
        "radios": [
            {"pageNumber": "1", "xPosition": "330", "yPosition": "200", "value": "Post", "required": "true"},
            {"pageNumber": "1", "xPosition": "330", "yPosition": "250", "value": "Courier"},
        ],
    }],
    "listTabs": [at(300, tabLabel="Country", width="120", height="18", listItems=[
        {"text": "Norway", "value": "no"}, {"text": "Sweden", "value": "se"}])],
    "textTabs": [at(350, tabLabel="Courier account", width="120", height="18",
                    conditionalParentLabel="Delivery", conditionalParentValue="Courier")],
    "checkboxTabs": [
        at(600, tabLabel="By e-mail", tabGroupLabels=["Ways to reach you"]),
        at(650, tabLabel="By phone", tabGroupLabels=["Ways to reach you"]),
    ],
    "tabGroups": [{
        "groupLabel": "Ways to reach you", "groupRule": "SelectAtLeast", "minimumRequired": "1",
        "maximumAllowed": "2", "validationMessage": "Tick at least one way.", "documentId": "1", "pageNumber": "1"}],
    "signHereTabs": [at(700, tabLabel="Signature", width="160", height="36")],
}


@pytest.fixture
def sent_choices(account, return_page):
    definition = {
        "emailSubject": "Choices", "status": "sent",
        "documents": [{"documentId": "1", "name": "Order", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": TABS}]},
    }
    return account.create(definition), return_page


def test_choices_are_made_by_name_and_end_in_the_sealed_document(window, account, sent_choices, tmp_path):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    expect(signer.progress).to_have_text("0 of 4 required fields done")
    courier = page.get_by_role("radio", name="Delivery: Courier", exact=True)
    post = page.get_by_role("radio", name="Delivery: Post", exact=True)
    account_field = signer.text_field("Courier account")
    expect(account_field).to_have_count(0)
    signer.button("Start").click()
    expect(post).to_be_focused()
    # As in any form, arrow keys choose among the buttons of a group.
    page.keyboard.press("Space")
    expect(post).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(courier).to_be_checked()
    expect(post).not_to_be_checked()
    expect(account_field).to_be_visible()
    expect(signer.progress).to_have_text("1 of 5 required fields done")

    page.get_by_role("combobox", name="Country", exact=True).select_option(label="Sweden")
    account_field.fill("C-4711")
    account_field.blur()
    signer.type_signature("Signature")
    expect(signer.progress).to_have_text("4 of 5 required fields done")
    assert violations(page) == []
    signer.button("Finish").click()
    expect(page.get_by_text("“Ways to reach you”: Tick at least one way.")).to_be_visible()
    expect(signer.checkbox("By e-mail")).to_be_focused()
    signer.checkbox("By phone").check()
    expect(signer.progress).to_have_text("5 of 5 required fields done")
    signer.finish()

    path = tmp_path / "sealed.pdf"
    path.write_bytes(account.document(envelope, "1"))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    assert "Sweden" in text and "C-4711" in text
    (recipient,) = account.get(f"envelopes/{envelope}/recipients", include_tabs="true")["signers"]
    assert choices(account, envelope) == ["Courier"] and recipient["tabs"]["listTabs"][0]["value"] == "se"


def test_what_is_no_longer_asked_for_is_neither_shown_nor_kept(window, account, sent_choices, tmp_path):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    page.get_by_role("radio", name="Delivery: Courier", exact=True).check()
    signer.text_field("Courier account").fill("C-4711")
    signer.text_field("Courier account").blur()
    page.get_by_role("radio", name="Delivery: Post", exact=True).check()
    expect(signer.text_field("Courier account")).to_have_count(0)
    page.get_by_role("combobox", name="Country", exact=True).select_option("no")
    signer.checkbox("By e-mail").check()
    signer.type_signature("Signature")
    signer.finish()
    path = tmp_path / "sealed.pdf"
    path.write_bytes(account.document(envelope, "1"))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    assert "Norway" in text and "C-4711" not in text
    (recipient,) = account.get(f"envelopes/{envelope}/recipients", include_tabs="true")["signers"]
    assert "C-4711" not in str(recipient)
    path.write_bytes(account.document(envelope, "certificate"))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    assert "C-4711" not in text


def test_a_choice_is_a_group_that_says_what_it_asks_and_what_it_brings(window, account, sent_choices):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    group = page.get_by_role("radiogroup", name="Delivery", exact=True)
    expect(group).to_have_attribute("aria-required", "true")
    expect(group.get_by_role("radio")).to_have_count(2)
    signer.button("Finish").click()
    expect(page.get_by_role("alert")).to_have_text(
        "3 required fields are still empty: Delivery, Country, and Signature.")
    status = page.get_by_role("status")
    page.get_by_role("radio", name="Delivery: Courier", exact=True).check()
    expect(status).to_contain_text("One more field to fill in: Courier account (required).")
    page.get_by_role("radio", name="Delivery: Post", exact=True).check()
    expect(status).to_contain_text("No longer needed: Courier account.")
    expect(group.get_by_role("radio", checked=True)).to_have_count(1)


def test_a_group_of_check_boxes_is_one_thing_to_do_and_next_leads_to_it(window, account, sent_choices):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    page.get_by_role("combobox", name="Country", exact=True).focus()
    signer.button("Start").click()
    expect(signer.checkbox("By e-mail")).to_be_focused()
    expect(page.get_by_role("status")).to_have_text(
        "Ways to reach you, page 1. Tick at least one way. 0 of 4 required fields done.")
    for label in ("By e-mail", "By phone"):
        expect(signer.checkbox(label)).to_have_attribute("aria-description", "“Ways to reach you”: Tick at least one way.")
    signer.checkbox("By phone").check()
    expect(signer.progress).to_have_text("1 of 4 required fields done")
    signer.checkbox("By phone").uncheck()
    expect(signer.progress).to_have_text("0 of 4 required fields done")


def test_a_field_that_a_choice_brings_is_required_for_everybody(window, account, sent_choices):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    page.get_by_role("radio", name="Delivery: Courier", exact=True).check()
    expect(signer.text_field("Courier account")).to_have_attribute("aria-required", "true")
    expect(signer.text_field("Courier account")).to_have_attribute("placeholder", "Courier account")


def test_no_text_of_the_document_is_within_a_choice(window, account, sent_choices):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    expect(page.locator(".run", has_text="2. Duration")).to_have_count(1)
    group = page.get_by_role("radiogroup", name="Delivery", exact=True)
    expect(group.get_by_role("radio")).to_have_count(2)
    expect(group.locator(".run")).to_have_count(0)
    # The text is read once, in its order.
    runs = page.locator(".run").all_text_contents()
    assert runs.index("1. Subject") < runs.index("2. Duration") < runs.index("3. Fees")
    assert runs.count("2. Duration") == 1


def choices(account, envelope) -> list[str]:
    (recipient,) = account.get(f"envelopes/{envelope}/recipients", include_tabs="true")["signers"]
    return [radio["value"] for group in recipient["tabs"]["radioGroupTabs"] for radio in group["radios"]
            if radio["selected"] == "true"]


def chosen(signer: Signer) -> list[str]:
    return [tab["choice"] for tab in signer.session()["tabs"] if tab["kind"] == "radio" and tab["value"] == "true"]


def until(page, condition) -> None:
    for _ in range(100):
        if condition():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come to that")


def finish_with(signer: Signer, page) -> None:
    page.get_by_role("combobox", name="Country", exact=True).select_option("no")
    signer.checkbox("By e-mail").check()
    signer.type_signature("Signature")
    signer.finish()


def test_of_two_choices_made_at_once_the_last_is_signed(window, account, sent_choices):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    post = page.get_by_role("radio", name="Delivery: Post", exact=True)
    post.check()
    until(page, lambda: chosen(signer) == ["Post"])
    held = []
    page.route("**/fields/*", lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("radio", name="Delivery: Courier", exact=True).check()
    until(page, lambda: held)
    # The other choice is still on its way.
    post.check()
    held[0].continue_()
    expect(post).to_be_checked()
    finish_with(signer, page)
    assert choices(account, envelope) == ["Post"]


def test_a_choice_that_could_not_be_saved_is_given_up_with_the_next(window, account, sent_choices):
    envelope, return_page = sent_choices
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    post = page.get_by_role("radio", name="Delivery: Post", exact=True)
    post.check()
    until(page, lambda: chosen(signer) == ["Post"])
    window.expect("ERR_FAILED")
    arrived = []

    def lose_the_answer(route):
        if not arrived:
            arrived.append(route.fetch().status)
        route.abort()

    page.route("**/fields/*", lose_the_answer)
    page.get_by_role("radio", name="Delivery: Courier", exact=True).check()
    again = page.get_by_role("button", name="Try again", exact=True)
    expect(again).to_be_visible(timeout=60_000)
    # The host has it all the same, and the page cannot know.
    assert arrived == [200] and chosen(signer) == ["Courier"]
    page.unroute("**/fields/*")
    post.check()
    until(page, lambda: chosen(signer) == ["Post"])
    expect(again).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('online'))")
    finish_with(signer, page)
    assert choices(account, envelope) == ["Post"]
