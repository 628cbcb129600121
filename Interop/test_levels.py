"""Signatures for decades: every PAdES level is validated by pyHanko, and pyHanko's are verified here."""

import datetime
import json
from pathlib import Path

import pikepdf
import pytest
from asn1crypto import pem

import documents
import longterm
import validators
from authorities import PublicKeyInfrastructure
from ceremony import Ceremony, Refused
from envelopes import definition, signer as recipient
from service import Service, countersign

ADA = "Ada Lovelace <ada@example.com>"
LEVELS = ["b-b", "b-t", "b-lt", "b-lta"]
NOBODY = "http://127.0.0.1:1/tsa"


@pytest.fixture(scope="module")
def infrastructure(tmp_path_factory):
    running = PublicKeyInfrastructure(tmp_path_factory.mktemp("longterm") / "pki")
    running.start()
    yield running
    running.stop()


def run_sign(
    folder: Path, infrastructure: PublicKeyInfrastructure, level: str, *options: str | Path, signer: str = "signer",
    clocks: list[str] | None = None, source: bytes | None = None,
):
    given = folder / "in.pdf"
    given.write_bytes(source or documents.classic())
    files = infrastructure.files(signer)
    clocks = [infrastructure.clock()] if clocks is None else clocks
    urls = [part for url in clocks for part in ("--timestamp-url", url)] if level != "b-b" else []
    return countersign(
        "sign", given, "-o", folder / "out.pdf", "--signer", ADA, "--key", files.key, "--cert", files.certificates,
        "--level", level, "--trust", infrastructure.anchor, "--json", *urls, *options,
    )


def sign(folder: Path, *arguments, **more) -> tuple[Path, dict]:
    run = run_sign(folder, *arguments, **more)
    assert run.returncode == 0, run.stderr
    return folder / "out.pdf", json.loads(run.stdout)


def verify(path: Path, infrastructure: PublicKeyInfrastructure, *options: str) -> tuple[int, dict]:
    run = countersign("verify", path, "--trust", infrastructure.anchor, "--json", *options)
    return run.returncode, json.loads(run.stdout)


def days_from_now(text: str) -> float:
    moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (moment - datetime.datetime.now(datetime.timezone.utc)).total_seconds() / 86_400


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


# Renewal


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


# Trust


def test_anchors_come_from_a_folder_and_from_der(infrastructure, tmp_path):
    made, _ = sign(tmp_path, infrastructure, "b-t")
    folder = tmp_path / "anchors"
    folder.mkdir()
    assert countersign("verify", made, "--trust", folder).returncode == 2
    (folder / "root.der").write_bytes(infrastructure.certificate("root").dump())
    (folder / "notes.txt").write_text("not a certificate")
    assert countersign("verify", made, "--trust", folder).returncode == 0


def test_the_systems_store_is_read_and_does_not_trust_strangers(infrastructure, tmp_path):
    made, _ = sign(tmp_path, infrastructure, "b-t")
    run = countersign("verify", made, "--trust-system", "--json")
    assert run.returncode == 3, run.stderr
    assert "not among the trust anchors" in json.loads(run.stdout)["signatures"][0]["trustProblem"]
    assert countersign("verify", made, "--trust-system", "--trust", infrastructure.anchor).returncode == 0


# Envelopes of the service


def signed_envelope(service: Service, count: int = 2) -> tuple[bytes, bytes, str]:
    """The sealed document, the certificate of completion, and the envelope's id."""
    account = service.account()
    people = [recipient(number, order=number) for number in range(1, count + 1)]
    envelope = account.create(definition([documents.classic()], people))
    for person in people:
        Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
    return account.document(envelope, "1"), account.document(envelope, "certificate"), envelope


@pytest.fixture
def serve(tmp_path):
    running: list[Service] = []

    def start(*options: str | Path, before=lambda service: None) -> Service:
        service = Service(tmp_path / f"service{len(running)}", *map(str, options))
        before(service)
        service.start()
        running.append(service)
        return service

    yield start
    for service in running:
        assert service.stop() == 0, service.log.read_text()[-3000:]


