"""What the README tells people to type works as it stands there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

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
    """A folder with the README's sample in it, a running service's data beside it, and `countersign` on the path."""
    made = folder / "readme"
    (made / "bin").mkdir(parents=True)
    (made / "bin" / "countersign").symlink_to(PROGRAM)
    (sample,) = commands("countersign sample")
    run = typed(made, sample)
    assert run.returncode == 0 and "Wrote contract.pdf" in run.stdout, run.stderr
    # A file that is there is somebody's.
    again = typed(made, sample)
    assert again.returncode == 1 and "is there already" in again.stderr
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
    quoted = re.search(r'so `verify` answers "(.*?)" and exits with 3', " ".join(README.split())).group(1)
    assert quoted in " ".join(run.stdout.split())
    # Signing once more says that the file of before is gone.
    run = typed(desk, sign)
    assert run.returncode == 0 and "It replaced another file of that name." in run.stdout


def test_the_service_and_the_first_account_may_begin_at_once(folder: Path):
    for number in range(50):
        data = folder / f"race-{number}"
        service = subprocess.Popen(
            [PROGRAM, "serve", "--data", data, "--port", "0"], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        try:
            account = subprocess.run(
                [PROGRAM, "account", "create", "--data", data, "--name", "Grace", "--email", "grace@example.org"],
                text=True, capture_output=True, timeout=60)
            assert account.returncode == 0, f"{number}: {account.stderr}"
            assert "Countersign serves" in service.stdout.readline(), number
        finally:
            service.terminate()
            _, complaints = service.communicate(timeout=60)
        assert service.returncode == 0, f"{number}: {complaints}"
        shutil.rmtree(data)


def test_tokens_are_listed_made_and_taken_back(folder: Path):
    def account(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, "account", *arguments, "--data", folder / "tokens"], text=True, capture_output=True)

    assert account("create", "--name", "Grace", "--email", "grace@example.org").returncode == 0
    made = account("token", "create", "--email", "grace@example.org", "--name", "nightly", "--days", "30")
    assert made.returncode == 0 and len(made.stdout.strip()) == 43
    listed = account("token", "list")
    assert "“nightly”" in listed.stdout and "never used, ends 20" in listed.stdout
    assert made.stdout.strip() not in listed.stdout
    (line,) = [line for line in listed.stdout.splitlines() if "nightly" in line]
    revoked = account("token", "revoke", line.split()[0])
    assert revoked.returncode == 0 and "Revoked" in revoked.stdout
    assert "nightly" not in account("token", "list").stdout
    unknown = account("token", "revoke", "00000000")
    assert unknown.returncode == 1 and "There is no token 00000000" in unknown.stderr


def test_what_is_no_command_is_named_with_the_one_that_was_meant():
    for words, sentence in [
        (["verfy", "a.pdf"], "There is no command “verfy”; did you mean verify?"),
        (["account", "tokens"], "There is no command “tokens”; did you mean token?"),
        (["account", "token", "lst"], "There is no command “lst”; did you mean list?"),
        (["sing"], "There is no command “sing”; did you mean sign?"),
        (["quux"], "There is no command “quux”: there are demo, serve, sign, verify"),
    ]:
        run = subprocess.run([PROGRAM, *words], text=True, capture_output=True)
        assert run.returncode == 64 and sentence in run.stderr, (words, run.stderr)
    version = subprocess.run([PROGRAM, "--version"], text=True, capture_output=True)
    assert version.returncode == 0 and re.match(r"\d+\.\d+\.\d+", version.stdout)


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
