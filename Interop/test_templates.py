"""The official `docusign-esign` client works with templates and signs in with a code."""

import base64
import hashlib
import json
import re
import secrets
import subprocess
import urllib.parse

import docusign_esign as esign
import pytest
import requests

import documents
from ceremony import Ceremony, Refused, event_of
from service import PROGRAM, Account, Service
from test_official_client import client, downloaded, error, view_request


@pytest.fixture()
def templates(account: Account) -> esign.TemplatesApi:
    return esign.TemplatesApi(client(account))


@pytest.fixture()
def envelopes(account: Account) -> esign.EnvelopesApi:
    return esign.EnvelopesApi(client(account))


def place(label: str, y: int) -> dict:
    return {
        "document_id": "1", "page_number": "1", "x_position": "72", "y_position": str(y), "tab_label": label,
    }


def wire(name: str, **more: object) -> esign.EnvelopeTemplate:
    """A template as the client's own examples make one."""
    tabs = esign.Tabs(
        sign_here_tabs=[esign.SignHere(**place("signature", 80))],
        text_tabs=[esign.Text(**place("rent", 140), width="100", height="18")],
        checkbox_tabs=[esign.Checkbox(**place("pets", 180))],
        list_tabs=[
            esign.List(
                **place("town", 220),
                list_items=[
                    esign.ListItem(text="Ghent", value="g"), esign.ListItem(text="Bruges", value="b"),
                ],
            )
        ],
        radio_group_tabs=[
            esign.RadioGroup(
                document_id="1", group_name="term",
                radios=[
                    esign.Radio(page_number="1", value="one", x_position="72", y_position="260", required="true"),
                    esign.Radio(page_number="1", value="two", x_position="120", y_position="260", required="true"),
                ],
            )
        ],
    )
    return esign.EnvelopeTemplate(
        name=name, description="Made by a test", shared="false", email_subject="Please sign this lease",
        documents=[
            esign.Document(
                document_id="1", name="Lease", file_extension="pdf",
                document_base64=base64.b64encode(documents.classic()).decode(),
            )
        ],
        recipients=esign.Recipients(
            signers=[esign.Signer(role_name="tenant", recipient_id="1", routing_order="1", tabs=tabs)],
            carbon_copies=[esign.CarbonCopy(role_name="copy", recipient_id="2", routing_order="2")],
        ),
        status="created", **more,
    )


def roles() -> list[esign.TemplateRole]:
    return [
        esign.TemplateRole(
            role_name="tenant", name="Signer Number 1", email="signer1@example.com", client_user_id="client-1",
            tabs=esign.Tabs(
                text_tabs=[esign.Text(tab_label="rent", value="950")],
                checkbox_tabs=[esign.Checkbox(tab_label="pets", selected="true")],
                list_tabs=[esign.List(tab_label="town", value="b")],
                radio_group_tabs=[
                    esign.RadioGroup(group_name="term", radios=[esign.Radio(value="two", selected="true")])
                ],
            ),
        ),
        esign.TemplateRole(role_name="copy", name="Copy Reader", email="copy@example.com"),
    ]


def test_a_template_is_made_found_read_and_deleted(templates, account):
    name = f"Lease {secrets.token_hex(4)}"
    made = templates.create_template(account.id, envelope_template=wire(name, folder_name="Leases"))
    assert made.name == name
    listed = templates.list_templates(account.id, search_text=name.upper(), count="5", include="folders")
    assert [one.template_id for one in listed.envelope_templates] == [made.template_id]
    assert (listed.total_set_size, listed.start_position) == ("1", "0")
    (folder,) = [one for one in listed.folders if one.name == "Leases"]
    inside = templates.list_templates(account.id, folder_ids=folder.folder_id, search_text=name)
    assert inside.result_set_size == "1"

    found = templates.get(account.id, made.template_id)
    assert (found.name, found.description, found.shared, found.page_count) == (name, "Made by a test", "false", "3")
    (tenant,) = found.recipients.signers
    assert (tenant.role_name, tenant.tabs.text_tabs[0].tab_label) == ("tenant", "rent")
    assert [radio.value for radio in tenant.tabs.radio_group_tabs[0].radios] == ["one", "two"]
    assert found.recipients.carbon_copies[0].role_name == "copy"
    content = downloaded(templates.get_document(account.id, "1", made.template_id))
    assert content == documents.classic()

    folders = esign.FoldersApi(client(account))
    tree = folders.list(account.id, template="only")
    assert "Leases" in [one.name for one in tree.folders]
    folders.move_envelopes(
        account.id, "recyclebin", folders_request=esign.FoldersRequest(envelope_ids=[made.template_id])
    )
    with pytest.raises(esign.ApiException) as raised:
        templates.get(account.id, made.template_id)
    assert error(raised) == (404, "TEMPLATE_ID_INVALID")


