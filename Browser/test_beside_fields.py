"""What is written beside a field - its label, what is wrong with it - covers no other answer and no field in focus."""

import base64

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import INITIALS, REFERENCE, SIGNATURE, SIGNER
from signer import Signer

LABELS = [f"Person {number}" for number in range(1, 7)]

COVERED = """() => {
    // Pairs of a visible label or note and a field of somebody else that it lies over.
    const seen = [...document.querySelectorAll(".field-label, .field-note:not([hidden])")]
        .filter((one) => getComputedStyle(one).clipPath === "none" && one.checkVisibility());
    const found = [];
    for (const callout of seen) {
        const box = callout.getBoundingClientRect();
        for (const field of document.querySelectorAll(".field:not([hidden])")) {
            const control = field.querySelector(".text-input, .sign-button, .check-area").getBoundingClientRect();
            if (!field.contains(callout) && box.left < control.right && control.left < box.right
                && box.top < control.bottom && control.top < box.bottom) {
                found.push([callout.textContent, field.textContent]);
            }
        }
    }
    return found;
}"""


@pytest.fixture
def table(account, return_page) -> str:
    """Six fields one right below the other, as in a table."""
    tabs = {"textTabs": [
        {"documentId": "1", "pageNumber": "1", "xPosition": "200", "yPosition": str(200 + 22 * index), "width": "120",
         "height": "20", "tabLabel": label, "required": "true", "maxLength": "30"}
        for index, label in enumerate(LABELS)]}
    envelope = account.create({
        "emailSubject": "Table", "status": "sent",
        "documents": [{"documentId": "1", "name": "Table", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": tabs}]}})
    return account.recipient_view(envelope, SIGNER, return_page.url)


@pytest.fixture
def signer(window, table) -> Signer:
    person = Signer(window.page, table)
    person.agree()
    return person


def test_a_label_covers_no_answer(signer, window):
    for label in LABELS:
        signer.text_field(label).fill(f"Answer of {label}")
    signer.text_field(LABELS[-1]).blur()
    for label in LABELS:
        if window.width > 700:
            signer.text_field(label).hover()
            assert window.page.evaluate(COVERED) == []
        signer.text_field(label).focus()
        assert window.page.evaluate(COVERED) == [], label
    window.page.wait_for_timeout(300)


def test_a_label_is_seen_where_there_is_room(signer, window):
    signer.text_field(LABELS[0]).focus()
    label = window.page.locator(".field-label", has_text=LABELS[0])
    assert label.evaluate("label => getComputedStyle(label).clipPath") == "none"
    box, field = label.bounding_box(), signer.text_field(LABELS[0]).bounding_box()
    assert box["y"] + box["height"] <= field["y"]


def test_what_is_wrong_is_read_while_the_next_field_is_in_focus(signer, window):
    window.expect("422")
    for label in LABELS[1:]:
        signer.text_field(label).fill("Yes")
    signer.text_field(LABELS[2]).fill("\N{PILE OF POO}")
    signer.text_field(LABELS[2]).blur()
    note = window.page.locator(".field-note:not([hidden])")
    expect(note).to_contain_text("cannot show the character")
    # On a phone a field in focus grows over its neighbours: the note goes where it is read.
    for label in (LABELS[1], LABELS[3]):
        signer.text_field(label).focus()
        window.page.wait_for_timeout(100)
        assert note.evaluate("""note => {
            const box = note.getBoundingClientRect();
            note.style.pointerEvents = "auto";
            const seen = [0.1, 0.5, 0.9].every((part) =>
                note.contains(document.elementFromPoint(box.left + part * box.width, box.top + box.height / 2)));
            note.style.pointerEvents = "";
            return seen;
        }"""), label
    signer.text_field(LABELS[2]).fill("No")
    expect(note).to_have_count(0)


@pytest.mark.parametrize("way", ["refused", "missing"])
def test_a_notice_goes_once_its_mistake_is_mended(window, sent, way):
    window.expect("422")
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    if way == "refused":
        signer.fill_reference("\N{PILE OF POO}")
        expect(signer.text_field(REFERENCE)).to_have_attribute("aria-invalid", "true")
    signer.button("Finish").click()
    notice = window.page.get_by_role("alert").filter(has_text="Please correct" if way == "refused" else "still empty")
    expect(notice).to_be_visible()
    signer.fill_reference()
    expect(notice).to_have_count(0)
    expect(signer.progress).to_have_text("1 of 3 required fields done")
    for label in (INITIALS, SIGNATURE):
        signer.type_signature(label)
    signer.finish()


@pytest.mark.parametrize(("label", "grows"), [(LABELS[0], "up"), (LABELS[-1], "down")])
def test_a_field_that_grows_covers_no_other_where_there_is_room_beside_it(open_window, table, label, grows):
    window = open_window((360, 740))
    signer = Signer(window.page, table)
    signer.agree()

    def place(name: str) -> dict:
        """Where the field lies in the document."""
        return window.page.locator(".field", has=signer.text_field(name)).bounding_box()

    signer.text_field(label).focus()
    own = signer.text_field(label).bounding_box()
    assert own["height"] >= 3 * place(label)["height"]
    if grows == "up":
        assert own["y"] + own["height"] <= place(LABELS[1])["y"] + 1
    else:
        assert own["y"] >= place(LABELS[-2])["y"] + place(LABELS[-2])["height"] - 2
