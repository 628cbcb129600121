"""The documents can be enlarged, with buttons, fingers and the wheel, and what one looks at stays in sight."""

import base64
import re

import pytest
from playwright.sync_api import Page, expect

from agreement import assemble
from envelope import INITIALS, REFERENCE, SIGNATURE, SIGNER
from signer import Signer
from test_accessibility import violations

SIZES = [(320, 568), (360, 740), (768, 1024), (1280, 800), (844, 390), (320, 200)]

SPOT = """([x, y]) => {
    // Which part of which page lies under a point of the window.
    const sheet = [...document.querySelectorAll(".sheet")].find((one) => {
        const box = one.getBoundingClientRect();
        return box.top <= y && y <= box.bottom;
    });
    const box = sheet.getBoundingClientRect();
    return [sheet.ariaLabel, (x - box.left) / box.width, (y - box.top) / box.height];
}"""


def spot(page: Page, x: float, y: float) -> tuple:
    name, across, down = page.evaluate(SPOT, [x, y])
    return name, pytest.approx(across, abs=0.01), pytest.approx(down, abs=0.01)


def sheet_width(page: Page) -> float:
    return page.locator(".sheet").first.evaluate("sheet => sheet.getBoundingClientRect().width")


def middle(page: Page) -> tuple[float, float]:
    return tuple(page.evaluate("""() => {
        const area = document.querySelector("main");
        const box = area.getBoundingClientRect();
        return [box.left + area.clientWidth / 2, box.top + area.clientHeight / 2];
    }"""))


def zoom_state(signer: Signer, percent: int):
    return signer.button(f"{percent}%. Fit to width")


@pytest.mark.parametrize("size", SIZES)
def test_buttons_enlarge_the_documents_around_the_middle_of_the_window(open_window, sent, size):
    window = open_window(size)
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    signer.text_field(REFERENCE).scroll_into_view_if_needed()
    fit, point = sheet_width(page), middle(page)
    before = spot(page, *point)
    for percent in (125, 150, 200):
        signer.button("Zoom in").click()
        expect(zoom_state(signer, percent)).to_be_visible()
        assert spot(page, *point) == before
    assert sheet_width(page) == pytest.approx(2 * fit, rel=0.01)
    expect(page.get_by_role("status")).to_have_text("Zoom 200%.")
    # Only the documents are wider than the window.
    assert page.evaluate("Math.max(document.documentElement.scrollWidth, visualViewport.width)") <= size[0]
    for name in ("Zoom in", "Zoom out", "Start", "Finish", "More"):
        expect(signer.button(name)).to_be_in_viewport(ratio=1)
    assert violations(page) == []

    signer.button("Zoom out").click()
    expect(zoom_state(signer, 150)).to_be_visible()
    zoom_state(signer, 150).click()
    assert sheet_width(page) == pytest.approx(fit, rel=0.01)
    expect(signer.button("Zoom out")).to_have_attribute("aria-disabled", "true")
    for _ in range(9):
        signer.button("Zoom in").click()
    expect(signer.button("Zoom in")).to_have_attribute("aria-disabled", "true")
    assert sheet_width(page) == pytest.approx(8 * fit, rel=0.01)


def test_fields_and_words_keep_their_places_and_the_focus_stays(window, sent):
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    words = page.get_by_role("group", name="Page 1 of 3").get_by_text("Project reference:", exact=True)
    expect(words).to_be_attached()
    field = page.locator(".field", has=signer.text_field(REFERENCE))

    def places() -> list:
        return page.evaluate("""() => [...document.querySelectorAll(".field, .run")].map((one) => {
            const sheet = one.closest(".sheet").getBoundingClientRect();
            const box = one.getBoundingClientRect();
            return [(box.left - sheet.left) / sheet.width, (box.top - sheet.top) / sheet.height];
        }).flat()""")

    page.wait_for_load_state("networkidle")
    signer.text_field(REFERENCE).focus()
    before, lies = places(), field.bounding_box()
    x, y = lies["x"] + lies["width"] / 2, lies["y"] + lies["height"] / 2
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    expect(zoom_state(signer, 122)).to_be_visible()
    expect(signer.text_field(REFERENCE)).to_be_focused()
    assert places() == pytest.approx(before, abs=0.004)
    lies = field.bounding_box()
    assert lies["x"] <= x <= lies["x"] + lies["width"] and lies["y"] <= y <= lies["y"] + lies["height"]


