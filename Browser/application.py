"""An application whose users sign in: the service, an address, and a window for its pages."""

import uuid
from urllib.parse import urlsplit

import pytest
import requests

from people import Identity
from window import SIZES, Window


@pytest.fixture(scope="module")
def identity(tmp_path_factory, product):
    running = Identity(tmp_path_factory.mktemp("identity"), product.origin)
    yield running
    assert running.service.stop() == 0, running.service.log.read_text()[-3000:]


@pytest.fixture
def address() -> str:
    return f"{uuid.uuid4().hex[:12]}@people.example"


@pytest.fixture(params=SIZES)
def window(request, browser, identity, product, stranger) -> Window:
    opened = Window(browser, SIZES[request.param])
    opened.expect("Failed to load resource")
    yield opened
    opened.close()
    # Browsers complain of each refusal by themselves.
    opened.check({urlsplit(identity.base).netloc, urlsplit(product.origin).netloc, urlsplit(stranger.origin).netloc}
                 | opened.others)


def refreshed(identity: Identity, token: str) -> dict:
    """The tokens that a refresh token gives."""
    answer = requests.post(f"{identity.base}/hub/auth/token", json={"refresh_token": token}, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()


def open_shop(identity: Identity, product, page, **options):
    """Opens a website of another origin with the service's script; returns its frame."""
    page.goto(product.put("/shop", identity.website(**options)))
    page.wait_for_function("heard.some(([name]) => name === 'loaded')")
    return page.frame_locator("iframe")


def heard(page, *names: str) -> list:
    """The details of the events that the website has heard."""
    return [detail for name, detail in page.evaluate("heard") if name in names]
