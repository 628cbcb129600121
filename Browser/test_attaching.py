"""A file that the sender asks for: attached, replaced, removed, missing, refused; by mouse and by keyboard alone."""

import base64
import io
import zipfile

import pytest
from PIL import Image
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer
from test_accessibility import violations

CONTRACT, PASSPORT, LETTER = "Sign the contract", "Passport or identity card", "Letter of the bank"


def place(label: str, y: int, **more) -> dict:
    return {"documentId": "1", "pageNumber": "1", "xPosition": "330", "yPosition": str(y), "tabLabel": label, **more}


TABS = {
    "signHereTabs": [place(CONTRACT, 300, width="180", height="36")],
    "signerAttachmentTabs": [place(PASSPORT, 400, tooltip="Both sides, please."), place(LETTER, 450, optional="true")],
}


def photo() -> bytes:
    """As a telephone held upright takes it: across, with a note to turn it."""
    exif = Image.Exif()
    exif[0x0112] = 6
    file = io.BytesIO()
    Image.linear_gradient("L").resize((640, 480)).save(file, "JPEG", exif=exif)
    return file.getvalue()


def file(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


@pytest.fixture
def signer(window, account, return_page):
    document = {"documentId": "1", "name": "Contract", "fileExtension": "pdf",
                "documentBase64": base64.b64encode(agreement(1)).decode()}
    envelope = account.create({
        "emailSubject": "Attachments", "status": "sent", "documents": [document],
        "recipients": {"signers": [{**SIGNER, "tabs": TABS}]}})
    person = Signer(window.page, account.recipient_view(envelope, SIGNER, return_page.url))
    person.envelope = envelope
    person.agree()
    return person


def choose(signer: Signer, chosen: dict, confirm: str = "Attach") -> None:
    field = signer.dialog.get_by_label("Your file").or_(signer.dialog.get_by_label("Another file"))
    # A large file takes long to reach the browser on a busy machine.
    field.set_input_files(chosen, timeout=60_000)
    signer.dialog.get_by_role("button", name=confirm, exact=True).click()


def test_a_photo_is_attached_replaced_and_part_of_what_is_sealed(signer, window, account):
    signer.type_signature(CONTRACT)
    signer.button("Finish").click()
    expect(window.page.get_by_text(f"One required field is still empty: {PASSPORT}")).to_be_visible()
    expect(signer.button(PASSPORT)).to_be_focused()
    signer.button(PASSPORT).click()
    expect(signer.dialog.get_by_role("heading", name=PASSPORT)).to_be_visible()
    expect(signer.dialog.get_by_text("Both sides, please.")).to_be_visible()
    assert violations(window.page) == []
    choose(signer, file("photo.jpg", photo()))
    expect(signer.dialog).to_have_count(0)
    expect(signer.progress).to_have_text("2 of 2 required fields done")
    signer.button(f"{PASSPORT}: photo.jpg").click()
    expect(signer.dialog.get_by_text("Attached: photo.jpg (one page).")).to_be_visible()
    choose(signer, file("Pass & Ausweis.pdf", agreement(3)), "Replace")
    expect(signer.dialog).to_have_count(0)
    assert violations(window.page) == []
    signer.button(f"{PASSPORT}: Pass & Ausweis.pdf").click()
    expect(signer.dialog.get_by_text("(3 pages)")).to_be_visible()
    signer.button("Cancel").click()
    signer.button(f"Optional: {LETTER}").click()
    choose(signer, file("letter.jpg", photo()))
    expect(signer.dialog).to_have_count(0)
    signer.finish()
    listed = account.get(f"envelopes/{signer.envelope}/documents")["envelopeDocuments"]
    assert [(document["name"], len(document.get("pages", []))) for document in listed] == [
        ("Contract", 1), (PASSPORT, 3), (LETTER, 1), ("Summary", 0)]
    tabs = account.get(f"envelopes/{signer.envelope}/recipients/1/tabs")["signerAttachmentTabs"]
    assert [(tab["tabLabel"], tab["value"]) for tab in tabs] == [(PASSPORT, "Pass & Ausweis.pdf"), (LETTER, "letter.jpg")]
    assert [tab["tabId"] for tab in tabs] == [document["attachmentTabId"] for document in listed[1:3]]
    names = zipfile.ZipFile(io.BytesIO(account.call("GET", f"envelopes/{signer.envelope}/documents/archive").content)).namelist()
    assert any(PASSPORT in name for name in names), names
    sealed = account.document(signer.envelope, "2")
    assert sealed.startswith(agreement(3)) and len(sealed) > len(agreement(3))


def test_a_file_that_cannot_be_used_is_refused_and_can_be_removed(signer, window):
    signer.button(PASSPORT).click()
    signer.dialog.get_by_role("button", name="Attach", exact=True).click()
    expect(signer.dialog.get_by_role("alert")).to_have_text("Please choose a file first.")
    window.expect("status of 422")
    choose(signer, file("notes.txt", b"hello"))
    expect(signer.dialog.get_by_role("alert")).to_have_text("Only PDF, PNG and JPEG files can be attached.")
    expect(signer.dialog.get_by_label("Your file")).to_be_focused()
    choose(signer, file("large.pdf", bytes(26 * 1024 * 1024)))
    expect(signer.dialog.get_by_role("alert")).to_contain_text("larger than 25 MB")
    choose(signer, file("scan.jpg", photo()))
    expect(signer.dialog).to_have_count(0)
    signer.button(f"{PASSPORT}: scan.jpg").click()
    signer.button("Remove").click()
    expect(signer.dialog).to_have_count(0)
    expect(signer.progress).to_have_text("0 of 2 required fields done")
    expect(signer.button(PASSPORT)).to_have_attribute("aria-description", "Required.")


def test_a_file_is_attached_by_keyboard_alone(signer, window):
    page = window.page
    # Listening only around the second key would be too late at times: a key reaches the page sooner than the wish to
    # hear of choosers does.
    choosers = []
    page.on("filechooser", lambda chooser: choosers.append(chooser))
    signer.button(PASSPORT).focus()
    page.keyboard.press("Enter")
    expect(signer.dialog.get_by_label("Your file")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(150):
        if choosers:
            break
        page.wait_for_timeout(100)
    assert len(choosers) == 1
    choosers[0].set_files(file("scan.jpg", photo()))
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Attach":
            break
    page.keyboard.press("Enter")
    expect(signer.dialog).to_have_count(0)
    expect(signer.button(f"{PASSPORT}: scan.jpg")).to_be_focused()


NO_CAMERA = """new MutationObserver((_, observer) => {
    document.documentElement.dataset.camera = "none";
    observer.disconnect();
}).observe(document, { childList: true });"""


def test_without_a_camera_in_the_app_no_picker_offers_pictures(open_window, account, return_page):
    """iOS ends an app that opens the camera and does not say what for; the window around the page tells it so."""
    page = open_window((360, 740)).page
    page.add_init_script(NO_CAMERA)
    document = {"documentId": "1", "name": "Contract", "fileExtension": "pdf",
                "documentBase64": base64.b64encode(agreement(1)).decode()}
    signature = {"documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": "300"}
    envelope = account.create({
        "emailSubject": "Attachments", "status": "sent", "documents": [document],
        "recipients": {"signers": [{**SIGNER, "tabs": {**TABS, "signHereTabs": [signature]}}]}})
    person = Signer(page, account.recipient_view(envelope, SIGNER, return_page.url))
    person.agree()
    page.locator(".attach-button").first.click()
    expect(page.locator("#attach-file")).to_have_attribute("accept", ".pdf,application/pdf")
    expect(person.dialog.get_by_text("A PDF file of at most")).to_be_visible()
    person.dialog.get_by_role("button", name="Cancel").click()
    page.locator("button.sign-button:not(.attach-button)").first.click()
    expect(page.get_by_role("tab", name="Draw", exact=True)).to_be_visible()
    expect(page.get_by_role("tab", name="Picture", exact=True)).to_have_count(0)
