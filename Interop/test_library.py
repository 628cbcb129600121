"""The library in an app, against the service as a program of its own: sign-in, envelopes, pages, templates."""

import hashlib
import json
import secrets
import subprocess
import urllib.parse
from pathlib import Path

import docusign_esign as esign
import pytest

import documents
import test_templates
from service import APPS, Service, countersign
from test_official_client import client

APP = APPS / "FieldApp"
REDIRECT = "com.example.field:/signed-in"
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def app_run(service: Service, folder: Path):
    """What the app said, by step, and the account it worked for."""
    email = f"field-{secrets.token_hex(4)}@example.org"
    account = service.account("Fiona Field", email)
    data = str(service.data)
    test_templates.run("password", "--data", data, "--email", email, typed=PASSWORD + "\n")
    registered = json.loads(
        test_templates.run("app", "--data", data, "--name", "Field app", "--redirect", REDIRECT, "--json"))
    templates = esign.TemplatesApi(client(account))
    made = [
        templates.create_template(account.id, envelope_template=test_templates.wire(name, folder_name="Leases"))
        for name in ("Lease of a flat", "Lease of a house")
    ]
    templates.create_template(account.id, envelope_template=test_templates.wire("Loan", folder_name="Leases"))
    document = folder / "delivery.pdf"
    document.write_bytes(documents.classic([documents.Page(text="Delivery")]))
    orders = folder / "field-app.json"
    orders.write_text(json.dumps({
        "folder": str(folder / "field-app"), "server": f"{service.base}/restapi",
        "clientID": registered["integrationKey"], "redirectURL": REDIRECT, "document": str(document),
        "template": made[1].template_id,
        "templateFolder": templates.get(account.id, made[0].template_id).folder_id,
    }))
    process = subprocess.Popen(
        [str(APP), str(orders)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first = json.loads(process.stdout.readline())
    assert first["step"] == "authorize"
    wish = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(first["page"]).query))
    # An app on people's devices has no secret: it proves itself by the code's challenge.
    assert wish["code_challenge_method"] == "S256" and len(wish["code_challenge"]) == 43
    out, err = process.communicate(signed_in(service.base, wish, email) + "\n", timeout=300)
    assert process.returncode == 0, err[-3000:] + out[-2000:]
    lines = [json.loads(line) for line in out.splitlines()]
    steps = [line["step"] for line in lines]
    assert len(set(steps)) == len(steps), steps
    return account, [one.template_id for one in made], {line["step"]: line for line in lines}


def signed_in(root: str, wish: dict, email: str) -> str:
    """The address to which the sign-in page leads."""
    app = {"integrationKey": wish.pop("client_id"), "redirectURIs": [wish.pop("redirect_uri")]}
    return test_templates.signed_in(root, app, email, PASSWORD, **wish)


def test_it_signs_in_with_a_code_and_knows_whose_account_it_is(app_run) -> None:
    account, _, steps = app_run
    assert steps["user"]["name"] == "Fiona Field"
    assert steps["user"]["account"] == account.id


def test_an_envelope_made_twice_by_one_draft_is_one(app_run) -> None:
    account, _, steps = app_run
    envelope = steps["created"]["id"]
    assert steps["created"]["again"] == envelope
    listed = account.get("envelopes", from_date="2020-01-01", count="1000")["envelopes"]
    assert [one["envelopeId"] for one in listed].count(envelope) == 1
    people = account.get(f"envelopes/{envelope}/recipients", include_tabs="true")
    assert [one["routingOrder"] for one in people["signers"]] == ["1", "1"]
    assert people["inPersonSigners"][0]["signerName"] == "Cyd Three"
    assert people["carbonCopies"][0]["routingOrder"] == "3"


@pytest.mark.parametrize(("step", "outcome"), [
    ("later", "finishedLater"), ("closed", "cancelled"), ("signed", "completed"), ("viewed", "viewedCompleted"),
    ("named", "completed"), ("in person", "completed"), ("declined", "declined"), ("by address", "completed"),
    ("expired", "linkExpired"), ("own", "completed"),
])
def test_every_page_ends_in_exactly_one_outcome(app_run, step: str, outcome: str) -> None:
    assert app_run[2][step]["outcome"].split("(")[0] == outcome
    if outcome == "completed":
        assert ("byPageOnly" if step == "by address" else "byServer") in app_run[2][step]["outcome"]
    if outcome == "declined":
        assert "The price is wrong" in app_run[2][step]["outcome"]


def test_what_everybody_signed_is_sealed_and_what_the_app_got_is_that(app_run, tmp_path: Path) -> None:
    account, _, steps = app_run
    envelope = steps["created"]["id"]
    done = steps["completed"]
    assert (done["status"], done["finished"], done["listed"]) == ("completed", "4", "true")
    sealed = account.document(envelope, "1")
    assert hashlib.sha256(sealed).hexdigest() == done["sha256"]
    path = tmp_path / "sealed.pdf"
    path.write_bytes(sealed)
    anchor = account.service.data / "authority" / "ca.pem"
    verdict = countersign("verify", path, "--trust", anchor, "--json")
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
    assert len(json.loads(verdict.stdout)["signatures"]) == 4


def test_drafts_voids_and_mistakes_are_told_as_they_are(app_run) -> None:
    steps = app_run[2]
    assert (steps["draft and void"]["draft"], steps["draft and void"]["voided"]) == ("created", "voided")
    assert int(steps["invalid"]["problems"]) >= 2
    assert steps["nobody"]["error"] == "The envelope has no such recipient."


def test_templates_are_found_kept_used_and_removed(app_run) -> None:
    account, made, steps = app_run
    assert steps["templates"]["total"] == "2"
    assert {steps["templates"]["first"], steps["templates"]["second"]} == set(made)
    assert json.loads(steps["cached"]["cached"]) == [made[1]]
    assert (steps["cached"]["stale"], steps["cached"]["obstacles"]) == ("false", "[]")
    sent = account.get(f"envelopes/{steps['sent']['id']}/recipients", include_tabs="true")
    tabs = sent["signers"][0]["tabs"]
    assert tabs["textTabs"][0]["value"] == "950"
    assert tabs["checkboxTabs"][0]["selected"] == "true"
    assert account.get(f"envelopes/{steps['sent']['id']}")["emailSubject"] == "The lease of a tenant"
    assert steps["sent"]["unused"] == "color"
    files = account.get(f"envelopes/{steps['sent']['inserted']}/documents")["envelopeDocuments"]
    assert [one["name"] for one in files if one["type"] == "content"] == ["Lease", "Rules.pdf"]
    assert steps["removed"]["cached"] == "0"
    gone = account.call("GET", f"templates/{made[1]}")
    assert gone.status_code == 404, gone.text


def test_an_ended_session_does_nothing_more(app_run) -> None:
    assert "ended" in app_run[2]["logged out"]["afterwards"].lower(), app_run[2]["logged out"]
