"""What goes wrong is said where it happened, in one sentence, and loses nothing."""

import time

from playwright.sync_api import expect

from envelope import INITIALS, REFERENCE, SIGNATURE, SIGNER, definition
from signer import AGREEMENT, Signer


def test_consent_is_asked_for_before_the_document(window, sent):
    signer = Signer(window.page, sent.signing_url())
    expect(signer.progress).to_have_count(0)
    signer.button("Continue").click()
    expect(signer.checkbox(AGREEMENT)).to_be_focused()
    expect(signer.checkbox(AGREEMENT)).to_have_attribute("aria-invalid", "true")
    expect(window.page.get_by_text("Please tick this box first.").first).to_be_visible()
    assert signer.session()["recipient"]["consented"] is False


def test_finish_names_the_required_fields_that_are_empty(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.button("Finish").click()
    expect(window.page.get_by_role("alert")).to_have_text(
        f"3 required fields are still empty: {REFERENCE}, {INITIALS}, and {SIGNATURE}.")
    expect(signer.text_field(REFERENCE)).to_be_focused()
    signer.fill_reference()
    signer.type_signature(INITIALS)
    signer.button("Finish").click()
    expect(window.page.get_by_role("alert")).to_have_text(f"One required field is still empty: {SIGNATURE}.")
    expect(signer.button(SIGNATURE)).to_be_focused()
    assert sent.status not in ("completed", "signed")


def test_blanks_do_not_fill_a_required_field(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.fill_reference("   ")
    expect(signer.progress).to_have_text("0 of 3 required fields done")


def test_characters_that_the_document_cannot_show_are_refused_at_the_field(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    window.expect("422")
    signer.fill_reference("Kai \N{PILE OF POO}")
    field = signer.text_field(REFERENCE)
    expect(field).to_have_attribute("aria-invalid", "true")
    note = window.page.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(note).to_be_visible()
    expect(note).to_contain_text("\N{PILE OF POO}")
    expect(signer.progress).to_have_text("0 of 3 required fields done")
    signer.button("Finish").click()
    expect(field).to_be_focused()

    signer.fill_reference("Kai 17")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(signer.progress).to_have_text("1 of 3 required fields done")


def test_a_name_that_no_font_can_show_is_refused_in_the_dialog(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    window.expect("422")
    signer.button(SIGNATURE).click()
    signer.dialog.get_by_role("textbox").fill("Kai \U00031350")
    signer.button("Adopt and sign").click()
    expect(signer.dialog.get_by_role("alert").filter(has_text="“\U00031350” (U+31350)")).to_be_visible()
    expect(signer.dialog.get_by_role("textbox")).to_have_attribute("aria-invalid", "true")
    assert signer.session()["signature"] is None


def test_an_empty_drawing_is_not_adopted(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.button(SIGNATURE).click()
    window.page.get_by_role("tab", name="Draw", exact=True).click()
    signer.scribble()
    signer.button("Undo").click()
    signer.button("Adopt and sign").click()
    expect(signer.dialog.get_by_role("alert").filter(has_text="Please draw")).to_be_visible()


def test_an_entry_survives_a_network_failure_and_is_written_once(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    window.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    keys: list[str] = []

    def lose_twice(route):
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.abort()  # the request is lost
        elif len(keys) == 2:
            route.fetch()  # the host did it, the answer is lost
            route.abort()
        else:
            route.continue_()

    window.page.route("**/fields/*", lose_twice)
    signer.fill_reference()
    expect(window.page.get_by_text("Saved", exact=True)).to_be_visible()
    assert len(keys) == 3 and len(set(keys)) == 1
    assert [tab["value"] for tab in signer.session()["tabs"] if tab["label"] == REFERENCE] == ["HS-2025/17"]


def test_a_second_click_on_finish_signs_once(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.fill_everything()
    requests: list[str] = []
    window.page.on("request", lambda request: requests.append(request.url) if request.url.endswith("/finish") else None)
    signer.button("Finish").dblclick()
    signer.expect_return("signing_complete")
    assert len(requests) == 1
    assert sent.status == "completed"


def test_two_windows_of_one_signer_end_in_one_signature(window, open_window, sent):
    first = Signer(window.page, sent.signing_url())
    first.agree()
    first.fill_everything()
    other = open_window((window.width, 800))
    second = Signer(other.page, sent.signing_url())
    expect(second.progress).to_have_text("3 of 3 required fields done")
    first.finish()
    other.expect("409")
    second.finish()
    assert sent.status == "completed"


def test_initials_of_a_script_whose_letters_join_are_kept_apart(window, account, return_page):
    person = {**SIGNER, "name": "محمد العلي"}
    body = definition(1)
    body["recipients"] = {"signers": [{**person, "tabs": {"initialHereTabs": [{
        "documentId": "1", "pageNumber": "1", "xPosition": "300", "yPosition": "300", "tabLabel": INITIALS}]}}]}
    signer = Signer(window.page, account.recipient_view(account.create(body), person, return_page.url))
    signer.agree()
    signer.button(INITIALS).click()
    expect(signer.dialog.get_by_role("textbox")).to_have_value("م.ا")
    expect(signer.dialog.get_by_role("radio").first).to_be_checked()
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)


def test_the_page_waits_as_long_as_the_host_asks(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    asked: list[float] = []

    def busy_once(route):
        asked.append(time.monotonic())
        if len(asked) == 1:
            route.fulfill(status=503, headers={"Retry-After": "3"}, json={"error": {"code": "busy", "message": "Busy."}})
        else:
            route.continue_()

    window.page.route("**/fields/*", busy_once)
    window.expect("503")
    with window.page.expect_response(lambda answer: "/fields/" in answer.url and answer.ok, timeout=30_000):
        signer.fill_reference("Kai 17")
    # Without that wish the second attempt comes after less than a second.
    assert len(asked) == 2 and asked[1] - asked[0] >= 3
    assert "Kai 17" in [tab.get("value") for tab in signer.session()["tabs"]]
