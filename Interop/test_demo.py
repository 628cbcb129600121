"""`countersign demo`: what it leaves stands on its own."""

import json
import re
import shlex
from pathlib import Path

import pytest

import documents
import history
import validators
from service import PROGRAM, Account, Service, countersign


@pytest.fixture(scope="module", params=["sample", "given"])
def demo(request, folder: Path):
    """A run of the demo with its own agreement and with a file given: what it said and the folder it left."""
    out = folder / f"demo-{request.param}"
    arguments = ["--out", out]
    if request.param == "given":
        given = folder / "given.pdf"
        given.write_bytes(documents.with_object_streams())
        arguments += ["--pdf", given]
    run = countersign("demo", *arguments)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout, out


def serve_command(said: str) -> list[str]:
    (line,) = [line.strip() for line in said.splitlines() if " serve " in line]
    return shlex.split(line[line.index(next(word for word in line.split() if "countersign" in word)) :])


def test_the_demo_leaves_files_that_everyone_accepts(demo):
    said, out = demo
    words = serve_command(said)
    anchor = Path(words[words.index("--data") + 1]) / "authority" / "ca.pem"
    for name, signatures in (("signed.pdf", 2), ("certificate.pdf", 1)):
        path = out / name
        validators.assert_qpdf_finds_no_fault(path)
        validators.assert_pyhanko_accepts(path.read_bytes(), anchor, signatures)
        validators.assert_pdfsig_accepts(path, anchor, signatures)
        assert countersign("verify", path, "--trust", anchor).returncode == 0
    events = json.loads((out / "history.json").read_bytes())
    history.check(events)
    assert events[-1]["body"]["type"] == "sealed"


def test_the_demo_tells_how_long_each_step_took(demo):
    said, _ = demo
    assert len(re.findall(r"\d+(\.\d+)? m?s\b", said)) >= 5


def test_what_the_demo_made_can_be_served(demo):
    said, _ = demo
    words = serve_command(said)
    service = Service(Path(words[words.index("--data") + 1]))
    service.start()
    assert service.stop() == 0


def test_an_account_can_be_made_before_the_service_runs_and_while_it_does(tmp_path):
    service = Service(tmp_path / "data")
    before = service.account("Before", "before@example.com")
    service.start()
    during = service.account("During", "during@example.com")
    for account in (before, during):
        assert set(account.facts) >= {"accountId", "userId", "accessToken"}
        assert account.get("envelopes", from_date="2020-01-01")["totalSetSize"] == "0"
    # Where the service will be is not guessed.
    assert "basePath" not in before.facts and during.facts["basePath"] == during.base_path
    assert before.id != during.id and before.token != during.token
    assert service.stop() == 0


def test_the_program_is_told_apart_from_its_folder(tmp_path):
    """It works wherever it is copied: nothing beside it is needed."""
    import shutil
    import subprocess

    copy = tmp_path / "elsewhere" / "countersign"
    copy.parent.mkdir()
    shutil.copy(PROGRAM, copy)
    run = subprocess.run([copy, "demo", "--out", tmp_path / "out"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (tmp_path / "out" / "signed.pdf").exists()
