"""Signatures for decades: every PAdES level is validated by pyHanko, and pyHanko's are verified here."""

import json

import pytest

import documents
import longterm
import validators
from levels import ADA, NOBODY, days_from_now, run_sign, sign, verify
from service import countersign

LEVELS = ["b-b", "b-t", "b-lt", "b-lta"]


# Ours, judged by others


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("structure", ["classic", "with_object_streams"])
def test_each_level_is_accepted_by_pyhanko_pdfsig_and_qpdf(level, structure, infrastructure, tmp_path):
    made, receipt = sign(tmp_path, infrastructure, level, source=getattr(documents, structure)())
    assert receipt["level"] == level.upper() and receipt["downgrade"] is None
    data = made.read_bytes()
    assert data.startswith((tmp_path / "in.pdf").read_bytes())
    longterm.assert_valid_online(data, infrastructure.anchor, timestamped=level != "b-b")
    if level in ("b-lt", "b-lta"):
        longterm.assert_valid_with_the_store(data, infrastructure.anchor)
    if level == "b-lta":
        longterm.assert_valid_for_the_long_term(data, infrastructure.anchor)
    validators.assert_qpdf_finds_no_fault(made)
    # pdfsig of Poppler 22.12 does not know document timestamps and passes them over.
    first = validators.pdfsig(made, infrastructure.anchor)[0]
    assert first.signature == "Signature is Valid." and first.kind == "ETSI.CAdES.detached", first

    status, report = verify(made, infrastructure)
    assert status == 0, report
    signature = report["signatures"][0]
    assert signature["level"] == level.upper()
    assert (signature["timeSource"] == "timestamp") == (level != "b-b")
    assert signature["revocation"] == ("good" if level in ("b-lt", "b-lta") else "not checked")
    # The clock's certificate holds for 2,000 days, but RSA with 2,048 bits counts as safe until 2030 only.
    assert signature["verifiableUntil"]["reason"] and days_from_now(signature["verifiableUntil"]["date"]) > 600


def test_two_signers_to_b_lta_one_after_the_other_are_both_accepted(infrastructure, tmp_path):
    once, _ = sign(tmp_path, infrastructure, "b-lta")
    made, _ = sign(tmp_path, infrastructure, "b-lta", source=once.read_bytes(), signer="list-signer")
    data = made.read_bytes()
    longterm.assert_valid_with_the_store(data, infrastructure.anchor)
    longterm.assert_valid_for_the_long_term(data, infrastructure.anchor)
    status, report = verify(made, infrastructure)
    assert status == 0, report
    assert [one["level"] for one in report["signatures"]] == ["B-LTA", None, "B-LTA", None]


def test_ours_on_top_of_pyhankos_and_the_other_way_round(infrastructure, tmp_path):
    theirs = longterm.signed_by_pyhanko(documents.classic(), infrastructure, "b-lta")
    made, _ = sign(tmp_path, infrastructure, "b-lta", source=theirs, signer="list-signer")
    longterm.assert_valid_for_the_long_term(made.read_bytes(), infrastructure.anchor)
    assert verify(made, infrastructure)[0] == 0

    ours, _ = sign(tmp_path, infrastructure, "b-lta", signer="list-signer")
    both = tmp_path / "both.pdf"
    both.write_bytes(longterm.signed_by_pyhanko(ours.read_bytes(), infrastructure, "b-lta"))
    longterm.assert_valid_for_the_long_term(both.read_bytes(), infrastructure.anchor)
    status, report = verify(both, infrastructure)
    assert status == 0, report
    assert [one["level"] for one in report["signatures"] if one["level"]] == ["B-LTA", "B-LTA"]


def test_a_timestamp_does_not_disturb_pdfsigs_trust(infrastructure, signers, anchor, tmp_path):
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(documents.classic())
    files = signers["p256"]
    run = countersign(
        "sign", given, "-o", made, "--signer", ADA, "--key", files.key, "--cert", files.certificates,
        "--level", "b-t", "--timestamp-url", infrastructure.clock(),
    )
    assert run.returncode == 0, run.stderr
    validators.assert_pdfsig_accepts(made, anchor, 1)


# Others', judged here


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_made_by_pyhanko_is_verified_here_as_pyhanko_verifies_it(level, infrastructure, tmp_path):
    path = tmp_path / "theirs.pdf"
    path.write_bytes(longterm.signed_by_pyhanko(documents.classic(), infrastructure, level))
    longterm.assert_valid_online(path.read_bytes(), infrastructure.anchor, timestamped=level != "b-b")
    status, report = verify(path, infrastructure, "--online")
    assert status == 0, report
    assert report["signatures"][0]["level"] == level.upper()
    assert report["signatures"][0]["revocation"] == "good"
    status, report = verify(path, infrastructure)
    assert status == 0, report
    assert report["signatures"][0]["level"] == level.upper()


