"""Several services on one PostgreSQL: a ceremony may change nodes with every request, and nodes may die."""

import asyncio
import base64
import hashlib
import os
import random
import re
import secrets
import shutil
import sqlite3
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

import documents
import postgresql
import validators
from ceremony import Ceremony, Refused
from envelopes import definition, signer
from people import Person, check_in_the_store, check_through_the_api
from postgresql import Cluster
from service import Account, Service, countersign

CEREMONIES = int(os.environ.get("NODES_CEREMONIES", "12"))
#: Seconds after which the ceremonies count as stuck, also on a busy machine.
LIMIT = 900


@pytest.fixture()
def folder():
    made = Path(tempfile.mkdtemp(prefix="countersign-nodes-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture()
def primary():
    cluster = Cluster()
    try:
        yield cluster.make()
    finally:
        cluster.remove()


@pytest.fixture()
def standby(primary: Cluster):
    cluster = Cluster()
    try:
        yield cluster.follow(primary)
    finally:
        cluster.remove()


class Nodes:
    """Services that share a database and nothing else."""

    def __init__(self, folder: Path, database: str, count: int, *options: str):
        key = folder / "shared.key"
        key.write_bytes(base64.b64encode(secrets.token_bytes(32)))
        key.chmod(0o600)
        self.all = [
            Service(folder / f"node{number}", "--database", database, "--secret-key", str(key), *options)
            for number in range(count)
        ]

    def start(self) -> None:
        for node in self.all:
            node.start()

    def stop(self) -> None:
        for node in self.all:
            if node.process and node.process.poll() is None:
                assert node.stop() == 0, node.log.read_text()[-3000:]

    def route(self, url: str) -> str:
        """The same request, to any of the nodes."""
        return urlsplit(url)._replace(netloc=f"127.0.0.1:{random.choice(self.all).port}").geturl()


@pytest.fixture()
def nodes(folder: Path, primary: Cluster):
    running = Nodes(folder, postgresql.address(primary), 2)
    running.start()
    yield running
    running.stop()


class Wandering(Ceremony):
    """A browser whose requests go to another node each time, as behind a load balancer."""

    def __init__(self, nodes: Nodes, url: str):
        class Session(requests.Session):
            def request(self, method, url, *arguments, **options):
                self.turn = getattr(self, "turn", 0) + 1
                port = nodes.all[self.turn % len(nodes.all)].port
                return super().request(method, urlsplit(url)._replace(netloc=f"127.0.0.1:{port}").geturl(),
                                       *arguments, **options)

        super().__init__(url, http=Session())


def test_a_ceremony_that_changes_nodes_with_every_request_ends_in_one_sealed_document(nodes: Nodes, primary: Cluster):
    first, second = nodes.all
    account = first.account()
    ann = signer()
    envelope = account.create(definition([documents.classic(2)], [ann]))
    elsewhere = Account(second, account.facts)
    Wandering(nodes, elsewhere.recipient_view(envelope, ann)).complete(ann["name"])
    for service in nodes.all:
        at = Account(service, account.facts)
        assert at.get(f"envelopes/{envelope}")["status"] == "completed"
        validators.assert_pyhanko_accepts(at.document(envelope, "combined"), first.authority, signatures=2)
    # Each node's folder has the certificate that people trust, and neither keys nor documents.
    assert first.authority.read_bytes() == second.authority.read_bytes()
    for service in nodes.all:
        assert [path.name for path in (service.data / "authority").iterdir()] == ["ca.pem"]
        assert not (service.data / "blobs").exists()
        assert not list(service.data.glob("*.sqlite*"))
    # Operators' commands find the database by the folder; what is stored in it is what was stored.
    checked = countersign("check", "--data", second.data)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    digest = primary.sql('SELECT hash FROM "blobBytes" ORDER BY length(bytes) DESC LIMIT 1')
    primary.sql(f"UPDATE \"blobBytes\" SET bytes = set_byte(bytes, 100, 0) WHERE hash = '{digest}'")
    checked = countersign("check", "--data", first.data)
    assert checked.returncode == 1 and digest in checked.stdout + checked.stderr, checked.stdout + checked.stderr


def test_a_node_with_another_key_or_a_wrong_address_does_not_serve(nodes: Nodes, folder: Path, primary: Cluster):
    keyless = Service(folder / "keyless", "--database", postgresql.address(primary))
    with pytest.raises(RuntimeError, match="name their key for secrets with --secret-key"):
        keyless.start()
    other = folder / "other.key"
    other.write_bytes(base64.b64encode(secrets.token_bytes(32)))
    other.chmod(0o600)
    stranger = Service(folder / "stranger", "--database", postgresql.address(primary), "--secret-key", str(other))
    with pytest.raises(RuntimeError, match="sealed under another key; name the file with that one with --secret-key"):
        stranger.start()
    # Neither a folder of a node, nor a command, gets a key of its own.
    account = nodes.all[0].account()
    for options in ([], ["--secret-key", other]):
        made = countersign("connect", "key", "create", "--data", nodes.all[0].data, "--account", account.id, *options)
        assert made.returncode != 0 and "--secret-key" in made.stderr, made.stdout + made.stderr
    assert not list(folder.glob("*/secrets.key"))
    missing = postgresql.address(primary).replace("///countersign", "///nowhere")
    lost = Service(folder / "lost", "--database", missing)
    with pytest.raises(RuntimeError, match='database "nowhere" does not exist'):
        lost.start()
    told = Service(folder / "told", "--database", "postgresql://countersign:geheim@localhost/countersign")
    with pytest.raises(RuntimeError, match="holds a password, which others can read") as refusal:
        told.start()
    assert "geheim" not in str(refusal.value)


def test_a_folder_with_a_database_of_its_own_is_not_given_another(folder: Path, primary: Cluster):
    own = Service(folder / "own")
    own.start()
    assert own.stop() == 0
    moved = Service(own.data, "--database", postgresql.address(primary))
    with pytest.raises(RuntimeError, match="this folder has a database of its own"):
        moved.start()


def test_while_the_database_is_away_people_and_programs_are_told_and_then_all_goes_on(folder: Path, primary: Cluster):
    nodes = Nodes(folder, postgresql.address(primary), 1, "--database-wait", "1")
    nodes.start()
    (node,) = nodes.all
    account = node.account()
    ann = signer()
    envelope = account.create(definition([documents.classic(1)], [ann]))
    ceremony = Ceremony(account.recipient_view(envelope, ann))

    def ready() -> int:
        assert requests.get(f"{node.base}/healthz", timeout=60).json() == {"status": "ok"}
        return requests.get(f"{node.base}/readyz", timeout=60).status_code

    assert ready() == 200
    postgresql.run("pg_ctl", "stop", "--pgdata", primary.data, "--mode", "fast", "--wait", "--silent")
    assert ready() == 503
    program = account.call("GET", f"envelopes/{envelope}")
    assert (program.status_code, program.json()["errorCode"]) == (503, "SERVICE_UNAVAILABLE"), program.text
    page = ceremony.http.get(ceremony.base, headers={"Accept": "text/html", "Accept-Language": "de"}, timeout=60)
    assert page.status_code == 503 and page.headers["content-type"].startswith("text/html")
    assert '<html lang="de"' in page.text and "Bei uns ist etwas schiefgegangen" in page.text, page.text
    with pytest.raises(Refused) as refused:
        ceremony.consent()
    assert (refused.value.status, refused.value.code) == (503, "unavailable")
    primary.start()
    assert ready() == 200
    ceremony.complete(ann["name"])
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
    nodes.stop()


def people(nodes: Nodes, account: Account, dice: random.Random) -> list[Person]:
    return [
        Person(number, account, documents.classic(dice.choice([1, 2])), route=nodes.route)
        for number in range(CEREMONIES)
    ]


def run(crowd: list[Person], disturb) -> None:
    async def everything() -> None:
        disturbing = asyncio.create_task(disturb())
        await asyncio.wait_for(asyncio.gather(*(person.go() for person in crowd), disturbing), LIMIT)

    asyncio.run(everything())


def check(nodes: Nodes, database: Cluster, account: Account, crowd: list[Person], folder: Path) -> None:
    check_through_the_api(account, crowd, folder, nodes.all[0])
    nodes.stop()
    check_in_the_store(postgresql.histories(database), lambda digest: postgresql.blob(database, digest), crowd)


def acknowledged(crowd: list[Person]) -> int:
    return sum(len(person.acknowledged) for person in crowd)


async def until(crowd: list[Person], steps: int) -> None:
    """Waits for so many acknowledged steps of all."""
    while acknowledged(crowd) < steps:
        await asyncio.sleep(0.02)


def test_nodes_that_are_killed_lose_no_acknowledged_step_and_double_none(folder: Path, primary: Cluster, tmp_path):
    dice = random.Random(38)
    nodes = Nodes(folder, postgresql.address(primary), 3)
    nodes.start()
    account = nodes.all[0].account()
    crowd = people(nodes, account, dice)

    async def kill() -> None:
        # At moments that depend on how far the ceremonies are, not on the time.
        for part in range(1, 7):
            await until(crowd, part * len(crowd))
            node = dice.choice(nodes.all)
            node.kill()
            await asyncio.to_thread(node.start)

    run(crowd, kill)
    check(nodes, primary, account, crowd, tmp_path)


def test_a_primary_that_is_killed_is_replaced_by_its_standby(
    folder: Path, primary: Cluster, standby: Cluster, tmp_path
):
    nodes = Nodes(folder, postgresql.address(primary, standby), 2)
    nodes.start()
    account = nodes.all[0].account()
    crowd = people(nodes, account, random.Random(39))

    async def fail() -> None:
        await until(crowd, 3 * len(crowd))
        primary.kill()
        await asyncio.to_thread(standby.promote)
        assert acknowledged(crowd) < 9 * len(crowd), "the ceremonies were over before the primary was killed"

    run(crowd, fail)
    check(nodes, standby, account, crowd, tmp_path)


def send_part(account: Account, whole: bytes, start: int, end: int) -> dict:
    """Uploads a part of a file, as a device does."""
    digest = hashlib.sha256(whole).hexdigest()
    answer = account.session.put(
        f"{account.service.base}/countersign/v1/accounts/{account.id}/uploads/{digest}", data=whole[start:end], timeout=60,
        headers={"Content-Range": f"bytes {start}-{end - 1}/{len(whole)}", "Content-Type": "application/octet-stream"})
    assert answer.ok, f"{answer.status_code} {answer.text}"
    return answer.json()


def test_parts_of_an_upload_may_reach_different_nodes(nodes: Nodes):
    account = nodes.all[0].account()
    elsewhere = Account(nodes.all[1], account.facts)
    whole = os.urandom(3000)
    assert send_part(account, whole, 0, 1000)["received"] == 1000
    assert send_part(elsewhere, whole, 1000, 2000)["received"] == 2000
    # Once more, as a client does whose answer was lost.
    assert send_part(account, whole, 1000, 2000)["received"] == 2000
    assert send_part(account, whole, 2000, 3000)["complete"] is True
    assert send_part(elsewhere, whole, 2000, 3000)["complete"] is True


def test_the_data_of_one_machine_is_moved_and_goes_on(folder: Path, primary: Cluster, tmp_path):
    alone = Service(folder / "alone")
    alone.start()
    account = alone.account()
    ann, ben = signer(1), signer(2)
    done = account.create(definition([documents.classic(2)], [ann]))
    Ceremony(account.recipient_view(done, ann)).complete(ann["name"])
    begun = account.create(definition([documents.with_object_streams(documents.classic(1))], [ann, ben]))
    Ceremony(account.recipient_view(begun, ann)).complete(ann["name"])
    sealed = account.document(done, "combined")
    whole = os.urandom(3000)
    send_part(account, whole, 0, 1000)
    database = postgresql.address(primary)
    running = countersign("data", "copy", "--data", alone.data, "--to", database)
    assert (running.returncode, running.stdout) == (1, ""), running.stderr
    assert "a service runs on this folder; stop it first" in running.stderr
    assert alone.stop() == 0
    wrong = folder / "wrong.key"
    wrong.write_bytes(base64.b64encode(secrets.token_bytes(32)))
    refused = countersign("data", "copy", "--data", alone.data, "--to", database, "--secret-key", wrong)
    assert refused.returncode == 1 and "sealed under another key" in refused.stderr, refused.stdout + refused.stderr
    before = {path: path.read_bytes() for path in alone.data.rglob("*") if path.is_file() and "sqlite" not in path.name}

    def copy() -> None:
        copied = countersign("data", "copy", "--data", alone.data, "--to", database)
        assert copied.returncode == 0, copied.stdout + copied.stderr
        assert "Both sides agree." in copied.stdout

    copy()
    # As if it had been broken off: no service takes what there is for all, and the copy goes on.
    primary.sql('INSERT INTO "unfinishedCopy" (id) VALUES (1)')
    primary.sql("DELETE FROM event WHERE sequence > 3")
    primary.sql('DELETE FROM blob WHERE hash IN (SELECT hash FROM blob LIMIT 2)')
    early = Service(folder / "early", "--database", database, "--secret-key", str(alone.data / "secrets.key"))
    with pytest.raises(RuntimeError, match="has not come to its end"):
        early.start()
    copy()
    with sqlite3.connect(f"file:{alone.data / 'countersign.sqlite'}?mode=ro", uri=True) as source:
        (highest,) = source.execute("SELECT seq FROM sqlite_sequence WHERE name = 'job'").fetchone()
    assert int(primary.sql("SELECT last_value FROM job_id_seq")) == highest > 1
    assert {path: path.read_bytes() for path in before} == before
    node = Service(folder / "node", "--database", database, "--secret-key", str(alone.data / "secrets.key"))
    node.start()
    try:
        assert node.authority.read_bytes() == alone.authority.read_bytes()
        moved = Account(node, account.facts)
        assert moved.document(done, "combined") == sealed
        Ceremony(moved.recipient_view(begun, ben)).complete(ben["name"])
        assert moved.get(f"envelopes/{begun}")["status"] == "completed"
        assert send_part(moved, whole, 1000, 3000)["complete"] is True
        moved.create(definition([documents.classic(1)], [ann]))
        checked = countersign("check", "--data", node.data)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    finally:
        assert node.stop() == 0, node.log.read_text()[-3000:]
    # By now the database has changed: nothing old is copied over it.
    again = countersign("data", "copy", "--data", alone.data, "--to", database)
    assert again.returncode == 1 and "name an empty one" in again.stderr, again.stdout + again.stderr