def test_the_wheel_with_control_enlarges_what_is_under_the_pointer(open_window, sent):
    window = open_window((1280, 800))
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    # Wider than the window: only then can every point stay where it is.
    for _ in range(3):
        signer.button("Zoom in").click()
    point = (500, 600)
    page.mouse.move(*point)
    before = spot(page, *point)
    page.keyboard.down("Control")
    for _ in range(3):
        page.mouse.wheel(0, -120)
        page.wait_for_timeout(60)
    page.keyboard.up("Control")
    page.wait_for_timeout(100)
    assert sheet_width(page) > 3.5 * 869
    assert spot(page, *point) == before


def test_two_fingers_enlarge_what_is_between_them(open_window, sent):
    window = open_window((360, 740))
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    page.wait_for_load_state("networkidle")
    fit, before = sheet_width(page), spot(page, 180, 450)
    fingers = window.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    touch("touchStart", (160, 450))
    touch("touchStart", (160, 450), (200, 450))
    for step in range(1, 11):
        # The fingers also move 30 pixels up, and the page with them.
        touch("touchMove", (160 - 4 * step, 450 - 3 * step), (200 + 4 * step, 450 - 3 * step))
        page.wait_for_timeout(30)
    touch("touchEnd")
    assert sheet_width(page) == pytest.approx(3 * fit, rel=0.02)
    assert spot(page, 180, 420) == before
    # Nothing but the documents has been enlarged.
    assert page.evaluate("visualViewport.scale") == 1
    expect(page.get_by_role("status")).to_have_text("Zoom 300%.")


def test_the_mouse_drags_what_is_wider_than_the_window(open_window, sent):
    window = open_window((768, 600))
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    for _ in range(3):
        signer.button("Zoom in").click()
    before = spot(page, 400, 400)
    page.evaluate("document.querySelectorAll('.run').forEach(run => run.remove())")
    page.mouse.move(400, 400)
    page.mouse.down()
    page.mouse.move(340, 330, steps=4)
    page.mouse.up()
    assert spot(page, 340, 330) == before
    page.mouse.move(500, 500)
    assert spot(page, 340, 330) == before
    assert page.evaluate("getSelection().toString()") == ""


def test_the_usual_keys_scroll_also_while_the_focus_is_in_a_bar(open_window, sent):
    window = open_window((360, 740))
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    area = page.locator("main")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("PageDown")
    assert area.evaluate("area => area.scrollTop") > 300
    page.keyboard.press("Control+Home")
    assert area.evaluate("area => area.scrollTop") == 0
    signer.button("Zoom in").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    left = area.evaluate("area => area.scrollLeft")
    page.keyboard.press("ArrowRight")
    assert area.evaluate("area => area.scrollLeft") == left + 40
    expect(zoom_state(signer, 150)).to_be_visible()


def test_keys_enlarge_while_the_focus_is_in_the_documents_and_write_in_a_field(open_window, sent):
    window = open_window((1280, 800))
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    page.get_by_role("group", name="Page 1 of").focus()
    for key, percent in [("+", 125), ("=", 150), ("-", 125), ("Control+-", 125), ("0", 100)]:
        page.keyboard.press(key)
        expect(zoom_state(signer, percent)).to_be_visible()
    signer.text_field(REFERENCE).focus()
    page.keyboard.type("+0-1")
    expect(signer.text_field(REFERENCE)).to_have_value("+0-1")
    signer.button("Next").focus()
    page.keyboard.press("+")
    expect(zoom_state(signer, 100)).to_be_visible()


