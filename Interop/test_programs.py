"""Programs sign in on their own: the official client's JWT grant, and the header of older programs."""

import json
import re
import secrets
import subprocess
import time
import urllib.parse
from pathlib import Path

import docusign_esign as esign
import jwt
import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

import documents
from envelopes import definition, signer
from service import PROGRAM, Account, Service, countersign

PASSWORD = "correct horse battery"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"


def app(service: Service, *words: str) -> str:
    done = countersign("app", words[0], "--data", service.data, *words[1:])
    assert done.returncode == 0, done.stderr
    return done.stdout


def new_key(folder: Path, name: str, form: serialization.PublicFormat) -> bytes:
    """Writes a public key, and gives the private one."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    folder.joinpath(name).write_bytes(key.public_key().public_bytes(serialization.Encoding.PEM, form))
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())


def official(service: Service, anchor: Path) -> esign.ApiClient:
    api = esign.ApiClient(host=f"{service.base}/restapi", oauth_host_name=service.base.removeprefix("https://"))
    configuration = esign.Configuration()
    configuration.ssl_ca_cert = str(anchor)
    api.rest_client = type(api.rest_client)(configuration=configuration)
    return api


def set_password(service: Service, email: str) -> None:
    done = subprocess.run(
        [str(PROGRAM), "account", "password", "--data", str(service.data), "--email", email],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def consent(address: str, email: str) -> str:
    """What the user's browser does; gives the address that it is sent to."""
    browser = requests.Session()
    page = browser.get(address, timeout=30)
    assert page.status_code == 200 and "also when you are not signed in" in page.text, page.text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.text))
    fields = {name: value.replace("&amp;", "&") for name, value in fields.items()}
    answer = browser.post(
        urllib.parse.urljoin(address, "/oauth/auth"),
        data=fields | {"email": email, "password": PASSWORD, "act": "allow"}, allow_redirects=False, timeout=30)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_the_official_client_acts_for_a_user_who_consented(secure_service: Service, anchor, tmp_path):
    service = secure_service
    email = f"ada-{secrets.token_hex(4)}@example.org"
    account = service.account("Ada", email)
    set_password(service, email)
    private = new_key(tmp_path, "public.pem", serialization.PublicFormat.SubjectPublicKeyInfo)
    made = json.loads(
        app(service, "create", "--name", "Night job", "--redirect", "https://app.example/done", "--key",
            str(tmp_path / "public.pem"), "--json"))
    key, host = made["integrationKey"], service.base.removeprefix("https://")
    api = official(service, anchor)

    def token(expires_in: int = 3600, private_key: bytes = private) -> esign.OAuthToken:
        return api.request_jwt_user_token(
            client_id=key, user_id=account.user, oauth_host_name=host, private_key_bytes=private_key,
            expires_in=expires_in, scopes=["signature", "impersonation"])

    def refused(**changed: object) -> dict:
        with pytest.raises(esign.ApiException) as raised:
            token(**changed)
        assert raised.value.status == 400
        return json.loads(raised.value.body)

    assert refused() == {"error": "consent_required"}
    # The client's own address for the consent.
    address = api.get_authorization_uri(key, ["signature", "impersonation"], "https://app.example/done", "code", "s")
    assert address.startswith(f"https://{host}/oauth/auth?")
    back = consent(address, email)
    assert back.startswith("https://app.example/done?code=")

    got = token()
    assert (got.token_type, got.expires_in, got.refresh_token) == ("Bearer", "3600", None)
    # As in the vendor's examples.
    got = token(expires_in=4000)
    info = api.get_user_info(got.access_token)
    assert info.sub == account.user and info.accounts[0].account_id == account.id
    envelope = esign.EnvelopesApi(api).create_envelope(
        account.id, envelope_definition=definition([documents.classic()], [signer()]))
    assert envelope.status == "sent"

    other = new_key(tmp_path, "second.pem", serialization.PublicFormat.PKCS1)
    assert refused(private_key=other)["error_description"] == "no_valid_keys_or_signatures"
    app(service, "add-key", key, str(tmp_path / "second.pem"))
    assert token(private_key=other).access_token
    shown = json.loads(app(service, "show", key, "--json"))
    assert [one["bits"] for one in shown["keys"]] == [2048, 2048] and shown["users"][0]["email"] == email
    app(service, "remove-key", key, shown["keys"][0]["id"])
    assert refused()["error"] == "invalid_grant"

    app(service, "revoke", key, "--email", email)
    assert refused(private_key=other) == {"error": "consent_required"}
    with pytest.raises(esign.ApiException) as raised:
        api.get_user_info(got.access_token)
    assert raised.value.status == 401


