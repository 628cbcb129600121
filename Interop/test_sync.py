"""A device that is killed at any moment, on a road that loses, doubles and delays: every envelope arrives once."""

import hashlib
import json
import os
import random
import signal
import subprocess
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

import documents
import history
from rough_proxy import Road, RoughProxy
from service import APPS, Service, countersign

ENVELOPES = int(os.environ.get("SYNC_ENVELOPES", "200"))
#: 500 were seen to pass by hand; each costs about a second.
KILLS = int(os.environ.get("SYNC_KILLS", "25"))
SEED = int(os.environ.get("SYNC_SEED", str(random.SystemRandom().randrange(1 << 32))))
DEVICE = APPS / "FieldDevice"
ROUGH = Road(cut_before=0.06, cut_within=0.04, cut_after=0.08, doubled=0.08, refused=0.04, delay=0.02)
SMOOTH = Road()


class Device:
    """One device and its orders."""

    def __init__(self, folder: Path, account, port: int, count: int, protect: Callable[[Path], None] | None = None):
        self.folder = folder
        folder.mkdir()
        self.ids = [str(uuid.uuid4()) for _ in range(count)]
        envelopes = []
        for number, envelope in enumerate(self.ids):
            document = folder / f"{number}.pdf"
            document.write_bytes(documents.classic([documents.Page(text=f"Delivery {number}")]))
            if protect:
                protect(document)
            envelopes.append({"id": envelope, "document": str(document), "goesOn": number % 4 == 3})
        self.going_on = {order["id"] for order in envelopes if order["goesOn"]}
        self.orders = folder / "orders.json"
        self.orders.write_text(json.dumps({
            "folder": str(folder / "store"), "server": f"http://127.0.0.1:{port}/restapi",
            "accessToken": account.token, "accountId": account.id, "userId": account.user,
            "name": "Acme Legal", "email": "legal@example.com", "envelopes": envelopes,
        }))
        self.log = folder / "device.log"
        #: What the device says of its envelopes, by id, once everything is done.
        self.lines: dict[str, dict] = {}

    def start(self, command: str) -> subprocess.Popen:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [str(DEVICE), command, str(self.orders)], stdout=subprocess.PIPE, stderr=log, text=True
            )

    def finish(self, command: str, timeout: float) -> list[dict]:
        process = self.start(command)
        out, _ = process.communicate(timeout=timeout)
        assert process.returncode == 0, self.log.read_text()[-3000:]
        return [json.loads(line) for line in out.splitlines()]

    def kill_after(self, seconds: float, command: str) -> bool:
        """Starts the device and kills it; says whether it was still at work."""
        process = self.start(command)
        try:
            process.communicate(timeout=seconds)
            assert process.returncode == 0, self.log.read_text()[-3000:]
            return False
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return True

    def killed_often(self, command: str, most: int, chance: random.Random) -> int:
        """Kills the device at random moments of its work, until that is done; says how often."""
        for killed in range(most):
            if not self.kill_after(chance.uniform(0.02, 1.2), command):
                return killed
        return most


@pytest.fixture(scope="module")
def running(folder: Path):
    service = Service(folder / "sync-service")
    service.start()
    with RoughProxy(service.port, SMOOTH, SEED) as proxy:
        yield service, proxy
    assert service.stop() == 0


