"""Every request that SignWell refuses is refused in its shape: the status, and the path of the problem in `errors`."""

import base64

import pytest

from service import Account
from signwell import Client, field, file, person, request, template

UNKNOWN = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def client(account: Account) -> Client:
    return Client(account)


def at(errors: object, path: str) -> object:
    """The value at a path such as `files.file_1.name`."""
    for name in path.split("."):
        assert isinstance(errors, dict) and name in errors, f"no {path} in {errors}"
        errors = errors[name]
    return errors


def two(first: dict, second: dict) -> dict:
    return request(recipients=[person(1) | first, person(2) | second], fields=[[field(), field(recipient=2)]])


ticks = [field("checkbox", api_id=f"tick_{number}", required=False) for number in (1, 2)]

# The rows of the reference's table, by the path in `errors`: what is sent, and the kind of value that answers.
DOCUMENTS = [
    ("custom_requester_email", list, request(custom_requester_email="nobody")),
    ("custom_requester_name", list, request(custom_requester_name="x" * 101)),
    ("redirect_url", list, request(redirect_url="nowhere")),
    ("decline_redirect_url", list, request(decline_redirect_url="nowhere")),
    ("files.file_1.file_url", list, request(files=[{"name": "lease.pdf", "file_url": "nowhere"}])),
    ("expires_in", list, request(expires_in=366)),
    ("metadata", list, request(metadata={f"key{number}": "1" for number in range(51)})),
    ("metadata", list, request(metadata={"k" * 40: "1"})),
    ("metadata", list, request(metadata={"key": "v" * 500})),
    ("metadata", list, request(metadata={"key": 1})),
    ("api_application_id", list, request(api_application_id=UNKNOWN)),
    ("subject", list, request(subject="x" * 256)),
    ("message", list, request(message="x" * 4001)),
    ("recipients.duplicated_ids", str, two({}, {"id": "1"})),
    ("recipients.duplicated_emails", str, two({}, {"email": "bo1@example.org"})),
    ("recipients.recipient_1.name", list, request(recipients=[person(name="x" * 256)])),
    ("recipients.recipient_1.email", list, request(recipients=[person(email="nobody")])),
    ("copied_contacts.copied_contact_1.email", list, request(copied_contacts=[{"email": "nobody"}])),
    ("copied_contacts.copied_contact_1.email", list, request(copied_contacts=[{"email": "bo1@example.org"}])),
    ("copied_contacts.copied_contact_1.name", list,
     request(copied_contacts=[{"email": "cy@example.org", "name": "x" * 256}])),
    ("attachment_requests.invalid_ids", str,
     request(attachment_requests=[{"name": "Passport", "recipient_id": "7"}])),
    ("fields.duplicated_api_ids", str, request(fields=[[field(api_id="one"), field(api_id="one", y=600)]])),
    ("fields.invalid_ids", str, request(fields=[[field(recipient=7)]])),
    ("fields.file_1.field_1.validation", list, request(fields=[[field(validation="numbers")]])),
    ("fields.file_1.field_1.invalid_date_value", str, request(fields=[[field("date", value="soon"), field()]])),
    ("fields.file_1.field_1.date_format", list, request(fields=[[field("date", date_format="DD.MM.YY"), field()]])),
    ("checkbox_groups.min_value_negative", str,
     request(fields=[[field(), *ticks]], checkbox_groups=[
         {"group_name": "One", "recipient_id": "1", "checkbox_ids": ["tick_1", "tick_2"], "min_value": -1}])),
    ("files.file_1.file_data", list, request(files=[{"name": "lease.pdf"}])),
    ("files.file_1.file_data", list, request(files=[file() | {"file_url": "https://files.example.org/lease.pdf"}])),
    ("files.file_1.file_base64", list, request(files=[{"name": "lease.pdf", "file_base64": "R0lGODlhAQABAAAAACw="}])),
    ("files.file_1.name", list, request(files=[file("lease.exe")])),
    ("files.file_1.name", list, request(files=[file("")])),
]

TEMPLATES = [
    ("placeholders.duplicated_ids", str,
     template(placeholders=[{"id": "1", "name": "Tenant"}, {"id": "1", "name": "Landlord"}])),
    ("placeholders.all_preassigned", str, template(placeholders=[
        {"id": "1", "name": "Tenant", "preassigned_recipient_name": "Bo",
         "preassigned_recipient_email": "bo@example.org"}])),
    ("placeholders.placeholder_1.preassigned_recipient_email", list, template(placeholders=[
        {"id": "1", "name": "Tenant", "preassigned_recipient_email": "nobody"}, {"id": "2", "name": "Landlord"}])),
]


