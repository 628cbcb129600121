"""Fields that stand close together: a finger hits the one that it is on, whatever the room between them."""

import base64

import pytest
from playwright.sync_api import Page, expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer
from test_accessibility import violations

SPACINGS = range(8, 31)  # points from one choice to the next
ROWS = 6  # groups on a page, so far apart that none meets another
CHOICES = ("First", "Second")


def place(index: int) -> tuple[int, int]:
    """The page of a group, and its height on it."""
    return index // ROWS + 1, 60 + 115 * (index % ROWS)


def tabs() -> dict:
    radios, boxes = [], []
    for index, spacing in enumerate(SPACINGS):
        page, y = place(index)
        radios.append({"documentId": "1", "groupName": f"Group {spacing}", "radios": [
            {"pageNumber": str(page), "xPosition": "100", "yPosition": str(y + spacing * number), "value": choice}
            for number, choice in enumerate(CHOICES)]})
        boxes += [
            {"documentId": "1", "pageNumber": str(page), "xPosition": str(300 + spacing * number), "yPosition": str(y),
             "width": "12", "height": "12", "tabLabel": f"{choice} box {spacing}"}
            for number, choice in enumerate(CHOICES)]
    return {"radioGroupTabs": radios, "checkboxTabs": boxes}


def opened(account, return_page, window, tabs: dict, pages: int = 1) -> Signer:
    envelope = account.create({
        "emailSubject": "Choices", "status": "sent",
        "documents": [{"documentId": "1", "name": "Order", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(pages)).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": tabs}]}})
    signer = Signer(window.page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    return signer


def tap(page: Page, control) -> None:
    """Puts a finger on the middle of a field as it lies in the document."""
    field = page.locator(".field", has=control)
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def choose(signer: Signer, control, name: str) -> bool:
    """Taps a choice, and its name in the list if that opens. Whether it did."""
    page = signer.page
    tap(page, control)
    expect(signer.dialog.or_(page.locator(".field:focus-within"))).to_have_count(1)
    is_list = signer.dialog.count() == 1
    if is_list:
        closes = signer.dialog.get_by_role("radio").count() > 0
        # What was touched has the focus.
        expect(signer.dialog.locator("label:focus-within")).to_have_text(name)
        signer.dialog.get_by_text(name, exact=True).tap()
        if not closes:
            signer.button("Done").tap()
        expect(signer.dialog).to_have_count(0)
    expect(control).to_be_checked()
    return is_list


@pytest.mark.parametrize(("width", "spacings"), [(360, SPACINGS), (1280, (8, 16, 17, 30))])
def test_a_finger_never_chooses_what_it_is_not_on(open_window, account, return_page, width, spacings):
    window = open_window((width, 900), is_mobile=width < 700, has_touch=True)
    signer = opened(account, return_page, window, tabs(), pages=4)
    page = window.page
    lists = []
    for spacing in spacings:
        radios = [page.get_by_role("radio", name=f"Group {spacing}: {choice}", exact=True) for choice in CHOICES]
        for choice, radio in zip(CHOICES, radios):
            is_list = choose(signer, radio, choice)
            for other in radios:
                if other is not radio:
                    expect(other).not_to_be_checked()
        lists += [spacing] if is_list else []
        for number, choice in enumerate(CHOICES):
            choose(signer, signer.checkbox(f"{choice} box {spacing}"), f"{choice} box {spacing}")
            for later in CHOICES[number + 1:]:
                expect(signer.checkbox(f"{later} box {spacing}")).not_to_be_checked()
    # Where a target of 24 pixels has room, no list is needed.
    scale = page.locator(".sheet").first.bounding_box()["width"] / 612
    assert set(lists) == {spacing for spacing in spacings if spacing * scale < 23.5}


@pytest.mark.parametrize("spacing", [8, 16, 30])
def test_crowded_choices_have_no_violations(window, account, return_page, spacing):
    signer = opened(account, return_page, window, {
        "radioGroupTabs": [group for group in tabs()["radioGroupTabs"] if group["groupName"] == f"Group {spacing}"],
        "checkboxTabs": [box for box in tabs()["checkboxTabs"] if box["tabLabel"].endswith(f"box {spacing}")]},
        pages=4)
    assert violations(window.page) == []
    if window.width < 700:
        tap(window.page, window.page.get_by_role("radio", name=f"Group {spacing}: Second", exact=True))
        expect(signer.dialog.get_by_role("radio")).to_have_count(2)
        assert violations(window.page) == [], "list"


def test_a_mouse_chooses_the_nearest_and_the_keyboard_needs_no_list(open_window, account, return_page):
    window = open_window((1280, 900))
    page = window.page
    opened(account, return_page, window, {
        "radioGroupTabs": [group for group in tabs()["radioGroupTabs"] if group["groupName"] == "Group 8"]}, pages=4)
    radios = [page.get_by_role("radio", name=f"Group 8: {choice}", exact=True) for choice in CHOICES]
    for radio in reversed(radios):
        box = page.locator(".field", has=radio).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(radio).to_be_checked()
        expect(radio).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(radios[1]).to_be_checked()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_the_sender_asks_of_a_group_of_boxes_stands_in_its_list(open_window, account, return_page):
    window = open_window((360, 740))
    signer = opened(account, return_page, window, {
        "checkboxTabs": [{"documentId": "1", "pageNumber": "1", "xPosition": "330", "yPosition": str(600 + 16 * number),
                          "width": "12", "height": "12", "tabLabel": label, "tabGroupLabels": ["Ways to reach you"]}
                         for number, label in enumerate(["By e-mail", "By phone"])],
        "tabGroups": [{"groupLabel": "Ways to reach you", "groupRule": "SelectAtLeast", "minimumRequired": "1",
                       "maximumAllowed": "2", "validationMessage": "Tick at least one way.", "documentId": "1",
                       "pageNumber": "1"}]})
    tap(window.page, signer.checkbox("By phone"))
    expect(signer.dialog.get_by_role("heading", name="Ways to reach you")).to_be_visible()
    expect(signer.dialog.get_by_text("Tick at least one way.")).to_be_visible()
    signer.dialog.get_by_text("By phone", exact=True).tap()
    signer.button("Done").tap()
    expect(signer.checkbox("By phone")).to_be_checked()
    expect(signer.checkbox("By phone")).to_be_focused()
    expect(signer.progress).to_have_text("1 of 1 required field done")


@pytest.mark.parametrize("height", [10, 14, 18])
def test_rows_of_a_table_take_the_finger_that_is_on_them(open_window, account, return_page, height):
    window = open_window((360, 740))
    labels = [f"Row {number}" for number in range(5)]
    signer = opened(account, return_page, window, {"textTabs": [
        {"documentId": "1", "pageNumber": "1", "xPosition": "330", "yPosition": str(200 + (height + 2) * number),
         "width": "120", "height": str(height), "tabLabel": label, "required": "false"}
        for number, label in enumerate(labels)]})
    for label in labels:
        window.page.locator("h1").evaluate("heading => heading.focus()")
        tap(window.page, signer.text_field(label))
        expect(signer.text_field(label)).to_be_focused()
