"""A phone on its side, or a window enlarged to a few lines: the bars stay, and most of the window is the document's."""

import pytest
from playwright.sync_api import expect

from envelope import REFERENCE, SIGNATURE, SIGNER, UPDATES, definition
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


INSIDE = """([part, whole]) => {
    // Nothing of it is cut off at an edge of what is around it.
    const inner = part.getBoundingClientRect();
    const outer = whole === null ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : whole.getBoundingClientRect();
    return inner.left >= outer.left - 0.5 && inner.top >= outer.top - 0.5 && inner.right <= outer.right + 0.5
        && inner.bottom <= outer.bottom + 0.5;
}"""


def is_seen_whole(part, whole=None) -> bool:
    return part.evaluate(f"(part, whole) => ({INSIDE})([part, whole])", None if whole is None else whole.element_handle())


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize("size", LOW)
def test_the_menu_and_what_is_missing_are_seen_whole(open_window, account, return_page, size, touch):
    body = definition()
    body["recipients"]["signers"][0]["allowReassign"] = "true"
    envelope = account.create(body)
    window = open_window(size, is_mobile=touch, has_touch=touch)
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))

    def expect_whole_menu() -> None:
        signer.button("More").click()
        menu = page.locator(".menu")
        entries = menu.get_by_role("button")
        expect(entries.last).to_be_visible()
        assert entries.count() >= 3
        assert menu.evaluate("menu => menu.scrollWidth <= menu.clientWidth")
        box = menu.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
        if size[1] > 200:
            assert is_seen_whole(menu) and all(is_seen_whole(entry, menu) for entry in entries.all())
        page.keyboard.press("Escape")

    expect_whole_menu()
    signer.agree()
    expect_whole_menu()
    signer.button("Finish").click()
    notice = page.get_by_role("alert").filter(has_text="3 required fields")
    expect(notice).to_be_visible()
    assert is_seen_whole(notice.locator(".notice"), notice) and is_seen_whole(notice)


@pytest.mark.parametrize("size", [(844, 390), (740, 360), (568, 320), (320, 256), (320, 568)])
def test_the_pad_has_the_whole_window_and_its_buttons_stay(open_window, sent, size):
    window = open_window(size, is_mobile=True, has_touch=True)
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    signer.button(SIGNATURE).click()
    page.get_by_role("tab", name="Draw", exact=True).click()
    pad = signer.dialog.locator("canvas")
    expect(pad).to_be_visible()
    for name in ("Undo", "Clear", "Cancel", "Adopt and sign"):
        assert is_seen_whole(signer.button(name)), name
    expect(signer.dialog.get_by_text("By choosing Adopt and sign")).to_be_in_viewport(ratio=1)
    box = pad.bounding_box()
    assert box["width"] >= 0.9 * size[0] and box["height"] >= 80
    # There is nothing that a swipe could scroll to.
    assert signer.dialog.evaluate("dialog => dialog.scrollHeight <= dialog.clientHeight + 1")
    assert violations(page) == []
    signer.scribble()
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    expect(signer.button(SIGNATURE).locator(".artwork")).to_be_visible()


def test_a_drawing_stays_whole_when_the_phone_is_turned(open_window, sent):
    window = open_window((360, 740))
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    signer.button(SIGNATURE).click()
    page.get_by_role("tab", name="Draw", exact=True).click()
    page.set_viewport_size({"width": 320, "height": 560})
    expect(signer.dialog).to_have_css("inline-size", "320px")
    area = signer.dialog.locator("canvas").bounding_box()
    page.mouse.move(area["x"] + 20, area["y"] + 20)
    page.mouse.down()
    page.mouse.move(area["x"] + 200, area["y"] + area["height"] - 20, steps=10)
    page.mouse.up()
    page.set_viewport_size({"width": 560, "height": 320})
    expect(signer.dialog).to_have_css("inline-size", "560px")
    canvas = signer.dialog.locator("canvas")
    expect(canvas).to_have_js_property(
        "width", canvas.evaluate("canvas => Math.round(canvas.clientWidth * devicePixelRatio)"))
    with page.expect_request("**/signature") as request:
        signer.button("Adopt and sign").click()
    sent_drawing = request.value.post_data_json
    lowest = max(point["y"] for stroke in sent_drawing["strokes"] for point in stroke)
    assert lowest <= sent_drawing["height"]
