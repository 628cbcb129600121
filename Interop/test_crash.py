"""The service is killed at random moments of many ceremonies: no acknowledged step is lost, none is doubled."""

import asyncio
import json
import os
import random
import shutil
import subprocess
import tempfile
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

import aiohttp
import pytest

import documents
import history
import validators
from ceremony import event_of
from envelopes import definition, signer
from service import Account, Service, countersign

CEREMONIES = int(os.environ.get("CRASH_CEREMONIES", "200"))
KILLS = int(os.environ.get("CRASH_KILLS", "12"))
SEED = int(os.environ.get("CRASH_SEED", str(random.SystemRandom().randrange(1 << 32))))
#: Seconds after which the ceremonies count as stuck, also on a busy machine.
LIMIT = 900


class TryAgain(Exception):
    """No answer, or one that says nothing about the step: it may or may not have happened."""


STEPS = ["create", "consent", "sign", "initials", "places", "city", "copy", "look", "finish"]


@dataclass
class Person:
    """One signer's client; every step is repeated with its own idempotency key until it is acknowledged."""

    number: int
    account: Account
    source: bytes
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
        async with self.http.request(method, url, json=body, headers=headers) as answer:
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
        """A new view and session, when there is none: the ticket may have been used by an answer that got lost."""
        if self.base:
            return
        body = {
            "returnUrl": "https://app.example/done", "authenticationMethod": "none", "userName": self.signer["name"],
            "email": self.signer["email"], "clientUserId": self.signer["clientUserId"],
        }
        view = await self.ask(
            "POST", self.account.url(f"envelopes/{self.envelope}/views/recipient"), str(uuid.uuid4()), body, bearer=True
        )
        async with self.http.get(view["url"], allow_redirects=False) as answer:
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
            async with self.http.get(urljoin(self.base, f"documents/1/pages/{page}/image")) as answer:
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


async def kill_now_and_then(service: Service, dice: random.Random, finished: asyncio.Event) -> int:
    kills = 0
    while kills < KILLS and not finished.is_set():
        await asyncio.sleep(dice.uniform(0.3, 4))
        if finished.is_set():
            break
        service.kill()
        kills += 1
        await asyncio.to_thread(service.start)
    return kills


async def run(service: Service, people: list[Person], dice: random.Random) -> int:
    finished = asyncio.Event()
    killer = asyncio.create_task(kill_now_and_then(service, dice, finished))
    try:
        await asyncio.wait_for(asyncio.gather(*(person.go() for person in people)), LIMIT)
    finally:
        finished.set()
        kills = await killer
    return kills


@pytest.fixture()
def data():
    made = Path(tempfile.mkdtemp(prefix="countersign-crash-"))
    yield made / "data"
    shutil.rmtree(made, ignore_errors=True)


def test_killing_the_service_loses_no_acknowledged_step_and_doubles_none(data, tmp_path):
    print(f"CRASH_SEED={SEED}")
    dice = random.Random(SEED)
    service = Service(data)
    service.start()
    account = service.account()
    styles = [documents.classic(1), documents.with_object_streams(documents.classic(2))]
    people = [Person(number, account, dice.choice(styles)) for number in range(CEREMONIES)]
    begun = time.monotonic()
    kills = asyncio.run(run(service, people, dice))
    print(f"{kills} kills in {time.monotonic() - begun:.0f} s, {sum(person.tries for person in people)} requests")
    assert kills >= min(KILLS, 3), "the ceremonies ended before the service could be killed often enough"

    # Once more, so that what is looked at is what the disk holds.
    service.kill()
    service.start()
    try:
        check_through_the_api(account, people, tmp_path, service)
    finally:
        assert service.stop() == 0
    check_in_the_store(data, people)


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


def check_in_the_store(data: Path, people: list[Person]) -> None:
    """The same from the files alone, with the program stopped."""
    histories = history.stored(data)
    assert set(histories) == {person.envelope for person in people}
    for person in people:
        events = [json.loads(body) for body in histories[person.envelope]]
        history.check(events)
        for event, body in zip(events, histories[person.envelope]):
            assert history.canonical(event) == body
            for digest in history.blobs_named(event):
                history.blob(data, digest)
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
        first, second = (history.blob(data, digest) for digest in versions)
        assert first.startswith(person.source) and second.startswith(first)
