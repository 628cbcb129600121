import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "Interop"))  # `service`: how the program is started and asked

from embedded import Documents  # noqa: E402
from embedding import Product  # noqa: E402
from envelope import SIGNER, definition  # noqa: E402
from returnpage import ReturnPage  # noqa: E402
from service import PROGRAM, Account, Service  # noqa: E402
from window import SIZES, Window  # noqa: E402


def pytest_configure(config: pytest.Config) -> None:
    if not PROGRAM.exists():
        raise pytest.UsageError(
            f"{PROGRAM} is missing: build it with `swift build --package-path Server`, or name one in COUNTERSIGN."
        )


@pytest.fixture(scope="session")
def service():
    folder = Path(tempfile.mkdtemp(prefix="countersign-browser-"))
    running = Service(folder / "service")
    running.start()
    yield running
    status = running.stop()
    assert status == 0, running.log.read_text()[-3000:]
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def account(service: Service) -> Account:
    return service.account("Anna Petrov", "anna@example.org")


@pytest.fixture(scope="session")
def chromium():
    """Starts browsers; one for all tests of a process, which can have only one."""
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="session")
def browser(chromium):
    started = chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=["--no-sandbox"])
    yield started
    started.close()


@pytest.fixture
def return_page():
    page = ReturnPage()
    yield page
    page.close()


@pytest.fixture
def open_window(browser, service, return_page):
    """Opens windows; at the end of the test each must have been quiet and have spoken with nobody else."""
    windows: list[Window] = []

    def open_one(size: tuple[int, int], **options) -> Window:
        windows.append(Window(browser, size, **options))
        return windows[-1]

    yield open_one
    allowed = {urlsplit(service.base).netloc, urlsplit(return_page.url).netloc}
    for window in windows:
        window.close()
    for window in windows:
        window.check(allowed)


@pytest.fixture(params=SIZES)
def window(request: pytest.FixtureRequest, open_window) -> Window:
    """A window of each size."""
    return open_window(SIZES[request.param])


class Sent:
    """An envelope on its way to its signer."""

    def __init__(self, account: Account, return_page: ReturnPage, page_count: int):
        self.account = account
        self.return_page = return_page
        self.id = account.create(definition(page_count))

    def signing_url(self) -> str:
        return self.account.recipient_view(self.id, SIGNER, self.return_page.url)

    @property
    def status(self) -> str:
        return self.account.get(f"envelopes/{self.id}")["status"]

    @property
    def recipient(self) -> dict:
        return self.account.get(f"envelopes/{self.id}/recipients")["signers"][0]


@pytest.fixture
def send(account: Account, return_page: ReturnPage):
    return lambda page_count=3: Sent(account, return_page, page_count)


@pytest.fixture
def sent(send) -> Sent:
    return send()


# Signing inside a sender's product


@pytest.fixture(scope="module")
def product():
    page = Product("localhost")
    yield page
    page.close()


@pytest.fixture(scope="module")
def stranger():
    page = Product("127.0.0.1")
    yield page
    page.close()


@pytest.fixture(scope="module")
def documents(service, account, product) -> Documents:
    return Documents(service, account, product.origin)


@pytest.fixture(scope="module")
def strict(chromium):
    """A browser that blocks third-party cookies, as people's browsers do."""
    folder = tempfile.mkdtemp(prefix="countersign-strict-")
    preferences = Path(folder) / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text(json.dumps({"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}))
    yield lambda **options: chromium.launch_persistent_context(
        folder, executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        args=["--no-sandbox", "--test-third-party-cookie-phaseout"], reduced_motion="reduce", **options)


@pytest.fixture
def page(strict):
    context = strict(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(15_000)
    page = context.new_page()
    yield page
    context.close()