def test_an_envelope_from_a_template_is_signed(templates, envelopes, account):
    made = templates.create_template(account.id, envelope_template=wire("Lease to sign"))
    sent = envelopes.create_envelope(
        account.id,
        envelope_definition=esign.EnvelopeDefinition(
            status="sent", template_id=made.template_id, template_roles=roles(), email_subject="Your own lease"
        ),
    )
    found = envelopes.get_envelope(account.id, sent.envelope_id)
    assert (found.status, found.email_subject) == ("sent", "Your own lease")
    people = envelopes.list_recipients(account.id, sent.envelope_id, include_tabs="true")
    (person,) = people.signers
    assert person.tabs.text_tabs[0].value == "950" and person.tabs.checkbox_tabs[0].selected == "true"
    assert person.tabs.list_tabs[0].value == "b"
    assert [radio.selected for radio in person.tabs.radio_group_tabs[0].radios] == ["false", "true"]
    assert people.carbon_copies[0].email == "copy@example.com"
    url = envelopes.create_recipient_view(
        account.id, sent.envelope_id, recipient_view_request=view_request()
    ).url
    assert event_of(Ceremony(url).complete("Signer Number 1")) == "signing_complete"
    assert envelopes.get_envelope(account.id, sent.envelope_id).status == "completed"


def test_a_value_that_a_role_locks_stays_and_nothing_else_about_a_tab_changes(templates, envelopes, account):
    made = templates.create_template(account.id, envelope_template=wire("Lease"))

    def wish(**more: str) -> esign.EnvelopeDefinition:
        tenant, copy = roles()
        tenant.tabs.text_tabs = [esign.Text(tab_label="rent", value="950", **more)]
        return esign.EnvelopeDefinition(template_id=made.template_id, status="sent", template_roles=[tenant, copy])

    envelope = envelopes.create_envelope(account.id, envelope_definition=wish(locked="true")).envelope_id
    person = {"name": "Signer Number 1", "email": "signer1@example.com", "clientUserId": "client-1"}
    ceremony = Ceremony(account.recipient_view(envelope, person))
    ceremony.consent()
    (rent,) = [tab for tab in ceremony.tabs("text") if tab["label"] == "rent"]
    with pytest.raises(Refused) as refusal:
        ceremony.fill(rent, "1")
    assert refusal.value.code == "field_locked"
    ceremony.adopt_typed("signature", person["name"])
    assert event_of(ceremony.finish()) == "signing_complete"
    (tenant,) = envelopes.list_recipients(account.id, envelope, include_tabs="true").signers
    assert (tenant.tabs.text_tabs[0].value, tenant.tabs.text_tabs[0].locked) == ("950", "true")

    with pytest.raises(esign.ApiException) as refused:
        envelopes.create_envelope(account.id, envelope_definition=wish(max_length="3"))
    assert error(refused) == (400, "INVALID_REQUEST_PARAMETER")
    assert "templateRoles[0].tabs.textTabs[0].maxLength" in json.loads(refused.value.body)["message"]


def test_roles_that_nobody_takes_are_named(templates, envelopes, account):
    made = templates.create_template(account.id, envelope_template=wire("Lease for nobody"))
    with pytest.raises(esign.ApiException) as raised:
        envelopes.create_envelope(
            account.id,
            envelope_definition=esign.EnvelopeDefinition(status="sent", template_id=made.template_id),
        )
    assert error(raised) == (400, "INVALID_RECIPIENT_ID")
    message = json.loads(raised.value.body)["message"]
    assert "tenant" in message and "copy" in message