def test_a_body_may_be_a_form_a_multipart_form_or_json(account: Account, tmp_path):
    service = account.service
    private = new_key(tmp_path, "public.pem", serialization.PublicFormat.SubjectPublicKeyInfo)
    made = json.loads(
        app(service, "create", "--name", "Night job", "--redirect", "https://app.example/done", "--key",
            str(tmp_path / "public.pem"), "--json"))
    email = account.session.get(f"{service.base}/oauth/userinfo", timeout=30).json()["email"]
    app(service, "allow", made["integrationKey"], "--email", email, "--user", account.user)
    now = int(time.time())
    claims = {
        "iss": made["integrationKey"], "sub": account.user, "aud": f"127.0.0.1:{service.port}", "iat": str(now),
        "exp": str(now + 600), "scope": "signature impersonation",
    }
    # PyJWT writes only numbers for times.
    assertion = jwt.api_jws.PyJWS().encode(json.dumps(claims).encode(), private, algorithm="RS256")
    fields = {"grant_type": GRANT, "assertion": assertion}
    address = f"{service.base}/oauth/token"
    for body in ({"data": fields}, {"json": fields}, {"files": {name: (None, text) for name, text in fields.items()}}):
        answer = requests.post(address, timeout=30, **body)
        assert answer.status_code == 200, answer.text
        token = answer.json()["access_token"]
        info = requests.get(f"{service.base}/oauth/userinfo", headers={"Authorization": f"Bearer {token}"}, timeout=30)
        assert info.json()["sub"] == account.user


def test_an_older_program_signs_in_with_each_call(service: Service):
    email = f"bo-{secrets.token_hex(4)}@example.org"
    account = service.account("Bo", email)
    set_password(service, email)
    made = json.loads(
        app(service, "create", "--name", "Old", "--redirect", "https://app.example/done", "--json"))
    key = made["integrationKey"]
    root = f"{service.base}/restapi/v2"
    headers = [
        json.dumps({"Username": email, "Password": PASSWORD, "IntegratorKey": key}),
        f"<DocuSignCredentials><Username>{email}</Username><Password>{account.token}</Password>"
        f"<IntegratorKey>{key}</IntegratorKey></DocuSignCredentials>",
    ]
    for header in headers:
        program = requests.Session()
        program.headers["X-DocuSign-Authentication"] = header
        found = program.get(f"{root}/login_information", timeout=30).json()["loginAccounts"]
        assert [one["accountId"] for one in found] == [account.id]
        base = found[0]["baseUrl"]
        assert base == f"{root}/accounts/{account.id}"
        made = program.post(
            f"{base}/envelopes", json=definition([documents.classic()], [signer()]), timeout=120)
        assert made.status_code == 201, made.text
        assert account.get(f"envelopes/{made.json()['envelopeId']}")["status"] == "sent"
    wrong = requests.get(
        f"{root}/login_information", headers={"X-DocuSign-Authentication": headers[0].replace(key, "x")}, timeout=30)
    assert (wrong.status_code, wrong.json()["errorCode"]) == (401, "PARTNER_AUTHENTICATION_FAILED")


def test_the_official_client_asks_what_there_is_without_a_token(service: Service):
    api = esign.ApiClient(host=f"{service.base}/restapi")
    versions = esign.DiagnosticsApi(api).get_service().service_versions
    assert [one.version for one in versions] == ["v2", "v2.1"]
    resources = esign.DiagnosticsApi(api).get_resources().resources
    assert resources[0].value == f"{service.base}/restapi/v2.1/login_information"
