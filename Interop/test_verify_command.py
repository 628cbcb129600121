"""`countersign verify`: it agrees with the makers of a signature, and sees what was done to a file."""

import json
import re
from pathlib import Path

import pytest
from pyhanko.sign.general import CMSExtractionError

import documents
import identities
import others
import validators
from service import countersign

KEYS = {
    "field", "signer", "signingTime", "timeSource", "algorithm", "intact", "coverage", "laterChanges", "trusted",
    "problems", "notes", "findings",
}


def verify(data: bytes, folder: Path, *arguments: str | Path) -> tuple[int, dict]:
    path = folder / "given.pdf"
    path.write_bytes(data)
    run = countersign("verify", path, "--json", *arguments)
    return run.returncode, json.loads(run.stdout)


MAKERS = {
    "pyhanko-p256": lambda signers, folder: others.signed_by_pyhanko(documents.classic(), signers["p256"]),
    "pyhanko-rsa": lambda signers, folder: others.signed_by_pyhanko(documents.classic(), signers["rsa2048"]),
    "pyhanko-pkcs7": lambda signers, folder: others.signed_by_pyhanko(
        documents.classic(), signers["rsa2048"], pades=False
    ),
    "pyhanko-object-streams": lambda signers, folder: others.signed_by_pyhanko(
        documents.with_object_streams(), signers["p256"]
    ),
}


@pytest.mark.parametrize("maker", MAKERS)
def test_a_signature_made_by_others_is_valid_with_their_authority_and_indeterminate_without(
    maker, signers, anchor, tmp_path
):
    data = MAKERS[maker](signers, tmp_path)
    status, report = verify(data, tmp_path, "--trust", anchor)
    assert status == 0, report
    assert report["verdict"] == "valid"
    (signature,) = report["signatures"]
    assert KEYS <= set(signature), signature
    assert signature["intact"] is True and signature["trusted"] is True
    assert signature["coverage"] == "whole-file" and signature["laterChanges"] == []
    assert ("P256" if maker in ("pyhanko-p256", "pyhanko-object-streams") else "RSA2048") in signature["signer"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", signature["signingTime"])

    status, report = verify(data, tmp_path)
    assert (status, report["verdict"]) == (3, "indeterminate")
    assert report["signatures"][0]["intact"] is True and report["signatures"][0]["trusted"] is False
    assert report["signatures"][0]["trustProblem"]


@pytest.mark.parametrize("kind", ["p256", "rsa2048"])
def test_two_signers_in_one_container_are_refused_as_pyhanko_refuses_them(kind, signers, anchor, tmp_path):
    """podofosign writes two SignerInfos of the same signer; ISO 32000-2 §12.8.3.4 has exactly one."""
    data = others.signed_by_podofo(documents.classic(), signers[kind], tmp_path)
    status, report = verify(data, tmp_path, "--trust", anchor)
    assert (status, report["verdict"]) == (3, "indeterminate")
    (signature,) = report["signatures"]
    assert signature["coverage"] == "whole-file"
    assert any("2 sign" in problem for problem in signature["problems"]), signature
    with pytest.raises(CMSExtractionError):
        validators.pyhanko(data, anchor)


def test_a_signature_is_not_trusted_through_somebody_elses_authority(signers, tmp_path):
    stranger = identities.Authority("Stranger").write(tmp_path, "stranger")
    data = others.signed_by_pyhanko(documents.classic(), signers["p256"])
    assert verify(data, tmp_path, "--trust", stranger)[0] == 3


def test_one_of_several_authorities_is_enough(signers, anchor, tmp_path):
    stranger = identities.Authority("Stranger").write(tmp_path, "stranger")
    data = others.signed_by_pyhanko(documents.classic(), signers["p256"])
    assert verify(data, tmp_path, "--trust", stranger, "--trust", anchor)[0] == 0


@pytest.mark.parametrize("maker", MAKERS)
def test_one_changed_byte_of_the_page_makes_it_invalid(maker, signers, anchor, tmp_path):
    data = bytearray(MAKERS[maker](signers, tmp_path))
    at = data.index(b"stream\n") + 12
    data[at] ^= 1
    status, report = verify(bytes(data), tmp_path, "--trust", anchor)
    assert (status, report["verdict"]) == (1, "invalid")
    assert report["signatures"][0]["intact"] is False


def test_a_changed_signature_value_makes_it_invalid(signers, anchor, tmp_path):
    data = bytearray(others.signed_by_pyhanko(documents.classic(), signers["p256"]))
    contents = re.search(rb"/Contents\s*<([0-9a-fA-F]+?)(00)*>", bytes(data))
    at = contents.end(1) - 6
    data[at] = ord("1") if data[at] == ord("0") else ord("0")
    status, report = verify(bytes(data), tmp_path, "--trust", anchor)
    assert (status, report["verdict"]) == (1, "invalid")


def test_an_update_after_the_signature_is_told_and_not_passed_over(signers, anchor, tmp_path):
    signed = others.signed_by_pyhanko(documents.classic(), signers["p256"])
    status, report = verify(documents.updated(signed), tmp_path, "--trust", anchor)
    (signature,) = report["signatures"]
    assert signature["intact"] is True
    assert signature["coverage"] == "revision"
    assert signature["laterChanges"]

    status, report = verify(others.with_page_content_changed(signed), tmp_path, "--trust", anchor)
    (signature,) = report["signatures"]
    assert signature["intact"] is True and signature["coverage"] == "revision"
    assert "page" in " ".join(signature["laterChanges"]).lower()
    assert report["verdict"] != "valid" and status in (1, 3)


def test_a_second_signature_is_told_as_a_later_change_of_the_first_and_both_are_valid(signers, anchor, tmp_path):
    once = others.signed_by_pyhanko(documents.classic(), signers["p256"], field="First")
    twice = others.signed_by_pyhanko(once, signers["rsa2048"], field="Second")
    status, report = verify(twice, tmp_path, "--trust", anchor)
    assert status == 0, report
    by_field = {signature["field"]: signature for signature in report["signatures"]}
    assert by_field["First"]["coverage"] == "revision" and by_field["First"]["laterChanges"]
    assert by_field["Second"]["coverage"] == "whole-file" and not by_field["Second"]["laterChanges"]


def test_a_file_without_signatures_is_unsigned(tmp_path):
    status, report = verify(documents.classic(), tmp_path)
    assert (status, report["verdict"], report["signatures"]) == (1, "unsigned", [])


@pytest.mark.parametrize("data", [b"no PDF", b"", documents.encrypted()], ids=["text", "empty", "encrypted"])
def test_what_cannot_be_read_ends_with_status_2(data, tmp_path):
    path = tmp_path / "given.pdf"
    path.write_bytes(data)
    run = countersign("verify", path)
    assert run.returncode == 2, run
    assert run.stderr.strip() or run.stdout.strip()
    assert "Fatal error" not in run.stderr


def test_a_file_that_is_not_there_ends_with_status_2(tmp_path):
    assert countersign("verify", tmp_path / "absent.pdf").returncode == 2


def test_people_are_told_who_signed_what_and_when(signers, anchor, tmp_path):
    path = tmp_path / "given.pdf"
    path.write_bytes(others.signed_by_pyhanko(documents.classic(), signers["p256"], field="Theirs"))
    run = countersign("verify", path, "--trust", anchor)
    assert run.returncode == 0
    assert "Theirs" in run.stdout and "Ada P256" in run.stdout and "{" not in run.stdout