def refused(client: Client, path: str, kind: type, call: str, body: dict) -> None:
    answer = client.raw("POST", call, json=body)
    assert answer.status_code == 422, f"{answer.status_code} {answer.text}"
    assert isinstance(at(answer.json()["errors"], path), kind), answer.text


@pytest.mark.parametrize(("path", "kind", "body"), DOCUMENTS, ids=[f"{i}-{row[0]}" for i, row in enumerate(DOCUMENTS)])
def test_a_document_is_refused_at_the_path_of_its_problem(client: Client, path: str, kind: type, body: dict):
    refused(client, path, kind, "documents", body)


@pytest.mark.parametrize(("path", "kind", "body"), TEMPLATES, ids=[row[0] for row in TEMPLATES])
def test_a_template_is_refused_at_the_path_of_its_problem(client: Client, path: str, kind: type, body: dict):
    refused(client, path, kind, "document_templates", body)


def test_all_problems_of_a_request_come_at_once(client: Client):
    body = request(expires_in=400, subject="x" * 256, recipients=[person(email="nobody")])
    errors = client.raw("POST", "documents", json=body).json()["errors"]
    assert {"expires_in", "subject", "recipients"} <= errors.keys()


def test_a_document_from_no_template_is_refused(client: Client):
    refused(client, "template_id_or_ids", str, "document_templates/documents", {"recipients": [person()]})


def test_unknown_keys_are_named(client: Client):
    answer = client.raw("POST", "documents", json=request(colour="red"))
    assert answer.status_code == 400
    assert answer.json()["errors"]["invalid_keys"] == ["colour"]


def test_a_hook_without_an_address_is_an_invalid_parameter(client: Client):
    answer = client.raw("POST", "hooks", json={})
    assert answer.status_code == 400
    assert answer.json()["meta"]["error"] == "invalid_parameter"
    assert "callback_url" in answer.json()["meta"]["message"]


@pytest.mark.parametrize("key", ["", "wrong"])
def test_a_wrong_key_is_refused(client: Client, key: str):
    answer = client.raw("GET", "me", headers={"X-Api-Key": key})
    assert answer.status_code == 401
    assert answer.json()["meta"]["error"] == "api_key_unauthorized_error"


@pytest.mark.parametrize("path", ["documents", "document_templates", "bulk_sends", "api_applications"])
def test_an_unknown_id_is_not_found(client: Client, path: str):
    answer = client.raw("GET", f"{path}/{UNKNOWN}")
    assert answer.status_code == 404
    assert answer.json()["meta"]["error"] == "record_not_found"


def test_a_draft_cannot_be_reminded(client: Client):
    draft = client.raw("POST", "documents", json=request(draft=True)).json()["id"]
    answer = client.raw("POST", f"documents/{draft}/remind", json={})
    assert answer.status_code == 422
    assert isinstance(answer.json()["errors"]["document"], str)


def test_recipients_of_a_draft_cannot_be_replaced(client: Client):
    made = client.raw("POST", "documents", json=request(draft=True)).json()
    people = [person(name="Cy", email="cy@example.org")]
    answer = client.raw("PATCH", f"documents/{made['id']}/recipients", json={"recipients": people})
    assert answer.status_code == 409
    assert isinstance(answer.json()["errors"]["base"], list)


def test_a_document_without_its_signatures_has_no_certificate(client: Client):
    made = client.raw("POST", "documents", json=request()).json()["id"]
    answer = client.raw("GET", f"documents/{made}/nom151_certificate")
    assert answer.status_code == 422
    assert isinstance(answer.json()["errors"]["not_available"], str)


def test_rows_of_a_table_are_refused_with_their_numbers(client: Client):
    made = client.raw("POST", "document_templates", json=template()).json()["id"]
    head = client.raw("GET", "bulk_sends/csv_template", params={"template_ids[]": made}).text.strip()
    cells = ["nobody" if "email" in one else "Bo" for one in head.split(",")]
    table = base64.b64encode(f"{head}\n{','.join(cells)}\n".encode()).decode()
    answer = client.raw("POST", "bulk_sends/validate_csv", json={"template_ids": [made], "bulk_send_csv": table})
    assert answer.status_code == 422, answer.text
    row = answer.json()["errors"]["bulk_send_csv"][0]
    assert isinstance(row["row"], int) and row["data"] and row["errors"]


def test_requests_over_the_limit_are_told_when_to_come_back(client: Client):
    answer = client.raw("GET", "me")
    assert {"x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"} <= {one.lower() for one in answer.headers}
