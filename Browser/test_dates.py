"""A date is typed, chosen or today's, in the form that the sender wants, which is seen."""

import re

import pytest
from playwright.sync_api import expect

from signer import Signer
from test_accessibility import violations

FORMS = {
    "DD/MM/YYYY": "05/03/2026", "DD.MM.YYYY": "05.03.2026", "YYYY-MM-DD": "2026-03-05", "DD-MM-YYYY": "05-03-2026",
    "D MMM YYYY": "5 Mar 2026", "Month DD, YYYY": "March 05, 2026", "YYYY/MM/DD": "2026/03/05", "MM/DD/YYYY": "03/05/2026",
}


@pytest.fixture
def dated(documents):
    """Opens a document with a date in some form."""

    def create(form: str) -> str:
        document = documents.create(fields=[[
            {"type": "date", "required": True, "x": 330, "y": 300, "width": 110, "height": 18, "page": 1,
             "recipient_id": "1", "date_format": form, "lock_sign_date": False, "label": "Start"},
            {"type": "signature", "required": True, "x": 200, "y": 550, "page": 1, "recipient_id": "1"}]])
        return documents.url(document)

    return create


def opened(window, url: str):
    signer = Signer(window.page, url)
    signer.agree()
    field = window.page.locator(".text-input[aria-description^='Date']")
    field.focus()
    return signer, field


def pick(page, day: str) -> None:
    """What the browser's own calendar does, which no test can touch."""
    page.locator("input.date-picker").evaluate("""(picker, day) => {
        picker.value = day;
        picker.dispatchEvent(new Event("change"));
    }""", day)


@pytest.mark.parametrize("form", FORMS)
def test_a_chosen_day_is_written_in_the_senders_form(open_window, dated, form):
    window = open_window((1280, 900))
    _, field = opened(window, dated(form))
    expect(field).to_have_attribute("aria-description", f"Date, as {form}")
    expect(window.page.get_by_text(re.compile(rf"^{re.escape(form)}, as \S"))).to_be_visible()
    with window.page.expect_response("**/fields/*") as answer:
        pick(window.page, "2026-03-05")
    expect(field).to_have_value(FORMS[form])
    assert [tab["value"] for tab in answer.value.json()["tabs"] if tab["dateFormat"]] == [FORMS[form]]


def test_today_is_one_press_and_the_calendar_another(window, dated):
    page = window.page
    signer, field = opened(window, dated("MM/DD/YYYY hh:mm:ss a"))
    assert violations(page) == []
    page.keyboard.press("Tab")
    expect(signer.button("Today")).to_be_focused()
    page.keyboard.press("Tab")
    expect(signer.button("Calendar")).to_be_focused()
    page.locator("input.date-picker").evaluate("picker => { picker.showPicker = () => { picker.dataset.shown = '1'; }; }")
    page.keyboard.press("Enter")
    expect(page.locator("input.date-picker")).to_have_attribute("data-shown", "1")
    signer.button("Today").click()
    expect(field).to_be_focused()
    expect(field).to_have_value(re.compile(r"^\d\d/\d\d/\d{4} \d\d:\d\d:\d\d [ap]m$"))
    year = page.evaluate("String(new Date().getFullYear())")
    expect(field).to_have_value(re.compile(year))
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


@pytest.mark.parametrize(("text", "sentence"), [
    ("31/02/2026", "31/02/2026 is not a day of the calendar. Please enter the date in “Start” as DD/MM/YYYY."),
    ("2026-02-01", "“Start” takes a date in the form DD/MM/YYYY."),
])
def test_a_day_that_no_month_has_is_named_as_such(window, dated, text, sentence):
    window.expect("422")
    _, field = opened(window, dated("DD/MM/YYYY"))
    field.fill(text)
    field.blur()
    expect(field).to_have_attribute("aria-invalid", "true")
    note = window.page.locator(".field-note:not([hidden])")
    expect(note).to_have_text(re.compile(re.escape(sentence).replace("Start", ".*")))
    assert violations(window.page) == []
