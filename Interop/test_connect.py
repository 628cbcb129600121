"""The official client manages Connect configurations, and keys are managed on the command line."""

import base64
import json
import time

import docusign_esign as esign
import pytest
from docusign_esign.client.api_exception import ApiException

import documents
from envelopes import definition, signer
from service import Account, countersign


@pytest.fixture()
def connect(account: Account) -> esign.ConnectApi:
    made = esign.ApiClient(host=account.base_path)
    made.set_default_header("Authorization", f"Bearer {account.token}")
    api = esign.ConnectApi(made)
    yield api
    for one in api.list_configurations(account.id).configurations or []:
        api.delete_configuration(account.id, one.connect_id)


def hook(**changed: object) -> esign.ConnectCustomConfiguration:
    facts = {
        "name": "Orders", "url_to_publish_to": "https://example.org/hook", "allow_envelope_publish": "true",
        "all_users": "true", "delivery_mode": "SIM", "configuration_type": "custom", "include_hmac": "true",
        "requires_acknowledgement": "true", "enable_log": "true",
        "events": ["envelope-sent", "envelope-completed", "recipient-completed"],
        "event_data": esign.ConnectEventData(
            version="restv2.1", format="json", include_data=["recipients", "tabs", "custom_fields"]
        ),
    }
    return esign.ConnectCustomConfiguration(**(facts | changed))


def error(raised: pytest.ExceptionInfo) -> tuple[int, str, str]:
    body = json.loads(raised.value.body)
    return raised.value.status, body["errorCode"], body["message"]


def test_a_configuration_is_created_listed_changed_and_deleted(connect, account):
    made = connect.create_configuration(account.id, connect_custom_configuration=hook())
    assert int(made.connect_id) > 0 and made.url_to_publish_to == "https://example.org/hook"
    listed = connect.list_configurations(account.id)
    assert (listed.total_records, [one.connect_id for one in listed.configurations]) == ("1", [made.connect_id])
    (shown,) = connect.get_configuration(account.id, made.connect_id).configurations
    assert shown.events == ["envelope-sent", "envelope-completed", "recipient-completed"]
    assert shown.event_data.include_data == ["custom_fields", "recipients", "tabs"]
    assert (shown.include_hmac, shown.all_users, shown.allow_envelope_publish) == ("true", "true", "true")
    # A client sends back what it got, with a change.
    shown.name = "Invoices"
    changed = connect.update_configuration(account.id, connect_custom_configuration=shown)
    assert (changed.name, changed.connect_id) == ("Invoices", made.connect_id)
    assert changed.events == shown.events
    connect.delete_configuration(account.id, made.connect_id)
    assert connect.list_configurations(account.id).total_records == "0"
    with pytest.raises(ApiException) as raised:
        connect.get_configuration(account.id, made.connect_id)
    assert raised.value.status == 404


@pytest.mark.parametrize(
    ("changed", "code", "words"),
    [
        ({"url_to_publish_to": "http://example.org/hook"}, "HTTPS_REQUIRED_FOR_CONNECT_LISTENER", "https"),
        ({"url_to_publish_to": "https://127.0.0.1/hook"}, "INVALID_REQUEST_PARAMETER", "127.0.0.1"),
        ({"url_to_publish_to": "https://169.254.169.254/"}, "INVALID_REQUEST_PARAMETER", "not public"),
        ({"events": ["envelope-forgotten"]}, "INVALID_REQUEST_PARAMETER", "envelope-forgotten"),
        ({"event_data": esign.ConnectEventData(format="soap")}, "INVALID_REQUEST_PARAMETER", "json or xml"),
        (
            {"event_data": esign.ConnectEventData(version="restv2.1", include_data=["pages"])},
            "INVALID_REQUEST_PARAMETER", "pages",
        ),
        ({"use_soap_interface": "true"}, "INVALID_REQUEST_PARAMETER", "useSoapInterface"),
    ],
)
def test_a_bad_configuration_is_refused_by_name(connect, account, changed, code, words):
    with pytest.raises(ApiException) as raised:
        connect.create_configuration(account.id, connect_custom_configuration=hook(**changed))
    status, found, message = error(raised)
    assert (status, found) == (400, code) and words in message


