"""The demo's window on a virtual display, with a service that runs: a document is created, presented and signed."""

import os
import subprocess
from pathlib import Path

import pytest

import documents
from service import APPS, ROOT, Account
from signwell import Client

TESTS = APPS / "countersignPackageTests.xctest"


@pytest.mark.skipif(not TESTS.exists(), reason="the root package's tests are not built: swift build --build-tests")
def test_a_person_signs_in_the_demo(account: Account, tmp_path: Path):
    file = tmp_path / "embedded demo.pdf"
    file.write_bytes(documents.classic())
    client = Client(account)
    facts = {
        "EMBEDDED_DEMO_SERVER": account.service.base, "SIGNWELL_API_KEY": client.key, "EMBEDDED_DEMO_FILE": str(file),
    }
    run = subprocess.run(
        ["scripts/with-display", TESTS, "--testing-library", "swift-testing", "--filter", "DemoWithServiceTests"], cwd=ROOT,
        env=os.environ | facts, capture_output=True, text=True, timeout=180)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    found = client.raw("GET", "documents", params={"query": "name:embedded demo AND status:completed"}).json()
    assert [one["status"] for one in found["documents"]] == ["Completed"], found
