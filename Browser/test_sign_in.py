"""Signing in from an app: the page that asks, and the code that the app exchanges."""

import base64
import hashlib
import json
import subprocess
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from playwright.sync_api import Page, expect

from inbox import Inbox
from people import keep
from service import PROGRAM, Account, Service, countersign
from test_accessibility import violations

VERIFIER = "v" * 64
PASSWORD = "correct horse battery staple"


@pytest.fixture(scope="module")
def application(service: Service) -> str:
    """An app's integration key."""
    made = countersign("account", "app", "--data", service.data, "--name", "Field <App>", "--redirect",
                       "http://127.0.0.1/done", "--json")
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)["integrationKey"]


@pytest.fixture(scope="module")
def person(service: Service) -> Account:
    account = service.account("Bea Field", "bea@example.org")
    subprocess.run([PROGRAM, "account", "password", "--data", service.data, "--email", "bea@example.org"],
                   input=PASSWORD + "\n", text=True, check=True, capture_output=True)
    return account


@pytest.fixture
def address(service: Service, application: str, return_page) -> str:
    challenge = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
    return f"{service.base}/oauth/auth?" + urlencode({
        "response_type": "code", "scope": "signature", "client_id": application, "state": "s-1",
        "redirect_uri": redirect(return_page), "code_challenge": challenge, "code_challenge_method": "S256"})


def redirect(return_page) -> str:
    return return_page.url.split("?")[0]


def fill(page: Page, password: str, email: str = "bea@example.org") -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in and allow").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360, 320])
def test_the_page_can_be_read_and_used_by_everybody(open_window, address, person, width, scheme):
    window = open_window((width, 740), color_scheme=scheme)
    page = window.page
    page.goto(address)
    assert page.title() == "Sign in"
    assert "Field <App> wants to send" in page.get_by_role("main").inner_text()
    assert violations(page) == []
    window.expect("401")
    # Each time another address: five wrong passwords for one are the most.
    email = f"bea-{width}-{scheme}@example.org"
    fill(page, "not it", email)
    expect(page.get_by_role("alert")).to_have_text("The e-mail address or the password is wrong.")
    assert page.get_by_label("E-mail address").input_value() == email
    assert page.get_by_label("Password").input_value() == ""
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_person_signs_in_and_the_app_gets_a_token(window, address, person, service, application, return_page):
    window.page.goto(address)
    fill(window.page, PASSWORD)
    expect(window.page.get_by_role("heading", name="Back at the sender")).to_be_visible()
    answer = parse_qs(urlsplit(return_page.visits[-1]).query)
    assert answer["state"] == ["s-1"]
    token = requests.post(f"{service.base}/oauth/token", timeout=30, data={
        "grant_type": "authorization_code", "code": answer["code"][0], "client_id": application,
        "redirect_uri": redirect(return_page), "code_verifier": VERIFIER})
    assert token.status_code == 200, token.text
    facts = requests.get(f"{service.base}/oauth/userinfo", timeout=30,
                         headers={"Authorization": f"Bearer {token.json()['access_token']}"}).json()
    assert facts["email"] == "bea@example.org"
    assert [account["account_id"] for account in facts["accounts"]] == [person.id]


@pytest.mark.parametrize("width", [1280, 360])
def test_a_code_by_mail_does_instead_of_a_password(open_window, address, service, return_page, width):
    window = open_window((width, 740))
    email = f"cy-{width}@example.org"
    service.account("Cy Field", email)
    page, inbox = window.page, Inbox(service.data, email)
    page.goto(address)
    keep(page, f"oauth-{width}")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("button", name="Send me a code instead").click()
    expect(page.get_by_role("heading", name="Check your mail")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    keep(page, f"oauth-code-{width}")
    window.expect("401")
    message = inbox.next()
    page.get_by_label("Six-digit code").fill("12345x")
    page.get_by_role("button", name="Sign in and allow").click()
    expect(page.get_by_role("alert")).to_have_text("The code is not right; 4 tries are left.")
    assert violations(page) == []
    page.get_by_label("Six-digit code").fill(message.code)
    page.get_by_role("button", name="Sign in and allow").click()
    expect(page.get_by_role("heading", name="Back at the sender")).to_be_visible()
    assert parse_qs(urlsplit(return_page.visits[-1]).query)["state"] == ["s-1"]


def test_a_person_who_does_not_want_to_gives_nothing_away(window, address, person, return_page):
    window.page.goto(address)
    window.page.get_by_role("button", name="Cancel").click()
    expect(window.page.get_by_role("heading", name="Back at the sender")).to_be_visible()
    answer = parse_qs(urlsplit(return_page.visits[-1]).query)
    assert answer["error"] == ["access_denied"]
    assert "code" not in answer