def test_pictures_become_sharper_near_the_window_and_large_ones_go_again(open_window, send):
    window = open_window((1280, 800))
    page = window.page
    signer = Signer(page, send(page_count=12).signing_url())
    signer.agree()
    widths = []
    page.on("request", lambda request: widths.append(int(re.search(r"width=(\d+)", request.url)[1]))
            if "/image?" in request.url else None)
    signer.button("Zoom in").evaluate("button => { for (let step = 0; step < 6; step += 1) button.click(); }")
    first = page.get_by_role("group", name="Page 1 of 12").locator("img")
    expect(first).to_have_js_property("naturalWidth", 4000, timeout=30_000)
    assert len(widths) <= 4
    page.get_by_role("group", name="Page 12 of 12").scroll_into_view_if_needed()
    expect(first).to_have_count(0)
    page.locator("main").evaluate("area => area.scrollTo(0, 0)")
    expect(first).to_have_js_property("naturalWidth", 4000, timeout=30_000)


def test_whoever_scrolls_past_many_enlarged_pages_loads_few_pictures_and_keeps_fewer(open_window, send):
    window = open_window((1280, 800))
    page = window.page
    signer = Signer(page, send(page_count=60).signing_url())
    signer.agree()
    for _ in range(6):
        signer.button("Zoom in").click()
    expect(page.get_by_role("group", name="Page 1 of 60").locator("img")).to_have_js_property(
        "naturalWidth", 4000, timeout=30_000)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/image?" in request.url else None)
    page.evaluate("""async () => {
        const area = document.querySelector("main");
        for (let step = 0; step < 40; step += 1) {
            area.scrollTop += 0.9 * document.querySelector(".sheet").clientHeight;
            await new Promise((done) => setTimeout(done, 40));
        }
    }""")
    page.wait_for_timeout(3000)
    wide = page.evaluate("[...document.querySelectorAll('.picture')].filter((one) => one.naturalWidth > 2200).length")
    assert len(asked) <= 12 and wide <= 6


def plan() -> bytes:
    """An A0 sheet with small print."""
    lines = b"\n".join(b"BT /F1 9 Tf 1 0 0 1 %d %d Tm (Door 17, opens to the left, 2010 by 885 mm) Tj ET" % (x, y)
                       for x in (200, 1100, 2000) for y in range(100, 3300, 100))
    return assemble([
        b"<</Type/Catalog/Pages 2 0 R/Lang(en)>>", b"<</Type/Pages/Kids[4 0 R]/Count 1>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 2384 3370]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(lines), lines)])


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_small_print_on_a_large_plan_can_be_read(open_window, account, return_page, size):
    envelope = account.create({
        "emailSubject": "Plan", "status": "sent",
        "documents": [{"documentId": "1", "name": "Plan", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(plan()).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": {"signHereTabs": [
            {"documentId": "1", "pageNumber": "1", "xPosition": "2000", "yPosition": "3300", "width": "200",
             "height": "50", "tabLabel": SIGNATURE}]}}]}})
    window = open_window(size)
    page = window.page
    signer = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    for _ in range(9):
        signer.button("Zoom in").click()
    assert 9 * sheet_width(page) / 2384 >= 9  # pixels of the letters' size
    expect(page.locator(".sheet img")).to_have_js_property("naturalWidth", 4000, timeout=30_000)
    signer.type_signature(SIGNATURE)
    signer.finish()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_browser_at_400_percent_enlarges_further(open_window, sent, scheme):
    window = open_window((320, 200), device_scale_factor=4, is_mobile=False, color_scheme=scheme)
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    for _ in range(3):
        signer.button("Zoom in").click()
    assert 4 * sheet_width(page) > 2 * 869
    signer.button(INITIALS).focus()
    expect(signer.button(INITIALS)).to_be_in_viewport(ratio=0.5)
    assert violations(page) == []
