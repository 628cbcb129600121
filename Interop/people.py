"""Signers' clients that repeat each step until it is acknowledged, and checks that each step is stored once."""

import asyncio
import json
import random
import subprocess
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

import aiohttp

import history
import validators
from ceremony import event_of
from envelopes import definition, signer
from service import Account, Service, countersign


class TryAgain(Exception):
    """No answer, or one that says nothing about the step: it may or may not have happened."""


STEPS = ["create", "consent", "sign", "initials", "places", "city", "copy", "look", "finish"]


@dataclass
class Person:
    """One signer's client; every step is repeated with its own idempotency key until it is acknowledged."""

    number: int
    account: Account
    source: bytes
    #: Where a request to an address goes: to one of several nodes, for instance.
    route: Callable[[str], str] = lambda url: url
    envelope: str | None = None
    base: str | None = None
    acknowledged: list[str] = field(default_factory=list)
    redirect: str | None = None
    tries: int = 0

    def __post_init__(self) -> None:
        self.signer = signer(1)
        self.signer |= {"name": f"Person {self.number:03}", "email": f"person{self.number}@example.com"}
        self.subject = f"Crash {self.number:03}"
        self.city = f"City {self.number:03}"
        self.keys = {step: str(uuid.uuid4()) for step in STEPS}

    async def go(self) -> None:
        async with aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=60), cookie_jar=aiohttp.CookieJar(unsafe=True)
        ) as self.http:
            await self.until_acknowledged("create", self.create)
            await self.until_acknowledged("consent", self.ceremony("POST", "consent", {}))
            for step, kind, text in (("sign", "signature", self.signer["name"]), ("initials", "initials", "P")):
                body = {"kind": kind, "method": "typed", "text": text, "face": "dancing-script"}
                await self.until_acknowledged(step, self.ceremony("PUT", "signature", body))
            await self.until_acknowledged("places", self.place)
            await self.until_acknowledged("city", self.fill("text", self.city))
            await self.until_acknowledged("copy", self.fill("checkbox", "true"))
            await self.until_acknowledged("look", self.look)
            self.redirect = (await self.until_acknowledged("finish", self.ceremony("POST", "finish", {})))["redirect"]

    async def until_acknowledged(self, step: str, request) -> dict:
        while True:
            self.tries += 1
            try:
                answer = await request(self.keys[step])
                self.acknowledged.append(step)
                return answer
            except (aiohttp.ClientError, asyncio.TimeoutError, TryAgain):
                await asyncio.sleep(0.1 + random.random() * 0.3)

    async def ask(self, method: str, url: str, key: str, body: dict | None, bearer: bool = False) -> dict:
        headers = {"Idempotency-Key": key}
        if bearer:
            headers["Authorization"] = f"Bearer {self.account.token}"
        async with self.http.request(method, self.route(url), json=body, headers=headers) as answer:
            if answer.status == 401 and not bearer:
                self.base = None
                raise TryAgain
            if answer.status >= 500:
                raise TryAgain
            assert answer.status in (200, 201), f"{url}: {answer.status} {await answer.text()}"
            return await answer.json()

    async def create(self, key: str) -> dict:
        # The API's own means against doubles when an envelope is created.
        body = definition([self.source], [self.signer], subject=self.subject) | {"transactionId": key}
        answer = await self.ask("POST", self.account.url("envelopes"), key, body, bearer=True)
        self.envelope = answer["envelopeId"]
        return answer

    async def enter(self) -> None:
        """Opens a new view and session if there is none; a ticket may have been used by a request whose answer was lost."""
        if self.base:
            return
        body = {
            "returnUrl": "https://app.example/done", "authenticationMethod": "none", "userName": self.signer["name"],
            "email": self.signer["email"], "clientUserId": self.signer["clientUserId"],
        }
        view = await self.ask(
            "POST", self.account.url(f"envelopes/{self.envelope}/views/recipient"), str(uuid.uuid4()), body, bearer=True
        )
        async with self.http.get(self.route(view["url"]), allow_redirects=False) as answer:
            place = answer.headers.get("location", "")
            if answer.status != 303 or "ttl_expired" in place:
                raise TryAgain
        self.base = urljoin(view["url"], place)

    async def place(self, key: str) -> dict:
        await self.enter()
        session = await self.ask("GET", urljoin(self.base, "session"), key, None)
        self.places = [tab["id"] for tab in session["tabs"] if tab["kind"] in ("signHere", "initialHere")]
        return await self.ask("POST", urljoin(self.base, "signature/places"), key, {"fields": self.places})

    async def look(self, key: str) -> None:
        """Looks at the pages with fields; which ones were seen is kept as well."""
        await self.enter()
        session = await self.ask("GET", urljoin(self.base, "session"), key, None)
        for page in sorted({1} | {tab["page"] for tab in session["tabs"]}):
            async with self.http.get(self.route(urljoin(self.base, f"documents/1/pages/{page}/image"))) as answer:
                if answer.status != 200:
                    raise TryAgain
                await answer.read()
            await self.ask("POST", urljoin(self.base, "shown"), str(uuid.uuid4()),
                           {"pages": [{"documentId": "1", "page": page}]})

    def ceremony(self, method: str, path: str, body: dict):
        async def request(key: str) -> dict:
            await self.enter()
            return await self.ask(method, urljoin(self.base, path), key, body)

        return request

    def fill(self, kind: str, value: str):
        async def request(key: str) -> dict:
            await self.enter()
            session = await self.ask("GET", urljoin(self.base, "session"), str(uuid.uuid4()), None)
            (tab,) = [tab for tab in session["tabs"] if tab["kind"] == kind]
            return await self.ask("PUT", urljoin(self.base, f"fields/{tab['id']}"), key, {"value": value})

        return request


