"""Nobody signs what they have not seen, and everybody can keep a copy."""

import base64
import re
import time

import pytest
from playwright.sync_api import expect

from agreement import agreement
from test_accessibility import violations
from envelope import SIGNER
from signer import Signer


def place(document: str, page: int, label: str, y: int = 300) -> dict:
    return {"documentId": document, "pageNumber": str(page), "xPosition": "330", "yPosition": str(y), "tabLabel": label}


@pytest.fixture
def two(account, return_page):
    """Two documents: four places to sign in the first, nothing in the second."""
    id = account.create({
        "emailSubject": "Lease and house rules", "status": "sent",
        "documents": [
            {"documentId": number, "name": name, "fileExtension": "pdf",
             "documentBase64": base64.b64encode(agreement(3)).decode()}
            for number, name in (("1", "Lease"), ("2", "House rules"))],
        "recipients": {"signers": [{**SIGNER, "tabs": {"signHereTabs": [
            place("1", 1, "Tenant"), place("1", 1, "Deposit", 400), place("1", 2, "Keys"), place("1", 3, "End")]}}]}})
    return id, account.recipient_view(id, SIGNER, return_page.url)


def test_a_document_nobody_looked_at_holds_finish_and_is_led_to(window, two):
    id, url = two
    signer = Signer(window.page, url)
    # A person who never scrolls: pages come into sight only where a test leads to them.
    window.page.add_init_script("IntersectionObserver = class { observe() {} disconnect() {} }")
    window.page.reload()
    signer.agree()
    signer.type_signature("Tenant")
    signer.button("Sign the other 3 fields").click()
    expect(signer.progress).to_have_attribute("aria-valuenow", "4")
    window.expect("409")
    signer.button("Finish").click()
    expect(window.page.get_by_role("alert")).to_contain_text("Please read these pages first: Lease (1, 2, 3)")
    expect(window.page.get_by_role("group", name="Page 1 of 3").first).to_be_focused()
    assert signer.session()["recipient"]["status"] != "completed"


def test_what_a_person_scrolled_through_is_signed_and_told(window, two, account):
    id, url = two
    signer = Signer(window.page, url)
    signer.agree()
    signer.type_signature("Tenant")
    signer.button("Sign the other 3 fields").click()
    expect(signer.progress).to_have_attribute("aria-valuenow", "4")
    window.expect("409")
    signer.button("Finish").click()
    # The second document has nothing to fill in, and still has to be seen.
    expect(window.page.get_by_role("alert")).to_contain_text("House rules (")
    signer.look()
    signer.button("Finish").click()
    window.page.wait_for_url("**/done?**", timeout=30_000)
    assert account.get(f"envelopes/{id}")["status"] == "completed"


def test_next_leads_to_the_pages_still_to_look_at_and_says_how_many_are_left(window, two, account):
    id, url = two
    signer = Signer(window.page, url)
    signer.agree()
    signer.type_signature("Tenant")
    signer.button("Sign the other 3 fields").click()
    left = re.compile(r"^\d pages? still to read$")
    expect(signer.progress).to_have_text(left)
    assert violations(window.page) == []
    for _ in range(3):
        expect(signer.button("Next")).to_have_class("primary")
        expect(signer.button("Finish")).not_to_have_class("primary")
        before = signer.progress.text_content()
        assert left.match(before)
        signer.button("Next").click()
        expect(window.page.get_by_role("status").filter(has_text=re.compile("^Page [123] of “"))).to_have_count(1)
        expect(window.page.locator(".sheet:focus .picture")).to_be_visible()
        expect(signer.progress).not_to_have_text(before)
        if signer.progress.text_content() == "4 of 4 required fields done":
            break
    expect(signer.button("Next")).to_have_count(0)
    expect(signer.button("Finish")).to_have_class("primary")
    # Finish has nothing left to refuse.
    signer.button("Finish").click()
    window.page.wait_for_url("**/done?**", timeout=30_000)
    assert account.get(f"envelopes/{id}")["status"] == "completed"


def test_pages_looked_at_in_an_earlier_visit_are_not_asked_for_again(window, two, account, return_page):
    id, url = two
    signer = Signer(window.page, url)
    signer.agree()
    signer.type_signature("Tenant")
    signer.button("Sign the other 3 fields").click()
    signer.look()
    again = Signer(window.page, account.recipient_view(id, SIGNER, return_page.url))
    assert again.session()["unseen"] == []
    expect(again.progress).to_have_text("4 of 4 required fields done")


def test_pages_that_do_not_load_hold_finish_and_come_back_by_themselves(window, two):
    _, url = two
    window.expect("Failed to load resource", "ERR_FAILED")
    window.page.route("**/image?**", lambda route: route.abort())
    signer = Signer(window.page, url)
    signer.agree()
    failed = window.page.get_by_text("This page did not load. Do not sign until you can read it.")
    expect(failed.first).to_be_visible()
    assert violations(window.page) == []
    signer.type_signature("Tenant")
    signer.button("Sign the other 3 fields").click()
    expect(signer.progress).to_have_attribute("aria-valuenow", "4")
    signer.button("Finish").click()
    expect(window.page.get_by_role("alert")).to_contain_text("“Lease” did not load. Do not sign until you can read it.")
    window.page.unroute("**/image?**")
    # Nobody presses anything.
    expect(window.page.locator(".sheet").first.locator(".picture")).to_be_visible(timeout=20_000)
    expect(window.page.locator(".sheet").first.get_by_text("This page did not load.")).to_have_count(0)


