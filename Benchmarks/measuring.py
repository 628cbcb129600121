"""Clocks and memory."""

import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPEND = ROOT / ".build/release/AppendBenchmark"
VERIFY = ROOT / ".build/release/VerifyBenchmark"
DEVICE = ROOT / ".build/release/DeviceBenchmark"
LIST = ROOT / ".build/release/ListBenchmark"
IDENTITY = ROOT / ".build/release/IdentityBenchmark"
HANDLER = ROOT / "Server/.build/release/HandlerBenchmark"
PROGRAM = ROOT / "Server/.build/release/countersign"


def timed(rounds: int, work) -> list[float]:
    """Milliseconds of each round; one before them does not count, unless there is only one."""
    if rounds > 1:
        work()
    taken = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def own_memory(*command: str | Path) -> float:
    """The most memory of its own (not mapped from files) that a process held, looked at every half millisecond; MiB."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL)
    most = 0
    status = Path(f"/proc/{process.pid}/status")
    while True:
        try:
            for line in status.read_text().splitlines():
                if line.startswith("RssAnon:"):
                    most = max(most, int(line.split()[1]))
        except (FileNotFoundError, ProcessLookupError):
            pass
        if process.poll() is not None:
            assert process.returncode == 0, command
            return most / 1024
        time.sleep(0.0005)


def shown(milliseconds: float) -> str:
    """Three digits that matter, in the unit that suits."""
    if milliseconds >= 10_000:
        return f"{milliseconds / 1000:,.0f} s"
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.2f} s"
    return f"{milliseconds:.3f} ms" if milliseconds < 10 else f"{milliseconds:.1f} ms"
