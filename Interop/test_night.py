"""A night of life: two processes over one data directory send and are killed, again and again.

NIGHT_ENVELOPES and NIGHT_KILLS change its size; NIGHT_SEED=N repeats the same moments.
"""

import asyncio
import json
import os
import random
import re
import time
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import urljoin

import pytest

import documents
import history
from ceremony import event_of
from envelopes import signer
from mail_server import PASSWORD, MailServer
from office import assert_nowhere
from people import Person, TryAgain
from service import Account, Service, countersign
from test_webhooks import EVENTS, configure, in_order
from webhook_receiver import WebhookReceiver

ENVELOPES = int(os.environ.get("NIGHT_ENVELOPES", "40"))
KILLS = int(os.environ.get("NIGHT_KILLS", str(max(8, ENVELOPES // 10))))
SEED = int(os.environ.get("NIGHT_SEED", str(random.SystemRandom().randrange(1 << 32))))
#: Envelopes at once.
AT_ONCE = 20
#: Seconds for the whole.
LIMIT = 120 + 5 * ENVELOPES


class Pair:
    """Two processes; a client turns to either."""

    def __init__(self, data: Path, *options: str):
        self.nodes = [Service(data, *options) for _ in range(2)]
        for number, node in enumerate(self.nodes):
            node.log = data.parent / f"node-{number}.log"

    @property
    def base(self) -> str:
        return random.choice(self.nodes).base

    @property
    def data(self) -> Path:
        return self.nodes[0].data

    @property
    def logs(self) -> str:
        return "".join(node.log.read_text() for node in self.nodes)


class Mailed(Person):
    """A signer who signs from the message, and reads the one with the completed set."""

    def __init__(self, number: int, account: Account, source: bytes, mail: MailServer):
        super().__init__(number, account, source)
        self.signer = signer(1)
        del self.signer["clientUserId"]
        self.signer |= {"name": f"Person {number:04}", "email": f"person{number}@example.com"}
        self.mail = mail

    async def enter(self) -> None:
        if self.base:
            return
        found = self.mail.to(self.signer["email"])
        if not found:
            raise TryAgain
        async with self.http.post(found[0].link, allow_redirects=False) as answer:
            if answer.status != 303:
                raise TryAgain
            self.base = urljoin(found[0].link, answer.headers["location"])


async def kill_now_and_then(pair: Pair, dice: random.Random, finished: asyncio.Event) -> int:
    kills = 0
    while kills < KILLS and not finished.is_set():
        await asyncio.sleep(dice.uniform(0.2, 3))
        node = dice.choice(pair.nodes)
        node.kill()
        kills += 1
        # The other one goes on alone for a while.
        await asyncio.sleep(dice.uniform(0, 2))
        await asyncio.to_thread(node.start)
    return kills


async def run(pair: Pair, people: list[Mailed], dice: random.Random) -> int:
    finished = asyncio.Event()
    killer = asyncio.create_task(kill_now_and_then(pair, dice, finished))
    places = asyncio.Semaphore(AT_ONCE)

    async def go(person: Mailed) -> None:
        async with places:
            await person.go()

    try:
        await asyncio.wait_for(asyncio.gather(*map(go, people)), LIMIT)
        # The killing goes on while the last messages leave.
        return await asyncio.wait_for(asyncio.shield(killer), LIMIT)
    finally:
        finished.set()
        await killer


def wait_for_quiet(pair: Pair) -> None:
    """Until no job waits but those that are due in months."""
    until = time.monotonic() + 60 + ENVELOPES / 5
    while re.search("mail|webhook|published", waiting := countersign("jobs", "list", "--data", pair.data, "--count", "9999").stdout):
        assert time.monotonic() < until, waiting
        time.sleep(0.5)


def repeated(pair: Pair, kind: str, fact: str = "job") -> set[str]:
    """The jobs of a kind, or their envelopes, that the logs report as run again."""
    lines = [line for line in pair.logs.splitlines() if "A job is run again" in line and f"kind={kind}" in line]
    return {re.search(rf"{fact}=(\S+)", line)[1] for line in lines}


def test_killing_two_processes_loses_no_message_and_no_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    print(f"NIGHT_SEED={SEED}")
    dice = random.Random(SEED)
    monkeypatch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
    with MailServer() as mail, WebhookReceiver(tmp_path) as hooks:
        pair = Pair(
            tmp_path / "data", *mail.options, "--retry-wait", "1", "--job-lease", "5", "--allow-webhook-http",
            "--job-crashes", "100", "--allow-network", "127.0.0.0/8",
        )
        try:
            for node in pair.nodes:
                node.start()
            account = pair.nodes[0].account()
            account.service = pair
            made = countersign("connect", "key", "create", "--data", pair.data, "--account", account.id)
            key = made.stdout.strip()
            configure(account, hooks.url)
            people = [Mailed(number, account, documents.classic(1), mail) for number in range(ENVELOPES)]
            begun = time.monotonic()
            kills = asyncio.run(run(pair, people, dice))
            wait_for_quiet(pair)
            seconds = time.monotonic() - begun
        finally:
            for node in pair.nodes:
                if node.process and node.process.poll() is None:
                    node.kill()
        check_mail(pair, people, mail)
        check_calls(pair, people, hooks, key)
        links = [secret for one in dice.sample(mail.deliveries, min(ENVELOPES, 100)) for secret in one.link_secrets]
        for node in pair.nodes:
            assert_nowhere(node, [PASSWORD, key, *links])
        print(
            f"{ENVELOPES} envelopes, {kills} kills, {seconds:.0f} s: {len(mail.accepted)} messages, {len(hooks.accepted)} "
            f"calls; run again: {len(repeated(pair, 'mail'))} mail, {len(repeated(pair, 'webhook'))} webhook, "
            f"{len(repeated(pair, 'published'))} published, {len(repeated(pair, 'timer'))} timer"
        )


def check_mail(pair: Pair, people: list[Mailed], mail: MailServer) -> None:
    again = repeated(pair, "mail")
    histories = history.stored(pair.data)
    assert set(histories) == {person.envelope for person in people}
    messages = defaultdict(list)
    for one in mail.accepted:
        messages[re.search(r"\.(\S+)@", one.id)[1]].append(one)
    for person in people:
        told = messages[person.envelope]
        lines = Counter((one.to, one.message["Subject"]) for one in told)
        wanted = {
            (person.signer["email"], person.subject), (person.signer["email"], f"Completed: {person.subject}"),
            ("legal@example.com", f"Completed: {person.subject}"),
        }
        assert set(lines) == wanted, lines
        # Twice only where the log says that the job was run again, and then under the same Message-ID.
        for id_, count in Counter(one.id for one in told).items():
            assert count == 1 or id_[1:].split(".")[0] in again, (id_, count)
        assert len({one.id for one in told}) == 3
        assert all(one.attachments for one in told if one.message["Subject"].startswith("Completed"))
        assert event_of(person.redirect) == "signing_complete"
        bodies = [json.loads(body)["body"] for body in histories[person.envelope]]
        noted = [one["mailing"]["messageId"] for one in bodies if one["type"] == "mailed"]
        sent = {one.id.strip("<>") for one in told}
        assert len(set(noted)) == len(noted) and set(noted) <= sent
        # Somebody may sign before the message that the killed process sent is noted; then it is not sent again.
        assert {id_.split(".")[0] for id_ in sent - set(noted)} <= again, (sent, noted)


def check_calls(pair: Pair, people: list[Mailed], hooks: WebhookReceiver, key: str) -> None:
    again = repeated(pair, "webhook", "envelope")
    told = in_order(hooks.accepted)
    assert set(told) == {person.envelope for person in people}
    counted = Counter(call.told for call in hooks.accepted)
    for envelope, list_ in told.items():
        assert [event for _, event, *_ in list_] == EVENTS, list_
    for call, count in counted.items():
        assert count == 1 or call[0] in again, (call, count)
    assert all(call.is_signed_with(key) for call in hooks.calls)
