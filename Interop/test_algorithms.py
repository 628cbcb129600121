"""Each kind of key, padding and hash function: ours before other people's validators, and theirs before ours."""

import json
import os
import subprocess
import warnings
from pathlib import Path

import pytest
from pyhanko.pdf_utils.reader import PdfFileReader

import documents
import others
import tokens
import validators
from service import PROGRAM, countersign

ADA = "Ada Lovelace <ada@example.com>"

# The key, our options, the hash function, what the report calls it, and whether pdfsig (NSS 3.87) knows it.
KINDS = {
    "rsa2048": ("rsa2048", [], "sha256", "RSA 2048 with SHA-256", True),
    "rsa2048-sha384": ("rsa2048", ["--digest", "sha384"], "sha384", "RSA 2048 with SHA-384", True),
    "rsa3072-sha512": ("rsa3072", ["--digest", "sha512"], "sha512", "RSA 3072 with SHA-512", True),
    "rsa4096": ("rsa4096", [], "sha256", "RSA 4096 with SHA-256", True),
    "rsa2048-pss": ("rsa2048", ["--pss"], "sha256", "RSA-PSS 2048 with SHA-256", True),
    "rsa3072-pss-sha384": ("rsa3072", ["--pss", "--digest", "sha384"], "sha384", "RSA-PSS 3072 with SHA-384", True),
    "rsa4096-pss-sha512": ("rsa4096", ["--pss", "--digest", "sha512"], "sha512", "RSA-PSS 4096 with SHA-512", True),
    "p256": ("p256", [], "sha256", "ECDSA P-256 with SHA-256", True),
    "p256-sha512": ("p256", ["--digest", "sha512"], "sha512", "ECDSA P-256 with SHA-512", True),
    "p384": ("p384", [], "sha384", "ECDSA P-384 with SHA-384", True),
    "p521": ("p521", [], "sha512", "ECDSA P-521 with SHA-512", True),
    "ed25519": ("ed25519", [], "sha512", "Ed25519", False),
}


def verify(path: Path, *arguments: str | Path) -> tuple[int, dict]:
    run = countersign("verify", path, "--json", *arguments)
    return run.returncode, json.loads(run.stdout)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_signature_of_ours_is_accepted_by_everyone(kind, signers, anchor, tmp_path):
    key, options, digest, name, known_to_pdfsig = KINDS[kind]
    files = signers[key]
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(documents.classic())
    run = countersign(
        "sign", given, "-o", made, "--signer", ADA, "--key", files.key, "--cert", files.certificates, *options
    )
    assert run.returncode == 0, run.stderr
    validators.assert_qpdf_finds_no_fault(made)
    validators.assert_pyhanko_accepts(made.read_bytes(), anchor, 1, digest)
    if known_to_pdfsig:
        validators.assert_pdfsig_accepts(made, anchor, 1)
    else:
        (verdict,) = validators.pdfsig(made, anchor)
        assert verdict.kind == "ETSI.CAdES.detached" and verdict.whole, verdict
    status, report = verify(made, "--trust", anchor)
    assert (status, report["signatures"][0]["algorithm"]) == (0, name)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_signature_of_pyhankos_is_valid_here(kind, signers, anchor, tmp_path):
    key, options, digest, name, _ = KINDS[kind]
    made = tmp_path / "theirs.pdf"
    made.write_bytes(
        others.signed_by_pyhanko(documents.classic(), signers[key], digest=digest, pss="--pss" in options)
    )
    (judgement,) = validators.pyhanko(made.read_bytes(), anchor)
    assert judgement.accepted and judgement.digest == digest, judgement
    status, report = verify(made, "--trust", anchor)
    assert (status, report["verdict"]) == (0, "valid"), report
    assert report["signatures"][0]["algorithm"] == name


