"""Signing in to an application on the service's own page."""

import base64
import json
import uuid
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import expect

from accessibility import violations
from application import address, heard, identity, open_shop, window  # noqa: F401
from openid_provider import OpenIDProvider, Person
from people import ask, enter, keep, link
from window import SIZES, Window


def authenticator(page) -> None:
    """Puts a virtual authenticator into the browser."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})


def test_a_code_signs_in_and_the_account_page_signs_out_everywhere(identity, window, address):
    page, width = window.page, window.width
    inbox = identity.inbox(address)
    page.goto(identity.page)
    expect(page.get_by_role("heading", name="Sign in to Harbour")).to_be_visible()
    expect(page.get_by_label("E-mail address")).to_be_focused()
    assert violations(page) == []
    keep(page, f"sign-in-{width}")
    page.get_by_role("button", name="Continue", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Enter your e-mail address")).to_be_visible()
    ask(page, address)
    assert violations(page) == []
    keep(page, f"code-{width}")
    enter(page, "12")
    expect(page.get_by_text("Enter the six digits of the code.")).to_be_visible()
    code = inbox.next().code
    enter(page, f"{code[:3]} {code[3:]}")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    expect(page.get_by_text(address)).to_be_visible()
    assert violations(page) == []
    keep(page, f"account-{width}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    assert violations(page) == []


def test_the_account_page_names_the_app_leads_back_and_changes_the_details(identity, window, address):
    page, width = window.page, window.width
    identity.settle(schema={
        "email": {"unique": True, "writer": "app"}, "first_name": {"display_name": "First name", "required": True},
        "points": {"type": "number", "display_name": "Points"}, "news": {"type": "boolean", "display_name": "News by mail"},
        "birthday": {"display_name": "Birthday", "read_only": True}, "tier": {"display_name": "Tier", "writer": "app"},
        "diary": {"display_name": "Diary", "encrypted": True}})
    try:
        page.goto(identity.page)
        ask(page, address)
        enter(page, identity.inbox(address).next().code)
        expect(page.get_by_role("heading", name="Your account at Harbour", exact=True)).to_be_visible()
        back = page.get_by_role("link", name="Back to Harbour")
        assert back.get_attribute("href") == f"{identity.origins[0]}/"
        for unseen in ("Tier", "Diary"):
            expect(page.get_by_text(unseen)).to_have_count(0)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("First name must not be empty.")).to_be_visible()
        expect(page.get_by_label("First name (required)")).to_be_focused()
        page.get_by_label("First name (required)").fill("Ada")
        page.get_by_label("Points").fill("many")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Points has to be a number.")).to_be_visible()
        page.get_by_label("Points").fill("7,5")
        page.get_by_label("News by mail").check()
        page.get_by_label("Birthday").fill("10 December")
        assert violations(page) == []
        keep(page, f"account-details-{width}")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Birthday: 10 December")).to_be_visible()
        expect(page.get_by_role("main").get_by_text("Your details were saved.")).to_be_visible()
        expect(page.get_by_label("First name (required)")).to_have_value("Ada")
        expect(page.get_by_label("Points")).to_have_value("7.5")
        expect(page.get_by_label("News by mail")).to_be_checked()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        identity.settle()


def test_the_link_of_the_message_signs_in_where_it_was_asked_for(identity, window, address):
    page = window.page
    page.goto(identity.page)
    ask(page, address)
    message = identity.inbox(address).next()
    second = window.context.new_page()
    second.goto(link(message))
    expect(second.get_by_role("heading", name="The address is yours")).to_be_visible()
    assert violations(second) == []
    keep(second, f"link-{window.width}")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    third = window.context.new_page()
    third.goto(link(message))
    expect(third.get_by_role("heading", name="This link is not valid any more")).to_be_visible()


def test_the_link_in_another_browser_signs_nobody_in(identity, window, browser, address):
    page = window.page
    page.goto(identity.page)
    ask(page, address)
    message = identity.inbox(address).next()
    other = Window(browser, SIZES["360"])
    other.page.goto(link(message))
    expect(other.page.get_by_role("heading", name="Enter the code")).to_be_visible()
    assert violations(other.page) == []
    other.close()
    page.wait_for_timeout(2500)
    enter(page, message.code)
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_five_wrong_codes_end_the_sign_in(identity, window, address):
    page = window.page
    page.goto(identity.page)
    ask(page, address)
    right = identity.inbox(address).next().code
    wrong = "000000" if right != "000000" else "111111"
    for left in (4, 3, 2, 1):
        enter(page, wrong)
        expect(page.get_by_role("alert").filter(has_text="This code is not right")).to_be_visible()
        expect(page.get_by_label("Six-digit code")).to_be_focused()
    for code in (wrong, right):
        enter(page, code)
        expect(page.get_by_role("alert").filter(has_text="The code was wrong too often")).to_be_visible()
    assert violations(page) == []


def test_a_phone_number_signs_in_and_gets_an_address(identity, window, address):
    page, width, inbox = window.page, window.width, identity.inbox(address)
    number = f"+4179{uuid.uuid4().int % 10_000_000:07}"
    page.goto(identity.page)
    page.get_by_role("button", name="Use a phone number").click()
    expect(page.get_by_label("Phone number")).to_be_focused()
    page.get_by_label("Phone number").fill("079 123")
    page.get_by_role("button", name="Continue", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="with the country's code")).to_be_visible()
    assert violations(page) == []
    keep(page, f"phone-{width}")
    page.get_by_label("Phone number").fill(f"{number[:3]} {number[3:5]} {number[5:]}")
    page.get_by_role("button", name="Continue", exact=True).click()
    expect(page.get_by_role("heading", name="Check your phone")).to_be_visible()
    assert violations(page) == []
    keep(page, f"phone-code-{width}")
    enter(page, identity.texts.code(number))
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    expect(page.get_by_text(number)).to_be_visible()
    keep(page, f"phone-account-{width}")
    # The account gets an e-mail address, which signs in afterwards.
    page.get_by_role("button", name="Add an e-mail address").click()
    expect(page.get_by_role("heading", name="Add an e-mail address")).to_be_visible()
    assert violations(page) == []
    keep(page, f"add-address-{width}")
    ask(page, address)
    enter(page, inbox.next().code)
    expect(page.get_by_text(address)).to_be_visible()
    expect(page.get_by_text(number)).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in again").click()
    ask(page, address)
    enter(page, inbox.next().code)
    expect(page.get_by_text(number)).to_be_visible()


def test_an_address_of_another_account_is_not_added(identity, window, address):
    page, inbox = window.page, identity.inbox(address)
    number = f"+4178{uuid.uuid4().int % 10_000_000:07}"
    page.goto(identity.page)
    ask(page, address)
    enter(page, inbox.next().code)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(identity.page)
    page.get_by_role("button", name="Use a phone number").click()
    page.get_by_label("Phone number").fill(number)
    page.get_by_role("button", name="Continue", exact=True).click()
    enter(page, identity.texts.code(number))
    page.get_by_role("button", name="Add an e-mail address").click()
    ask(page, address)
    enter(page, inbox.next().code)
    expect(page.get_by_role("alert").filter(has_text="This belongs to another account")).to_be_visible()
    page.get_by_role("button", name="Sign in another way").click()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text(number)).to_be_visible()


def test_a_passkey_is_added_and_signs_in(identity, window, address):
    page = window.page
    authenticator(page)
    page.goto(identity.page)
    ask(page, address)
    enter(page, identity.inbox(address).next().code)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("button", name="Remove passkey 1")).to_be_visible()
    assert violations(page) == []
    keep(page, f"passkey-{window.width}")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in again").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    expect(page.get_by_text(address)).to_be_visible()
    page.get_by_role("button", name="Remove passkey 1").click()
    expect(page.get_by_text("You have no passkey yet.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in again").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert").filter(has_text="The passkey could not be used")).to_be_visible()


def test_sessions_on_other_devices_are_listed_and_ended(identity, window, browser, address):
    other = Window(browser, SIZES["1280"])
    inbox = identity.inbox(address)
    for page in (other.page, window.page):
        page.goto(identity.page)
        ask(page, address)
        enter(page, inbox.next().code)
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page = window.page
    expect(page.get_by_text("Linux, here and now")).to_be_visible()
    assert violations(page) == []
    keep(page, f"sessions-{window.width}")
    page.get_by_role("button", name="End the session on").click()
    expect(page.get_by_role("button", name="End the session on")).to_have_count(0)
    other.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(other.page.get_by_text("You have been signed out. Please sign in again.")).to_be_visible()
    other.close()


def test_an_account_is_deleted_after_a_question(identity, window, address):
    page = window.page
    page.goto(identity.page)
    ask(page, address)
    enter(page, identity.inbox(address).next().code)
    page.get_by_role("button", name="Delete your account").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Delete your account?")).to_be_visible()
    assert violations(page) == []
    keep(page, f"delete-{window.width}")
    dialog.get_by_role("button", name="Delete account").click()
    expect(page.get_by_role("heading", name="Your account was deleted.")).to_be_visible()


class TestProviders:
    """Apple and Google, for which a provider on loopback stands."""

    @pytest.fixture(autouse=True)
    def provider(self, identity, window, address, tmp_path):
        with OpenIDProvider() as provider:
            provider.person = Person(subject=address, email=address)
            identity.settle(providers=[provider.settings(name, tmp_path) for name in ("apple", "google")])
            window.others = {urlsplit(provider.issuer).netloc}
            yield provider
        identity.settle()

    @pytest.mark.parametrize("name", ["Google", "Apple"])
    def test_a_provider_signs_in(self, identity, window, address, name):
        page = window.page
        page.goto(identity.page)
        expect(page.get_by_role("button", name=f"Continue with {name}")).to_be_visible()
        assert violations(page) == []
        keep(page, f"providers-{window.width}")
        page.get_by_role("button", name=f"Continue with {name}").click()
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
        expect(page.get_by_text(address)).to_be_visible()
        assert "openid" not in page.url

    def test_a_refusal_leads_back_to_the_choices(self, identity, window, provider, address):
        provider.refuses = True
        page = window.page
        page.goto(identity.page)
        page.get_by_role("button", name="Continue with Google").click()
        expect(page.get_by_role("alert").filter(has_text="The sign-in was not completed.")).to_be_visible()
        assert violations(page) == []
        keep(page, f"provider-refused-{window.width}")
        ask(page, address)

    def test_what_a_provider_answers_in_another_browser_signs_nobody_in(self, identity, window, browser):
        page = window.page
        page.route("**/authorize?**", lambda route: route.fulfill(body="waits"))
        page.goto(identity.page)
        with page.expect_request("**/authorize?**") as asked:
            page.get_by_role("button", name="Continue with Google").click()
        back = requests.get(asked.value.url, timeout=30, allow_redirects=False).headers["Location"]
        other = Window(browser, SIZES["360"])
        other.page.goto(back)
        expect(other.page.get_by_role("heading", name="Go back to where you began")).to_be_visible()
        assert violations(other.page) == []
        other.close()

    @pytest.mark.parametrize("name", ["Google", "Apple"])
    def test_a_website_gets_the_session_from_a_window_of_its_own(self, identity, product, window, address, name):
        page = window.page
        frame = open_shop(identity, product, page)
        page.get_by_role("button", name="Sign in").click()
        with page.expect_popup() as popup:
            frame.get_by_role("button", name=f"Continue with {name}").click()
        page.wait_for_function("heard.some(([name]) => name === 'sign_in_completed')")
        assert page.evaluate("rownd.user.get('email')") == address
        assert heard(page, "sign_in_completed")[0]["method"] == name.lower()
        page.wait_for_timeout(300)
        assert popup.value.is_closed()


def guest(identity) -> dict:
    """The tokens of a new guest, whom somebody else has made."""
    key = {"x-rownd-app-key": identity.app["appKey"]}
    answer = requests.post(f"{identity.base}/hub/auth/init", json={"is_anonymous": True}, headers=key, timeout=30)
    return answer.json()["auth_tokens"]


def subject(token: str) -> str:
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))["sub"]


def test_a_link_brings_no_strangers_session_into_a_tab(identity, window, address):
    page, stranger = window.page, guest(identity)
    handed = base64.urlsafe_b64encode(json.dumps(stranger).encode()).decode()
    page.goto(f"{identity.page}#rph_init={handed}")
    # A guest is not asked whether they want to be one.
    expect(page.get_by_role("button", name="Continue as a guest")).to_be_visible()
    with page.expect_response(lambda answer: "challenge_status" in answer.url and "access_token" in answer.text()) as got:
        ask(page, address)
        enter(page, identity.inbox(address).next().code)
    assert subject(got.value.json()["access_token"]) != subject(stranger["access_token"])


def test_an_app_hands_its_guests_session_over(identity, window, address):
    page, own, told = window.page, guest(identity), {}

    def hear(text: str) -> None:
        message = json.loads(text)
        told[message["type"]] = message["payload"]

    def wait(kind: str) -> dict:
        # The page's policy forbids what Playwright waits with.
        for _ in range(100):
            if kind in told:
                break
            page.wait_for_timeout(100)
        return told[kind]

    page.expose_function("hear", hear)
    page.add_init_script("window.webkit = { messageHandlers: { rowndIosSDK: { postMessage: (text) => hear(text) } } };")
    handed = base64.urlsafe_b64encode(json.dumps(own).encode()).decode()
    page.goto(f"{identity.page}#rph_init={handed}")
    wait("hub_loaded")
    page.evaluate("rownd.requestSignIn({})")
    ask(page, address)
    enter(page, identity.inbox(address).next().code)
    assert subject(wait("authentication")["access_token"]) == subject(own["access_token"])
