"""Next leads from one thing to do to the next, and the Tab key from the last field to Finish."""

import pytest
from playwright.sync_api import expect

from envelope import INITIALS, REFERENCE, SIGNATURE, UPDATES
from signer import Signer


def scrolled(page) -> float:
    return page.evaluate("(document.querySelector('main')?.scrollTop ?? 0) + scrollY")


@pytest.fixture
def signer(window, sent) -> Signer:
    person = Signer(window.page, sent.signing_url())
    person.agree()
    return person


def test_next_passes_over_a_field_that_was_left_empty_and_begins_again_after_the_last(signer):
    signer.button("Start").click()
    expect(signer.text_field(REFERENCE)).to_be_focused()
    for field in (signer.button(INITIALS), signer.button(SIGNATURE), signer.text_field(REFERENCE)):
        signer.button("Next").click()
        expect(field).to_be_focused()


def test_next_goes_on_from_where_the_person_is(signer):
    signer.button(INITIALS).focus()
    signer.button("Start").click()
    expect(signer.button(SIGNATURE)).to_be_focused()
    # Also from a field that need not be filled.
    signer.checkbox(UPDATES).focus()
    signer.button("Next").click()
    expect(signer.button(INITIALS)).to_be_focused()


@pytest.mark.parametrize("name", ["Next", "Finish", "More", "Zoom in"])
def test_a_button_of_a_bar_scrolls_nothing_when_it_gets_the_focus(signer, window, name):
    signer.button("Start").click()
    signer.button(SIGNATURE).scroll_into_view_if_needed()
    window.page.wait_for_timeout(100)
    before = scrolled(window.page)
    assert before > 300
    signer.button(name).evaluate("button => button.focus()")
    window.page.wait_for_timeout(100)
    assert scrolled(window.page) == before


def test_the_tab_key_leads_from_the_last_field_to_finish_and_back(signer, window):
    signer.button(SIGNATURE).focus()
    window.page.keyboard.press("Tab")
    expect(signer.button("Finish")).to_be_focused()
    window.page.keyboard.press("Shift+Tab")
    expect(signer.button(SIGNATURE)).to_be_focused()


def test_start_is_next_for_somebody_who_comes_back_and_goes_when_all_is_done(signer, window, sent):
    signer.fill_reference()
    expect(signer.progress).to_have_text("1 of 3 required fields done")
    expect(window.page.get_by_text("Saved", exact=True).or_(signer.progress).first).to_be_attached()
    signer.until(lambda session: any(tab["kind"] == "text" and tab["filled"] for tab in session["tabs"]))
    window.page.reload()
    expect(signer.button("Next")).to_be_visible()
    expect(signer.button("Start")).to_have_count(0)
    signer.type_signature(INITIALS)
    signer.type_signature(SIGNATURE)
    signer.look()
    expect(signer.button("Next")).to_have_count(0)
    expect(signer.button("Finish")).to_have_class("primary")
    window.page.reload()
    expect(signer.button("Finish")).to_have_class("primary")
    expect(signer.button("Next").or_(signer.button("Start"))).to_have_count(0)
    signer.finish()


@pytest.mark.parametrize("act", [
    lambda signer: signer.fill_reference(), lambda signer: signer.checkbox(UPDATES).check(),
    lambda signer: signer.type_signature(SIGNATURE)], ids=["a text", "an optional check box", "a signature"])
def test_start_is_next_for_somebody_who_began_without_it(signer, act):
    expect(signer.button("Start")).to_be_visible()
    act(signer)
    expect(signer.button("Next")).to_be_visible()
    expect(signer.button("Start")).to_have_count(0)
    # Also when it is taken back.
    signer.text_field(REFERENCE).fill("")
    signer.checkbox(UPDATES).uncheck()
    expect(signer.button("Start")).to_have_count(0)


def test_enter_in_the_last_field_leads_to_finish(signer):
    signer.type_signature(INITIALS)
    signer.type_signature(SIGNATURE)
    signer.text_field(REFERENCE).fill("HS-2025/17")
    # Before that, Enter leads to what is still to be read.
    signer.look()
    signer.text_field(REFERENCE).press("Enter")
    expect(signer.button("Finish")).to_be_focused()
