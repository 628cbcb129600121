"""Signing, beside pyHanko, podofosign and the floor."""

import json
import statistics
import subprocess
import time
from pathlib import Path

from files import file_of, signed
from measuring import APPEND, PROGRAM, own_memory, run, timed

from pyhanko.sign.signers import SimpleSigner

import identities

PAGES = (1, 10, 100, 1000)
ROUNDS = {1: 400, 10: 400, 100: 200, 1000: 100}
PYHANKO_ROUNDS = {1: 40, 10: 40, 100: 40, 1000: 20}
PROCESS_ROUNDS = 40
BIG = 128 << 20


def append_rows(folder: Path, files: identities.Files) -> list[list[str]]:
    signer = SimpleSigner.load(str(files.key), str(files.certificates))
    rows = []
    for pages in PAGES:
        data = file_of(pages)
        path = folder / f"{pages}.pdf"
        path.write_bytes(data)
        printed = subprocess.run(
            [APPEND, files.key, files.certificates, str(ROUNDS[pages]), path],
            check=True, capture_output=True, text=True,
        ).stdout
        ours = json.loads(printed)[path.name]
        theirs = statistics.median(timed(PYHANKO_ROUNDS[pages], lambda: signed(data, signer)))
        rows.append([
            f"append in memory, {pages:,} page{'s' * (pages > 1)}, {len(data) / 1024:,.0f} KiB",
            f"{ours['ours']:.3f} ms", f"{theirs:.2f} ms (pyHanko)", f"{theirs / ours['ours']:.0f} x",
            f"{ours['floor']:.3f} ms", f"{ours['ours'] / ours['floor']:.1f} x",
        ])
    return rows


def process_rows(folder: Path, files: identities.Files) -> list[list[str]]:
    rows = []
    for pages in (10, 1000):
        source, ours, theirs = folder / f"{pages}.pdf", folder / "ours.pdf", folder / "theirs.pdf"
        source.write_bytes(file_of(pages))
        mine, other = [], []

        def sign_ours() -> None:
            run(PROGRAM, "sign", source, "-o", ours, "--signer", "Ada Lovelace <ada@example.com>",
                "--key", files.key, "--cert", files.certificates)

        def sign_theirs() -> None:
            run("podofosign", "-in", source, "-out", theirs, "-cert", files.certificates, "-pkey", files.key,
                "-digest", "SHA256")

        for _ in range(PROCESS_ROUNDS):
            # Turn by turn, and neither writes over the other's file.
            for work, times, target in ((sign_ours, mine, ours), (sign_theirs, other, theirs)):
                target.unlink(missing_ok=True)
                begun = time.perf_counter()
                work()
                times.append((time.perf_counter() - begun) * 1000)
        a, b = statistics.median(mine), statistics.median(other)
        rows.append([f"whole process, {pages:,} pages", f"{a:.1f} ms", f"{b:.1f} ms (podofosign)", f"{b / a:.1f} x", "", ""])
    return rows


def memory_rows(folder: Path, files: identities.Files) -> list[list[str]]:
    rows = []
    big = folder / "big.pdf"
    big.write_bytes(file_of(10, BIG))
    (folder / "10.pdf").write_bytes(file_of(10))
    for source in (folder / "10.pdf", big):
        command = [PROGRAM, "sign", source, "-o", folder / "ours.pdf", "--signer", "Ada Lovelace <ada@example.com>",
                   "--key", files.key, "--cert", files.certificates]
        ours = [own_memory(*command) for _ in range(3)]
        theirs = [
            own_memory("podofosign", "-in", source, "-out", folder / "theirs.pdf", "-cert", files.certificates,
                             "-pkey", files.key, "-digest", "SHA256")
            for _ in range(3)
        ]
        size = source.stat().st_size
        shown = f"{size / 1024:,.0f} KiB" if size < 1 << 20 else f"{size / (1 << 20):,.0f} MiB"
        rows.append([
            f"own memory, file of {shown}", f"{max(ours):.1f} MiB",
            f"{max(theirs):.1f} MiB (podofosign)", "", "", "",
        ])
    return rows
