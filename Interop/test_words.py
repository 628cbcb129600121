"""What the commands say: options that cannot be kept are refused, and names from a file write no lines of a report."""

import io
import json

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

import documents
import others
from service import countersign
from test_sign_command import ADA


def signing(folder, *options):
    given = folder / "in.pdf"
    given.write_bytes(documents.classic())
    return countersign("sign", given, "-o", folder / "out.pdf", "--signer", ADA, *options)


@pytest.mark.parametrize("options, said", [
    (["--font-folder", "/nonexistent"], "--font-folder"),
    (["--timestamp-policy", "1.2.3"], "--timestamp-policy"),
    (["--allow-downgrade"], "--allow-downgrade"),
    (["--reason", "one\ntwo"], "--reason"),
    (["--timestamp-timeout", "-1"], "not between 0 and 3600 seconds"),
], ids=lambda value: value[0] if isinstance(value, list) else "")
def test_options_that_would_be_passed_over_are_refused(options, said, tmp_path):
    run = signing(tmp_path, *options)
    assert run.returncode == 64 and said in run.stderr, run
    assert not (tmp_path / "out.pdf").exists()


def test_pictures_need_a_folder_that_can_be_made(signers, tmp_path):
    path = tmp_path / "signed.pdf"
    path.write_bytes(others.signed_by_pyhanko(documents.classic(), signers["p256"]))
    for pictures in ("/nonexistent/folder", path):
        run = countersign("verify", path, "--pictures", pictures)
        assert run.returncode == 64 and "--pictures" in run.stderr, run


def test_a_page_that_cannot_be_drawn_does_not_change_the_verdict(signers, anchor, tmp_path):
    """The page's content is replaced, and its size is one that Poppler gives up on."""
    writer = IncrementalPdfFileWriter(io.BytesIO(others.signed_by_pyhanko(documents.classic(), signers["p256"])))
    page = writer.root["/Pages"]["/Kids"][0]
    page[generic.NameObject("/MediaBox")] = generic.ArrayObject(
        [generic.NumberObject(number) for number in (0, 0, 10, 100_000_000)])
    writer.update_container(page)
    out = io.BytesIO()
    writer.write(out)
    path = tmp_path / "changed.pdf"
    path.write_bytes(out.getvalue())
    run = countersign("verify", path, "--trust", anchor, "--json", "--pictures", tmp_path / "pictures")
    assert run.returncode == 1 and json.loads(run.stdout)["verdict"] == "invalid", run


def test_a_protected_key_file_asks_for_its_password(signers, tmp_path):
    key = serialization.load_pem_private_key(signers["p256"].key.read_bytes(), None)
    certificate = x509.load_pem_x509_certificate(signers["p256"].certificates.read_bytes())
    path = tmp_path / "key.p12"
    path.write_bytes(pkcs12.serialize_key_and_certificates(
        b"x", key, certificate, None, serialization.BestAvailableEncryption(b"secret")))
    run = signing(tmp_path, "--p12", path)
    assert run.returncode == 1 and "give --password-file" in run.stderr, run


def test_a_removed_signature_is_told(signers, tmp_path):
    writer = IncrementalPdfFileWriter(io.BytesIO(others.signed_by_pyhanko(documents.classic(), signers["p256"])))
    field = writer.root["/AcroForm"]["/Fields"][0].get_object()
    del field["/V"]
    writer.update_container(field)
    out = io.BytesIO()
    writer.write(out)
    path = tmp_path / "taken.pdf"
    path.write_bytes(out.getvalue())
    run = countersign("verify", path)
    assert run.returncode == 1 and "was signed by" in run.stdout and "removed later" in run.stdout, run
