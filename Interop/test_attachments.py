"""Files that signers attach: asked for by the official clients of both APIs, sealed, and valid for everybody else."""

import base64
import io
import subprocess
import zipfile

import docusign_esign as esign
import pikepdf
import pypdfium2
import pytest
import requests
import signwell_sdk as sdk
from PIL import Image

import documents
import signwell
from ceremony import Ceremony, Refused
from signwell import Client, EmbeddedCeremony
from validators import assert_pdfsig_accepts, assert_pyhanko_accepts

def official(account) -> esign.ApiClient:
    made = esign.ApiClient(host=account.base_path)
    made.set_default_header("Authorization", f"Bearer {account.token}")
    return made


ADA = {"recipientId": "1", "name": "Ada Lovelace", "email": "ada@example.org", "clientUserId": "ada"}
BO = {"recipientId": "2", "name": "Bo Beeld", "email": "bo@example.org", "clientUserId": "bo"}


def place(label: str, y: int, document: str = "1", **more) -> dict:
    return {"documentId": document, "pageNumber": "1", "xPosition": "100", "yPosition": str(y), "tabLabel": label, **more}


def photo() -> bytes:
    """As a telephone takes it, with its maker and its place."""
    exif = Image.Exif()
    exif[0x010F] = "Secret Camera"
    exif[0x8825] = {1: "N", 2: (52.0, 22.0, 12.0)}
    file = io.BytesIO()
    Image.linear_gradient("L").resize((640, 480)).save(file, "JPEG", exif=exif, comment=b"Secret Comment")
    return file.getvalue()


assert b"Secret Camera" in photo() and b"Secret Comment" in photo()


def envelope(account, **more) -> str:
    files = [{"documentId": number, "name": f"Lease {number}", "fileExtension": "pdf",
              "documentBase64": base64.b64encode(documents.classic()).decode()} for number in ("1", "2")]
    ada = {**ADA, "routingOrder": "1", "tabs": {
        "signHereTabs": [place("Sign", 500)],
        "signerAttachmentTabs": [place("Passport", 100), place("Permit", 150, "2", optional="true")]}}
    bo = {**BO, "routingOrder": "2", "tabs": {"signHereTabs": [place("Countersign", 600)]}}
    return account.create({
        "emailSubject": "Lease", "status": "sent", "documents": files, "recipients": {"signers": [ada, bo]}, **more})


def test_the_official_client_asks_for_files_and_finds_them(account, tmp_path):
    client = esign.EnvelopesApi(official(account))
    made = envelope(account)
    tabs = account.get(f"envelopes/{made}/recipients/1/tabs")["signerAttachmentTabs"]
    assert [(tab["tabLabel"], tab["optional"], tab["tabType"]) for tab in tabs] == [
        ("Passport", "false", "signerattachment"), ("Permit", "true", "signerattachment")]
    asked = client.list_tabs(account.id, made, "1").signer_attachment_tabs
    assert [tab.tab_label for tab in asked] == ["Passport", "Permit"]

    ada = Ceremony(account.recipient_view(made, ADA))
    ada.consent()
    ada.adopt_typed("signature", "Ada Lovelace")
    with pytest.raises(Refused) as early:
        ada.finish()
    assert early.value.code == "required_fields_empty"
    passport = documents.classic()
    ada.attach(ada.tabs("signerAttachment")[0], "Ädas Pass.pdf", passport)
    ada.attach(ada.tabs("signerAttachment")[1], "permit.jpg", photo())
    assert len(account.get(f"envelopes/{made}/documents")["envelopeDocuments"]) == 2
    ada.finish()

    bo = Ceremony(account.recipient_view(made, BO))
    assert [document["name"] for document in bo.session["documents"]] == ["Lease 1", "Lease 2", "Passport", "Permit"]
    bo.complete("Bo Beeld")
    listed = account.get(f"envelopes/{made}/documents")["envelopeDocuments"]
    assert [document["name"] for document in listed] == ["Lease 1", "Lease 2", "Passport", "Permit", "Summary"]
    assert [document.get("attachmentTabId") for document in listed] == [
        None, None, tabs[0]["tabId"], tabs[1]["tabId"], None]
    for number in ("3", "4"):
        sealed = account.document(made, number)
        assert number == "4" or sealed.startswith(passport)
        assert pikepdf.open(io.BytesIO(sealed)).pages
        assert b"Secret" not in sealed and b"Exif" not in sealed
        path = tmp_path / f"{number}.pdf"
        path.write_bytes(sealed)
        assert_pdfsig_accepts(path, account.service.authority, 1)
        assert_pyhanko_accepts(sealed, account.service.authority, 1)
    form = {item["name"]: item["value"] for item in account.get(f"envelopes/{made}/form_data")["formData"]}
    assert form["Passport"] == "Ädas Pass.pdf" and form["Permit"] == "permit.jpg"
    events = account.get(f"envelopes/{made}/audit_events")["auditEvents"]
    actions = [field["value"] for event in events for field in event["eventFields"] if field["name"] == "Action"]
    assert actions.count("Attached File") == 2


