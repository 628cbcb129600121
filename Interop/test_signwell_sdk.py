"""SignWell's official client works against the service: every method, with nothing but the address changed."""

import base64
import hashlib
import hmac
import io
import json
import time
import zipfile
from pathlib import Path

import pytest
import requests
import signwell_sdk as sdk
from signwell_sdk import exceptions

import signwell
from service import Service, countersign
from signwell import EmbeddedCeremony
from signwell_run import NOBODY, OPERATIONS, Run, operation, refused
from signwell_table import WORKS, Finding, compare, table
from webhook_receiver import WebhookReceiver


# Documents


@operation("POST /documents", "create_document")
def create(run: Run) -> Finding:
    made = run.create()
    assert made.status == "Sent" and made.test_mode is True and made.embedded_signing is True
    assert made.files[0].name == "lease.pdf" and made.files[0].pages_number == 3
    signature, date = made.fields[0]
    assert signature.api_id == "Signature_1" and signature.width == "112.0" and signature.height == "32.0"
    assert (signature.x, signature.y, signature.page) == (200, 550, 1) and signature.recipient_id == "1"
    assert date.date_format == "Month DD, YYYY"
    run.document = made.id
    assert made.recipients[0].status == "sent"
    assert made.recipients[0].embedded_signing_url, "there is no embedded_signing_url"
    assert made.recipients[0].signing_url == made.recipients[0].embedded_signing_url
    by_mail = run.create(embedded_signing=False).recipients[0].signing_url
    page = requests.get(by_mail, timeout=60)
    assert page.status_code == 200 and "by mail to b…@example.org" in page.text and "/open/" not in page.text
    return WORKS


@operation("GET /documents/{id}", "get_document")
def get(run: Run) -> Finding:
    found = run.client.documents.get_document(run.document)
    assert found.id == run.document and found.name == "Lease" and found.recipients[0].email == "bo1@example.org"
    refused(404, run.client.documents.get_document, NOBODY)
    return WORKS


@operation("GET /documents", "list_documents, iterate_documents, iterate_document_pages")
def list_documents(run: Run) -> Finding:
    run.create(name="Needle")
    found = run.client.documents.list_documents(query="name:Needle AND status:sent")
    assert [one.name for one in found.documents] == ["Needle"] and found.total_count == 1
    names = [one.name for one in run.client.documents.iterate_documents(limit=1)]
    assert "Needle" in names and "Lease" in names
    assert len(list(run.client.documents.iterate_document_pages(limit=1))) == len(names)
    return WORKS


@operation("POST /documents/{id}/send", "send_document, update_document")
def send(run: Run) -> Finding:
    for call in (run.client.documents.send_document, run.client.documents.update_document):
        draft = run.create(draft=True)
        assert draft.status in ("Draft", "Created")
        sent = call(draft.id, sdk.UpdateDocumentAndSendRequest.from_dict({"name": "Sent now", "test_mode": True}))
        assert sent.status == "Sent" and sent.name == "Sent now"
    return WORKS


@operation("POST /documents/{id}/remind", "send_reminder")
def remind(run: Run) -> Finding:
    made = run.create(embedded_signing=False)
    # The client reads nothing from the answer; the body is the document.
    run.client.documents.send_reminder(made.id, sdk.SendReminderRequest.from_dict({}))
    answer = run.client.raw("POST", f"documents/{made.id}/remind", json={"recipients": [{"email": "bo1@example.org"}]})
    assert answer.status_code == 201 and answer.json()["id"] == made.id, answer.text
    draft = run.create(draft=True)
    refused(422, run.client.documents.send_reminder, draft.id, sdk.SendReminderRequest.from_dict({}))
    return WORKS


