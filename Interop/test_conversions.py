"""Files that are not PDFs become documents, safely."""

import base64
import hashlib
import io
import json
import os
import random
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pikepdf

import office_files
from documents import classic
from loopback_server import LoopbackServer
from office_files import MARK, OfficeFile
from service import Account, Service

#: How many files of each kind are tried.
EACH = int(os.environ.get("CONVERSIONS", "2"))
SEED = int(os.environ.get("SEED", random.randrange(1 << 30)))


class Listener(LoopbackServer):
    """Counts who asks."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()

    async def _serve(self, reader, writer) -> None:
        self.asked.set()
        writer.close()


def definition(*documents: dict, status: str = "created") -> dict:
    return {
        "emailSubject": "Lease", "status": status, "documents": list(documents),
        "recipients": {"signers": [{"recipientId": "1", "name": "Bo Signer", "email": "bo@example.org", "clientUserId": "1"}]},
    }


def document(file: OfficeFile, number: int = 1) -> dict:
    return {"documentId": str(number), "name": f"lease.{file.kind}", "documentBase64": base64.b64encode(file.data).decode()}


def text(pdf: bytes) -> str:
    run = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    return " ".join(run.stdout.decode().split())


def processes() -> set[str]:
    """What runs of the converting programs."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name = (entry / "comm").read_text().strip()
                # What has ended stays until the system's first process looks after it.
                has_ended = "State:\tZ" in (entry / "status").read_text()
            except OSError:
                continue
            if not has_ended and name in ("soffice.bin", "oosplash", "convert", "magick", "bwrap"):
                found.add(f"{entry.name} {name}")
    return found


def test_files_of_every_kind_become_documents_or_say_why_not(account: Account):
    print("SEED", SEED)
    before = {path.name for path in Path("/tmp").iterdir()}
    with Listener() as listener:
        files = office_files.all_files(f"http://127.0.0.1:{listener.port}", SEED, EACH)
        pictures = {"png", "jpg", "gif", "tiff", "webp"}

        def send(file: OfficeFile) -> str | None:
            what = f"{file.kind}, {file.way}"
            answer = account.call("POST", "envelopes", json=definition(document(file)))
            if answer.status_code == 400:
                body = answer.json()
                known = {"UNABLE_TO_CONVERT_DOCUMENT", "UNABLE_TO_LOAD_DOCUMENT", "UNSUPPORTED_PDF_CONTENT"}
                if body["errorCode"] not in known or not body["message"].startswith("Document 1: "):
                    return f"{what}: {body}"
                return f"{what}: refused: {body['message']}" if file.readable else None
            if answer.status_code != 201:
                return f"{what}: {answer.status_code} {answer.text[:300]}"
            if file.readable is False:
                return f"{what}: was taken"
            made = account.document(answer.json()["envelopeId"], "1")
            said = text(made)
            if file.readable and file.kind not in pictures and MARK not in said:
                return f"{what}: its text is not in the PDF: {said[:200]}"
            if "root:" in said:
                return f"{what}: a file of the machine is in the PDF"
            return None

        with ThreadPoolExecutor(2) as pool:
            problems = [problem for problem in pool.map(send, files) if problem]
        assert not problems, "\n".join(problems)
        assert not listener.asked.is_set(), "a program opened a connection"
    # The system ends a sandbox's processes after its first one, on a busy machine a moment later.
    latest = time.monotonic() + 60
    while (left := processes()) and time.monotonic() < latest:
        time.sleep(0.1)
    assert not left
    # Names as these programs give; other tests make folders of their own.
    left = {path.name for path in Path("/tmp").iterdir()} - before
    assert not [name for name in left if name.startswith(("lu", "magick", "OSL_"))], left


def test_every_page_of_a_tiff_is_a_page_and_of_a_moving_picture_the_first(account: Account):
    for kind, pages in (("tiff", 3), ("gif", 1)):
        file = OfficeFile(kind, "pages", office_files.picture(kind, "P", pages=3))
        envelope = account.create(definition(document(file)))
        with pikepdf.open(io.BytesIO(account.document(envelope, "1"))) as made:
            assert len(made.pages) == pages, kind


def test_what_came_is_kept_and_both_hashes_are_in_the_history(service: Service, account: Account):
    came = office_files.docx(f"{MARK} für Åsa")
    envelope = account.create(definition(document(OfficeFile("docx", "plain", came))))
    made = account.document(envelope, "1")
    assert made.startswith(b"%PDF-") and MARK in text(made)
    blobs = {path.name for path in (service.data / "blobs").rglob("*") if path.is_file()}
    for content in (came, made):
        assert any(hashlib.sha256(content).hexdigest() in name for name in blobs), blobs
    history = account.session.get(f"{service.base}/countersign/v1/accounts/{account.id}/envelopes/{envelope}/history")
    assert history.status_code == 200, history.text
    for content in (came, made):
        assert hashlib.sha256(content).hexdigest() in history.text


