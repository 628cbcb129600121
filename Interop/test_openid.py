"""Signing in through Apple and Google, for which a provider on loopback stands."""

import base64
import hashlib
import re
import secrets
import time

import jwt
import pytest
import requests
from joserfc.jwk import RSAKey

from hub import App, identity_app
from mail_server import PASSWORD, MailServer
from openid_provider import AppleKey, OpenIDProvider, Person
from service import Service


@pytest.fixture(scope="module")
def service_app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("openid")
    with pytest.MonkeyPatch.context() as patch, MailServer() as mail:
        patch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
        service = Service(
            folder / "data", *mail.options, "--retry-wait", "1", "--identity-attempts", "5000", "--identity-guests", "5000", "--allow-network",
            "127.0.0.1/32", "--allow-identity-http")
        service.start()
        try:
            yield App(service, mail, identity_app(service, "create", "--name", "Shop"))
        finally:
            assert service.stop() == 0, service.log.read_text()[-3000:]


@pytest.fixture
def provider(service_app: App, tmp_path):
    with OpenIDProvider() as provider:
        service_app.settle({"providers": [provider.settings("google", tmp_path, app_client_ids=["ios-client"])]})
        yield provider


class SignIn:
    """A sign-in in one browser."""

    def __init__(self, app: App, method: str = "google", **options) -> None:
        self.app = app
        self.verifier = secrets.token_urlsafe(32)
        digest = hashlib.sha256(self.verifier.encode()).digest()
        answer = app.call("POST", "hub/auth/openid", {
            "method": method, "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode()}, **options)
        assert answer.status_code == 200, answer.text
        self.challenge, self.url = answer.json()["challenge_id"], answer.json()["url"]

    def back(self) -> str:
        """What the provider sends the browser to."""
        answer = requests.get(self.url, timeout=30, allow_redirects=False)
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]

    def link(self) -> str | None:
        """The link that the service gives the browser; None if the sign-in failed."""
        return link_in(requests.get(self.back(), timeout=30, allow_redirects=False))

    def complete(self, token: str, verifier: str | None = None) -> requests.Response:
        return self.app.call("POST", "hub/auth/complete", {
            "challenge_id": self.challenge, "token": token, "code_verifier": verifier or self.verifier})

    def status(self) -> requests.Response:
        return self.app.call("POST", "hub/auth/challenge_status", {
            "challenge_id": self.challenge, "code_verifier": self.verifier})

    def finish(self) -> dict:
        link = self.link()
        assert link is not None
        assert self.complete(link).json() == {"result": "success"}
        answer = self.status()
        assert answer.status_code == 200, answer.text
        return answer.json()


def link_in(answer: requests.Response) -> str | None:
    assert answer.status_code == 303, answer.text
    place = answer.headers["Location"]
    assert "/web_app?app_key=" in place
    found = re.search(r"#openid=([\w-]+)$", place)
    assert found or place.endswith("#openid_failed"), place
    return found and found[1]


def claims(tokens: dict) -> dict:
    return jwt.decode(tokens["access_token"], options={"verify_signature": False})


def test_google_signs_in_and_knows_the_person_again(service_app: App, provider: OpenIDProvider) -> None:
    methods = service_app.call("GET", "hub/app-config").json()["app"]["config"]["hub"]["auth"]["sign_in_methods"]
    assert (methods["google"]["enabled"], methods["apple"]["enabled"]) == (True, False)
    first = SignIn(service_app).finish()
    assert first["user_type"] == "new_user"
    assert (claims(first)["email"], claims(first)["https://auth.rownd.io/is_verified_user"]) == ("ada@example.org", True)
    # The same person under a new address, and the same address with a code by mail.
    provider.person.email = "ada.new@example.org"
    again = SignIn(service_app).finish()
    assert (again["app_user_id"], again["user_type"]) == (first["app_user_id"], "existing_user")
    assert service_app.sign_in("ada@example.org")["app_user_id"] == first["app_user_id"]
    (user,) = service_app.call("GET", f"applications/{service_app.id}/users/data?lookup_filter=ada@example.org",
                               secret=True).json()["results"]
    assert user["meta"]["first_sign_in_method"] == "google"
    assert "provider-secret" not in service_app.service.log.read_text()


def test_only_the_browser_that_began_finishes_and_only_once(service_app: App, provider: OpenIDProvider) -> None:
    sign_in = SignIn(service_app)
    state = re.search(r"state=([\w-]+)", sign_in.url)[1]
    # Neither the state nor a guessed code stands for the provider's answer.
    for guess in (state, "123456"):
        assert sign_in.complete(guess).status_code == 400
    assert service_app.call("POST", "hub/auth/challenge_resend", {"challenge_id": sign_in.challenge}).status_code == 400
    opened = service_app.call("GET", f"hub/auth/magic/{state}", x_rownd_magic_allow_exp="true",
                              x_countersign_code_verifier=sign_in.verifier)
    assert opened.status_code == 401
    assert sign_in.status().json() == {"status": "pending"}
    back = sign_in.back()
    link = link_in(requests.get(back, timeout=30, allow_redirects=False))
    assert requests.get(back, timeout=30, allow_redirects=False).status_code == 404
    assert sign_in.complete(link, secrets.token_urlsafe(32)).status_code == 400
    other = SignIn(service_app)
    assert other.complete(link).status_code == 400
    assert sign_in.complete(link).status_code == 200
    assert sign_in.complete(link).status_code == 400
    assert sign_in.status().json()["access_token"]
    assert sign_in.status().status_code != 200


@pytest.mark.parametrize("wrong", [
    {"nonce": "another"}, {"aud": "another-client"}, {"aud": ["another-client"]}, {"iss": "https://elsewhere.example"},
    {"exp": 1_000_000_000}, {"azp": "another-client"}, {"sub": ""}, {"nbf": 4_000_000_000},
], ids=str)
def test_a_token_that_was_not_made_for_this_sign_in_is_refused(
        service_app: App, provider: OpenIDProvider, wrong: dict) -> None:
    provider.person = Person(subject="forged", email="victim@example.org", claims=wrong)
    sign_in = SignIn(service_app)
    assert sign_in.link() is None
    assert sign_in.status().json() == {"status": "pending"}


def test_codes_states_and_keys_that_are_not_the_providers_are_refused(
        service_app: App, provider: OpenIDProvider) -> None:
    mine, theirs = SignIn(service_app), SignIn(service_app)
    # A code of another sign-in: its PKCE verifier is another.
    code = re.search(r"code=([\w-]+)", theirs.back())[1]
    swapped = re.sub(r"code=[\w-]+", f"code={code}", mine.back())
    assert link_in(requests.get(swapped, timeout=30, allow_redirects=False)) is None
    # A key that is not published, and an issuer that is another's (RFC 9207).
    provider.signing_key = RSAKey.generate_key(2048)
    assert SignIn(service_app).link() is None
    provider.signing_key = None
    mixed = SignIn(service_app).back() + "&iss=https%3A%2F%2Felsewhere.example"
    assert link_in(requests.get(mixed, timeout=30, allow_redirects=False)) is None
    provider.refuses = True
    assert SignIn(service_app).link() is None
    callback = f"{service_app.service.base}/hub/auth/openid/callback"
    for query in ("", "?state=unknown&code=1", "?code=1"):
        assert requests.get(callback + query, timeout=30, allow_redirects=False).status_code == 404
    refused = service_app.call("POST", "hub/auth/openid", {"method": "apple", "code_challenge": "x"})
    assert (refused.status_code, refused.json()["code"]) == (400, "E_PROVIDER")
    for wish in ({}, {"code_challenge": "x" * 43, "code_challenge_method": "plain"}):
        assert service_app.call("POST", "hub/auth/openid", {"method": "google"} | wish).status_code == 400
    assert requests.post(callback, json={"state": "x", "code": "y"}, timeout=30).status_code == 415


def test_metadata_of_another_issuer_and_a_silent_provider_are_refused(
        service_app: App, provider: OpenIDProvider, tmp_path) -> None:
    provider.named = "https://accounts.example.com"
    wish = {"method": "google", "code_challenge": "x" * 43}
    refused = service_app.call("POST", "hub/auth/openid", wish)
    assert (refused.status_code, refused.json()["code"]) == (502, "E_PROVIDER")
    service_app.settle({"providers": [provider.settings("google", tmp_path, issuer="http://127.0.0.1:9")]})
    assert service_app.call("POST", "hub/auth/openid", wish).status_code == 502


def test_keys_are_kept_and_fetched_again_for_a_new_key(service_app: App, provider: OpenIDProvider) -> None:
    for _ in range(3):
        SignIn(service_app).finish()
    assert provider.fetched.count("/keys") == 1
    assert provider.fetched.count("/.well-known/openid-configuration") == 1
    provider.rotate()
    SignIn(service_app).finish()
    assert provider.fetched.count("/keys") == 2
    # Tokens with invented keys' ids do not have them fetched again and again.
    for number in range(5):
        provider.rotate(f"invented-{number}")
        token = provider.token(aud="ios-client")
        assert service_app.call("POST", "hub/auth/token", {"id_token": token}).status_code == 401
    assert provider.fetched.count("/keys") == 2


def test_apple_gets_a_signed_secret_and_posts_its_answer(
        service_app: App, provider: OpenIDProvider, tmp_path) -> None:
    key = AppleKey(tmp_path)
    provider.check_secret = lambda secret: key.signed(secret, provider.issuer, provider.client)
    service_app.settle({"providers": [provider.settings(
        "apple", tmp_path, secret_file=str(key.file), team_id="TEAM123456", key_id="KEY1234567")]})
    provider.person = Person(subject="001234.abc", email="relay@privaterelay.example", verified="true")
    sign_in = SignIn(service_app, "apple")
    form = requests.get(sign_in.url, timeout=30).text
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    answer = requests.post(f"{service_app.service.base}/hub/auth/openid/callback", data=fields, timeout=30,
                           allow_redirects=False, headers={"Origin": "null"})
    assert sign_in.complete(link_in(answer)).status_code == 200
    assert claims(sign_in.status().json())["email"] == "relay@privaterelay.example"


def test_an_apps_identity_token_is_exchanged_with_the_providers_keys_of_now(
        service_app: App, provider: OpenIDProvider) -> None:
    provider.person = Person(subject="from-the-app", email="app@example.org")
    answer = service_app.call("POST", "hub/auth/token", {"id_token": provider.token(aud="ios-client")})
    assert answer.status_code == 200, answer.text
    assert claims(answer.json())["https://auth.rownd.io/app_user_id"] \
        == SignIn(service_app).finish()["app_user_id"]
    for wrong in ({"aud": "android-client"}, {"aud": "ios-client", "exp": int(time.time()) - 5}):
        assert service_app.call("POST", "hub/auth/token", {"id_token": provider.token(**wrong)}).status_code == 401
    # Another provider's token for the same client: nobody even asks for its keys.
    with OpenIDProvider() as other:
        answer = service_app.call("POST", "hub/auth/token", {"id_token": other.token(aud="ios-client")})
        assert answer.status_code == 401 and other.fetched == []


def test_a_guest_keeps_what_they_entered(service_app: App, provider: OpenIDProvider) -> None:
    guest = service_app.call("POST", "hub/auth/init", {"is_anonymous": True}).json()["auth_tokens"]["access_token"]
    assert service_app.call("PUT", f"me/applications/{service_app.id}/data/fields/first_name", {"value": "Gil"},
                            token=guest).status_code == 200
    provider.person = Person(subject="was-a-guest", email="gil@example.org")
    signed_in = SignIn(service_app, token=guest).finish()
    data = service_app.call("GET", f"me/applications/{service_app.id}/data", token=signed_in["access_token"]).json()
    assert data["data"]["first_name"] == "Gil" and data["auth_level"] == "verified"


def test_a_waiting_sign_in_ends_when_its_user_is_deleted(service_app: App, provider: OpenIDProvider) -> None:
    def delete(user: str) -> None:
        assert service_app.call("DELETE", f"applications/{service_app.id}/users/{user}/data", secret=True).status_code < 300

    provider.person = Person(subject="leaves", email="leaves@example.org")
    user = SignIn(service_app).finish()["app_user_id"]
    # One under the provider's id, and one under the address alone.
    for person in (Person(subject="leaves", email="other@example.org"), Person(subject="x", email="leaves@example.org")):
        provider.person = person
        waiting = SignIn(service_app)
        assert waiting.complete(waiting.link()).status_code == 200
        provider.person = Person(subject="stays", email="stays@example.org")
        kept = SignIn(service_app)
        assert kept.complete(kept.link()).status_code == 200
        delete(user)
        assert waiting.status().status_code == 400
        assert kept.status().status_code == 200
        provider.person = Person(subject="leaves", email="leaves@example.org")
        user = SignIn(service_app).finish()["app_user_id"]


def test_an_unverified_address_is_nobodys(service_app: App, provider: OpenIDProvider) -> None:
    owner = service_app.sign_in("owner@example.org")
    provider.person = Person(subject="impostor", email="owner@example.org", verified=False)
    impostor = SignIn(service_app).finish()
    assert impostor["app_user_id"] != owner["app_user_id"]
    assert "email" not in claims(impostor)