def run(*arguments: str, typed: str | None = None) -> str:
    done = subprocess.run(
        [str(PROGRAM), "account", *arguments], input=typed, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def signed_in(root: str, app: dict, email: str, password: str, **more: str) -> str:
    """What a browser does between the app and the address that it gets back."""
    wish = {
        "response_type": "code", "scope": "signature", "client_id": app["integrationKey"],
        "redirect_uri": app["redirectURIs"][0], "state": "s p+a&ce",
    } | more
    browser = requests.Session()
    page = browser.get(f"{root}/oauth/auth", params=wish, timeout=30)
    assert page.status_code == 200, page.text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.text))
    fields = {name: value.replace("&amp;", "&") for name, value in fields.items()}
    answer = browser.post(
        f"{root}/oauth/auth", data=fields | {"email": email, "password": password, "act": "allow"},
        allow_redirects=False, timeout=30,
    )
    assert answer.status_code == 303, answer.text
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(answer.headers["Location"]).query)
    assert query["state"] == [wish["state"]]
    return answer.headers["Location"]


def sign_in(root: str, app: dict, email: str, password: str, **more: str) -> str:
    """The code that an app gets."""
    address = signed_in(root, app, email, password, **more)
    return urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["code"][0]


def test_the_official_client_signs_in_over_tls(secure_service: Service, anchor):
    service = secure_service
    folder = str(service.data)
    email = f"ada-{secrets.token_hex(4)}@example.org"
    run("create", "--data", folder, "--name", "Ada", "--email", email)
    run("password", "--data", folder, "--email", email, typed="correct horse battery\n")
    app = json.loads(
        run("app", "--data", folder, "--name", "Web app", "--redirect", "https://app.example/done", "--secret", "--json")
    )
    code = sign_in(service.base, app, email, "correct horse battery")

    api = esign.ApiClient(host=f"{service.base}/restapi", oauth_host_name=service.base.removeprefix("https://"))
    configuration = esign.Configuration()
    configuration.ssl_ca_cert = str(anchor)
    api.rest_client = type(api.rest_client)(configuration=configuration)
    tokens = api.generate_access_token(app["integrationKey"], app["secretKey"], code)
    assert (tokens.token_type, tokens.expires_in) == ("Bearer", "28800")
    assert tokens.refresh_token
    info = api.get_user_info(tokens.access_token)
    assert info.email == email and info.accounts[0].base_uri == service.base
    api.set_default_header("Authorization", f"Bearer {tokens.access_token}")
    assert esign.TemplatesApi(api).list_templates(info.accounts[0].account_id).total_set_size == "0"
    with pytest.raises(esign.ApiException) as raised:
        api.generate_access_token(app["integrationKey"], app["secretKey"], code)
    assert json.loads(raised.value.body)["error"] == "invalid_grant"


def test_a_public_app_proves_itself_and_refreshes(service: Service):
    folder = str(service.data)
    email = f"bo-{secrets.token_hex(4)}@example.org"
    run("create", "--data", folder, "--name", "Bo", "--email", email)
    run("password", "--data", folder, "--email", email, typed="correct horse battery\n")
    app = json.loads(
        run("app", "--data", folder, "--name", "Phone app", "--redirect", "com.example.app:/done", "--json")
    )
    assert "secretKey" not in app
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    code = sign_in(
        service.base, app, email, "correct horse battery", code_challenge=challenge, code_challenge_method="S256"
    )

    def token(**fields: str) -> requests.Response:
        return requests.post(
            f"{service.base}/oauth/token", data={"client_id": app["integrationKey"]} | fields, timeout=30
        )

    tokens = token(grant_type="authorization_code", code=code, code_verifier=verifier).json()
    refreshed = token(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert refreshed.status_code == 200
    second = token(grant_type="refresh_token", refresh_token=refreshed.json()["refresh_token"])
    assert second.status_code == 200
    # What came after it is used: whoever shows the first one now has no lost answer to make up for.
    again = token(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
