"""WCAG 2.2 A and AA, as far as programs can tell; what they cannot tell, the other tests do with a keyboard."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accessibility import violations
from envelope import INITIALS, REFERENCE, SIGNATURE, UPDATES
from signer import Signer

@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360, 320])
def test_axe_finds_no_violation_on_any_screen(open_window, sent, width, scheme):
    window = open_window((width, 740), color_scheme=scheme)
    page = window.page
    signer = Signer(page, sent.signing_url())
    assert violations(page) == []
    signer.button("Continue").click()
    assert violations(page) == [], "consent refused"
    signer.agree()
    expect(page.locator(".run").first).to_be_attached()
    assert violations(page) == [], "document"

    signer.button("More").click()
    assert violations(page) == [], "menu"
    signer.button("Decline").click()
    assert violations(page) == [], "decline"
    page.keyboard.press("Escape")

    signer.button("Finish").click()
    assert violations(page) == [], "missing fields"
    window.expect("422")
    signer.fill_reference("\N{PILE OF POO}")
    expect(signer.text_field(REFERENCE)).to_have_attribute("aria-invalid", "true")
    assert violations(page) == [], "refused value"
    signer.fill_reference()

    signer.button(SIGNATURE).click()
    expect(signer.dialog.get_by_role("radio")).to_have_count(3)
    assert violations(page) == [], "typing"
    page.get_by_role("tab", name="Draw", exact=True).click()
    signer.scribble()
    assert violations(page) == [], "drawing"
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    assert violations(page) == [], "signed"

    signer.type_signature(INITIALS)
    signer.finish()
    Signer(page, sent.signing_url())
    assert violations(page) == [], "reading"


@pytest.mark.parametrize("width", [1280, 360])
def test_the_button_that_leads_on_is_told_from_the_others_in_forced_colours(open_window, sent, width):
    window = open_window((width, 740), forced_colors="active")
    signer = Signer(window.page, sent.signing_url())

    def has_line(name: str) -> bool:
        return signer.button(name).last.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"

    assert has_line("Continue") and not has_line("More")
    signer.agree()
    assert has_line("Start") and not has_line("Finish")
    signer.button(SIGNATURE).click()
    assert has_line("Adopt and sign") and not has_line("Cancel")


@pytest.mark.parametrize("size", [(1280, 900), (360, 740), (320, 568), (320, 256)])
def test_nothing_has_to_be_scrolled_sideways(open_window, sent, size):
    window = open_window(size)
    signer = Signer(window.page, sent.signing_url())

    def assert_fits() -> None:
        assert window.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert window.page.evaluate("visualViewport.width") == size[0]

    assert_fits()
    signer.agree()
    assert_fits()
    signer.text_field(REFERENCE).focus()
    assert_fits()
    signer.button(SIGNATURE).click()
    assert_fits()
    assert signer.dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")


@pytest.mark.parametrize("size", [(1280, 500), (360, 600), (640, 360)])
def test_a_control_in_focus_is_never_beneath_a_bar(open_window, sent, size):
    window = open_window(size)
    page = window.page
    signer = Signer(page, sent.signing_url())
    signer.agree()
    seen = []
    for key in ["Tab"] * 10 + ["Shift+Tab"] * 8:
        page.keyboard.press(key)
        page.wait_for_timeout(50)
        name, covered = page.evaluate("""() => {
            const element = document.activeElement;
            const box = element.getBoundingClientRect();
            const middle = [box.left + box.width / 2, box.top + box.height / 2];
            const top = document.elementFromPoint(...middle);
            return [element.id || element.textContent.slice(0, 40), !(element.contains(top) || top?.contains(element))];
        }""")
        seen.append(name)
        assert not covered, f"{name} is covered in {size}"
    assert len(set(seen)) >= 7


def test_screens_and_dialogs_are_announced_by_their_headings(window, sent):
    signer = Signer(window.page, sent.signing_url())
    expect(window.page.get_by_role("heading", level=1)).to_be_focused()
    assert window.page.title().startswith("Before you sign")
    signer.agree()
    expect(window.page.get_by_role("heading", level=1)).to_be_focused()
    assert window.page.title() == "Sign: Service agreement for the harbour project"
    signer.button(SIGNATURE).click()
    expect(window.page.get_by_role("dialog", name="Adopt your signature")).to_be_visible()
    window.page.keyboard.press("Escape")
    signer.button("Start").click()
    expect(window.page.get_by_role("status")).to_have_text(
        f"{REFERENCE}, page 1. 0 of 3 required fields done.")
    assert window.page.evaluate("document.documentElement.lang") == "en"


def test_the_check_box_is_ticked_by_a_finger_on_its_small_place(open_window, sent):
    window = open_window((360, 740))
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    box = signer.checkbox(UPDATES)
    box.scroll_into_view_if_needed()
    place = box.bounding_box()
    window.page.touchscreen.tap(place["x"] + place["width"] / 2 + 10, place["y"] + place["height"] / 2 + 10)
    expect(box).to_be_checked()


def test_a_page_is_read_by_headings_and_paragraphs_and_everything_lies_in_a_landmark(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    page = window.page
    expect(page.get_by_role("heading", level=3)).to_have_text(["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"])
    first = page.get_by_role("group", name="Page 1 of 3")
    expect(first.get_by_role("paragraph").first).to_be_attached()
    paragraphs = first.get_by_role("paragraph").all_text_contents()
    body = ("The parties wish to set out in writing how they will work together, what each of them", "working day counts")
    whole = [one for one in paragraphs if one.startswith(body[0])]
    assert len(whole) == 3 and all(body[1] in one for one in whole)
    expect(first.get_by_role("heading", level=4)).to_have_text(
        ["Service agreement", "1. Subject", "2. Duration", "3. Fees"])
    for name, landmark in (("Finish", "region"), ("More", "region"), ("Start", "navigation"), ("Zoom in", "banner")):
        expect(page.get_by_role(landmark).get_by_role("button", name=name, exact=True)).to_have_count(1)
    outside = Axe().run(page, options={"runOnly": {"type": "rule", "values": ["region", "landmark-unique"]}}).response
    assert [node["html"] for rule in outside["violations"] for node in rule["nodes"]] == []
