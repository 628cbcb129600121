"""Encrypted files: what is appended is encrypted alike, and other programs read it with either password."""

import io
import subprocess
from dataclasses import dataclass

import pikepdf
import pytest
from pyhanko.pdf_utils.crypt import AuthStatus
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

import documents
import validators
from service import countersign
from test_sign_command import ADA, with_pem


@dataclass
class Method:
    """One way to encrypt. `revision` is the security handler's (ISO 32000-2 table 21)."""

    revision: int
    aes: bool
    metadata: bool = True
    user: str = "user"
    object_streams: bool = False

    def encrypt(self, data: bytes, **permissions: bool) -> bytes:
        return documents.saved_by_qpdf(
            data,
            encryption=pikepdf.Encryption(
                owner="owner", user=self.user, R=self.revision, aes=self.aes, metadata=self.metadata and self.aes,
                # Without it qpdf forbids changes in the methods of revision 2 altogether.
                allow=pikepdf.Permissions(**{"modify_assembly": True, **permissions}),
            ),
            object_stream_mode=pikepdf.ObjectStreamMode.generate
            if self.object_streams else pikepdf.ObjectStreamMode.preserve,
        )


METHODS = {
    "rc4-40": Method(2, aes=False),
    "rc4-128": Method(3, aes=False),
    "aes-128": Method(4, aes=True),
    "aes-128-plain-metadata": Method(4, aes=True, metadata=False),
    "aes-256-r5": Method(5, aes=True),
    "aes-256-r6": Method(6, aes=True),
    "aes-256-object-streams": Method(6, aes=True, object_streams=True),
    "aes-256-no-user-password": Method(6, aes=True, user=""),
    "aes-256-unicode": Method(6, aes=True, user="Schlüssel 鍵"),
}


def password_file(folder, password: str):
    path = folder / "document-password"
    path.write_text(password + "\n")
    return path


def sign(data: bytes, folder, password: str | None, *arguments):
    given, made = folder / "in.pdf", folder / "out.pdf"
    given.write_bytes(data)
    options = ["--document-password-file", password_file(folder, password)] if password else []
    run = countersign("sign", given, "-o", made, "--signer", ADA, *options, *arguments)
    return run, made


def assert_pyhanko_accepts(data: bytes, password: str, anchor, signatures: int) -> None:
    reader = PdfFileReader(io.BytesIO(data))
    assert reader.decrypt(password).status != AuthStatus.FAILED
    embedded = list(reader.embedded_signatures)
    assert len(embedded) == signatures
    for signature in embedded:
        context = ValidationContext(trust_roots=[validators.certificate(anchor)], allow_fetching=False)
        status = validate_pdf_signature(signature, context)
        assert status.bottom_line, status.pretty_print_details()
        assert status.modification_level <= ModificationLevel.FORM_FILLING


@pytest.mark.parametrize("opened_with", ["user", "owner"])
@pytest.mark.parametrize("name", METHODS)
def test_a_file_encrypted_by_any_method_is_signed_and_stays_encrypted(name, opened_with, signers, anchor, tmp_path):
    method = METHODS[name]
    password = method.user if opened_with == "user" else "owner"
    reason = "The reason is nobody else's business"
    run, made = sign(
        method.encrypt(documents.with_form()), tmp_path, password,
        "--page", "1", "--rect", "72,72,200,60", "--reason", reason, *with_pem(signers["p256"]),
    )
    assert run.returncode == 0, run.stderr
    data = made.read_bytes()
    assert data.startswith((tmp_path / "in.pdf").read_bytes())
    assert reason.encode() not in data and b"Ada Lovelace" not in data
    for each in (method.user, "owner"):
        check = subprocess.run(
            ["qpdf", "--check", f"--password={each}", str(made)], capture_output=True, text=True, timeout=60
        )
        assert check.returncode == 0, check.stdout + check.stderr
        with pikepdf.open(io.BytesIO(data), password=each) as document:
            values = {str(field.T): field.get("/V") for field in document.Root.AcroForm.Fields}
            assert str(values.pop("existing")) == "here before"
            (signature,) = values.values()
            assert str(signature.Reason) == reason and str(signature.Name) == "Ada Lovelace"
            assert document.encryption.R == method.revision
        if method.revision != 5:  # pyHanko does not read revision 5, which PDF 2.0 has withdrawn
            assert_pyhanko_accepts(data, each, anchor, signatures=1)
        options = ["--document-password-file", password_file(tmp_path, each)] if each else []
        verified = countersign("verify", made, "--trust", anchor, *options)
        assert verified.returncode == 0, verified.stdout


def test_a_second_signature_leaves_the_first_valid(signers, anchor, tmp_path):
    run, made = sign(METHODS["aes-256-r6"].encrypt(documents.classic()), tmp_path, "user", *with_pem(signers["p256"]))
    assert run.returncode == 0, run.stderr
    run, twice = sign(made.read_bytes(), tmp_path, "owner", *with_pem(signers["rsa2048"]))
    assert run.returncode == 0, run.stderr
    assert_pyhanko_accepts(twice.read_bytes(), "user", anchor, signatures=2)


@pytest.mark.parametrize("password", [None, "not it"])
def test_without_the_right_password_nothing_is_signed_or_verified(password, signers, tmp_path):
    run, made = sign(METHODS["aes-128"].encrypt(documents.classic()), tmp_path, password, *with_pem(signers["p256"]))
    assert run.returncode == 1 and "password" in run.stderr, run
    assert not made.exists()
    assert countersign("verify", tmp_path / "in.pdf").returncode == 2


def test_a_file_that_forbids_signing_is_refused_to_all_but_its_owner(signers, tmp_path):
    data = METHODS["aes-256-no-user-password"].encrypt(
        documents.classic(), modify_form=False, modify_annotation=False, modify_other=False
    )
    run, made = sign(data, tmp_path, None, *with_pem(signers["p256"]))
    assert run.returncode == 1 and "owner" in run.stderr, run
    assert not made.exists()
    run, made = sign(data, tmp_path, "owner", *with_pem(signers["p256"]))
    assert run.returncode == 0, run.stderr
