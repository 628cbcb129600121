"""A phone on its side, or a window enlarged to a few lines: the bars stay, and most of the window is the document's."""

import pytest
from playwright.sync_api import expect

from envelope import REFERENCE, SIGNATURE, UPDATES
from signer import Signer
from test_accessibility import violations

LOW = [(844, 390), (640, 400), (640, 360), (568, 320), (320, 256), (320, 200)]


@pytest.mark.parametrize("size", LOW)
def test_the_bar_is_one_line_that_stays(open_window, sent, size):
    window = open_window(size, is_mobile=False, has_touch=False)
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    page.mouse.move(size[0] / 2, size[1] - 40)
    page.mouse.wheel(0, 900)
    page.wait_for_timeout(100)
    assert page.locator("main").evaluate("area => area.scrollTop") > 100
    for name in ("Start", "Finish", "More", "Zoom in", "Zoom out"):
        button = signer.button(name)
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box["width"] >= 24 and box["height"] >= 24, name
        # Nothing lies over it.
        assert button.evaluate("""button => {
            const box = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
        }"""), name
    area = page.locator("main").bounding_box()
    assert area["y"] <= 46 and area["height"] >= size[1] - 46
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_low_window_has_no_violations(open_window, sent, size, scheme):
    window = open_window(size, color_scheme=scheme)
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    assert violations(window.page) == [], "document"
    signer.button("More").click()
    assert violations(window.page) == [], "menu"
    expect(signer.button("Decline")).to_be_in_viewport(ratio=1)
    window.page.keyboard.press("Escape")
    signer.button("Finish").click()
    expect(signer.text_field(REFERENCE)).to_be_focused()
    assert violations(window.page) == [], "missing fields"
    signer.button(SIGNATURE).click()
    expect(signer.dialog.get_by_role("radio")).to_have_count(3)
    assert violations(window.page) == [], "adoption"


@pytest.mark.parametrize("size", LOW)
def test_what_is_in_focus_is_seen(open_window, sent, size):
    window = open_window(size)
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    signer.button("Finish").click()  # with a notice that needs room
    for target in (signer.text_field(REFERENCE), signer.checkbox(UPDATES), signer.button(SIGNATURE)):
        for _ in range(30):
            if target.evaluate("element => element === document.activeElement"):
                break
            page.keyboard.press("Tab")
        assert target.evaluate("element => element === document.activeElement")
        assert target.evaluate("""element => {
            const box = element.getBoundingClientRect();
            const seen = document.querySelector("main").getBoundingClientRect();
            const middle = (box.top + box.bottom) / 2;
            return box.top >= seen.top && middle <= seen.bottom;
        }""")