@operation("PATCH /documents/{id}/recipients", "update_recipients")
def replace(run: Run) -> Finding:
    made = run.create()
    other = {"id": made.recipients[0].id, "name": "Cy", "email": "cy@example.org"}
    changed = run.client.documents.update_recipients(
        made.id, sdk.UpdateRecipientsRequest.from_dict({"recipients": [other]}))
    assert [(one.name, one.email) for one in changed.recipients] == [("Cy", "cy@example.org")]
    two = run.create(
        recipients=[signwell.person(1), signwell.person(2)], fields=[[signwell.field(), signwell.field(recipient=2)]])
    EmbeddedCeremony(two.recipients[0].embedded_signing_url).complete(two.recipients[0].name)
    signed = {"id": "1", "name": "Cy", "email": "cy@example.org"}
    answer = refused(
        422, run.client.documents.update_recipients, two.id,
        sdk.UpdateRecipientsRequest.from_dict({"recipients": [signed]}))
    assert list(json.loads(answer.body)["errors"]) == ["recipients[1]"], answer.body
    return WORKS


@operation("DELETE /documents/{id}", "delete_document")
def delete(run: Run) -> Finding:
    made = run.create()
    run.client.documents.delete_document(made.id)
    refused(404, run.client.documents.delete_document, NOBODY)
    return WORKS


@operation("GET /documents/{id}/completed_pdf", "get_completed_pdf, wait_for_completion")
def completed(run: Run) -> Finding:
    refused(404, run.client.documents.get_completed_pdf, run.document)
    signed = run.signed()
    assert run.client.documents.wait_for_completion(signed, interval=0.2, timeout=30).status == "Completed"
    whole = run.client.documents.get_completed_pdf(signed)
    assert bytes(whole).startswith(b"%PDF-")
    bare = run.client.documents.get_completed_pdf(signed, audit_page=False)
    assert bytes(bare).startswith(b"%PDF-")
    packed = run.client.documents.get_completed_pdf(signed, file_format=sdk.FileFormat.ZIP)
    assert zipfile.ZipFile(io.BytesIO(bytes(packed))).namelist()
    linked = run.client.documents.get_completed_pdf(signed, url_only=True)
    assert linked.file_url.startswith(run.account.service.base)
    return WORKS


@operation("GET /documents/{id}/nom151_certificate", "get_nom151_certificate")
def nom151(run: Run) -> Finding:
    answer = refused(422, run.client.regional.get_nom151_certificate, run.signed())
    assert "not_available" in answer.body
    return Finding("refused", "`not_available`: there are no Mexican certificates")


# Templates


@operation("POST /document_templates", "create_template")
def create_template(run: Run) -> Finding:
    found = run.client.templates.get_template(run.template())
    assert found.status == "Available" and found.placeholders[0].name == "Tenant"
    return WORKS


@operation("GET /document_templates/{id}", "get_template")
def get_template(run: Run) -> Finding:
    found = run.client.templates.get_template(run.template())
    assert found.id == run.template() and found.fields[0][0].placeholder_name == "Tenant"
    refused(404, run.client.templates.get_template, NOBODY)
    return WORKS


@operation("GET /document_templates", "list_templates, iterate_templates, iterate_template_pages")
def list_templates(run: Run) -> Finding:
    run.template()
    assert run.client.templates.list_templates(query="name:Lease AND status:Available").total_count == 1
    assert len(list(run.client.templates.iterate_templates(limit=1))) == 1
    assert len(list(run.client.templates.iterate_template_pages(limit=1))) == 1
    return WORKS


@operation("PUT /document_templates/{id}", "update_template")
def update_template(run: Run) -> Finding:
    changed = run.client.templates.update_template(
        run.template(), sdk.DocumentTemplateUpdateRequest.from_dict({"name": "House lease", "draft": False}))
    assert changed.name == "House lease"
    return WORKS


@operation("POST /document_templates/documents", "create_document_from_template")
def from_template(run: Run) -> Finding:
    recipient = signwell.person() | {"placeholder_name": "Tenant"}
    made = run.client.documents.create_document_from_template(sdk.DocumentFromTemplateRequest.from_dict({
        "template_id": run.template(), "recipients": [recipient], "test_mode": True, "embedded_signing": True,
        "template_fields": [{"api_id": "Rent", "value": "1200"}],
    }))
    assert made.status == "Sent" and made.recipients[0].email == "bo1@example.org"
    return WORKS


# Bulk sends


