"""`countersign renew`: archives whose last timestamp is about to end."""

import json
from pathlib import Path

import pikepdf

import documents
import longterm
import validators
from authorities import PublicKeyInfrastructure
from levels import NOBODY, days_from_now, run_sign, sign, verify
from service import countersign


def renew(path: Path, infrastructure: PublicKeyInfrastructure, *options: str) -> tuple[int, dict | str]:
    run = countersign(
        "renew", path, "--timestamp-url", infrastructure.clock("second-clock"), "--trust", infrastructure.anchor,
        "--json", *options,
    )
    return run.returncode, json.loads(run.stdout) if run.returncode == 0 else run.stderr


def test_an_archive_is_renewed_when_its_last_timestamp_is_about_to_end_and_not_before(infrastructure, tmp_path):
    made, _ = sign(tmp_path, infrastructure, "b-lta")
    before = made.read_bytes()
    status, outcome = renew(made, infrastructure)
    assert status == 0 and outcome["renewed"] is False and made.read_bytes() == before
    assert days_from_now(outcome["verifiableUntil"]["date"]) > 1000

    brief, _ = sign(tmp_path, infrastructure, "b-lta", clocks=[infrastructure.clock("brief-clock")])
    before = brief.read_bytes()
    assert days_from_now(verify(brief, infrastructure)[1]["signatures"][0]["verifiableUntil"]["date"]) < 31
    status, outcome = renew(brief, infrastructure, "-o", str(tmp_path / "renewed.pdf"))
    assert status == 0 and outcome["renewed"] is True, outcome
    assert brief.read_bytes() == before
    renewed = tmp_path / "renewed.pdf"
    assert renewed.read_bytes().startswith(before)
    longterm.assert_valid_for_the_long_term(renewed.read_bytes(), infrastructure.anchor)
    longterm.assert_valid_with_the_store(renewed.read_bytes(), infrastructure.anchor)
    validators.assert_qpdf_finds_no_fault(renewed)
    status, report = verify(renewed, infrastructure)
    assert status == 0 and report["signatures"][0]["level"] == "B-LTA", report
    assert days_from_now(report["signatures"][0]["verifiableUntil"]["date"]) > 1000
    assert renew(renewed, infrastructure)[1]["renewed"] is False


def test_pyhankos_archive_is_renewed_here(infrastructure, tmp_path):
    path = tmp_path / "theirs.pdf"
    path.write_bytes(longterm.signed_by_pyhanko(documents.classic(), infrastructure, "b-lta", clock="brief-clock"))
    status, outcome = renew(path, infrastructure)
    assert status == 0 and outcome["renewed"] is True, outcome
    longterm.assert_valid_for_the_long_term(path.read_bytes(), infrastructure.anchor)
    assert verify(path, infrastructure)[0] == 0


def test_renewing_asks_for_an_authority_only_when_one_is_needed(infrastructure, tmp_path):
    made, _ = sign(tmp_path, infrastructure, "b-lta")
    run = countersign("renew", made, "--trust", infrastructure.anchor)
    assert run.returncode == 0 and "Nothing needs doing" in run.stdout, run
    run = countersign("renew", made, "--trust", infrastructure.anchor, "--within", "36000")
    assert run.returncode == 64 and "give --timestamp-url" in run.stderr, run
    run = countersign("renew", tmp_path / "missing.pdf")
    assert run.returncode == 1 and "There is no file" in run.stderr, run
    run = countersign("renew", made, "--within", "-5")
    assert run.returncode == 64 and "not between 0 and 36500 days" in run.stderr, run


def test_an_encrypted_archive_is_renewed_with_its_password(infrastructure, tmp_path):
    password = tmp_path / "password"
    password.write_text("user\n")
    source = documents.saved_by_qpdf(
        documents.classic(), encryption=pikepdf.Encryption(owner="owner", user="user", R=6))
    made, _ = sign(
        tmp_path, infrastructure, "b-lta", "--document-password-file", password, source=source,
        clocks=[infrastructure.clock("brief-clock")])
    status, said = renew(made, infrastructure)
    assert status == 1 and "--document-password-file" in said
    status, outcome = renew(made, infrastructure, "--document-password-file", str(password))
    assert status == 0 and outcome["renewed"] is True, outcome
    status, report = verify(made, infrastructure, "--document-password-file", str(password))
    assert status == 0, report


def test_a_refused_connection_is_told_at_once_and_in_plain_words(infrastructure, tmp_path):
    run = run_sign(tmp_path, infrastructure, "b-t", clocks=[NOBODY])
    assert run.returncode == 1 and "cannot be reached" in run.stderr, run
    assert run.stderr.count("(") == run.stderr.count(")") and "errno" not in run.stderr


def test_what_has_no_signature_is_not_renewed(infrastructure, tmp_path):
    path = tmp_path / "in.pdf"
    path.write_bytes(documents.classic())
    status, said = renew(path, infrastructure)
    assert status == 1 and "no signature" in said
