"""Signing in to applications, checked with other people's packages."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import jwt
import pytest
import requests
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from joserfc import jwt as joserfc_jwt
from joserfc.jwk import KeySet

import documents
from authenticator import ALGORITHMS, FLAG, Authenticator, attestation_certificate, new_key
from ceremony import Ceremony, event_of
from envelopes import definition, signer
from hub import App, code_in, identity_app
from mail_server import PASSWORD, MailServer
from service import Service, countersign

SITE = Path(__file__).with_name("django_site.py")
OPENID = {"method": "google", "client_id": "web-client", "secret_file": "/etc/countersign/google"}
CLAIM = "https://auth.rownd.io/"


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    folder = tmp_path_factory.mktemp("identity")
    with pytest.MonkeyPatch.context() as patch, MailServer() as mail:
        patch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
        service = Service(folder / "data", *mail.options, "--retry-wait", "1", "--identity-attempts", "5000", "--identity-guests", "5000")
        service.start()
        try:
            yield App(service, mail, identity_app(service, "create", "--name", "Shop"))
        finally:
            assert service.stop() == 0, service.log.read_text()[-3000:]


def test_the_message_has_six_digits_and_a_link_on_lines_of_their_own(hub: App) -> None:
    hub.begin("lines@example.org")
    delivery = hub.mail.wait("lines@example.org")
    assert len(code_in(delivery.text)) == 6
    assert delivery.link.startswith(f"{hub.service.base}/hub/auth/magic/")
    assert delivery.message["Subject"] == "Your code for Shop"
    assert code_in(delivery.text) not in hub.service.log.read_text()


def test_a_django_site_signs_people_in_with_only_its_address_changed(hub: App) -> None:
    ada = hub.sign_in("ada@example.org")
    assert hub.call("PUT", f"me/applications/{hub.id}/data/fields/first_name", {"value": "Ada"},
                    token=ada["access_token"]).status_code == 200
    guest = hub.call("POST", "hub/auth/init", {"is_anonymous": True}).json()["auth_tokens"]
    forged = ada["access_token"][:-6] + "AAAAAA"
    run = subprocess.run(
        [sys.executable, SITE, hub.service.base, hub.made["appKey"], hub.made["appSecret"], ada["access_token"],
         guest["access_token"], forged],
        capture_output=True, text=True, timeout=120, cwd=SITE.parent)
    assert run.returncode == 0, run.stderr
    known, anonymous, stranger = json.loads(run.stdout.splitlines()[-1])
    assert known == {"status": 200, "user": {
        "username": ada["app_user_id"], "email": "ada@example.org", "first_name": "Ada"}}
    assert anonymous["status"] == 200 and anonymous["user"]["username"].startswith("user_")
    assert stranger == {"status": 401, "user": None}


def test_pyjwt_and_authlib_validate_tokens_and_discovery(hub: App) -> None:
    token = hub.sign_in("bo@example.org")["access_token"]
    found = requests.get(f"{hub.service.base}/.well-known/openid-configuration", timeout=30).json()
    assert found["issuer"] == hub.service.base
    key = jwt.PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(token)
    claims = jwt.decode(token, key.key, algorithms=["EdDSA"], audience=f"app:{hub.id}", issuer=found["issuer"])
    assert claims[CLAIM + "is_verified_user"] is True and claims["exp"] - claims["iat"] == 3600
    with pytest.raises(jwt.InvalidAudienceError):
        jwt.decode(token, key.key, algorithms=["EdDSA"], audience="app:other")
    keys = KeySet.import_key_set(requests.get(found["jwks_uri"], timeout=30).json())
    checked = joserfc_jwt.decode(token, keys, algorithms=["EdDSA"])
    joserfc_jwt.JWTClaimsRegistry(aud={"essential": True, "value": f"app:{hub.id}"}).validate(checked.claims)
    assert checked.claims["sub"] == claims["sub"]
    # Authlib accepts metadata with https only; the service is on loopback here.
    AuthorizationServerMetadata(
        {name: value.replace("http:", "https:") if isinstance(value, str) else value for name, value in found.items()}
    ).validate()
    user = requests.get(found["userinfo_endpoint"], headers={"Authorization": f"Bearer {token}"}, timeout=30).json()
    assert user == {"sub": claims["sub"], "email": "bo@example.org", "email_verified": True, "auth_level": "verified"}


def test_a_sender_uses_the_signing_api_with_the_token_of_a_sign_in(hub: App) -> None:
    account = hub.service.account("Ada Sender", "Ada.Sender@example.org")
    other = hub.service.account("Cy Other", "cy.other@example.org")
    signed_in = hub.sign_in("ada.sender@example.org")
    mine = {"Authorization": f"Bearer {signed_in['access_token']}"}
    envelopes = account.url("envelopes")
    assert requests.get(envelopes, headers=mine, params={"from_date": "2020-01-01"}, timeout=30).status_code == 200
    foreign = requests.get(other.url("envelopes"), headers=mine, params={"from_date": "2020-01-01"}, timeout=30)
    assert (foreign.status_code, foreign.json()["errorCode"]) == (403, "USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT")
    # Neither a guest nor an address that is no user's, nor an ended session.
    guest = hub.call("POST", "hub/auth/init", {"is_anonymous": True}).json()["auth_tokens"]
    stranger = hub.sign_in("stranger@example.org")
    # Nor an address that the application's server gives to a user who has not proven it.
    claimed = hub.call("POST", "hub/auth/init", {"is_anonymous": True}).json()["auth_tokens"]["access_token"]
    user = jwt.decode(claimed, options={"verify_signature": False})[CLAIM + "app_user_id"]
    hub.service.account("Eli Sender", "eli@example.org")
    assert hub.call("PUT", f"applications/{hub.id}/users/{user}/data", {"data": {"email": "eli@example.org"}},
                    secret=True).status_code == 200
    assert hub.call("GET", f"me/applications/{hub.id}/data", token=claimed).json()["data"]["email"] == "eli@example.org"
    assert requests.get(f"{hub.service.base}/oauth/userinfo", headers={"Authorization": f"Bearer {claimed}"},
                        timeout=30).status_code == 401
    for token in (claimed, guest["access_token"], stranger["access_token"], signed_in["access_token"][:-6] + "AAAAAA"):
        refused = requests.get(envelopes, headers={"Authorization": f"Bearer {token}"}, timeout=30)
        assert (refused.status_code, refused.json()["errorCode"]) == (401, "AUTHORIZATION_INVALID_TOKEN")
    # The operator may keep an application away from documents.
    hub.settle({"signing": False})
    assert requests.get(envelopes, headers=mine, timeout=30).status_code == 401
    hub.settle({})
    assert requests.get(envelopes, headers=mine, params={"from_date": "2020-01-01"}, timeout=30).status_code == 200
    assert hub.call("POST", f"me/applications/{hub.id}/signout", {"sign_out_all": True},
                    token=signed_in["access_token"]).status_code == 204
    assert requests.get(envelopes, headers=mine, timeout=30).status_code == 401


def test_an_embedded_recipient_opens_their_page_with_the_token_of_a_sign_in(hub: App) -> None:
    account = hub.service.account("Di Sender", "di.sender@example.org")
    bo = signer(every_kind=False) | {"name": "Bo Signer", "email": "bo.signer@example.org", "clientUserId": "bo-1"}
    envelope = account.create(definition([documents.classic()], [bo]))
    token = hub.sign_in("bo.signer@example.org")["access_token"]
    wish = {"returnUrl": "https://app.example/done", "authenticationMethod": "none", "userName": "Bo Signer",
            "email": "bo.signer@example.org", "clientUserId": "bo-1"}
    address = account.url(f"envelopes/{envelope}/views/recipient")
    opened = requests.post(address, json=wish, headers={"Authorization": f"Bearer {token}"}, timeout=30)
    assert opened.status_code == 201, opened.text
    assert event_of(Ceremony(opened.json()["url"]).complete("Bo Signer")) == "signing_complete"
    assert any("signed in with their address" in str(event) for event in account.get(
        f"envelopes/{envelope}/audit_events")["auditEvents"])
    certificate = account.document(envelope, "certificate")
    text = subprocess.run(["pdftotext", "-", "-"], input=certificate, capture_output=True, check=True).stdout.decode()
    for sentence in ("They signed in with their address at this service", "By signing in with their address"):
        assert sentence in " ".join(text.split())
    if pictures := os.environ.get("COUNTERSIGN_PICTURES"):
        Path(pictures, "signed-in.pdf").write_bytes(certificate)
    stranger = hub.sign_in("cy.stranger@example.org")["access_token"]
    refused = requests.post(address, json=wish, headers={"Authorization": f"Bearer {stranger}"}, timeout=30)
    assert (refused.status_code, refused.json()["errorCode"]) == (404, "ENVELOPE_DOES_NOT_EXIST")


def test_a_key_outlives_the_process_and_a_refresh_token_its_restart(hub: App) -> None:
    signed_in = hub.sign_in("restart@example.org")
    hub.service.kill()
    hub.service.start()
    assert hub.call("GET", f"me/applications/{hub.id}/data", token=signed_in["access_token"]).status_code == 200
    renewed = hub.call("POST", "hub/auth/token", {"refresh_token": signed_in["refresh_token"]})
    assert renewed.status_code == 200 and renewed.json()["refresh_token"] != signed_in["refresh_token"]


def test_another_services_token_is_exchanged_and_others_are_refused(hub: App) -> None:
    key = new_key("RS256")
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key())) | {"kid": "k1", "use": "sig", "alg": "RS256"}
    hub.settle({"issuers": [{"issuer": "https://old.example", "audience": "shop", "method": "old",
                             "keys": json.dumps({"keys": [public]})}]})

    def exchange(header: dict | None = None, signer=key, algorithm="RS256", **changes) -> requests.Response:
        claims = {"iss": "https://old.example", "aud": "shop", "sub": "u-1", "exp": int(time.time()) + 60,
                  "email": "old@example.org", "email_verified": True} | changes
        token = jwt.encode(claims, signer, algorithm=algorithm, headers={"kid": "k1"} | (header or {}))
        return hub.call("POST", "hub/auth/token", {"id_token": token})

    first, again = exchange(), exchange()
    assert first.status_code == 200, first.text
    users = [jwt.decode(one.json()["access_token"], options={"verify_signature": False}) for one in (first, again)]
    assert users[0]["sub"] == users[1]["sub"] and users[0][CLAIM + "is_verified_user"]
    assert hub.sign_in("old@example.org")["app_user_id"] == users[0]["sub"]
    for refused in [
        exchange(iss="https://other.example"), exchange(aud="other"), exchange(exp=int(time.time()) - 1),
        exchange(signer=new_key("RS256")), exchange(header={"kid": "k2"}), exchange(sub=""),
        exchange(header={"jku": "https://evil.example/keys"}), exchange(header={"jwk": public}),
        exchange(signer=b"x" * 64, algorithm="HS256"),
    ]:
        assert refused.status_code == 401 and refused.json()["code"] == "E_ID_TOKEN", refused.text
    # An address that the issuer does not vouch for is nobody's.
    unproven = exchange(sub="u-2", email="bo@example.org", email_verified=False)
    claims = jwt.decode(unproven.json()["access_token"], options={"verify_signature": False})
    assert claims[CLAIM + "is_verified_user"] is False and "email" not in claims


class TestPasskeys:
    """python-fido2's types make the responses."""

    def options(self, hub: App, kind: str, token: str = "") -> dict:
        answer = hub.call("GET", f"hub/auth/passkeys/{kind}", token=token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def registered(self, hub: App, algorithm: str = "ES256", **how) -> tuple[Authenticator, str]:
        token = hub.sign_in(f"{algorithm.lower()}-{time.monotonic_ns()}@example.org")["access_token"]
        asked = self.options(hub, "registration", token)
        authenticator = Authenticator(
            asked["rp"]["id"], hub.service.base, algorithm, user_handle=asked["user"]["id"].encode())
        answer = hub.call(
            "POST", "hub/auth/passkeys/registration", authenticator.register(asked["challenge"], **how), token=token)
        assert answer.status_code == 200, answer.text
        return authenticator, token

    @pytest.mark.parametrize("algorithm", ALGORITHMS)
    def test_a_passkey_is_registered_and_signs_in(self, hub: App, algorithm: str) -> None:
        authenticator, token = self.registered(hub, algorithm)
        challenge = self.options(hub, "authentication")["challenge"]
        answer = hub.call("POST", "hub/auth/passkeys/authentication", authenticator.sign_in(challenge))
        assert answer.status_code == 200, answer.text
        assert answer.json()["verified"] is True and answer.json()["user_type"] == "existing_user"
        subject = [jwt.decode(one, options={"verify_signature": False})["sub"]
                   for one in (token, answer.json()["access_token"])]
        assert subject[0] == subject[1]

    def test_a_guest_who_signs_in_with_a_passkey_brings_their_data_along(self, hub: App) -> None:
        authenticator, token = self.registered(hub)
        guest = hub.call("POST", "hub/auth/init", {"is_anonymous": True}).json()["auth_tokens"]["access_token"]
        data = f"me/applications/{hub.id}/data"
        assert hub.call("PUT", f"{data}/fields/first_name", {"value": "Gil"}, token=guest).status_code == 200
        challenge = self.options(hub, "authentication")["challenge"]
        answer = hub.call("POST", "hub/auth/passkeys/authentication", authenticator.sign_in(challenge), token=guest)
        assert answer.status_code == 200, answer.text
        assert hub.call("GET", data, token=token).json()["data"]["first_name"] == "Gil"
        assert hub.call("GET", data, token=guest).status_code == 401
        # Another user's data stays theirs.
        challenge = self.options(hub, "authentication")["challenge"]
        other = hub.sign_in("not.a.guest@example.org")["access_token"]
        assert hub.call("POST", "hub/auth/passkeys/authentication", authenticator.sign_in(challenge),
                        token=other).status_code == 200
        assert hub.call("GET", data, token=other).status_code == 200

    def test_packed_attestation_with_and_without_a_certificate(self, hub: App) -> None:
        self.registered(hub, fmt="packed")
        signer = new_key("ES256")
        self.registered(hub, fmt="packed", signer=signer, certificate=attestation_certificate(signer))

    def test_what_is_replayed_or_made_elsewhere_is_refused(self, hub: App) -> None:
        authenticator, token = self.registered(hub)

        def sign_in(response: dict) -> requests.Response:
            return hub.call("POST", "hub/auth/passkeys/authentication", response)

        challenge = self.options(hub, "authentication")["challenge"]
        response = authenticator.sign_in(challenge)
        assert sign_in(response).status_code == 200
        fresh = lambda: self.options(hub, "authentication")["challenge"]  # noqa: E731
        elsewhere = Authenticator(
            "evil.example", hub.service.base, user_handle=authenticator.user_handle, key=authenticator.key,
            id=authenticator.id, counter=50)
        handle = dict(user_handle=b"user_another", key=authenticator.key, id=authenticator.id, counter=60)
        refused = [
            response, authenticator.sign_in(challenge), authenticator.sign_in("AAAA"),
            authenticator.sign_in(fresh(), origin="https://evil.example"),
            authenticator.sign_in(fresh(), flags=FLAG.UP), elsewhere.sign_in(fresh()),
            Authenticator(authenticator.rp_id, hub.service.base, **handle).sign_in(fresh()),
            Authenticator(authenticator.rp_id, hub.service.base, user_handle=authenticator.user_handle).sign_in(fresh()),
            authenticator.sign_in(self.options(hub, "registration", token)["challenge"]),
        ]
        for one in refused:
            answer = sign_in(one)
            assert answer.status_code == 401, answer.text
        # A counter that goes back shows a copy.
        authenticator.counter = 1
        assert sign_in(authenticator.sign_in(fresh(), counts=0)).status_code == 401
        authenticator.counter = 100
        assert sign_in(authenticator.sign_in(fresh())).status_code == 200

    def test_another_users_registration_cannot_be_taken_over(self, hub: App) -> None:
        authenticator, _ = self.registered(hub)
        token = hub.sign_in("taker@example.org")["access_token"]
        asked = self.options(hub, "registration", token)
        thief = Authenticator(
            asked["rp"]["id"], hub.service.base, user_handle=asked["user"]["id"].encode(), key=authenticator.key,
            id=authenticator.id)
        answer = hub.call(
            "POST", "hub/auth/passkeys/registration", thief.register(asked["challenge"]), token=token)
        assert answer.status_code == 409 and answer.json()["code"] == "E_PASSKEY"
        own = self.options(hub, "registration", hub.sign_in("other@example.org")["access_token"])["challenge"]
        answer = hub.call("POST", "hub/auth/passkeys/registration", thief.register(own), token=token)
        assert answer.status_code == 400 and answer.json()["code"] == "E_PASSKEY_CHALLENGE"

    def test_passkeys_are_listed_and_removed(self, hub: App) -> None:
        authenticator, token = self.registered(hub)
        (listed,) = hub.call("GET", "me/auth/passkeys", token=token).json()["passkeys"]
        assert hub.call("DELETE", f"me/auth/passkeys/{listed['id']}", token=token).status_code == 204
        assert hub.call("DELETE", f"me/auth/passkeys/{listed['id']}", token=token).status_code == 404
        challenge = self.options(hub, "authentication")["challenge"]
        answer = hub.call("POST", "hub/auth/passkeys/authentication", authenticator.sign_in(challenge))
        assert answer.status_code == 401


def test_applications_are_made_listed_changed_and_deleted(tmp_path: Path) -> None:
    service = Service(tmp_path / "data")
    made = identity_app(service, "create", "--name", "Shop")
    assert sorted(made) == ["appId", "appKey", "appSecret"]
    assert identity_app(service, "list") == [{"appId": made["appId"], "appKey": made["appKey"], "name": "Shop"}]
    rotated = identity_app(service, "rotate", made["appId"])
    assert rotated["appId"] == made["appId"] and rotated["appSecret"] != made["appSecret"]
    file = tmp_path / "settings.json"
    for text, said in [
        ('{"colour": "red"}', "“colour”"), ('{"origins": ["shop.example"]}', "shop.example"), ("x", "cannot be read"),
        ('{"schema": {"email": {"writer": "user"}}}', "“email”"), ('{"guests": "no"}', "guests"),
        *((json.dumps({"providers": [OPENID | wrong]}), said) for wrong, said in [
            ({"method": "facebook"}, "“facebook”"), ({"issuer": "https://" + "a" * 500}, "“https://aaa"),
            ({"issuer": "https://accounts.example.com/"}, "“https://accounts.example.com/”"),
            ({"issuer": "ftp://accounts.example.com"}, "“ftp:"), ({"client_id": ""}, "client_id"),
            ({"app_client_ids": ["x"] * 21}, "20 app_client_ids"), ({"secret_file": "secret"}, "secret_file"),
            ({"team_id": "TEAM"}, "key_id"), ({"colour": "red"}, "“colour”"),
        ]),
        (json.dumps({"providers": [OPENID, OPENID]}), "twice"),
    ]:
        file.write_text(text)
        run = countersign("identity", "app", "settings", made["appId"], "--data", service.data, "--set", file)
        assert run.returncode != 0 and said in run.stderr and run.stderr.count("\n") == 1, run.stderr
    file.write_text('{"guests": false, "schema": {"nickname": {"unique": true}}}')
    run = countersign("identity", "app", "settings", made["appId"], "--data", service.data, "--set", file)
    assert run.returncode == 0 and json.loads(run.stdout)["guests"] is False
    for words in (["rotate", "app_none"], ["delete", "app_none"], ["settings", "app_none"]):
        run = countersign("identity", "app", *words, "--data", service.data)
        assert run.returncode != 0 and "identity app list" in run.stderr
    run = countersign("identity", "app", "delete", made["appId"], "--data", service.data)
    assert run.returncode == 0 and identity_app(service, "list") == []
    run = countersign("identity", "app", "list", "--data", tmp_path / "nowhere")
    assert run.returncode != 0 and not (tmp_path / "nowhere").exists()
