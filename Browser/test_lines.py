"""A text that needs several lines is seen whole while it is filled in and when it is left, as it is in the document."""

import base64
import subprocess

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNATURE, SIGNER
from signer import Signer
from window import SIZES

TERMS, TOWN = "Further terms", "Town"
LONG = ("None of the above applies to the boat, which stays with the seller until the last of the payments is made")
TEXTS = {
    "sentence": LONG,
    "paragraphs": "Herring Street 5\n1621 AB Hoorn\nNetherlands",
    "word": "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung",
    "arabic": "يبقى القارب مع البائع حتى يتم سداد آخر الدفعات كلها دون استثناء",
    "japanese": "最後の支払いが行われるまで、船は売主のもとに残るものとします。",
}

WHOLE = """(field) => field.scrollHeight <= field.clientHeight + 1 && field.scrollWidth <= field.clientWidth + 1
    && field.scrollTop === 0"""


@pytest.fixture(params=SIZES)
def signer(open_window, account, return_page, request):
    place = {"documentId": "1", "pageNumber": "1", "width": "180"}
    tabs = {
        "textTabs": [{**place, "xPosition": "72", "yPosition": "700", "height": "50", "tabLabel": TERMS},
                     {**place, "xPosition": "72", "yPosition": "760", "height": "20", "tabLabel": TOWN}],
        "signHereTabs": [{**place, "xPosition": "72", "yPosition": "500", "tabLabel": SIGNATURE}],
    }
    envelope = account.create({
        "emailSubject": "Terms", "status": "sent",
        "documents": [{"documentId": "1", "name": "Contract", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": tabs}]}})
    window = open_window(SIZES[request.param])
    signer = Signer(window.page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.sealed = lambda: account.document(envelope, "1")
    signer.agree()
    return signer


def left(signer: Signer, label: str, value: str):
    field = signer.text_field(label)
    field.fill(value)
    field.blur()
    expect(signer.page.get_by_text("Saved", exact=True)).to_be_visible()
    return field


@pytest.mark.parametrize("text", TEXTS)
def test_all_of_a_long_entry_is_seen_when_it_is_left(signer, text):
    field = left(signer, TERMS, TEXTS[text])
    assert field.input_value() == TEXTS[text]
    assert field.evaluate(WHOLE)
    field.focus()
    assert field.evaluate("field => field.clientHeight") > 40
    assert signer.page.evaluate("document.documentElement.scrollWidth") <= signer.page.viewport_size["width"]


def test_a_short_entry_stands_in_one_line_and_a_long_one_in_a_low_field_is_seen_whole(signer):
    low = left(signer, TOWN, "A town whose name is rather long for one line")
    assert low.evaluate(WHOLE)
    assert left(signer, TERMS, "None").evaluate(WHOLE)


def test_enter_begins_a_line_where_lines_have_room_and_leads_on_elsewhere(signer):
    signer.text_field(TERMS).focus()
    signer.page.keyboard.type("First")
    signer.page.keyboard.press("Enter")
    signer.page.keyboard.type("Second")
    expect(signer.text_field(TERMS)).to_have_value("First\nSecond")
    signer.text_field(TOWN).focus()
    signer.page.keyboard.insert_text("Hoorn \n Edam")
    expect(signer.text_field(TOWN)).to_have_value("Hoorn Edam")
    signer.page.keyboard.press("Enter")
    expect(signer.button(SIGNATURE)).to_be_focused()


def test_the_lines_are_those_of_the_sealed_document(signer, tmp_path):
    left(signer, TERMS, LONG)
    seen = signer.text_field(TERMS).evaluate("""(field) => {
        const copy = document.createElement("div");
        const style = getComputedStyle(field);
        for (const name of ["font", "lineHeight", "whiteSpace", "overflowWrap", "paddingInline"]) {
            copy.style[name] = style[name];
        }
        copy.style.boxSizing = "border-box";
        copy.style.width = `${field.clientWidth}px`;
        field.closest(".field").append(copy);
        const words = field.value.split(" ");
        const lines = [];
        let last = 0;
        for (let count = 1; count <= words.length; count += 1) {
            copy.textContent = words.slice(0, count).join(" ");
            if (copy.offsetHeight > last) {
                lines.push(words[count - 1]);
            } else {
                lines[lines.length - 1] += ` ${words[count - 1]}`;
            }
            last = copy.offsetHeight;
        }
        copy.remove();
        return lines;
    }""")
    left(signer, TOWN, "Hoorn")
    signer.type_signature(SIGNATURE)
    signer.finish()
    file = tmp_path / "sealed.pdf"
    file.write_bytes(signer.sealed())
    printed = subprocess.run(
        ["pdftotext", "-x", "72", "-y", "700", "-W", "180", "-H", "50", "-layout", file, "-"],
        capture_output=True, text=True, check=True).stdout
    assert len(seen) > 1
    assert [line.strip() for line in printed.splitlines() if line.strip()] == seen
