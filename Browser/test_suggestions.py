"""The composing page finds places for fields: a form's own, and lines and squares that are printed."""

import io

import pikepdf
from playwright.sync_api import expect

from accessibility import violations
from composing import Composing, lines_on_a_page, sender_view
from window import SIZES


def paper_form() -> bytes:
    """Printed lines with labels beside and below, a square, and lines that divide and underline."""
    with pikepdf.open(io.BytesIO(lines_on_a_page(
            "Date:", "", "Signature of the tenant", "I agree to the terms", "An underlined heading"))) as document:
        page = document.pages[0]
        page.contents_add(document.make_stream(
            b"q 0.5 w 110 698 m 260 698 l S"  # beside "Date:"
            b" 72 638 180 0.8 re f"  # above "Signature of the tenant"
            b" 1 w 50 578 12 12 re S"  # before "I agree"
            b" 72 537 120 0.6 re f"  # under the heading
            b" 72 400 468 0.5 re f Q"))  # divides
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()


def filled_form() -> bytes:
    """A form with a field of each kind, and three that nobody is to fill."""
    with pikepdf.open(io.BytesIO(lines_on_a_page("A form"))) as document:
        page = document.pages[0]

        def widget(name: str, kind: str, x: int, y: int, width: int, height: int, **more):
            return document.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, T=name, FT=pikepdf.Name(f"/{kind}"), F=4,
                Rect=[x, y, x + width, y + height], P=page.obj, **more))

        def states(name: str):
            drawn = document.make_stream(b"", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 12, 12])
            return pikepdf.Dictionary(N=pikepdf.Dictionary({f"/{name}": drawn, "/Off": drawn}))

        def button(state: str, y: int):
            return document.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, F=4, Rect=[72, y, 84, y + 12], P=page.obj,
                AP=states(state)))

        buttons = [button("Post", 500), button("Courier", 470)]
        group = document.make_indirect(pikepdf.Dictionary(
            T="delivery", FT=pikepdf.Name.Btn, Ff=1 << 15, Kids=pikepdf.Array(buttons)))
        for one in buttons:
            one.Parent = group
        fields = [
            widget("city", "Tx", 72, 620, 150, 18, TU="Town of birth", MaxLen=30, Ff=2),
            widget("Signature1", "Tx", 72, 580, 200, 30, TU="Signature of the tenant"),
            widget("agree", "Btn", 72, 540, 12, 12, AP=states("Yes")),
            widget("colour", "Ch", 72, 440, 100, 18, Opt=pikepdf.Array([
                pikepdf.Array(["r", "Red"]), pikepdf.Array(["b", "Blue"])]), Ff=1 << 17),
            widget("seal", "Sig", 300, 580, 150, 40),
            widget("done", "Tx", 300, 500, 100, 18, V="filled already"),
            widget("fixed", "Tx", 300, 470, 100, 18, Ff=1),
            widget("push", "Btn", 300, 440, 60, 18, Ff=1 << 16),
        ]
        page.obj.Annots = pikepdf.Array(fields + buttons)
        document.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(fields + [group]))
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()


def composing_with(open_window, account, return_page, file: bytes):
    window = open_window(SIZES["1280"])
    envelope, url = sender_view(account, return_page.url)
    composing = Composing(window.page, url)
    composing.add_file(file=file)
    window.page.locator("#person-me").click()
    composing.step("fields")
    window.page.locator("#suggest").click()
    return envelope, composing, window.page


def test_printed_lines_and_squares_become_fields(open_window, account, return_page):
    _, composing, page = composing_with(open_window, account, return_page, paper_form())
    expect(page.get_by_text("3 places found.")).to_be_visible()
    page.locator("#suggest-all").click()
    names = [name.split(",")[0] for name in page.locator(".placed").evaluate_all(
        "fields => fields.map((field) => field.getAttribute('aria-label'))")]
    assert sorted(names) == ["Checkbox", "Date signed", "Signature"]
    assert violations(page) == []
    places = {round(place["x"]): place for place in composing.places()}
    # On its line: the date's lower edge at 792 - 698.
    date = places[110]
    assert abs(date["y"] + date["height"] - 94) < 1 and abs(date["width"] - 150) < 1


def test_a_form_s_own_fields_become_fields_with_all_that_the_form_says(open_window, account, return_page):
    envelope, composing, page = composing_with(open_window, account, return_page, filled_form())
    expect(page.get_by_text("7 places found.")).to_be_visible()
    page.locator("#suggest-all").click()
    composing.saved()
    page.locator("#leave").click()
    page.locator("#save").click()
    page.wait_for_url(f"{return_page.url}*")
    [person] = account.get(f"envelopes/{envelope}/recipients?include_tabs=true")["signers"]
    tabs = person["tabs"]
    assert sorted(tabs) == ["checkboxTabs", "listTabs", "radioGroupTabs", "signHereTabs", "textTabs"]
    [city] = tabs["textTabs"]
    assert (city["tabLabel"], city["maxLength"], city["required"], city["tooltip"]) == (
        "Town of birth", "30", "true", "Town of birth")
    assert [int(float(city[name])) for name in ("xPosition", "yPosition", "width", "height")] == [72, 154, 150, 18]
    [group] = tabs["radioGroupTabs"]
    assert group["groupName"] == "delivery" and [one["value"] for one in group["radios"]] == ["Post", "Courier"]
    [colour] = tabs["listTabs"]
    assert [(one["text"], one["value"]) for one in colour["listItems"]] == [("Red", "r"), ("Blue", "b")]
    assert len(tabs["signHereTabs"]) == 2
    # What has taken a field's place is filled instead of it.
    with pikepdf.open(io.BytesIO(account.document(envelope, "1"))) as document:
        flags = {str(field.T): int(field.get("/Ff", 0)) & 1 for field in document.Root.AcroForm.Fields}
    assert flags == {
        "city": 1, "Signature1": 1, "agree": 1, "colour": 1, "seal": 1, "delivery": 1, "fixed": 1, "done": 0, "push": 0}


def test_a_frame_chooses_the_fields_that_it_touches(open_window, account, return_page):
    window = open_window(SIZES["1280"])
    page = window.page
    _, url = sender_view(account, return_page.url)
    composing = Composing(page, url)
    composing.add_file(file=lines_on_a_page("Text that can be selected"))
    page.locator("#person-me").click()
    composing.step("fields")
    sheet = page.locator(".sheet").first
    for y in (300, 400):
        page.locator("#kind-text").click()
        sheet.click(position={"x": 300, "y": y})
    box = sheet.bounding_box()
    page.mouse.move(box["x"] + 150, box["y"] + 260)
    page.mouse.down()
    page.mouse.move(box["x"] + 350, box["y"] + 430, steps=5)
    expect(page.locator(".choosing")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".placed.is-chosen")).to_have_count(2)
    expect(page.locator(".choosing")).to_have_count(0)
    before = composing.places()
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function("x => Math.abs(Number(getComputedStyle(document.querySelector('.placed')).getPropertyValue('--x')) - x) < 0.6",
                           arg=before[0]["x"] + 10)
    assert [round(after["x"] - one["x"]) for after, one in zip(composing.places(), before)] == [10, 10]
    # A press without a way chooses nothing.
    page.mouse.click(box["x"] + 150, box["y"] + 600)
    expect(page.locator(".placed.is-chosen")).to_have_count(0)
