"""Verifying, beside pyHanko in its own process, and long documents."""

import io
import json
import statistics
import subprocess
import time
from pathlib import Path

from files import file_of, form_of, signed, tree_of, updated, write_big
from measuring import PROGRAM, VERIFY, own_memory, run, shown, timed

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.signers import SimpleSigner
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

import identities
import validators

PAGES = (1, 10, 100, 1000)
ROUNDS = 50
BIG = 500_000_000


def ours(job: str, rounds: int, path: Path, *before: Path) -> float:
    """The median in milliseconds."""
    command = [VERIFY, job, str(rounds), *before, path]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(printed)[path.name]


def pyhanko_verifies(data: bytes, anchor: Path):
    root = validators.certificate(anchor)

    def work() -> None:
        for signature in PdfFileReader(io.BytesIO(data)).embedded_signatures:
            context = ValidationContext(trust_roots=[root], allow_fetching=False)
            assert validate_pdf_signature(signature, context).bottom_line

    return work


def verifying_rows(folder: Path, authority: identities.Authority, files: identities.Files) -> list[list[str]]:
    signer = SimpleSigner.load(str(files.key), str(files.certificates))
    anchor = authority.write(folder)
    cases = []
    for pages in PAGES:
        data = signed(file_of(pages), signer)
        cases.append((f"{pages:,} page{'s' * (pages > 1)}, 1 signature", data, 20 if pages < 1000 else 5))
    three = file_of(10)
    for name in ("First", "Second", "Third"):
        three = signed(three, signer, name)
    cases.append(("10 pages, 3 signatures", three, 5))
    long = updated(signed(form_of(10), signer), 1000)
    cases.append(("1 signature, then 1,000 updates", long, 1))
    rows = []
    for number, (name, data, rounds) in enumerate(cases):
        path = folder / f"signed-{number}.pdf"
        path.write_bytes(data)
        mine = ours("verify", ROUNDS, path, anchor)
        theirs = statistics.median(timed(rounds, pyhanko_verifies(data, anchor)))
        rows.append([
            f"verify, {name}, {len(data) / 1024:,.0f} KiB", shown(mine), f"{shown(theirs)} (pyHanko)",
            f"{theirs / mine:.0f} x", "", "",
        ])
    return rows


def long_document_rows(folder: Path) -> list[list[str]]:
    rows = []
    times = {}
    for pages in (100, 10_000):
        path = folder / f"tree-{pages}.pdf"
        path.write_bytes(tree_of(pages))
        times[pages] = ours("place", ROUNDS, path)
    rows.append([
        "open 10,000 pages, place a field on the last", shown(times[10_000]),
        f"{shown(times[100])} (100 pages)", f"{times[100] / times[10_000]:.1f} x", "", "",
    ])
    path = folder / "form.pdf"
    path.write_bytes(form_of(1000))
    rows.append(["fill 1,000 fields", shown(ours("fill", ROUNDS, path)), "", "", "", ""])
    return rows


def big_rows(folder: Path, files: identities.Files) -> list[list[str]]:
    """A file of 500 MB against sha256sum on it, turn by turn, the file in the page cache."""
    source, target = folder / "big.pdf", folder / "big-signed.pdf"
    write_big(source, BIG)
    command = [PROGRAM, "sign", source, "-o", target, "--signer", "Ada Lovelace <ada@example.com>",
               "--key", files.key, "--cert", files.certificates]
    signing, hashing, verifying = [], [], []
    run("sha256sum", source)
    for _ in range(3):
        target.unlink(missing_ok=True)
        for work, times in ((command, signing), (["sha256sum", source], hashing)):
            begun = time.perf_counter()
            run(*work)
            times.append((time.perf_counter() - begun) * 1000)
    target.unlink()
    memory = own_memory(*command)
    verify = [PROGRAM, "verify", target]
    for _ in range(3):
        begun = time.perf_counter()
        subprocess.run([str(word) for word in verify], stdout=subprocess.DEVNULL, check=False)
        verifying.append((time.perf_counter() - begun) * 1000)
    floor = statistics.median(hashing)
    size = source.stat().st_size / 1e6
    return [
        [f"sign a file of {size:,.0f} MB, copy included", shown(statistics.median(signing)), "", "",
         f"{shown(floor)} (sha256sum)", f"{statistics.median(signing) / floor:.2f} x"],
        [f"verify a file of {size:,.0f} MB", shown(statistics.median(verifying)), "", "",
         f"{shown(floor)} (sha256sum)", f"{statistics.median(verifying) / floor:.2f} x"],
        [f"own memory, signing {size:,.0f} MB", f"{memory:.1f} MiB", "", "", "", ""],
    ]
