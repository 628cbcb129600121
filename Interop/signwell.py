"""The official client of SignWell's API, pointed at a service that runs, and what its tests send."""

import base64
import json

import requests
import signwell_sdk as sdk

import documents
from ceremony import Ceremony
from service import Account, countersign


class EmbeddedCeremony(Ceremony):
    """The page inside the sender's product: its session is a token in a header, and there are no cookies."""

    def __init__(self, signing_url: str):
        address, key = signing_url.split("#")
        self.http = requests.Session()
        self.page = self.http.get(address, timeout=60)
        assert self.page.status_code == 200 and not self.http.cookies, self.page.text
        self.base = address
        token = self.answer(self.http.post(f"{address}visit", json={"key": key}, timeout=60))["token"]
        self.http.headers["Countersign-Session"] = token
        self.session = self.get("session")

    def finish(self, key: str | None = None) -> str:
        self.look()
        return self.send("POST", "finish", {}, key).get("redirect", "")


class Client:
    """Every API of the client with one key; only the address is another."""

    def __init__(self, account: Account, *options: str):
        run = countersign(
            "apikey", "create", "--data", account.service.data, "--account", account.id, "--name", "Interop", "--json",
            *options,
        )
        assert run.returncode == 0, run.stderr
        self.key = json.loads(run.stdout)["apiKey"]
        self.base = f"{account.service.base}/api/v1"
        self.account = account
        configuration = sdk.Configuration(host=account.service.base, api_key={"api_key": self.key})
        self.http = sdk.ApiClient(configuration)
        self.documents = sdk.DocumentApi(self.http)
        self.templates = sdk.TemplateApi(self.http)
        self.bulk_sends = sdk.BulkSendApi(self.http)
        self.applications = sdk.ApiApplicationApi(self.http)
        self.webhooks = sdk.WebhooksApi(self.http)
        self.me = sdk.MeApi(self.http)
        self.regional = sdk.RegionalApi(self.http)

    def raw(self, method: str, path: str, **options) -> requests.Response:
        """A request that the client's own models would not make."""
        headers = {"X-Api-Key": self.key} | options.pop("headers", {})
        return requests.request(method, f"{self.base}/{path}", headers=headers, timeout=60, **options)


def pdf() -> str:
    return base64.b64encode(documents.classic()).decode()


def file(name: str = "lease.pdf") -> dict:
    return {"name": name, "file_base64": pdf()}


def person(number: int = 1, **changed) -> dict:
    return {"id": str(number), "name": f"Bo {number}", "email": f"bo{number}@example.org"} | changed


def field(kind: str = "signature", recipient: int | str = 1, **changed) -> dict:
    return {"type": kind, "required": True, "x": 200, "y": 550, "page": 1, "recipient_id": str(recipient)} | changed


def request(**changed) -> dict:
    """The reference's example: one file, one recipient, a signature and a date."""
    date = field("date", x=110, date_format="Month DD, YYYY", lock_sign_date=False)
    return {
        "test_mode": True, "draft": False, "name": "Lease", "embedded_signing": True, "reminders": False,
        "files": [file()], "recipients": [person()], "fields": [[field(), date]],
    } | changed


def template(**changed) -> dict:
    return {
        "name": "Lease", "files": [file()], "placeholders": [{"id": "1", "name": "Tenant"}],
        "fields": [[
            {"type": "signature", "x": 200, "y": 550, "page": 1, "placeholder_id": "1"},
            {"type": "text", "x": 100, "y": 200, "page": 1, "placeholder_id": "1", "api_id": "Rent", "label": "Rent"},
        ]],
    } | changed
