"""Sending later, delayed routing, pause and resume, with the official client."""

import datetime
import time

import docusign_esign as esign
import pytest
import requests

import documents
from ceremony import Ceremony
from envelopes import definition, signer
from test_official_client import client


@pytest.fixture()
def envelopes(account) -> esign.EnvelopesApi:
    return esign.EnvelopesApi(client(account))


def made(account, workflow: dict, status: str = "sent") -> str:
    people = [signer(1, every_kind=False), signer(2, order=2, every_kind=False)]
    return account.create(definition([documents.classic()], people, status=status) | {"workflow": workflow})


def pause(order: int, **more: object) -> dict:
    return {"action": "pause_before", "triggerOnItem": "routing_order", "itemId": str(order), **more}


def reach(account, envelope: str, status: str) -> None:
    until = time.monotonic() + 30
    while account.get(f"envelopes/{envelope}")["status"] != status:
        assert time.monotonic() < until, status
        time.sleep(0.2)


def sign(account, envelope: str, number: int) -> None:
    person = signer(number)
    Ceremony(account.recipient_view(envelope, person)).complete(person["name"])


def test_an_envelope_goes_out_at_its_time(account, envelopes):
    envelope = made(account, {"scheduledSending": {"rules": [{"delay": "0.00:00:02"}]}})
    facts = envelopes.get_envelope(account.id, envelope, include="workflow")
    assert facts.status == "created" and facts.workflow.scheduled_sending.status == "started"
    assert facts.workflow.scheduled_sending.rules[0].delay == "0.00:00:02"
    reach(account, envelope, "sent")
    workflow = envelopes.get_envelope(account.id, envelope, include="workflow").workflow
    assert workflow.scheduled_sending.status == "completed" and workflow.workflow_status == "in_progress"
    sign(account, envelope, 1)


def test_a_scheduled_envelope_can_be_sent_now_or_withdrawn(account, envelopes):
    tomorrow = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
    workflow = {"scheduledSending": {"rules": [{"resumeDate": tomorrow.isoformat()}]}}
    now = made(account, workflow)
    assert envelopes.update(account.id, now, envelope=esign.Envelope(status="sent")).envelope_id == now
    assert account.get(f"envelopes/{now}")["status"] == "sent"
    withdrawn = made(account, workflow)
    envelopes.update(account.id, withdrawn, envelope=esign.Envelope(status="voided", voided_reason="Wrong price."))
    assert account.get(f"envelopes/{withdrawn}")["status"] == "voided"


def test_a_pause_holds_the_second_until_the_sender_resumes(account, envelopes):
    envelope = made(account, {"workflowSteps": [pause(2)]})
    (step,) = account.get(f"envelopes/{envelope}/workflow")["workflowSteps"]
    assert step["status"] == "pending" and step["itemId"] == "2"
    sign(account, envelope, 1)
    held = account.get(f"envelopes/{envelope}/workflow")
    assert held["workflowStatus"] == "paused" and held["currentWorkflowStepId"] == step["workflowStepId"]
    statuses = [one["status"] for one in account.get(f"envelopes/{envelope}/recipients")["signers"]]
    assert statuses == ["completed", "created"]
    envelopes.update(account.id, envelope, envelope=esign.Envelope(
        workflow=esign.Workflow(workflow_status="in_progress")))
    assert account.get(f"envelopes/{envelope}/workflow")["workflowSteps"][0]["status"] == "completed"
    again = account.call("PUT", f"envelopes/{envelope}", json={"workflow": {"workflowStatus": "in_progress"}})
    assert again.status_code == 400 and "not paused" in again.json()["message"]
    sign(account, envelope, 2)
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"


def test_a_delay_before_the_second_passes_by_itself_and_the_workflow_can_change(account, envelopes):
    envelope = made(account, {"workflowSteps": [pause(2, delayedRouting={"rules": [{"delay": "1.00:00:00"}]})]})
    sign(account, envelope, 1)
    held = account.get(f"envelopes/{envelope}/workflow")
    assert held["workflowSteps"][0]["status"] == "in_progress" and held["resumeDate"]
    answer = account.call("PUT", f"envelopes/{envelope}/workflow", json={
        "workflowSteps": [pause(2, delayedRouting={"rules": [{"delay": "0.00:00:01"}]})]})
    assert answer.status_code == 200, answer.text
    until = time.monotonic() + 30
    while account.get(f"envelopes/{envelope}/workflow")["workflowStatus"] == "paused":
        assert time.monotonic() < until
        time.sleep(0.2)
    sign(account, envelope, 2)
    other = made(account, {"workflowSteps": [pause(1)]})
    assert account.call("DELETE", f"envelopes/{other}/workflow").status_code == 200
    sign(account, other, 1)


@pytest.mark.parametrize("workflow, word", [
    ({"workflowSteps": [pause(7)]}, "routing order 7"),
    ({"workflowSteps": [pause(2), pause(2)]}, "more than once"),
    ({"workflowSteps": [pause(2, action="pause_after")]}, "pause_before"),
    ({"workflowSteps": [pause(2, triggerOnItem="recipient")]}, "routing_order"),
    ({"workflowSteps": [pause(2, recipientRouting={"rules": {"conditionalRecipients": [{"order": "1"}]}})]},
     "recipientRouting"),
    ({"workflowSteps": [pause(2)] * 101}, "more than 100"),
    ({"scheduledSending": {"rules": [{"delay": "31.00:00:00"}]}}, "30 days"),
    ({"scheduledSending": {"rules": [{"delay": "soon"}]}}, "delay"),
    ({"scheduledSending": {"rules": [{"resumeDate": "2020-01-01T00:00:00Z"}]}}, "30 days"),
    ({"scheduledSending": {"rules": [{"delay": "0.01:00:00"}, {"delay": "0.02:00:00"}]}}, "rules"),
])
def test_a_workflow_that_cannot_be_done_is_refused_with_a_sentence(account, workflow, word):
    before = account.get("envelopes", from_date="2020-01-01")["totalSetSize"]
    people = [signer(1, every_kind=False), signer(2, order=2, every_kind=False)]
    answer = account.call(
        "POST", "envelopes", json=definition([documents.classic()], people) | {"workflow": workflow})
    assert answer.status_code == 400 and word in answer.json()["message"], answer.text
    assert account.get("envelopes", from_date="2020-01-01")["totalSetSize"] == before


def test_the_official_client_shows_replaces_and_removes_a_workflow(account, envelopes):
    envelope = made(account, {"workflowSteps": [pause(2)]}, status="created")
    shown = envelopes.get_envelope_workflow_definition(account.id, envelope)
    assert [step.item_id for step in shown.workflow_steps] == ["2"]
    changed = envelopes.update_envelope_workflow_definition(account.id, envelope, workflow=esign.Workflow(
        workflow_steps=[esign.WorkflowStep(action="pause_before", trigger_on_item="routing_order", item_id="1")]))
    assert [step.item_id for step in changed.workflow_steps] == ["1"]
    envelopes.delete_envelope_workflow_definition(account.id, envelope)
    assert not envelopes.get_envelope_workflow_definition(account.id, envelope).workflow_steps