def test_multipart_html_addresses_and_forms(account: Account, tmp_path: Path):
    # A multipart form: the definition, and a part for each document, in any order.
    wanted = definition(
        {"documentId": "1", "name": "first.pdf"}, {"documentId": "2", "name": "second", "fileExtension": "txt"})
    parts = [
        ('form-data; name="definition"', "application/json", json.dumps(wanted).encode()),
        ('file; filename="b;c.txt"; documentid=2', "text/plain", f"{MARK} second".encode()),
        ('file; filename="a.pdf"; documentid=1', "application/pdf", classic()),
    ]
    body = b"".join(
        b"--x\r\nContent-Type: " + kind.encode() + b"\r\nContent-Disposition: " + place.encode() + b"\r\n\r\n" + data + b"\r\n"
        for place, kind, data in parts) + b"--x--\r\n"
    answer = account.call("POST", "envelopes", data=body, headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status_code == 201, answer.text
    envelope = answer.json()["envelopeId"]
    assert account.document(envelope, "1") == classic()
    assert f"{MARK} second" in text(account.document(envelope, "2"))

    answer = account.call(
        "POST", "envelopes", data=body.replace(b"documentid=2", b"documentid=7"),
        headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status_code == 400 and "documentId 7" in answer.json()["message"]

    wanted["documents"][0]["documentBase64"] = "QQ=="
    twice = body.replace(json.dumps(definition(
        {"documentId": "1", "name": "first.pdf"}, {"documentId": "2", "name": "second", "fileExtension": "txt"})).encode(),
        json.dumps(wanted).encode())
    answer = account.call("POST", "envelopes", data=twice, headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status_code == 400 and "content twice" in answer.json()["message"]

    # A page of HTML.
    page = {"documentId": "1", "name": "lease", "htmlDefinition": {"source": f"<html><body><p>{MARK} page</p></body></html>"}}
    assert f"{MARK} page" in text(account.document(account.create(definition(page)), "1"))

    # An address that the service does not open.
    away = {"documentId": "1", "name": "lease.pdf", "remoteUrl": "https://127.0.0.1/lease.pdf"}
    answer = account.call("POST", "envelopes", json=definition(away))
    assert answer.status_code == 400 and "remoteUrl leads to an address" in answer.json()["message"]


def test_a_form_becomes_tabs(account: Account):
    form = pikepdf.new()
    form.add_blank_page(page_size=(300, 300))
    field = form.make_indirect(pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="City", TU="Where you live", MaxLen=30,
        Rect=[20, 200, 200, 220], P=form.pages[0].obj))
    form.pages[0].Annots = pikepdf.Array([field])
    form.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]))
    made = io.BytesIO()
    form.save(made)
    wanted = {
        "documentId": "1", "name": "form.pdf", "documentBase64": base64.b64encode(made.getvalue()).decode(),
        "transformPdfFields": "true",
    }
    envelope = account.create(definition(wanted))
    tabs = account.get(f"envelopes/{envelope}/recipients", include_tabs="true")["signers"][0]["tabs"]["textTabs"]
    assert [(tab["tabLabel"], tab["tooltip"], tab["maxLength"]) for tab in tabs] == [("City", "Where you live", "30")]
    # The form's own field can no longer be filled beside the tab.
    kept = account.document(envelope, "1")
    assert kept.startswith(made.getvalue())
    with pikepdf.open(io.BytesIO(kept)) as pdf:
        assert int(pdf.Root.AcroForm.Fields[0].get("/Ff", 0)) & 1
    wanted["assignTabsToRecipientId"] = "9"
    answer = account.call("POST", "envelopes", json=definition(wanted))
    assert answer.status_code == 400 and "names nobody who signs: 9" in answer.json()["message"]


def test_a_document_of_25_MB_arrives_as_base64_and_a_larger_one_is_refused(account: Account):
    pdf = classic()
    # Behind the cross-reference table, a comment moves no object.
    for size, status in ((25 << 20, 201), ((25 << 20) + 1, 400)):
        large = pdf.replace(b"startxref", b"%" + b"x" * (size - len(pdf) - 2) + b"\nstartxref", 1)
        assert len(large) == size
        answer = account.call(
            "POST", "envelopes", json=definition(document(OfficeFile("pdf", "large", large))))
        assert answer.status_code == status, answer.text[:300]
    assert "serve --document-limit" in answer.json()["message"]


def test_signwell_takes_the_same_kinds(account: Account):
    from signwell import Client

    client = Client(account)
    body = {
        "test_mode": True, "draft": True, "recipients": [{"id": "1", "name": "Bo", "email": "bo@example.org"}],
        "files": [
            {"name": "lease.docx", "file_base64": base64.b64encode(office_files.docx(MARK)).decode()},
            {"name": "scan.tiff", "file_base64": base64.b64encode(office_files.picture("tiff", pages=2)).decode()},
        ],
    }
    answer = client.raw("POST", "documents", json=body)
    assert answer.status_code == 201, answer.text
    assert [file["pages_number"] for file in answer.json()["files"]] == [1, 2], answer.json()["files"]
    body["files"][0]["file_base64"] = base64.b64encode(b"nothing").decode()
    answer = client.raw("POST", "documents", json=body)
    assert answer.status_code == 422 and "neither a PDF" in answer.text