def test_ed25519_is_declared_as_an_extension_of_pdf(signers, tmp_path):
    files = signers["ed25519"]
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(documents.classic())
    countersign("sign", given, "-o", made, "--signer", ADA, "--key", files.key, "--cert", files.certificates)
    with made.open("rb") as file:
        reader = PdfFileReader(file)
        extension = reader.root["/Extensions"]["/ISO_"]
        assert (extension["/BaseVersion"], extension["/ExtensionLevel"]) == ("/2.0", 32002)
        assert reader.input_version == (2, 0)


@pytest.mark.parametrize(
    ("key", "options"),
    [("p384", ["--digest", "sha256"]), ("ed25519", ["--digest", "sha256"]), ("p256", ["--pss"])],
    ids=["p384-sha256", "ed25519-sha256", "p256-pss"],
)
def test_what_does_not_go_together_is_refused_in_one_sentence(key, options, signers, tmp_path):
    files = signers[key]
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(documents.classic())
    run = countersign(
        "sign", given, "-o", made, "--signer", ADA, "--key", files.key, "--cert", files.certificates, *options
    )
    assert run.returncode == 1 and "signature algorithm cannot be used" in run.stderr and not made.exists(), run


def test_sha_1_is_named_and_never_valid(signers, anchor, tmp_path):
    made = tmp_path / "theirs.pdf"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.write_bytes(others.signed_by_pyhanko(documents.classic(), signers["rsa2048"], digest="sha1"))
    status, report = verify(made, "--trust", anchor)
    assert (status, report["verdict"]) == (3, "indeterminate")
    assert any("SHA-1" in problem for problem in report["signatures"][0]["problems"]), report


def test_a_short_rsa_key_is_named_and_never_valid(authority, anchor, tmp_path):
    weak = authority.issue("Weak", "rsa1024").write(tmp_path, "weak")
    made = tmp_path / "theirs.pdf"
    made.write_bytes(others.signed_by_pyhanko(documents.classic(), weak))
    status, report = verify(made, "--trust", anchor)
    assert (status, report["verdict"]) == (3, "indeterminate")
    assert any("RSA with 1024 bits" in problem for problem in report["signatures"][0]["problems"]), report


# Keys on tokens


@pytest.fixture(scope="module")
def token_store(signers, tmp_path_factory) -> tokens.Tokens:
    store = tokens.Tokens(tmp_path_factory.mktemp("tokens"))
    store.add("Notary")
    for identifier, kind in enumerate(("rsa2048", "p256", "p384", "p521", "ed25519"), start=10):
        store.add_key("Notary", kind, str(identifier), signers[kind])
    store.add("Bare")
    store.add_key("Bare", "p256", "01", signers["p256"], certified=False)
    return store