def test_an_authorization_server_is_set_and_its_secret_never_shown(connect, account):
    server = esign.ConnectOAuthConfig(
        authorization_server_url="https://auth.example.org/token", client_id="hooks", client_secret="s3cret", scope="x"
    )
    made = connect.create_connect_o_auth_config(account.id, connect_o_auth_config=server)
    assert (made.client_id, made.client_secret) == ("hooks", None)
    assert connect.get_connect_o_auth_config(account.id).authorization_server_url == "https://auth.example.org/token"
    server.client_id = "hooks-2"
    changed = connect.update_connect_o_auth_config(account.id, connect_o_auth_config=server)
    assert (changed.client_id, changed.client_secret) == ("hooks-2", None)
    assert connect.get_connect_o_auth_config(account.id).client_id == "hooks-2"
    connect.delete_connect_o_auth_config(account.id)
    with pytest.raises(ApiException):
        connect.get_connect_o_auth_config(account.id)


def test_logs_and_failures_are_lists(connect, account):
    assert connect.list_event_logs(account.id, from_date="2026-01-01").total_records == "0"
    assert connect.list_event_failure_logs(account.id).total_records == "0"
    connect.delete_event_logs(account.id)


def test_a_message_that_nobody_takes_is_a_failure_and_a_line_of_the_log(connect, account):
    connect.create_configuration(account.id, connect_custom_configuration=hook(
        url_to_publish_to="https://no-such-host.invalid/hook", include_hmac="false", events=["envelope-sent"]))
    envelope = account.create(definition([documents.classic()], [signer()]))
    until = time.monotonic() + 30
    while not (failures := connect.list_event_failure_logs(account.id).failures):
        assert time.monotonic() < until
        time.sleep(0.2)
    (failure,) = failures
    assert failure.envelope_id == envelope and failure.error == "The host does not exist."
    (line,) = connect.list_event_logs(account.id).logs
    shown = connect.get_event_log(account.id, line.log_id)
    assert shown.envelope_id == envelope and shown.config_url == "https://no-such-host.invalid/hook"
    connect.delete_event_log(account.id, line.log_id)
    with pytest.raises(ApiException) as raised:
        connect.get_event_log(account.id, line.log_id)
    assert raised.value.status == 404
    connect.delete_event_failure_log(account.id, failure.failure_id)
    assert connect.list_event_failure_logs(account.id).total_records == "0"


def test_messages_are_queued_again(connect, account):
    made = connect.create_configuration(account.id, connect_custom_configuration=hook())
    envelope = account.create(definition([documents.classic()], [signer()]))
    (result,) = connect.retry_event_for_envelope(account.id, envelope).retry_queue
    assert (result.envelope_id, result.config_id, result.status) == (envelope, made.connect_id, "queued")
    results = connect.retry_event_for_envelopes(
        account.id, connect_failure_filter=esign.ConnectFailureFilter(envelope_ids=[envelope], synchronous="false")
    ).retry_queue
    assert [one.config_id for one in results] == [made.connect_id]


def test_an_envelope_carries_its_own_notification(account):
    given = definition([documents.classic()], [signer()])
    given["eventNotification"] = {
        "url": "https://example.org/own", "events": ["envelope-completed"],
        "eventData": {"version": "restv2.1", "format": "json"},
    }
    account.create(given)
    given["eventNotification"]["url"] = "http://example.org/own"
    answer = account.call("POST", "envelopes", json=given)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "HTTPS_REQUIRED_FOR_CONNECT_LISTENER")


def test_keys_are_made_listed_and_revoked_on_the_command_line(service, account):
    def run(*words: str) -> str:
        done = countersign("connect", "key", *words, "--data", service.data, "--account", account.id)
        assert done.returncode == 0, done.stderr
        return done.stdout

    first = json.loads(run("create", "--json"))
    second = run("create").strip()
    assert len(base64.urlsafe_b64decode(second + "=")) == 32
    listed = json.loads(run("list", "--json"))
    assert [one["header"] for one in listed] == [1, 2] and first["id"] == listed[0]["id"]
    assert second not in run("list")
    run("revoke", str(first["id"]))
    assert [one["id"] for one in json.loads(run("list", "--json"))] == [listed[1]["id"]]
    assert second.encode() not in (service.data / "countersign.sqlite").read_bytes()
    assert (service.data / "secrets.key").stat().st_mode & 0o777 == 0o600
    unknown = countersign("connect", "key", "list", "--data", service.data, "--account", "x")
    assert unknown.returncode == 1 and "There is no account x" in unknown.stderr
