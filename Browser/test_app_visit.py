"""The sign-in page in a browser that an app has opened: it goes back to the app."""

import base64
import hashlib
import secrets
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from playwright.sync_api import expect

from accessibility import violations
from openid_provider import OpenIDProvider, Person
from people import Identity, ask, enter, keep
from window import SIZES, Window


class Visits:
    """An app: it asks for visits, and takes what the browser brings back."""

    def __init__(self, identity: Identity, back: str):
        self.identity, self.back = identity, back
        self.verifier = secrets.token_urlsafe(32)
        self.challenge = ""

    def post(self, path: str, body: dict) -> requests.Response:
        return requests.post(
            f"{self.identity.base}/{path}", json=body, headers={"x-rownd-app-key": self.identity.app["appKey"]}, timeout=30)

    def page(self, **more) -> str:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        answer = self.post("hub/auth/browser", {
            "return_url": self.back, "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), **more})
        assert answer.status_code == 200, answer.text
        self.challenge = answer.json()["challenge_id"]
        return answer.json()["url"]

    def tokens(self, address: str) -> dict:
        (code,) = parse_qs(urlsplit(address).fragment)["code"]
        bound = {"challenge_id": self.challenge, "code_verifier": self.verifier}
        assert self.post("hub/auth/complete", bound | {"token": code}).status_code == 200
        return self.post("hub/auth/challenge_status", bound).json()


@pytest.fixture(scope="module")
def identity(tmp_path_factory, product):
    running = Identity(tmp_path_factory.mktemp("visits"), product.origin)
    yield running
    assert running.service.stop() == 0, running.service.log.read_text()[-3000:]


@pytest.fixture(params=SIZES)
def window(request, browser, identity, product) -> Window:
    opened = Window(browser, SIZES[request.param])
    yield opened
    opened.close()
    opened.check({urlsplit(identity.base).netloc, urlsplit(product.origin).netloc} | opened.others)


@pytest.fixture
def app(identity, product) -> Visits:
    # A website stands for the app's own scheme, which a browser cannot open.
    return Visits(identity, product.origin + "/back")


def came_back(page, app: Visits) -> str:
    page.wait_for_url(lambda address: address.startswith(app.back))
    return page.url


def test_a_code_signs_in_and_leads_back(identity, window, app):
    page, address = window.page, f"{secrets.token_hex(6)}@people.example"
    page.goto(app.page())
    expect(page.get_by_role("heading", name="Sign in to Harbour")).to_be_visible()
    assert "browser" not in page.url
    assert violations(page) == []
    keep(page, f"visit-{window.width}")
    ask(page, address)
    enter(page, identity.inbox(address).next().code)
    found = app.tokens(came_back(page, app))
    assert found["status"] == "verified" and found["user_type"] == "new_user" and found["sign_in_method"] == "email"


def test_closing_leads_back_without_a_code(window, app):
    page = window.page
    page.goto(app.page())
    page.get_by_role("button", name="Close").click()
    assert urlsplit(came_back(page, app)).fragment == "error=access_denied"


def test_a_guest_and_the_hint_to_be_one(window, app):
    page = window.page
    page.goto(app.page(sign_in_type="anonymous"))
    assert app.tokens(came_back(page, app))["sign_in_method"] == "anonymous"


def test_the_visit_outlives_the_way_to_a_provider(identity, window, app, tmp_path):
    with OpenIDProvider() as provider:
        provider.person = Person(subject=secrets.token_hex(8), email=f"{secrets.token_hex(6)}@people.example")
        window.others.add(urlsplit(provider.issuer).netloc)
        identity.settle(providers=[provider.settings("google", tmp_path)])
        try:
            page = window.page
            page.goto(app.page(sign_in_type="google"))
            assert app.tokens(came_back(page, app))["sign_in_method"] == "google"
        finally:
            identity.settle()


def test_the_account_page_of_somebody_who_is_signed_in_to_the_app(identity, window, app):
    page, address = window.page, f"{secrets.token_hex(6)}@people.example"
    page.goto(app.page())
    ask(page, address)
    enter(page, identity.inbox(address).next().code)
    token = app.tokens(came_back(page, app))["access_token"]
    key = {"x-rownd-app-key": identity.app["appKey"], "Authorization": f"Bearer {token}"}

    def show() -> None:
        answer = requests.post(
            f"{identity.base}/hub/auth/browser/account", json={"return_url": app.back}, headers=key, timeout=30)
        page.goto(answer.json()["url"])
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
        assert "account=" not in page.url

    show()
    expect(page.get_by_text(address)).to_be_visible()
    # The app's session has no browser's name.
    expect(page.get_by_text("This device, here and now")).to_be_visible()
    assert violations(page) == []
    keep(page, f"app-account-{window.width}")
    page.get_by_role("button", name="Back to Harbour").click()
    came_back(page, app)
    data = f"{identity.base}/me/applications/{identity.app['appId']}/data"
    assert requests.get(data, headers=key, timeout=30).status_code == 200
    show()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    came_back(page, app)
    assert requests.get(data, headers=key, timeout=30).status_code == 401


def test_a_guest_gets_an_address_on_the_account_page_and_stays_signed_in_to_the_app(identity, window, app):
    page, address = window.page, f"{secrets.token_hex(6)}@people.example"
    guest = app.post("hub/auth/init", {"is_anonymous": True}).json()["auth_tokens"]
    key = {"x-rownd-app-key": identity.app["appKey"], "Authorization": f"Bearer {guest['access_token']}"}
    answer = requests.post(
        f"{identity.base}/hub/auth/browser/account", json={"return_url": app.back}, headers=key, timeout=30)
    page.goto(answer.json()["url"])
    page.get_by_role("button", name="Add an e-mail address").click()
    ask(page, address)
    enter(page, identity.inbox(address).next().code)
    expect(page.get_by_text(address)).to_be_visible()
    page.get_by_role("button", name="Back to Harbour").click()
    came_back(page, app)
    renewed = app.post("hub/auth/token", {"refresh_token": guest["refresh_token"]})
    assert renewed.status_code == 200, renewed.text
    data = f"{identity.base}/me/applications/{identity.app['appId']}/data"
    key["Authorization"] = f"Bearer {renewed.json()['access_token']}"
    assert requests.get(data, headers=key, timeout=30).json()["verified_data"] == {"email": address}


def test_an_expired_visit_says_so(window, app):
    page = window.page
    window.expect("Failed to load resource")
    address = app.page()
    page.goto(address)
    (link,) = parse_qs(urlsplit(address).fragment)["browser"]
    assert app.post("hub/auth/browser/finish", {"link": link, "cancelled": True}).status_code == 200
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("begin again in the app")).to_be_visible()