def test_a_revoked_signer_is_found_out_as_pyhanko_finds_out(infrastructure, tmp_path):
    path = tmp_path / "theirs.pdf"
    for level, verdict in (("b-b", "indeterminate"), ("b-t", "invalid")):
        path.write_bytes(longterm.signed_by_pyhanko(documents.classic(), infrastructure, level, signer="revoked"))
        with pytest.raises(AssertionError):
            longterm.assert_valid_online(path.read_bytes(), infrastructure.anchor, timestamped=level == "b-t")
        status, report = verify(path, infrastructure, "--online")
        assert report["verdict"] == verdict and status != 0, report
        assert report["signatures"][0]["revocation"] == "revoked"
        # Offline nobody can know.
        assert verify(path, infrastructure)[1]["verdict"] == "valid"


# Faults


def test_a_revoked_certificate_does_not_sign_for_the_long_term(infrastructure, tmp_path):
    run = run_sign(tmp_path, infrastructure, "b-lt", signer="revoked")
    assert run.returncode == 1 and "revoked" in run.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"in.pdf"}


@pytest.mark.parametrize("fault", ["nobody", "slow", "error", "long", "nonce", "imprint"])
def test_a_clock_that_fails_is_an_error_and_the_next_one_takes_over(fault, infrastructure, tmp_path):
    faulty = NOBODY if fault == "nobody" else infrastructure.faulty(fault)
    run = run_sign(tmp_path, infrastructure, "b-t", "--timestamp-timeout", "2", clocks=[faulty])
    assert run.returncode == 1 and faulty in run.stderr, run.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"in.pdf"}

    made, receipt = sign(
        tmp_path, infrastructure, "b-t", "--timestamp-timeout", "2",
        clocks=[faulty, infrastructure.clock("second-clock")],
    )
    assert receipt["level"] == "B-T"
    longterm.assert_valid_online(made.read_bytes(), infrastructure.anchor, timestamped=True)


def test_a_downgrade_happens_only_with_leave_and_is_said(infrastructure, tmp_path):
    made, receipt = sign(tmp_path, infrastructure, "b-lta", "--allow-downgrade", clocks=[NOBODY])
    assert receipt["level"] == "B-B"
    assert receipt["downgrade"]["wanted"] == "B-LTA" and receipt["downgrade"]["reached"] == "B-B"
    assert NOBODY in receipt["downgrade"]["reason"]
    assert verify(made, infrastructure)[1]["signatures"][0]["level"] == "B-B"
    run = countersign(
        "sign", tmp_path / "in.pdf", "-o", tmp_path / "plain.pdf", "--signer", ADA, "--level", "b-t",
        "--timestamp-url", NOBODY, "--allow-downgrade",
    )
    assert run.returncode == 0 and "B-T was asked for, only B-B was reached" in run.stdout


def test_a_key_without_an_authority_that_answers_does_not_reach_b_lt(anchor, signers, infrastructure, tmp_path):
    given = tmp_path / "in.pdf"
    given.write_bytes(documents.classic())
    files = signers["p256"]
    run = countersign(
        "sign", given, "-o", tmp_path / "out.pdf", "--signer", ADA, "--key", files.key, "--cert", files.certificates,
        "--level", "b-lt", "--timestamp-url", infrastructure.clock(), "--trust", anchor,
        "--trust", infrastructure.anchor,
    )
    assert run.returncode == 1 and "names no place to ask" in run.stderr, run.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--level", "b-x"], ["--level", "b-t"], ["--timestamp-url", "http://x.test"],
        ["--level", "b-t", "--timestamp-url", "ftp://x.test"],
        ["--level", "b-t", "--timestamp-url", "http://x.test", "--timestamp-policy", "one.two"],
        ["--level", "b-t", "--timestamp-url", "http://x.test", "--timestamp-timeout", "0"],
    ],
)
def test_options_that_make_no_sense_are_refused(options, tmp_path):
    given = tmp_path / "in.pdf"
    given.write_bytes(documents.classic())
    run = countersign("sign", given, "-o", tmp_path / "out.pdf", "--signer", ADA, *options)
    assert run.returncode == 64 and options[-2] in run.stderr, run


# Trust


def test_anchors_come_from_a_folder_and_from_der(infrastructure, tmp_path):
    made, _ = sign(tmp_path, infrastructure, "b-t")
    folder = tmp_path / "anchors"
    folder.mkdir()
    assert countersign("verify", made, "--trust", folder).returncode == 64
    (folder / "root.der").write_bytes(infrastructure.certificate("root").dump())
    (folder / "notes.txt").write_text("not a certificate")
    assert countersign("verify", made, "--trust", folder).returncode == 0


def test_the_systems_store_is_read_and_does_not_trust_strangers(infrastructure, tmp_path):
    made, _ = sign(tmp_path, infrastructure, "b-t")
    run = countersign("verify", made, "--trust-system", "--json")
    assert run.returncode == 3, run.stderr
    assert "not among the trust anchors" in json.loads(run.stdout)["signatures"][0]["trustProblem"]
    assert countersign("verify", made, "--trust-system", "--trust", infrastructure.anchor).returncode == 0