def sign_with_token(store: tokens.Tokens, folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess:
    given = folder / "in.pdf"
    given.write_bytes(documents.classic())
    return subprocess.run(
        [str(word) for word in (PROGRAM, "sign", given, "-o", folder / "out.pdf", "--signer", ADA, *arguments)],
        capture_output=True, text=True, timeout=60, env=os.environ | store.environment,
    )


@pytest.mark.parametrize(
    ("key", "options", "digest"),
    [
        ("rsa2048", [], "sha256"), ("rsa2048", ["--pss", "--digest", "sha512"], "sha512"), ("p256", [], "sha256"),
        ("p384", [], "sha384"), ("p521", [], "sha512"), ("ed25519", [], "sha512"),
    ],
    ids=["rsa", "pss-sha512", "p256", "p384", "p521", "ed25519"],
)
def test_a_key_on_a_token_signs_so_that_pyhanko_accepts(key, options, digest, token_store, anchor, tmp_path):
    uri = f"pkcs11:token=Notary;object={key}?pin-source=file:{token_store.pin}"
    run = sign_with_token(token_store, tmp_path, "--pkcs11", uri, *options)
    assert run.returncode == 0, run.stderr
    made = tmp_path / "out.pdf"
    (judgement,) = validators.assert_pyhanko_accepts(made.read_bytes(), anchor, 1, digest)
    assert judgement.subject == f"Ada {key.upper()}"
    assert verify(made, "--trust", anchor)[0] == 0


def test_a_token_is_named_by_its_module_and_labels_too(token_store, signers, anchor, tmp_path):
    run = sign_with_token(
        token_store, tmp_path, "--pkcs11", tokens.MODULE, "--token-label", "Bare", "--key-label", "p256",
        "--pin-file", token_store.pin, "--cert", signers["p256"].certificates,
    )
    assert run.returncode == 0, run.stderr
    validators.assert_pyhanko_accepts((tmp_path / "out.pdf").read_bytes(), anchor, 1)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--pkcs11", "pkcs11:token=Nowhere", "--pin-file", "PIN"], "There is no token “Nowhere”"),
        (["--pkcs11", "pkcs11:token=Notary", "--pin-file", "PIN"], "several private keys"),
        (["--pkcs11", "pkcs11:token=Notary;object=p256"], "asks for a PIN"),
        (["--pkcs11", "pkcs11:token=Notary;object=p256", "--pin-file", "WRONG"], "The PIN does not open"),
        (["--pkcs11", "pkcs11:token=Bare", "--pin-file", "PIN"], "no certificate for the key"),
        (["--pkcs11", "pkcs11:token=Bare?pin-value=271828"], "it holds the PIN"),
        (["--pkcs11", "/nowhere/module.so", "--pin-file", "PIN"], "cannot be loaded"),
        (["--token-label", "Bare"], "--pkcs11, which is missing"),
    ],
    ids=["no-token", "several-keys", "no-pin", "wrong-pin", "no-certificate", "pin-in-uri", "no-module", "no-pkcs11"],
)
def test_what_is_wrong_with_a_token_is_said_in_one_sentence_without_the_pin(arguments, part, token_store, tmp_path):
    wrong = tmp_path / "wrong"
    wrong.write_text("161803\n")
    places = {"PIN": token_store.pin, "WRONG": wrong}
    run = sign_with_token(token_store, tmp_path, *(places.get(word, word) for word in arguments))
    assert run.returncode not in (0, -4, -5, -11) and part in run.stderr, run
    assert not (tmp_path / "out.pdf").exists()
    assert "161803" not in run.stderr and tokens.PIN not in run.stderr


@pytest.mark.parametrize("kind", ["rsa2048", "rsa2048-pss", "p256", "p384", "p521"])
def test_two_signatures_with_one_certificate_fare_as_well_as_pyhankos(kind, signers, anchor, tmp_path):
    """NSS, and pdfsig with it, takes some certificates for damaged when it meets them a second time, whoever signed.
    Where two signatures of pyHanko's with the same certificate are accepted, two of ours are: with the attribute of
    RFC 6211 they would not be."""
    key, options, digest, _, _ = KINDS[kind]
    files = signers[key]
    given, once, twice = tmp_path / "in.pdf", tmp_path / "once.pdf", tmp_path / "twice.pdf"
    given.write_bytes(documents.classic())
    for source, target in ((given, once), (once, twice)):
        run = countersign(
            "sign", source, "-o", target, "--signer", ADA, "--key", files.key, "--cert", files.certificates, *options
        )
        assert run.returncode == 0, run.stderr
    validators.assert_pyhanko_accepts(twice.read_bytes(), anchor, 2, digest)
    validators.assert_pdfsig_accepts(once, anchor, 1)
    theirs = tmp_path / "theirs.pdf"
    theirs.write_bytes(
        others.signed_by_pyhanko(others.signed_by_pyhanko(given.read_bytes(), files, "A"), files, "B"))
    ours = validators.pdfsig(twice, anchor)
    assert [verdict.signature for verdict in ours] == ["Signature is Valid."] * 2
    assert [verdict.certificate for verdict in ours] == [
        verdict.certificate for verdict in validators.pdfsig(theirs, anchor)]
