"""A visit that began with the link in a message goes on, on a phone, by a code on the screen."""

import io

import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from accessibility import violations
from test_mail_links import MARIA, Person, inbox, post  # noqa: F401 - two are fixtures
from window import SIZES


def address_in(code) -> str:
    """What a camera reads in the picture of a code."""
    [found] = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return found.text


def test_a_signature_is_begun_here_and_finished_on_a_phone(open_window, post, inbox, account):  # noqa: F811
    envelope = post({"email": MARIA})
    window, phone = open_window(SIZES["1280"]), open_window(SIZES["360"])
    phone.expect("404")
    here = Person(window.page, inbox[MARIA], 1280)
    here.opens(here.inbox.next())
    here.reviews()
    here.agree()
    here.button("More").click()
    here.button("Continue on a phone").click()
    code = window.page.get_by_role("img", name="Code with the address of this document")
    expect(code).to_be_visible()
    expect(window.page.get_by_text("It works once, within 5 minutes.")).to_be_visible()
    assert violations(window.page) == []
    address = address_in(code)
    there = Person(phone.page, inbox[MARIA], 360)
    phone.page.goto(address)
    expect(there.button("Finish")).to_be_visible()
    # A phone needs no other phone.
    there.button("More").click()
    expect(there.button("Continue on a phone")).to_have_count(0)
    there.button("More").click()
    there.type_signature("Signature")
    expect(there.progress).to_have_text("1 of 1 required field done")
    there.button("Finish").click()
    phone.page.wait_for_url("**/finished?event=signing_complete", timeout=30_000)
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
    # It worked once.
    assert phone.page.goto(address).status == 404
    # The page on this device shows that the envelope is complete.
    here.button("Continue here").click()
    expect(window.page.get_by_role("heading", level=1)).to_contain_text("is complete")


def test_a_visit_from_a_sender_s_program_stays_on_its_device(open_window, sent):
    window = open_window(SIZES["1280"])
    here = Person(window.page, None, 1280)
    window.page.goto(sent.signing_url())
    here.agree()
    here.button("More").click()
    expect(here.button("Finish later")).to_be_visible()
    expect(here.button("Continue on a phone")).to_have_count(0)
