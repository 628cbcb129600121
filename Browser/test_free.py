"""A signer for whom the sender has marked no place puts the signature where they choose."""

from playwright.sync_api import expect

from envelope import SIGNER, definition
from signer import Signer
from test_accessibility import violations

LABEL = "Your signature on page {} of “Service agreement”"


def sent_without_fields(account, return_page) -> tuple[str, str]:
    body = definition(2)
    body["recipients"]["signers"][0]["tabs"] = {}
    envelope = account.create(body)
    return envelope, account.recipient_view(envelope, SIGNER, return_page.url)


def adopts(signer: Signer) -> None:
    expect(signer.dialog.get_by_role("radio", checked=True)).to_have_count(1)
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)


def only_mark(signer: Signer) -> dict:
    marks = signer.session()["marks"]
    assert len(marks) == 1
    return marks[0]


def test_a_signature_is_placed_moved_and_signed(window, account, return_page):
    envelope, url = sent_without_fields(account, return_page)
    signer = Signer(window.page, url)
    signer.agree()
    expect(signer.progress).to_have_text("0 signatures placed")
    signer.button("Finish").click()
    expect(window.page.get_by_role("alert")).to_contain_text("Choose Place your signature first.")
    expect(signer.button("Place your signature")).to_be_focused()
    assert violations(window.page) == []

    signer.button("Place your signature").click()
    adopts(signer)
    mark = signer.button(LABEL.format(1))
    expect(mark).to_be_focused()
    expect(signer.progress).to_have_text("One signature placed")
    assert violations(window.page) == []
    before = only_mark(signer)

    mark.press("ArrowUp")
    signer.button("Right").click()
    signer.button("Larger").click()
    window.page.wait_for_timeout(1000)
    after = only_mark(signer)
    assert (after["x"], after["y"]) == (before["x"] + 12, before["y"] - 12)
    assert after["width"] > before["width"]

    box = mark.bounding_box()
    window.page.mouse.move(box["x"] + 20, box["y"] + 10)
    window.page.mouse.down()
    window.page.mouse.move(box["x"] + 20, box["y"] + 40, steps=4)
    window.page.mouse.up()
    signer.finish()  # brings the last move along
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
    tabs = account.get(f"envelopes/{envelope}/recipients?include_tabs=true")["signers"][0]["tabs"]["signHereTabs"]
    assert len(tabs) == 1 and float(tabs[0]["yPosition"]) > after["y"]
    assert return_page.events() == ["signing_complete"]


def test_by_keyboard_alone_a_signature_is_placed_removed_and_placed_again(window, account, return_page):
    envelope, url = sent_without_fields(account, return_page)
    signer = Signer(window.page, url)
    signer.agree()
    signer.button("Start").press("Enter")
    expect(signer.button("Place your signature")).to_be_focused()
    window.page.keyboard.press("Enter")
    adopts(signer)
    expect(signer.button(LABEL.format(1))).to_be_focused()
    window.page.keyboard.press("Delete")
    expect(signer.button("Place your signature")).to_be_focused()
    expect(signer.progress).to_have_text("0 signatures placed")
    window.page.keyboard.press("Enter")
    expect(signer.button(LABEL.format(1))).to_be_focused()
    signer.button("Finish").press("Enter")
    signer.expect_return("signing_complete")
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
