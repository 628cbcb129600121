"""On a phone, Next enlarges the text around a field, and there is a way back to the whole page."""

import pytest
from playwright.sync_api import expect

from accessibility import violations
from envelope import INITIALS, REFERENCE
from signer import Signer

# How many pixels high a letter of 11 points stands in the window.
LETTERS = """() => 11 * document.querySelector(".sheet").clientWidth / 612"""


@pytest.mark.parametrize("size", [(360, 740), (320, 568)])
def test_next_enlarges_the_text_around_a_field(open_window, sent, size):
    page = open_window(size).page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    assert page.evaluate(LETTERS) < 7
    signer.button("Start").click()
    expect(signer.text_field(REFERENCE)).to_be_focused()
    assert page.evaluate(LETTERS) > 12
    expect(signer.text_field(REFERENCE)).to_be_in_viewport(ratio=1)
    assert violations(page) == [], "enlarged"
    signer.button("Show the whole page").click()
    assert page.evaluate(LETTERS) < 7
    expect(signer.button("100%. Fit to width")).to_be_visible()
    signer.button("Next").click()
    assert page.evaluate(LETTERS) > 12
    # Whoever has chosen a larger size keeps it.
    for _ in range(3):
        signer.button("Zoom in").click()
    larger = page.evaluate(LETTERS)
    signer.fill_reference()
    signer.button("Next").click()
    expect(signer.button(INITIALS)).to_be_focused()
    expect(signer.button(INITIALS)).to_be_in_viewport(ratio=1)
    assert page.evaluate(LETTERS) == pytest.approx(larger)


def test_a_wide_window_keeps_its_size(open_window, sent):
    page = open_window((1280, 900)).page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    signer.button("Start").click()
    expect(signer.text_field(REFERENCE)).to_be_focused()
    expect(signer.button("100%. Fit to width")).to_be_visible()