def test_who_may_not_see_the_asking_document_does_not_get_the_file(account):
    made = envelope(account, enforceSignerVisibility="true")
    ada = Ceremony(account.recipient_view(made, ADA))
    ada.consent()
    ada.adopt_typed("signature", "Ada Lovelace")
    for tab, name in zip(ada.tabs("signerAttachment"), ("passport.pdf", "permit.pdf")):
        ada.attach(tab, name, documents.classic())
    ada.finish()
    bo = Ceremony(account.recipient_view(made, BO))
    assert [document["name"] for document in bo.session["documents"]] == ["Lease 1", "Passport"]
    bo.complete("Bo Beeld")
    archive = account.call("GET", f"envelopes/{made}/documents/archive")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as whole:
        assert len(whole.namelist()) == 5
    archive = account.call("GET", f"envelopes/{made}/documents/archive", params={"recipient_id": "2"})
    with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
        assert files.namelist() == ["Lease 1.pdf", "Passport.pdf"]


def attached(client: Client, document: str) -> list[str | None]:
    return [request.url for request in client.documents.get_document(document).recipients[0].attachment_requests]


def test_signwells_client_asks_for_a_file(account):
    client = Client(account)
    made = client.documents.create_document(sdk.DocumentRequest.from_dict(signwell.request(
        fields=[[signwell.field()]], attachment_requests=[{"name": "Passport", "recipient_id": "1"},
                             {"name": "Permit", "recipient_id": "1", "required": False}])))
    asked = [(request.name, request.required) for request in made.recipients[0].attachment_requests]
    assert asked == [("Passport", True), ("Permit", False)]
    assert {field.type for field in made.fields[0]} == {"signature"}
    page = EmbeddedCeremony(made.recipients[0].embedded_signing_url)
    page.consent()
    page.adopt_typed("signature", "Bo 1")
    with pytest.raises(Refused):
        page.finish()
    page.attach(page.tabs("signerAttachment")[0], "passport.jpg", photo())
    assert attached(client, made.id) == [None, None]
    page.finish()
    address, absent = attached(client, made.id)
    assert absent is None
    file = requests.get(address, timeout=30)
    assert file.content.startswith(b"%PDF-") and file.headers["content-type"] == "application/pdf"
    assert requests.get(address.replace(".pdf", ".zip"), timeout=30).status_code == 404
    signed = client.documents.get_document(made.id)
    assert signed.status == "Completed" and [file.name for file in signed.files] == ["lease.pdf", "Passport"]


def test_a_photograph_as_phones_keep_it_becomes_an_upright_page_without_its_notes(account, tmp_path):
    taken = tmp_path / "photo.jpg"
    exif = Image.Exif()
    exif[0x010F] = "Secret Camera"
    exif[0x0112] = 6  # what heif-enc notes but does not turn: for such files, the pixels count
    picture = Image.new("RGB", (640, 480), "white")
    picture.paste("red", (0, 0, 320, 240))
    picture.save(taken, exif=exif)
    subprocess.run(["heif-enc", "-q", "90", taken, "-o", tmp_path / "photo.heic"], check=True, capture_output=True)
    ada = {**ADA, "tabs": {"signHereTabs": [place("Sign", 500)], "signerAttachmentTabs": [place("Passport", 100)]}}
    made = account.create({
        "emailSubject": "Lease", "status": "sent", "recipients": {"signers": [ada]},
        "documents": [{"documentId": "1", "name": "Lease", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(documents.classic()).decode()}]})
    page = Ceremony(account.recipient_view(made, ADA))
    page.consent()
    page.adopt_typed("signature", "Ada Lovelace")
    with pytest.raises(Refused):
        page.attach(page.tabs("signerAttachment")[0], "photo.heic", (tmp_path / "photo.heic").read_bytes()[:300])
    page.attach(page.tabs("signerAttachment")[0], "photo.heic", (tmp_path / "photo.heic").read_bytes())
    page.finish()
    sealed = account.document(made, "2")
    assert b"Secret" not in sealed and b"Exif" not in sealed
    sheet = pypdfium2.PdfDocument(sealed)[0]
    assert sheet.get_width() > sheet.get_height()
    shown = sheet.render(scale=1).to_pil()
    middle = (shown.width // 2, shown.height // 2)
    red, green, blue = shown.getpixel((middle[0] - 60, middle[1] - 60))[:3]
    assert red > 200 and green < 60 and blue < 60
    assert min(shown.getpixel((middle[0] + 60, middle[1] + 60))[:3]) > 200