def test_the_text_of_a_page_that_does_not_load_can_be_read_instead(window, two):
    _, url = two
    window.expect("Failed to load resource", "ERR_FAILED")
    window.page.route("**/image?**", lambda route: route.abort())
    signer = Signer(window.page, url)
    signer.agree()
    first = window.page.locator(".sheet").first
    first.get_by_role("button", name="Show its text instead").click()
    expect(first.locator(".picture-problem")).to_have_count(0)
    colour = first.locator(".run").first.evaluate("run => getComputedStyle(run).color")
    assert colour == "rgb(0, 0, 0)"


def test_adopting_signs_where_the_signer_is_and_the_next_place_takes_a_click(window, two):
    _, url = two
    signer = Signer(window.page, url)
    signer.agree()
    expect(signer.button("Sign the other 4 fields")).to_have_count(0)
    signer.button("Deposit").click()
    expect(signer.dialog.get_by_text("3 more fields need your signature after this one.")).to_be_visible()
    expect(signer.dialog.get_by_role("radio").first).to_be_checked()
    signer.button("Adopt and sign").click()
    expect(signer.progress).to_have_text("1 of 4 required fields done")
    expect(signer.button("Deposit").locator(".artwork")).to_be_visible()
    expect(signer.button("Tenant").locator(".artwork")).to_have_count(0)
    signer.button("Tenant").click()
    expect(signer.dialog).to_have_count(0)
    expect(signer.progress).to_have_text("2 of 4 required fields done")
    assert violations(window.page) == []
    signer.button("Sign the other 2 fields").click()
    expect(signer.progress).to_have_attribute("aria-valuenow", "4")
    expect(window.page.get_by_role("button", name="Sign the other")).to_have_count(0)


def test_the_documents_can_be_downloaded_before_and_after_signing(window, two):
    _, url = two
    signer = Signer(window.page, url)

    def downloaded(link: str) -> bytes:
        with window.page.expect_download() as download:
            signer.dialog.get_by_role("link", name=link).click()
        assert download.value.suggested_filename == f"{link}.pdf"
        return download.value.path().read_bytes()

    signer.button("More").click()
    signer.button("Download").click()
    unsigned = downloaded("House rules")
    assert unsigned.startswith(b"%PDF-") and b"/Type /Sig" not in unsigned
    assert violations(window.page) == []
    signer.button("Close").click()
    signer.agree()
    signer.button("More").click()
    signer.button("Download").click()
    assert downloaded("House rules") == unsigned


def stay(route) -> None:
    """Answers as for a visit without an address to return to."""
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"redirect": None})


def test_without_an_address_to_return_to_the_last_screen_offers_the_copy(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.fill_everything()
    window.page.route("**/finish", lambda route: stay(route))
    signer.button("Finish").click()
    expect(window.page.get_by_role("heading", name="is complete")).to_be_visible()
    link = window.page.get_by_role("link", name="Service agreement")
    expect(link).to_be_visible()
    expect(window.page.get_by_role("link", name="Certificate of completion")).to_be_visible()
    assert violations(window.page) == []
    with window.page.expect_download() as download:
        link.click()
    assert b"/SigFlags" in download.value.path().read_bytes()


def test_printing_loads_every_page_and_leaves_the_toolbar_out(window, two):
    _, url = two
    signer = Signer(window.page, url)
    signer.agree()
    window.page.evaluate("window.print = () => { window.printed = document.querySelectorAll('.picture').length; }")
    signer.button("More").click()
    signer.button("Print").click()
    deadline = time.monotonic() + 30
    while window.page.evaluate("window.printed") != 6:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    window.page.emulate_media(media="print")
    expect(window.page.locator(".bar")).to_be_hidden()
    expect(signer.button("Finish")).to_be_hidden()
    expect(window.page.locator(".sheet").first).to_be_visible()
    window.page.emulate_media(media="screen")


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9"
CHROME = " AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36"


@pytest.mark.parametrize(("program", "prints"), [
    (IPHONE + "Version/18.5 Mobile/15E148 Safari/604.1", True), (IPHONE + "CriOS/138.0 Mobile/15E148 Safari/604.1", True),
    (ANDROID + ")" + CHROME, True), ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", True),
    (IPHONE + "Mobile/15E148", False), (ANDROID + "; wv)" + CHROME, False)])
def test_the_web_view_of_an_app_offers_a_download_and_no_print_that_does_nothing(open_window, sent, program, prints):
    window = open_window((360, 740), user_agent=program)
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.button("More").click()
    expect(signer.button("Download")).to_be_visible()
    expect(signer.button("Print")).to_have_count(1 if prints else 0)


def test_withdrawn_while_it_is_open_is_a_screen_with_the_senders_reason(window, sent, account):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    account.call("PUT", f"envelopes/{sent.id}", json={"status": "voided", "voidedReason": "The rent is wrong."})
    window.expect("409", "404")
    signer.fill_reference("Kai 17")
    expect(window.page.get_by_role("heading", name="These documents were withdrawn")).to_be_visible()
    expect(window.page.get_by_text("The rent is wrong.")).to_be_visible()
    expect(signer.button("Finish")).to_have_count(0)
    assert violations(window.page) == []
    window.page.reload()
    expect(window.page.get_by_text("The rent is wrong.")).to_be_visible()


def test_signed_in_another_window_is_a_screen_in_this_one(window, open_window, sent):
    one = Signer(window.page, sent.signing_url())
    one.agree()
    two = Signer(open_window((window.width, 800)).page, sent.signing_url())
    two.fill_everything()
    two.finish()
    window.expect("409", "404")
    one.fill_reference("Kai 18")
    expect(window.page.get_by_text("You have signed this document.").first).to_be_visible()
    expect(one.button("Finish")).to_have_count(0)