def test_every_envelope_of_a_device_that_is_killed_again_and_again_arrives_exactly_once(running, folder: Path) -> None:
    service, proxy = running
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    account = service.account()
    killed, devices = 0, []
    began = time.monotonic()
    # One device does; where this machine is so quick that its work is done before, another one goes on.
    while killed < KILLS and len(devices) < 20:
        device = Device(folder / f"device-{len(devices)}", account, proxy.port, 50 if devices else ENVELOPES)
        devices.append(device)
        proxy.road = ROUGH
        killed += device.killed_often("sign", (KILLS - killed) // 3, chance)
        device.finish("sign", timeout=600)
        killed += device.killed_often("work", KILLS - killed, chance)
    # Part of what is left goes over the rough road in one life.
    devices[-1].kill_after(15, "work")
    print(f"killed {killed} times in {time.monotonic() - began:.0f} s; on the road: {dict(proxy.done)}")
    assert killed == KILLS
    for what in ("cut_before", "cut_within", "cut_after", "doubled", "refused", "passed"):
        assert proxy.done[what] > 0, proxy.done
    proxy.road = SMOOTH
    for device in devices:
        for _ in range(5):
            lines = device.finish("work", timeout=600)
            if all(line["state"] == "synced" for line in lines):
                break
        device.lines = {line["id"]: line for line in lines}
    for device in devices:
        check(service, account, device)
    ids = [envelope for device in devices for envelope in device.ids]
    listed = account.get("envelopes", from_date="2020-01-01", count="1000")
    assert sorted(entry["envelopeId"] for entry in listed["envelopes"]) == sorted(ids)


@pytest.mark.parametrize("bits", ["128", "256"])
def test_a_document_that_may_be_read_but_not_changed_is_signed_on_a_device_and_taken(running, folder, bits) -> None:
    service, proxy = running
    account = service.account()
    more = ["--use-aes=y"] if bits == "128" else []

    def protect(path: Path) -> None:
        subprocess.run(["qpdf", "--replace-input", "--encrypt", "", "owner", bits, *more, "--", path], check=True)

    proxy.road = SMOOTH
    device = Device(folder / f"device-{bits}", account, proxy.port, 1, protect)
    device.lines = {line["id"]: line for line in device.finish("work", timeout=300)}
    check(service, account, device)
    sealed = device.folder / "encrypted.pdf"
    sealed.write_bytes(account.document(device.ids[0], "1"))
    shown = subprocess.run(["qpdf", "--show-encryption", sealed], capture_output=True, text=True, check=True).stdout
    assert f"AESv{2 if bits == '128' else 3}" in shown, shown
    verdict = countersign("verify", sealed, "--json")
    assert [one["signer"] is not None and one["intact"] for one in json.loads(verdict.stdout)["signatures"]] == [True] * 2


def check(service: Service, account, device: Device) -> None:
    """What the service has of a device's envelopes is what the device made."""
    lines = device.lines
    assert set(lines) == set(device.ids)
    assert {line["state"] for line in lines.values()} == {"synced"}, [
        line for line in lines.values() if line["state"] != "synced"
    ][:3]
    listed = account.get("envelopes", from_date="2020-01-01", count="1000")
    assert {entry["envelopeId"] for entry in listed["envelopes"]} >= set(device.ids)
    statuses = {entry["envelopeId"]: entry["status"] for entry in listed["envelopes"]}
    assert {statuses[envelope] for envelope in device.ids if envelope not in device.going_on} == {"completed"}
    assert {statuses[envelope] for envelope in device.going_on} <= {"sent"}
    sealed = device.folder / "sealed.pdf"
    for number, envelope in enumerate(device.ids):
        line = lines[envelope]
        own = account.session.get(
            f"{service.base}/countersign/v1/accounts/{account.id}/envelopes/{envelope}/history", timeout=60
        )
        assert own.status_code == 200, own.text
        events = own.json()
        history.check(events)
        # What the device had is there, event by event, before what the service has added.
        assert line["lastHash"] in [event["hash"] for event in events]
        kinds = [event["body"]["type"] for event in events]
        assert kinds.count("created") == kinds.count("sent") == kinds.count("signed") == 1
        newest = account.document(envelope, "1")
        assert hashlib.sha256(newest).hexdigest() == line["confirmed"]["documents"]["1"]
        if number % 10 == 0:
            sealed.write_bytes(newest)
            run = countersign("verify", sealed, "--json")
            report = json.loads(run.stdout)
            assert all(signature["intact"] for signature in report["signatures"])
            assert len(report["signatures"]) == (1 if envelope in device.going_on else 2)
            if envelope not in device.going_on:
                check_certificate(account, envelope, sealed)


def check_certificate(account, envelope: str, path: Path) -> None:
    """Whoever reads it learns that this was signed on a device, and on which."""
    path.write_bytes(account.document(envelope, "certificate"))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    for shown in ("a device, without the service", "model field device", "SHA-256 of its key", "Its clock"):
        assert shown in text, text
