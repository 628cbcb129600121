"""A whole embedded round trip: what it costs the service in processor time, part by part, beside a bare handler of the
same HTTP server that commits one row."""

import os
import subprocess
import time
from collections import defaultdict
from pathlib import Path

import requests

from files import file_of
from measuring import HANDLER, PROGRAM, shown

os.environ.setdefault("COUNTERSIGN", str(PROGRAM))

from ceremony import Ceremony  # noqa: E402
from envelopes import definition, signer  # noqa: E402
from service import Service, free_port  # noqa: E402

ROUNDS = 40
PARTS = ["create", "view", "open", "consent", "adopt", "fill", "finish", "fetch", "later"]


def processor_time(pid: int) -> float:
    """Milliseconds that the process has run, with its threads and child processes that have ended."""
    own = time.clock_gettime_ns(~pid << 3 | 2)  # the clock of a process's time, clock_getcpuclockid(3)
    children = sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[13:15]))
    return own / 1e6 + children * 1000 / os.sysconf("SC_CLK_TCK")


class Meter:
    """Adds up what a process runs between two marks, by the name of the part that ended."""

    def __init__(self, pid: int):
        self.pid = pid
        self.parts: dict[str, float] = defaultdict(float)
        self.last = processor_time(pid)

    def mark(self, part: str) -> None:
        now = processor_time(self.pid)
        self.parts[part] += now - self.last
        self.last = now


def settled(pid: int) -> None:
    """Waits until the process has run almost nothing for a while: its jobs are done."""
    before = processor_time(pid)
    while True:
        time.sleep(0.05)
        now = processor_time(pid)
        if now - before < 0.3:
            return
        before = now


def round_trip(account, document: bytes, meter: Meter) -> None:
    person = signer(1)
    envelope = account.create(definition([document], [person]))
    meter.mark("create")
    url = account.recipient_view(envelope, person)
    meter.mark("view")
    page = Ceremony(url)
    meter.mark("open")
    page.consent()
    meter.mark("consent")
    page.adopt_typed("signature", person["name"])
    if any(tab["kind"] == "initialHere" for tab in page.session["tabs"]):
        page.adopt_typed("initials", "".join(word[0] for word in person["name"].split()))
    meter.mark("adopt")
    for tab in page.tabs("text"):
        page.fill(tab, "Ghent")
    for tab in page.tabs("checkbox"):
        page.fill(tab, "true")
    meter.mark("fill")
    page.finish()
    meter.mark("finish")
    account.document(envelope, "1")
    account.document(envelope, "certificate")
    meter.mark("fetch")
    settled(meter.pid)
    meter.mark("later")


def measured(data: Path, rounds: int = ROUNDS) -> tuple[dict[str, float], int]:
    """The median-free mean of each part in milliseconds, and how many requests a round trip makes."""
    service = Service(data, "--mail-per-address", "100000")
    service.start()
    try:
        account = service.account()
        document = file_of(3)
        count = 0
        send = requests.Session.send

        def counted(self, *arguments, **options):
            nonlocal count
            count += 1
            return send(self, *arguments, **options)

        requests.Session.send = counted
        try:
            for _ in range(3):
                round_trip(account, document, Meter(service.process.pid))
            count = 0
            meter = Meter(service.process.pid)
            for _ in range(rounds):
                round_trip(account, document, meter)
        finally:
            requests.Session.send = send
        return {part: meter.parts[part] / rounds for part in PARTS}, count // rounds
    finally:
        service.stop()


def handler_cost(folder: Path) -> float:
    """Milliseconds of processor time for one request of the bare handler."""
    port = free_port()
    process = subprocess.Popen([str(HANDLER), str(port), str(folder / "handler.sqlite")], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline().strip() == "listening"
        session = requests.Session()
        for _ in range(50):
            session.post(f"http://127.0.0.1:{port}/", data=b"x" * 200, timeout=10)
        before = processor_time(process.pid)
        for _ in range(400):
            session.post(f"http://127.0.0.1:{port}/", data=b"x" * 200, timeout=10)
        return (processor_time(process.pid) - before) / 400
    finally:
        process.terminate()
        process.wait()


def round_rows(folder: Path) -> list[list[str]]:
    parts, requests_made = measured(folder / "round")
    floor = handler_cost(folder)
    total = sum(parts.values())
    rows = [[
        f"embedded round trip, service's processor time, {requests_made} requests", shown(total), "", "",
        f"{shown(floor * requests_made)} ({requests_made} bare commits)", f"{total / (floor * requests_made):.1f} x"]]
    names = {"later": "jobs after it", "open": "open the page", "view": "ask for its address"}
    return rows + [[f"  of it: {names.get(part, part)}", shown(cost), "", "", "", ""] for part, cost in parts.items()]
