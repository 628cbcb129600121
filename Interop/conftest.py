import shutil
import tempfile
from pathlib import Path

import pytest

import identities
from authorities import PublicKeyInfrastructure
from mail_server import PASSWORD, MailServer
from office import Office, assert_nowhere
from service import PROGRAM, Account, Service
from webhook_receiver import WebhookReceiver


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


@pytest.fixture()
def secure_service(tmp_path, authority, anchor, monkeypatch):
    """A service that speaks TLS; `requests` trusts its certificate's authority meanwhile."""
    files = authority.issue_for_host("localhost").write(tmp_path, "server")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(anchor))
    running = Service(
        tmp_path / "secure", "--tls-certificate", str(files.certificates), "--tls-key", str(files.key))
    running.start()
    yield running
    assert running.stop() == 0, running.log.read_text()[-3000:]


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


@pytest.fixture()
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A service with a mail server and a receiver; at its end, no secret may stand in its files and its log."""
    monkeypatch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
    monkeypatch.setenv("LOG_LEVEL", "info")
    with MailServer() as mail, WebhookReceiver(tmp_path) as hooks:
        service = Service(
            tmp_path / "data", *mail.options, "--retry-wait", "1", "--allow-webhook-http",
            "--allow-network", "127.0.0.0/8",
        )
        service.start()
        try:
            opened = Office(service, service.account(), mail, hooks)
            yield opened
        finally:
            assert service.stop() == 0, service.log.read_text()[-3000:]
        assert_nowhere(service, [PASSWORD, *opened.link_secrets])
