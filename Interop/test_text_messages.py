"""Codes to telephones, through a gateway that the operator names."""

import re
import uuid

import pytest

from hub import App, identity_app
from service import Service, countersign
from text_gateway import TextGateway

NUMBER = "+41790000000"


@pytest.fixture
def gateway():
    with TextGateway() as running:
        yield running


@pytest.fixture
def hub(tmp_path, gateway):
    service = Service(tmp_path / "data", *gateway.options(tmp_path), "--retry-wait", "1", "--identity-texts", "4")
    service.start()
    yield App(service, None, identity_app(service, "create", "--name", "Harbour"))
    assert service.stop() == 0, service.log.read_text()[-3000:]
    log = service.log.read_text()
    assert NUMBER not in log and gateway.token not in log


def begin(hub: App, number: str = NUMBER) -> str:
    answer = hub.call("POST", "hub/auth/init", {"phone": number})
    assert answer.status_code == 200, answer.text
    return answer.json()["challenge_id"]


def test_a_code_arrives_and_signs_in(hub: App, gateway: TextGateway) -> None:
    challenge = begin(hub, "+41 79 000 00 00")
    message = gateway.wait(NUMBER)
    assert set(message) == {"id", "to", "text"}
    # The last line binds the code to the service's page, as browsers and telephones expect it.
    assert re.fullmatch(r"(\d{6}) is your code for Harbour\.\n\n@127\.0\.0\.1 #\1", message["text"])
    assert gateway.headers[-1]["idempotency-key"] == message["id"]
    code = message["text"][:6]
    assert hub.call("POST", "hub/auth/complete", {"challenge_id": challenge, "token": code}).status_code == 200
    tokens = hub.call("POST", "hub/auth/challenge_status", {"challenge_id": challenge}).json()
    profile = hub.call("GET", f"me/applications/{hub.id}/data", token=tokens["access_token"]).json()
    assert profile["data"]["phone_number"] == NUMBER and profile["auth_level"] == "verified"


def test_a_gateway_that_fails_is_asked_again_with_the_same_id(hub: App, gateway: TextGateway) -> None:
    gateway.failures = 2
    begin(hub)
    message = gateway.wait(NUMBER)
    assert [head["idempotency-key"] for head in gateway.headers] == [message["id"]] * 3
    assert len(gateway.messages) == 1


def test_nobody_runs_up_the_operators_bill(hub: App, gateway: TextGateway) -> None:
    statuses = [hub.call("POST", "hub/auth/init", {"phone": f"+4179000000{last}"}).status_code for last in range(6)]
    assert statuses == [200] * 4 + [429] * 2
    gateway.wait("+41790000003")
    assert len(gateway.messages) == 4


def test_the_configuration_says_whether_there_are_text_messages(hub: App, tmp_path) -> None:
    def offered(app: App) -> bool:
        found = app.call("GET", "hub/app-config").json()
        return found["app"]["config"]["hub"]["auth"]["sign_in_methods"]["phone"]["enabled"]

    assert offered(hub) is True
    without = Service(tmp_path / "other")
    without.start()
    try:
        app = App(without, None, identity_app(without, "create", "--name", "Shop"))
        assert offered(app) is False
        refused = app.call("POST", "hub/auth/init", {"phone": NUMBER})
        assert refused.status_code == 400 and "sends no text messages" in refused.json()["message"]
    finally:
        assert without.stop() == 0


@pytest.mark.parametrize("words, sentence", [
    (("--text-gateway", "http://texts.example/"), "is not https, or http to this machine"),
    (("--text-gateway", "texts"), "is not https, or http to this machine"),
    (("--text-gateway-token-file", "/nowhere"), "is for --text-gateway, which is missing"),
])
def test_options_that_do_not_fit_are_named(tmp_path, words, sentence) -> None:
    run = countersign("serve", "--data", tmp_path / str(uuid.uuid4()), *words)
    assert run.returncode != 0 and sentence in run.stderr
