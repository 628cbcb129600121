"""A person's path through the ceremony, from the signing URL to the sender's page."""

import pytest
from playwright.sync_api import expect

from envelope import DATE, EMAIL, FULL_NAME, INITIALS, REFERENCE, SIGNATURE, SIGNER, UPDATES
from signer import AGREEMENT, Signer


def drawn_path(signer: Signer, field: str) -> str:
    path = signer.button(field).locator("svg path")
    expect(path).to_have_count(1)
    return path.get_attribute("d")


def test_a_document_is_signed_with_a_typed_signature(window, sent):
    signer = Signer(window.page, sent.signing_url())
    expect(window.page.get_by_role("heading", level=1)).to_have_text("Service agreement for the harbour project")
    signer.agree()
    expect(signer.progress).to_have_text("0 of 3 required fields done")
    signer.button("Start").click()
    expect(signer.text_field(REFERENCE)).to_be_focused()
    signer.fill_reference()
    expect(signer.progress).to_have_text("1 of 3 required fields done")
    signer.checkbox(UPDATES).check()
    signer.button("Next").click()
    expect(signer.button(INITIALS)).to_be_focused()
    signer.type_signature(INITIALS)
    expect(signer.button(INITIALS)).to_be_focused()
    signer.button("Next").click()
    expect(signer.button(SIGNATURE)).to_be_focused()
    signer.type_signature(SIGNATURE)
    signer.look()
    # Nothing is left that Next could lead to.
    expect(signer.button("Next")).to_have_count(0)

    session = signer.session()
    values = {tab["label"]: tab["value"] for tab in session["tabs"]}
    assert values[REFERENCE] == "HS-2025/17"
    assert values[UPDATES] == "true"
    assert drawn_path(signer, SIGNATURE) == session["signature"]["path"]
    assert drawn_path(signer, INITIALS) == session["initials"]["path"]
    assert sent.status != "completed"

    signer.finish()
    assert sent.status == "completed"
    assert sent.return_page.events() == ["signing_complete"]


@pytest.mark.parametrize(("name", "hand"), [("محمد العلي", "Noto Nastaliq Urdu"), ("髙橋 さくら", "Plain")], ids=["arabic", "japanese"])
def test_a_name_in_another_script_is_typed_and_signed_in_a_hand_of_it_or_in_print(name, hand, window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.fill_reference(name)
    direction = signer.text_field(REFERENCE).evaluate("element => getComputedStyle(element).direction")
    assert direction == ("rtl" if name.startswith("م") else "ltr")
    signer.button(SIGNATURE).click()
    signer.dialog.get_by_role("textbox").fill(name)
    expect(signer.dialog.get_by_role("radio", name=hand)).to_be_checked()
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    signer.type_signature(INITIALS)
    session = signer.session()
    assert drawn_path(signer, SIGNATURE) == session["signature"]["path"]
    assert {tab["label"]: tab["value"] for tab in session["tabs"]}[REFERENCE] == name
    signer.finish()
    assert sent.status == "completed"


def test_a_document_is_signed_with_a_drawn_signature(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.fill_reference()
    signer.draw_signature(INITIALS)
    signer.draw_signature(SIGNATURE)
    signature = signer.session()["signature"]
    assert signature["method"] == "drawn"
    path = signer.button(SIGNATURE).locator("svg path")
    assert path.get_attribute("d") == signature["path"]
    assert float(path.get_attribute("stroke-width")) == signature["stroke"]
    signer.finish()
    assert sent.status == "completed"


def test_a_document_is_signed_with_the_keyboard_alone(window, sent):
    page = window.page
    signer = Signer(page, sent.signing_url())

    def tab_to(target, limit: int = 40) -> None:
        for _ in range(limit):
            if target.evaluate("element => element === document.activeElement"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{target} is not reached with the Tab key")

    tab_to(signer.checkbox(AGREEMENT))
    page.keyboard.press("Space")
    tab_to(signer.button("Continue"))
    page.keyboard.press("Enter")
    expect(signer.button("Start")).to_be_visible()
    tab_to(signer.button("Start"))
    page.keyboard.press("Enter")
    expect(signer.text_field(REFERENCE)).to_be_focused()
    page.keyboard.type("HS-2025/17")
    tab_to(signer.checkbox(UPDATES))
    page.keyboard.press("Space")
    expect(signer.checkbox(UPDATES)).to_be_checked()

    for field, way in ((INITIALS, "ArrowDown"), (SIGNATURE, "ArrowUp")):
        tab_to(signer.button(field))
        page.keyboard.press("Enter")
        chosen = signer.dialog.get_by_role("radio", checked=True)
        face = chosen.get_attribute("value")
        tab_to(chosen)
        page.keyboard.press(way)
        expect(chosen).not_to_have_attribute("value", face)
        tab_to(signer.button("Adopt and sign"))
        page.keyboard.press("Enter")
        expect(signer.dialog).to_have_count(0)
        expect(signer.button(field)).to_be_focused()

    # A page that was passed too fast on this machine is looked at again.
    signer.look()
    page.keyboard.press("Control+Home")
    tab_to(signer.button("Finish"), limit=60)
    page.keyboard.press("Enter")
    signer.expect_return("signing_complete")
    assert sent.status == "completed"


def test_fields_that_the_service_fills_are_shown_and_cannot_be_changed(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    expect(signer.text_field(FULL_NAME)).to_have_value(SIGNER["name"])
    expect(signer.text_field(EMAIL)).to_have_value(SIGNER["email"])
    expect(signer.text_field(DATE)).not_to_have_value("")
    for label in (FULL_NAME, EMAIL, DATE):
        expect(signer.text_field(label)).not_to_be_editable()


def test_the_chosen_handwriting_is_the_one_in_the_field(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.button(SIGNATURE).click()
    faces = signer.dialog.get_by_role("radio")
    expect(faces).to_have_count(3)
    faces.nth(2).check()
    shown = signer.dialog.locator("label", has=window.page.locator(":checked")).locator("svg path").get_attribute("d")
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    assert drawn_path(signer, SIGNATURE) == shown


def test_an_adopted_signature_can_be_replaced_before_finishing(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.type_signature(SIGNATURE)
    first = drawn_path(signer, SIGNATURE)
    signer.type_signature(SIGNATURE, "M. J.")
    assert drawn_path(signer, SIGNATURE) != first
    assert drawn_path(signer, SIGNATURE) == signer.session()["signature"]["path"]
