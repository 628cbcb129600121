"""Signing inside a sender's product: its documents, and what its page shows and hears."""

import base64
import json
import os
import re

import requests
from playwright.sync_api import expect

from agreement import agreement
from embedding import embedding_page
from service import countersign

PICTURES = os.environ.get("COUNTERSIGN_PICTURES")


def made(*arguments) -> dict:
    run = countersign(*arguments, "--json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


class Documents:
    """The second dialect's calls, with a key of an application that allows some origins."""

    def __init__(self, service, account, *origins: str):
        self.service = service
        options = [part for origin in origins for part in ("--origin", origin)]
        self.application = made("application", "create", "--data", service.data, "--account", account.id,
                                "--name", "Product", *options)
        self.key = made("apikey", "create", "--data", service.data, "--account", account.id, "--name", "Test",
                        "--application", self.application["id"])["apiKey"]

    def call(self, method: str, path: str, **options) -> requests.Response:
        return requests.request(method, f"{self.service.base}/api/v1/{path}", headers={"X-Api-Key": self.key},
                                timeout=60, **options)

    @property
    def chosen(self) -> dict:
        """What a document of the application says of it."""
        return {"api_application_id": self.application["id"]}

    def create(self, recipients: list[dict] | None = None, **more) -> dict:
        people = recipients or [{"id": "1", "name": "Bo Signer", "email": "bo@example.org"}]
        answer = self.call("POST", "documents", json={
            "name": "Lease", "embedded_signing": True, "draft": False, "reminders": False,
            **self.chosen,
            "files": [{"name": "lease.pdf", "file_base64": base64.b64encode(agreement(1)).decode()}],
            "recipients": people,
            "fields": [[{"type": "signature", "required": True, "x": 200, "y": 550 + 60 * n, "page": 1,
                         "recipient_id": person["id"]} for n, person in enumerate(people)]],
            **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def url(self, document: dict, recipient: int = 0) -> str:
        return document["recipients"][recipient]["embedded_signing_url"]


class PlainDocuments(Documents):
    """The same with a key of no application."""

    def __init__(self, service, account):
        self.service = service
        self.key = made("apikey", "create", "--data", service.data, "--account", account.id, "--name", "Plain")["apiKey"]

    @property
    def chosen(self) -> dict:
        return {}


def events(page, *names: str) -> list:
    """The events so far; only those of these names, if any are given."""
    return [event for event in page.evaluate("events") if not names or event[0] in names]


def wait_for(page, name: str) -> dict:
    page.wait_for_function("name => events.some((event) => event[0] === name)", arg=name, timeout=30_000)
    found = [detail for event, detail in page.evaluate("events") if event == name]
    assert len(found) == 1, events(page)
    return found[0]


def open_embedded(page, product, documents, url: str, **options):
    page.goto(product.put("/sign", embedding_page(documents.service.base, url, **options)))
    if "containerId" in options or page.locator("countersign-signing").count():
        if not page.locator("countersign-signing").count():
            page.get_by_role("button", name="Sign now").click()
    else:
        page.get_by_role("button", name="Sign now").click()
    return page.frame_locator("iframe")


def agree(frame) -> None:
    frame.get_by_role("checkbox", name=re.compile("I agree")).check()
    frame.get_by_role("button", name="Continue", exact=True).click()
    expect(frame.get_by_role("button", name="Finish", exact=True)).to_be_visible()


def sign(frame) -> None:
    agree(frame)
    expect(frame.locator("img.picture").first).to_be_visible()
    frame.locator("button.sign-button").click()
    frame.get_by_role("button", name="Adopt and sign").click()
    expect(frame.get_by_role("dialog")).to_have_count(0)
    frame.get_by_role("button", name="Finish", exact=True).click()


def keep(page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")
