"""Signatures for decades in envelopes of the service."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import requests
from asn1crypto import pem
from pyhanko.sign.diff_analysis import ModificationLevel

import documents
import longterm
import validators
from ceremony import Ceremony, Refused
from envelopes import definition, place, signer as recipient
from levels import NOBODY
from service import Service, countersign


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


def at_its_own_address(service: Service) -> None:
    """The operator says where the service is reached."""
    service.options += ("--public-url", service.base)


@pytest.mark.parametrize("address", ["named", "loopback"])
@pytest.mark.parametrize("level", ["b-lt", "b-lta"])
def test_the_services_own_seal_lasts_by_the_list_that_its_authority_publishes(
        level, address, serve, infrastructure, tmp_path):
    service = serve(
        "--timestamp-url", infrastructure.clock(), "--signature-level", level, "--trust", infrastructure.anchor,
        "--allow-network", "127.0.0.0/8", before=at_its_own_address if address == "named" else lambda service: None)
    sealed, _, envelope = signed_envelope(service)
    made = tmp_path / "sealed.pdf"
    made.write_bytes(sealed)
    run = countersign("verify", made, "--trust", service.authority, "--trust", infrastructure.anchor, "--json")
    assert run.returncode == 0, run.stdout
    report = json.loads(run.stdout)["signatures"]
    sealing = next(one for one in report if one["field"] == f"countersign-seal-{envelope}")
    assert sealing["level"] == level.upper() and sealing["revocation"] == "good", sealing
    # What is published is what others ask for: pyHanko checks the seal with it, and so does OpenSSL.
    published = requests.get(f"{service.base}/authority/revoked.crl", timeout=10)
    assert published.status_code == 200 and published.headers["Content-Type"] == "application/pkix-crl"
    found = subprocess.run(
        ["openssl", "crl", "-inform", "DER", "-noout", "-text", "-CAfile", service.authority], input=published.content,
        capture_output=True)
    assert b"verify OK" in found.stderr and b"No Revoked Certificates" in found.stdout, found
    points = [point.url for one in longterm.signatures(sealed) for point in one.signer_cert.crl_distribution_points]
    # Others cannot ask an address of this machine, unless the operator says that they can.
    assert points == ([f"{service.base}/authority/revoked.crl"] * 3 if address == "named" else []), points
    if level == "b-lta":
        result = longterm.long_term_result(
            sealed, service.authority, f"countersign-seal-{envelope}", infrastructure.anchor)
        assert result.ades_subindic == longterm.AdESPassed.OK, (result.ades_subindic, result.failure_msg)


def assert_nobody_sees_a_forbidden_change(data: bytes, path: Path, service: Service, infrastructure) -> None:
    """Every validator takes what came after each signature for what it is: filling in, signing, and evidence."""
    path.write_bytes(data)
    validators.assert_qpdf_finds_no_fault(path)
    between = path.with_suffix(".pem")
    between.write_bytes(pem.armor("CERTIFICATE", infrastructure.certificate("intermediate").dump()))
    anchors = [service.authority, infrastructure.anchor, between]
    judgements = validators.pyhanko(data, *anchors)
    for judgement in judgements:
        assert judgement.intact and judgement.valid and judgement.trusted and judgement.covers_revision, judgement
        assert judgement.accepted and judgement.permitted, (judgement, judgement.reason)
    sealing = next(one for one in judgements if one.field.startswith("countersign-seal"))
    assert sealing.changes_later <= ModificationLevel.LTA_UPDATES, sealing
    # pdfsig of Poppler 22.12 does not know document timestamps and passes them over.
    seen = [one for one in validators.pdfsig(path, *anchors) if one.kind == "ETSI.CAdES.detached"]
    assert len(seen) == len(judgements)
    assert all(one.signature == "Signature is Valid." for one in seen), seen
    run = countersign("verify", path, *(part for anchor in anchors for part in ("--trust", anchor)))
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("level", ["b-b", "b-t", "b-lt", "b-lta"])
def test_no_validator_takes_what_follows_the_seal_for_a_forbidden_change(level, count, serve, infrastructure, tmp_path):
    ordered = [] if level == "b-b" else [
        "--timestamp-url", infrastructure.clock("brief-clock"), "--signature-level", level,
        "--trust", infrastructure.anchor, "--allow-network", "127.0.0.0/8"]
    service = serve(*ordered, before=at_its_own_address)
    account = service.account()
    people = [recipient(number, order=number) for number in range(1, count + 1)]
    for person in people:
        # One place is left empty, and one is never asked for: their pictures are older than the signature.
        person["tabs"]["initialHereTabs"][0]["optional"] = "true"
        y = person["tabs"]["signHereTabs"][0]["yPosition"]
        person["tabs"]["textTabs"].append(
            place("1", 1, 460, int(y) + 72, f"{person['name']} courier", width="100", height="18",
                  conditionalParentLabel=person["tabs"]["textTabs"][0]["tabLabel"], conditionalParentValue="Elsewhere"))
    envelope = account.create(definition([documents.classic(), documents.with_form()], people))
    for person in people:
        Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    for name in ("1", "2", "combined", "certificate"):
        made = tmp_path / f"{name}.pdf"
        assert_nobody_sees_a_forbidden_change(account.document(envelope, name), made, service, infrastructure)
        if level == "b-b":
            continue
        run = countersign(
            "renew", made, "--timestamp-url", infrastructure.clock("second-clock"), "--trust", service.authority,
            "--trust", infrastructure.anchor, "--json")
        assert run.returncode == 0 and json.loads(run.stdout)["renewed"], run
        assert_nobody_sees_a_forbidden_change(made.read_bytes(), made, service, infrastructure)


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
        "--allow-network", "127.0.0.0/8",
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
    assert NOBODY not in refusal.value.message and NOBODY in service.log.read_text()
    assert account.get(f"envelopes/{envelope}")["status"] == "delivered"
    assert account.document(envelope, "1") == documents.classic()


@pytest.mark.parametrize("downgrade", [[], ["--allow-downgrade"]], ids=["", "allow-downgrade"])
def test_nothing_is_signed_by_a_clock_that_would_make_signatures_invalid(downgrade, serve, infrastructure):
    # The authority's clock is an hour behind: to the service the same as its own being an hour ahead.
    service = serve("--timestamp-url", infrastructure.faulty("late"), *downgrade)
    account = service.account()
    person = recipient()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    with pytest.raises(Refused) as refusal:
        ceremony.complete(person["name"])
    assert (refusal.value.status, refusal.value.code) == (503, "clock_wrong")
    assert refusal.value.message.startswith("You have not signed yet. The clock of this service is wrong")
    assert re.search(r"The clock of this machine is 3(599|600|601|602) seconds ahead of", service.log.read_text())
    assert account.get(f"envelopes/{envelope}")["status"] == "delivered"
    assert account.document(envelope, "1") == documents.classic()


def test_a_lower_level_of_an_envelope_is_in_its_history(serve):
    service = serve("--timestamp-url", NOBODY, "--allow-downgrade")
    account = service.account()
    person = recipient()
    envelope = account.create(definition([documents.classic()], [person]))
    Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    events = account.get(f"envelopes/{envelope}/audit_events")["auditEvents"]
    found = [{field["name"]: field["value"] for field in event["eventFields"]} for event in events]
    lowered = [event for event in found if event["Action"] == "Lowered Signature Level"]
    assert lowered and "B-B instead of B-T" in lowered[0]["Message"], found
    made = account.document(envelope, "1")
    validators.assert_pyhanko_accepts(made, service.authority, 2)
