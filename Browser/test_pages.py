"""The document on the screen: pictures, text and fields of its pages."""

import base64
import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from agreement import PAGE_HEIGHT, PAGE_WIDTH, SIDEWAYS, agreement
from envelope import PLACES, SIGNATURE, SIGNER
from signer import Signer


def test_pictures_are_loaded_as_their_pages_come_near(window, send):
    pictures: list[int] = []
    window.page.on("request", lambda request: pictures.append(int(request.url.split("/pages/")[1].split("/")[0]))
                   if "/image?" in request.url else None)
    signer = Signer(window.page, send(page_count=30).signing_url())
    signer.agree()
    sheets = window.page.get_by_role("group", name="Page ", exact=False)
    expect(sheets).to_have_count(30)
    expect(sheets.first.locator("img")).to_be_visible()
    window.page.wait_for_load_state("networkidle")
    assert max(pictures) < 8

    sheets.last.scroll_into_view_if_needed()
    expect(sheets.last.locator("img")).to_be_visible()
    assert 30 in pictures
    assert 15 not in pictures


def test_pages_keep_their_place_while_pictures_load(window, sent):
    window.page.route("**/image?*", lambda route: route.abort())
    window.expect("ERR_FAILED")
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    for number in (1, 2, 3):
        box = window.page.get_by_role("group", name=f"Page {number} of 3").bounding_box()
        assert box["width"] / box["height"] == pytest.approx(PAGE_WIDTH / PAGE_HEIGHT, rel=0.01)
    window.page.unroute("**/image?*")
    # A click of the mouse would scroll first, and the page loads what it is scrolled to by itself.
    signer.button("Load page 1 again").evaluate("button => button.click()")
    expect(window.page.get_by_role("group", name="Page 1 of 3").locator("img")).to_be_visible()


def test_fields_lie_where_the_sender_put_them(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    for label, (page, x, y, width, height) in PLACES.items():
        sheet = window.page.get_by_role("group", name=f"Page {page} of 3")
        control = sheet.get_by_label(label, exact=True).or_(sheet.get_by_role("button", name=label, exact=True))
        outer, inner = sheet.bounding_box(), control.bounding_box()
        scale = outer["width"] / PAGE_WIDTH
        middle_x = (inner["x"] + inner["width"] / 2 - outer["x"]) / scale
        middle_y = (inner["y"] + inner["height"] / 2 - outer["y"]) / scale
        assert middle_x == pytest.approx(x + width / 2, abs=2), label
        assert middle_y == pytest.approx(y + height / 2, abs=2), label
        assert inner["width"] >= min(24, 0.98 * width * scale) and inner["height"] >= 24 - 0.5 \
            or inner["height"] >= 0.98 * height * scale, label


def test_the_text_of_a_page_lies_over_its_picture(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    for page, words, x, base_line in (
        (1, "Project reference:", 72, 612),
        (SIDEWAYS, "Initials of the customer:", 72, 560),
        (3, "Signed for the customer", 72, 300),
    ):
        sheet = window.page.get_by_role("group", name=f"Page {page} of 3")
        line = sheet.get_by_text(words, exact=True)
        expect(line).to_have_count(1)
        outer, inner = sheet.bounding_box(), line.bounding_box()
        scale = outer["width"] / PAGE_WIDTH
        assert (inner["x"] - outer["x"]) / scale == pytest.approx(x, abs=2)
        top, bottom = ((edge - outer["y"]) / scale for edge in (inner["y"], inner["y"] + inner["height"]))
        assert top < base_line - 5 and base_line - 2 < bottom < base_line + 10


def test_text_and_fields_are_read_in_the_order_of_the_page(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    sheet = window.page.get_by_role("group", name="Page 3 of 3")
    expect(sheet.get_by_text("Signature:", exact=True)).to_have_count(1)
    order = sheet.evaluate("""sheet => [...sheet.querySelectorAll('.run, input, textarea, button')]
        .map(element => element.matches('.run') ? element.textContent : element.id && element.labels?.[0]?.textContent
            || element.textContent)""")
    wanted = ["7. Final provisions", "Signed for the customer", "Name:", "Full name", "Email", "Date:", "Date signed",
              "Signature:", "Signature"]
    assert [item for item in order if item in wanted] == wanted


def test_text_can_be_selected(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    line = window.page.get_by_role("group", name="Page 1 of 3").get_by_text("Service agreement", exact=True)
    line.evaluate("""line => {
        const range = document.createRange();
        range.selectNodeContents(line);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
    }""")
    assert window.page.evaluate("getSelection().toString()") == "Service agreement"


def test_ink_stays_dark_on_white_paper_in_a_dark_theme(open_window, sent):
    window = open_window((1280, 900), color_scheme="dark")
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.type_signature(SIGNATURE)
    color = "(element, name) => getComputedStyle(element)[name]"
    assert window.page.locator(".sheet").first.evaluate(color, "backgroundColor") == "rgb(255, 255, 255)"
    ink = signer.button(SIGNATURE).locator("svg path").evaluate(color, "fill")
    assert max(int(part) for part in ink.removeprefix("rgb(").removesuffix(")").split(",")) < 90
    assert window.page.locator("body").evaluate(color, "backgroundColor") != "rgb(255, 255, 255)"


def test_what_is_printed_is_read_through_an_open_field(window, account, return_page):
    over = {"documentId": "1", "pageNumber": "1", "xPosition": "72", "width": "220", "height": "20"}
    envelope = account.create({
        "emailSubject": "Over text", "status": "sent",
        "documents": [{"documentId": "1", "name": "Contract", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": {
            "textTabs": [{**over, "yPosition": "194", "tabLabel": "Text", "required": "true"}],
            "listTabs": [{**over, "yPosition": "334", "tabLabel": "List", "required": "true",
                          "listItems": [{"text": "Norway", "value": "no"}]}],
            "signHereTabs": [{**over, "yPosition": "474", "tabLabel": "Signature"}]}}]}})
    signer = Signer(window.page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    expect(window.page.locator(".sheet").first.locator("img")).to_be_visible()
    # Its own words are out of the way.
    window.page.evaluate("""() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".field, .field *, .field ::placeholder { color: transparent !important }");
        document.adoptedStyleSheets = [sheet];
    }""")
    for field in window.page.locator(".field").all():
        field.scroll_into_view_if_needed()
        box = field.bounding_box()
        inner = {"x": box["x"] + 4, "y": box["y"] + 3, "width": box["width"] - 40, "height": box["height"] - 6}
        seen = Image.open(io.BytesIO(window.page.screenshot(clip=inner))).convert("L")
        colours = sorted(seen.getdata())
        darkest, ground = colours[len(colours) // 200], colours[len(colours) * 9 // 10]
        assert darkest < 110 and ground > 200, field.get_attribute("class")
