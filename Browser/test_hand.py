"""A person's hand: what they drew or typed is there again, and initials are written as the signature is."""

import pytest
from playwright.sync_api import expect

from envelope import INITIALS, SIGNATURE
from signer import Signer


@pytest.fixture
def signer(window, sent) -> Signer:
    person = Signer(window.page, sent.signing_url())
    person.agree()
    return person


def tab(signer: Signer, name: str):
    return signer.page.get_by_role("tab", name=name, exact=True)


def picture(signer: Signer) -> str:
    return signer.dialog.locator("canvas").evaluate("canvas => canvas.toDataURL()")


@pytest.mark.parametrize("reloaded", [False, True])
def test_initials_begin_in_the_face_of_the_signature(signer, reloaded):
    signer.button(SIGNATURE).click()
    faces = signer.dialog.get_by_role("radio")
    expect(faces).to_have_count(3)
    faces.nth(2).check()
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    if reloaded:
        signer.page.reload()
    signer.button(INITIALS).click()
    expect(faces).to_have_count(3)
    expect(faces.nth(2)).to_be_checked()


@pytest.mark.parametrize("reloaded", [False, True])
def test_initials_are_drawn_when_the_signature_was(signer, reloaded):
    signer.draw_signature(SIGNATURE)
    if reloaded:
        signer.page.reload()
    signer.button(INITIALS).click()
    expect(tab(signer, "Draw")).to_have_attribute("aria-selected", "true")
    expect(signer.dialog.locator("canvas")).to_be_visible()


def test_the_dialog_does_not_move_when_the_faces_come(window, signer):
    held = []
    window.page.route("**/signature/preview", lambda route: held.append(route))
    signer.button(SIGNATURE).click()
    places = [tab(signer, "Draw"), signer.button("Adopt and sign")]
    expect(places[0]).to_be_visible()
    before = [place.bounding_box() for place in places]
    assert signer.dialog.get_by_role("radio").count() == 0
    # The page waits for an answer that is on its way: it has not been given up.
    assert len(held) == 1
    held[0].continue_()
    expect(signer.dialog.get_by_role("radio")).to_have_count(3)
    assert [place.bounding_box() for place in places] == before


def test_escape_loses_no_drawing(signer):
    signer.button(SIGNATURE).click()
    tab(signer, "Draw").click()
    empty = picture(signer)
    signer.scribble()
    drawn = picture(signer)
    assert drawn != empty
    signer.page.keyboard.press("Escape")
    expect(signer.dialog).to_have_count(0)
    signer.button(SIGNATURE).click()
    expect(tab(signer, "Draw")).to_have_attribute("aria-selected", "true")
    assert picture(signer) == drawn
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    assert signer.session()["signature"]["method"] == "drawn"


def test_escape_loses_no_typed_name(signer):
    signer.button(SIGNATURE).click()
    signer.dialog.get_by_role("textbox").fill("Mia Jørgensen")
    signer.dialog.get_by_role("radio").nth(1).check()
    signer.page.keyboard.press("Escape")
    signer.button(SIGNATURE).click()
    expect(signer.dialog.get_by_role("textbox")).to_have_value("Mia Jørgensen")
    expect(signer.dialog.get_by_role("radio").nth(1)).to_be_checked()


def test_escape_loses_no_reason_for_declining(signer):
    signer.button("More").click()
    signer.button("Decline").click()
    signer.dialog.get_by_role("textbox").fill("The price is not the one we agreed on.")
    signer.page.keyboard.press("Escape")
    expect(signer.dialog).to_have_count(0)
    signer.button("More").click()
    signer.button("Decline").click()
    expect(signer.dialog.get_by_role("textbox")).to_have_value("The price is not the one we agreed on.")


def test_without_a_network_the_dialog_says_why_no_handwriting_is_seen_and_shows_it_later(signer, window):
    window.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    window.context.set_offline(True)
    signer.button(SIGNATURE).click()
    expect(signer.dialog.get_by_text("We need a connection to show your handwriting.")).to_be_visible()
    expect(signer.dialog.get_by_text("Type something")).to_have_count(0)
    window.context.set_offline(False)
    expect(signer.dialog.get_by_role("radio")).to_have_count(3)
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)


def test_a_service_that_does_not_answer_is_asked_again(signer, window):
    window.expect("ERR_FAILED")
    attempts = []
    window.page.route("**/signature/preview", lambda route: (attempts.append(route), route.abort()))
    signer.button(SIGNATURE).click()
    expect(signer.dialog.get_by_text("We need a connection to show your handwriting.")).to_be_visible()
    # All six attempts of one question fail. What ends the pauses between them does not end the one after them.
    for _ in range(600):
        if len(attempts) == 7:
            break
        if len(attempts) < 6:
            window.page.evaluate("dispatchEvent(new Event('online'))")
        window.page.wait_for_timeout(50)
    assert len(attempts) == 7
    window.page.unroute("**/signature/preview")
    expect(signer.dialog.get_by_role("radio")).to_have_count(3)
