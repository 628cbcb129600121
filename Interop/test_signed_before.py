"""Envelopes of documents that somebody signed or certified before, and of documents that the service certifies."""

import json
import subprocess
from pathlib import Path

import pytest

import documents
import others
import validators
from ceremony import Ceremony
from envelopes import definition, place, signer
from service import Service, countersign


def accepted(
    data: bytes, anchors: list[Path], path: Path, policy=validators.DEFAULT_DIFF_POLICY
) -> list[validators.Judgement]:
    """Everybody's signatures are valid, whoever made them."""
    path.write_bytes(data)
    validators.assert_qpdf_finds_no_fault(path)
    judgements = validators.pyhanko(data, *anchors, policy=policy)
    for judgement in judgements:
        assert judgement.accepted and judgement.covers_revision, judgement
    assert judgements[-1].covers_whole_file
    for verdict in validators.pdfsig(path, *anchors):
        assert (verdict.signature, verdict.certificate) == ("Signature is Valid.", "Certificate is Trusted."), verdict
    trusted = [part for anchor in anchors for part in ("--trust", anchor)]
    run = countersign("verify", path, *trusted)
    assert run.returncode == 0, run.stdout + run.stderr
    return judgements


@pytest.mark.parametrize("certified", [None, 2, 3], ids=["approved", "certified-2", "certified-3"])
def test_the_signatures_that_a_document_arrives_with_survive(certified, account, service, signers, anchor, tmp_path):
    source = others.signed_by_pyhanko(documents.classic(2), signers["p256"], certified=certified)
    people = [signer(1, order=1), signer(2, order=2)]
    people[0]["tabs"]["textTabs"].append(place("1", 2, 72, 300, "on the second page", width="150", height="18"))
    envelope = account.create(definition([source], people))
    for person in people:
        Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    sealed = account.document(envelope, "1")
    assert sealed.startswith(source)
    policy = validators.VISIBLE_AFTER_CERTIFICATION if certified else validators.DEFAULT_DIFF_POLICY
    judgements = accepted(sealed, [anchor, service.authority], tmp_path / "sealed.pdf", policy)
    names = [judgement.subject for judgement in judgements]
    # The first signer filled fields on two pages and signed each.
    assert names[0].startswith("Ada") and names[1:4] == [people[0]["name"]] * 2 + [people[1]["name"]]
    assert len(names) == 5
    text = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "sealed.pdf", "-"], capture_output=True, text=True, check=True).stdout
    assert text.count("Utrecht") == 3 and all(person["email"] in text for person in people)


def test_a_document_certified_against_additions_is_refused_before_anyone_signs(account, signers):
    source = others.signed_by_pyhanko(documents.classic(), signers["p256"], certified=1)
    answer = account.call("POST", "envelopes", json=definition([source], [signer()]))
    assert answer.status_code == 400, answer.text
    assert "author certified it and permits no additions" in answer.json()["message"]


@pytest.fixture(scope="module")
def certifying(folder: Path):
    running = Service(folder / "certifying", "--certify")
    running.start()
    yield running
    assert running.stop() == 0, running.log.read_text()[-3000:]


def test_a_certifying_service_lets_everybody_fill_in_and_sign_what_was_placed_once(certifying, tmp_path):
    account = certifying.account()
    people = [signer(number, order=number) for number in (1, 2, 3)]
    envelope = account.create(definition([documents.with_object_streams()], people))
    for person in people:
        Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    judgements = accepted(
        account.document(envelope, "1"), [certifying.authority], tmp_path / "sealed.pdf")
    assert len(judgements) == 5
    assert [judgement.subject for judgement in judgements[1:4]] == [person["name"] for person in people]
    report = json.loads(
        countersign("verify", tmp_path / "sealed.pdf", "--trust", certifying.authority, "--json").stdout)
    later = [change for signature in report["signatures"] for change in signature["laterChanges"]]
    assert any(change.startswith("a signature by") for change in later), later
    assert not any(change.startswith(("the field", "an empty")) and "added" in change for change in later), later