@pytest.mark.parametrize("certify", [False, True], ids=["plain", "certified"])
def test_each_signature_of_an_envelope_gets_a_timestamp_that_pyhanko_accepts(certify, serve, infrastructure, tmp_path):
    service = serve(
        "--timestamp-url", NOBODY, "--timestamp-url", infrastructure.clock(), *(["--certify"] if certify else []))
    sealed, certificate, _ = signed_envelope(service)
    for name, data, count in (("sealed", sealed, 4 if certify else 3), ("certificate", certificate, 1)):
        made = tmp_path / f"{name}.pdf"
        made.write_bytes(data)
        assert len(longterm.signatures(data)) == count
        longterm.assert_valid_with_timestamps(
            data, service.authority, infrastructure.anchor, others=[infrastructure.certificate("intermediate")])
        # A timestamp without validation data does not bring what is between its authority and the anchor.
        between = tmp_path / "between.pem"
        between.write_bytes(pem.armor("CERTIFICATE", infrastructure.certificate("intermediate").dump()))
        run = countersign(
            "verify", made, "--trust", service.authority, "--trust", infrastructure.anchor, "--trust", between, "--json")
        assert run.returncode == 0, run.stdout
        report = json.loads(run.stdout)
        assert [one["level"] for one in report["signatures"]] == ["B-T"] * count
        assert {one["timeSource"] for one in report["signatures"]} == {"timestamp"}


def test_the_seal_reaches_b_lta_where_its_certificate_tells_whom_to_ask(serve, infrastructure, tmp_path):
    def with_a_seal_of_others(service: Service) -> None:
        # A first start makes the authority; then the operator puts another seal in its place.
        service.start()
        assert service.stop() == 0
        files = infrastructure.files("signer")
        folder = service.data / "authority"
        (folder / "seal-key.pem").write_bytes(files.key.read_bytes())
        (folder / "seal.pem").write_bytes(files.certificates.read_bytes())

    service = serve(
        "--timestamp-url", infrastructure.clock(), "--signature-level", "b-lta", "--trust", infrastructure.anchor,
        before=with_a_seal_of_others)
    sealed, _, envelope = signed_envelope(service, count=1)
    made = tmp_path / "sealed.pdf"
    made.write_bytes(sealed)
    run = countersign("verify", made, "--trust", service.authority, "--trust", infrastructure.anchor, "--json")
    assert run.returncode == 0, run.stdout
    assert [one["level"] for one in json.loads(run.stdout)["signatures"]] == ["B-T", "B-LTA", None]
    result = longterm.long_term_result(sealed, infrastructure.anchor, f"countersign-seal-{envelope}")
    assert result.ades_subindic == longterm.AdESPassed.OK, (result.ades_subindic, result.failure_msg)


def test_nothing_is_signed_in_an_envelope_while_no_authority_answers(serve, infrastructure):
    service = serve("--timestamp-url", NOBODY)
    account = service.account()
    person = recipient()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    with pytest.raises(Refused) as refusal:
        ceremony.complete(person["name"])
    assert refusal.value.status == 503
    assert refusal.value.code == "signature_level_out_of_reach"
    assert NOBODY in refusal.value.message
    assert account.get(f"envelopes/{envelope}")["status"] == "delivered"
    assert account.document(envelope, "1") == documents.classic()


def test_a_lower_level_of_an_envelope_is_in_its_history(serve):
    service = serve("--timestamp-url", NOBODY, "--allow-downgrade")
    account = service.account()
    person = recipient()
    envelope = account.create(definition([documents.classic()], [person]))
    Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    events = account.get(f"envelopes/{envelope}/audit_events")["auditEvents"]
    told = [{field["name"]: field["value"] for field in event["eventFields"]} for event in events]
    lowered = [event for event in told if event["Action"] == "Lowered Signature Level"]
    assert lowered and "B-B instead of B-T" in lowered[0]["Message"], told
    made = account.document(envelope, "1")
    validators.assert_pyhanko_accepts(made, service.authority, 2)