def check_through_the_api(account: Account, people: list[Person], folder: Path, service: Service) -> None:
    for person in people:
        assert person.acknowledged == STEPS
        assert event_of(person.redirect) == "signing_complete"
        found = account.get(f"envelopes/{person.envelope}")
        assert (found["status"], found["emailSubject"]) == ("completed", person.subject), found
    listed = account.get("envelopes", from_date="2020-01-01", count="1000")
    subjects = Counter(one["emailSubject"] for one in listed["envelopes"])
    assert subjects == Counter(person.subject for person in people), "an envelope is missing or was made twice"

    def check_files(person: Person) -> str | None:
        sealed = account.document(person.envelope, "combined")
        if not sealed.startswith(person.source):
            return f"{person.subject}: the document received is not the beginning of the sealed one"
        path = folder / f"{person.envelope}.pdf"
        path.write_bytes(sealed)
        run = countersign("verify", path, "--trust", service.authority)
        text = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
        if run.returncode != 0 or text.count(person.city) != 1:
            return f"{person.subject}: {run.stdout}{run.stderr}{text}"
        return None

    with ThreadPoolExecutor(2) as pool:
        faults = [fault for fault in pool.map(check_files, people) if fault]
    assert not faults, faults[0]
    for person in people[:: max(1, len(people) // 10)]:
        sealed = (folder / f"{person.envelope}.pdf").read_bytes()
        validators.assert_pyhanko_accepts(sealed, service.authority, signatures=2)


def check_in_the_store(
    histories: dict[str, list[bytes]], blob: Callable[[str], bytes], people: list[Person]
) -> None:
    """The same from what is stored alone, with the program stopped."""
    assert set(histories) == {person.envelope for person in people}
    for person in people:
        events = [json.loads(body) for body in histories[person.envelope]]
        history.check(events)
        for event, body in zip(events, histories[person.envelope]):
            assert history.canonical(event) == body
            for digest in history.blobs_named(event):
                blob(digest)
        kinds = Counter(event["body"]["type"] for event in events)
        # A client may have come back with a new view; everything else happened once.
        assert kinds.pop("viewed") >= 1
        # The message to the sender; a process that was killed after it sent one may have sent it again.
        kinds.pop("mailed", None)
        assert kinds == {
            "created": 1, "sent": 1, "consented": 1, "signatureAdopted": 2, "fieldFilled": 2 + len(person.places),
            "signed": 1, "sealed": 1,
        }, person.subject
        filled = [event["body"]["value"] for event in events if event["body"]["type"] == "fieldFilled"]
        assert filled == ["true"] * len(person.places) + [person.city, "true"]
        answered = Counter(
            (event["commandKey"], event["body"]["type"]) for event in events if event.get("commandKey")
        )
        assert answered.pop((person.keys["places"], "fieldFilled")) == len(person.places)
        assert set(answered.values()) == {1}
        keys = {key for key, _ in answered}
        assert keys >= {person.keys[step] for step in ("consent", "sign", "initials", "city", "copy", "finish")}
        sealed = next(event["body"] for event in events if event["body"]["type"] == "sealed")
        signed = next(event["body"] for event in events if event["body"]["type"] == "signed")
        versions = [signed["documents"]["1"], sealed["documents"]["1"]]
        first, second = (blob(digest) for digest in versions)
        assert first.startswith(person.source) and second.startswith(first)
