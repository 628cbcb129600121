import shutil
import tempfile
from pathlib import Path

import pytest

import identities
from authorities import PublicKeyInfrastructure
from service import PROGRAM, Account, Service


def pytest_configure(config: pytest.Config) -> None:
    if not PROGRAM.exists():
        raise pytest.UsageError(
            f"{PROGRAM} is missing: build it with `swift build --package-path Server`, or name one in COUNTERSIGN."
        )


@pytest.fixture(scope="session")
def folder():
    """A folder for the files of this run."""
    made = Path(tempfile.mkdtemp(prefix="countersign-interop-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="session")
def service(folder: Path):
    running = Service(folder / "service")
    running.start()
    yield running
    assert running.stop() == 0, running.log.read_text()[-3000:]


@pytest.fixture(scope="session")
def account(service: Service) -> Account:
    return service.account()


@pytest.fixture(scope="session")
def authority() -> identities.Authority:
    return identities.Authority()


@pytest.fixture(scope="session")
def anchor(authority: identities.Authority, folder: Path) -> Path:
    """The authority's certificate, as a file."""
    return authority.write(folder)


@pytest.fixture(scope="session")
def signers(authority: identities.Authority, folder: Path) -> dict[str, identities.Files]:
    """Files of a signing identity for each kind of key."""
    return {
        kind: authority.issue(f"Ada {kind.upper()}", kind).write(folder, kind)
        for kind in ("p256", "p384", "p521", "ed25519", "rsa2048", "rsa3072", "rsa4096")
    }


@pytest.fixture(scope="module")
def infrastructure(tmp_path_factory):
    """Authorities, responders and timestamp authorities, running on loopback."""
    running = PublicKeyInfrastructure(tmp_path_factory.mktemp("longterm") / "pki")
    running.start()
    yield running
    running.stop()
