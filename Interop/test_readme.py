"""What the README tells people to type works as it stands there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import documents
from ceremony import Ceremony
from service import PROGRAM, ROOT, Service

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```bash\n(.*?)^```$", README, re.M | re.S)


def commands(beginning: str) -> list[str]:
    """The indented commands that begin so, each with its continued lines."""
    joined = re.sub(r"\\\n\s+", "", README)
    return [line.strip() for line in joined.splitlines() if line.startswith("    " + beginning)]


@pytest.fixture(scope="module")
def desk(folder: Path):
    """A folder with a contract in it, a running service's data beside it, and `countersign` on the path."""
    made = folder / "readme"
    (made / "bin").mkdir(parents=True)
    (made / "bin" / "countersign").symlink_to(PROGRAM)
    (made / "contract.pdf").write_bytes(documents.with_object_streams())
    running = Service(made / "data")
    running.start()
    yield made
    assert running.stop() == 0, running.log.read_text()[-3000:]
    shutil.rmtree(made, ignore_errors=True)


def typed(desk: Path, script: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=desk, text=True, capture_output=True, timeout=120,
        env={"PATH": f"{desk / 'bin'}:/usr/local/bin:/usr/bin:/bin", "HOME": str(desk), "LANG": "C.UTF-8"},
    )


def test_signing_a_file_and_verifying_it(desk: Path):
    sign, verify = commands("countersign sign")[0], commands("countersign verify")[0]
    run = typed(desk, sign)
    assert run.returncode == 0, run.stderr
    run = typed(desk, verify)
    assert run.returncode == 3, run.stdout + run.stderr
    assert "Ada Lovelace" in run.stdout


def test_five_minutes_with_curl(desk: Path):
    (account,) = commands("countersign account create")
    before, after = BLOCKS
    run = typed(desk, f"{account}\n{before}")
    assert run.returncode == 0, run.stdout + run.stderr
    url = run.stdout.strip().splitlines()[-1].split()[-1]

    Ceremony(url).complete("Ada Lovelace")

    setup = "\n".join(line for line in before.splitlines() if line.startswith(("field()", "base=", "auth=")))
    run = typed(desk, f'{setup}\nenvelope="$base/envelopes/$(field created.json envelopeId)"\n{after}')
    assert run.returncode == 0, run.stdout + run.stderr
    assert '"status": "completed"' in run.stdout
    assert "valid: every signature is intact and trusted" in run.stdout