def rows(run: Run) -> str:
    head = bytes(run.client.bulk_sends.get_bulk_send_csv_template([run.template()])).decode().strip()
    columns = head.splitlines()[0].split(",")
    cells = ["bo@example.org" if "email" in one else "Bo" if "name" in one else "1200" for one in columns]
    return base64.b64encode(f"{','.join(columns)}\n{','.join(cells)}\n".encode()).decode()


@operation("GET /bulk_sends/csv_template", "get_bulk_send_csv_template")
def csv_template(run: Run) -> Finding:
    plain = bytes(run.client.bulk_sends.get_bulk_send_csv_template([run.template()]))
    packed = run.client.bulk_sends.get_bulk_send_csv_template([run.template()], var_base64=True)
    assert base64.b64decode(packed.data) == plain and b"email" in plain
    return WORKS


@operation("POST /bulk_sends/validate_csv", "validate_bulk_send_csv")
def validate_csv(run: Run) -> Finding:
    request = {"template_ids": [run.template()], "bulk_send_csv": rows(run)}
    run.client.bulk_sends.validate_bulk_send_csv(sdk.BulkSendCsvRequest.from_dict(request))
    wrong = base64.b64encode(base64.b64decode(rows(run)).replace(b"bo@example.org", b"nobody")).decode()
    answer = refused(
        422, run.client.bulk_sends.validate_bulk_send_csv,
        sdk.BulkSendCsvRequest.from_dict(request | {"bulk_send_csv": wrong}))
    assert "bulk_send_csv" in answer.body
    return WORKS


@operation("POST /bulk_sends", "create_bulk_send")
def create_bulk_send(run: Run) -> Finding:
    made = run.client.bulk_sends.create_bulk_send(sdk.CreateBulkSendRequest.from_dict(
        {"template_ids": [run.template()], "bulk_send_csv": rows(run), "name": "All tenants"}))
    run.bulk_send = made.id
    assert made.documents_count == 1 and made.status == "Enqueuing"
    return WORKS


@operation("GET /bulk_sends", "list_bulk_sends")
def list_bulk_sends(run: Run) -> Finding:
    assert [one.id for one in run.client.bulk_sends.list_bulk_sends().bulk_sends] == [run.bulk_send]
    return WORKS


@operation("GET /bulk_sends/{id}", "get_bulk_send")
def get_bulk_send(run: Run) -> Finding:
    assert run.client.bulk_sends.get_bulk_send(run.bulk_send).name == "All tenants"
    refused(404, run.client.bulk_sends.get_bulk_send, NOBODY)
    return WORKS


@operation("GET /bulk_sends/{id}/documents", "get_bulk_send_documents")
def bulk_send_documents(run: Run) -> Finding:
    until = time.monotonic() + 30
    while not (found := run.client.bulk_sends.get_bulk_send_documents(run.bulk_send).documents):
        assert time.monotonic() < until, "the bulk send made no document"
        time.sleep(0.2)
    assert found[0].recipients[0].email == "bo@example.org"
    assert run.client.bulk_sends.get_bulk_send(run.bulk_send).status == "Sent"
    return WORKS


# The rest


@operation("GET /me", "get_me")
def me(run: Run) -> Finding:
    found = run.client.me.get_me()
    assert found.user.email == "legal@example.com"
    return WORKS


@operation("POST /hooks", "create_webhook, webhook.verify_event, webhook.verify_event_once")
def hook(run: Run) -> Finding:
    with WebhookReceiver(run.folder) as receiver:
        made = run.client.webhooks.create_webhook(sdk.CreateWebhookRequest.from_dict({"callback_url": receiver.url}))
        run.hook = made.id
        run.create(name="Told")
        template = run.client.templates.create_template(
            sdk.DocumentTemplateRequest.from_dict(signwell.template(name="Told")))
        calls = receiver.wait(3)
    run.client.templates.delete_template(template.id)
    kept = sdk.webhook.MemoryReplayStore()
    for call in calls:
        event = call.body["event"]
        facts = {"event": event, "webhook_id": made.id, "tolerance_seconds": 300}
        assert sdk.webhook.verify_event(**facts)
        assert not sdk.webhook.verify_event(**(facts | {"webhook_id": NOBODY}))
        assert sdk.webhook.verify_event_once(**facts, replay_store=kept)
        assert not sdk.webhook.verify_event_once(**facts, replay_store=kept)
        assert call.body["data"]["object"]["name"] == "Told"
        whole = hmac.new(made.id.encode(), call.raw, hashlib.sha256).hexdigest()
        assert call.headers["x-countersign-signature"] == f"sha256={whole}"
    types = [call.body["event"]["type"] for call in calls]
    assert types.index("document_created") < types.index("document_sent") and types.count("template_created") == 1
    return WORKS


@operation("GET /hooks", "list_webhooks")
def list_hooks(run: Run) -> Finding:
    assert run.hook in [one.id for one in run.client.webhooks.list_webhooks()]
    return WORKS


@operation("DELETE /hooks/{id}", "delete_webhook")
def delete_hook(run: Run) -> Finding:
    run.client.webhooks.delete_webhook(run.hook)
    assert run.hook not in [one.id for one in run.client.webhooks.list_webhooks()]
    refused(404, run.client.webhooks.delete_webhook, NOBODY)
    return WORKS


def application(run: Run) -> str:
    """Applications are made by the operator, as SignWell's are in its dashboard."""
    made = countersign(
        "application", "create", "--data", run.account.service.data, "--account", run.account.id, "--name", "Shop",
        "--json")
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)["id"]


@operation("GET /api_applications/{id}", "get_api_application")
def get_application(run: Run) -> Finding:
    run.application = application(run)
    assert run.client.applications.get_api_application(run.application).name == "Shop"
    refused(404, run.client.applications.get_api_application, NOBODY)
    return WORKS


@operation("DELETE /api_applications/{id}", "delete_api_application")
def delete_application(run: Run) -> Finding:
    run.client.applications.delete_api_application(run.application)
    refused(404, run.client.applications.get_api_application, run.application)
    return WORKS


@operation("DELETE /document_templates/{id}", "delete_template")
def delete_template(run: Run) -> Finding:
    run.client.templates.delete_template(run.template())
    refused(404, run.client.templates.get_template, run.template())
    return WORKS


# The run


@pytest.fixture(scope="module")
def findings(folder: Path) -> dict[str, Finding | Exception]:
    """Every operation in turn, and what was seen of it."""
    service = Service(folder / "signwell", "--retry-wait", "1", "--allow-webhook-http", "--allow-network", "127.0.0.0/8")
    service.start()
    run = Run(service.account(), folder)
    seen: dict[str, Finding | Exception] = {}
    for path, _, act in OPERATIONS:
        try:
            seen[path] = act(run)
        except (AssertionError, AttributeError, exceptions.OpenApiException, ValueError) as failure:
            seen[path] = failure
    assert service.stop() == 0, service.log.read_text()[-3000:]
    return seen


@pytest.mark.parametrize("path", [path for path, _, _ in OPERATIONS])
def test_an_operation_ends_as_its_documentation_says(findings, path: str):
    if isinstance(findings[path], Exception):
        raise findings[path]


def test_every_method_of_the_client_is_called():
    called = {name.strip().split(".")[-1] for _, methods, _ in OPERATIONS for name in methods.split(",")}
    apis = (sdk.DocumentApi, sdk.TemplateApi, sdk.BulkSendApi, sdk.ApiApplicationApi, sdk.WebhooksApi, sdk.MeApi,
            sdk.RegionalApi)
    offered = {
        name for api in apis for name in vars(api)
        if not name.startswith("_") and not name.endswith(("_with_http_info", "_without_preload_content"))
    }
    assert offered - called == set()


def test_the_page_of_operations_is_what_this_run_saw(findings):
    failed = [path for path, found in findings.items() if not isinstance(found, Finding)]
    assert not failed, f"no table is made while operations fail: {failed}"
    compare(table([(path, methods, findings[path]) for path, methods, _ in OPERATIONS]))
