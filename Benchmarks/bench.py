"""Prints one table: signing with this project, with others, and the floor, on the same files and key in one run."""

import io
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Interop"))

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter  # noqa: E402
from pyhanko.sign import fields  # noqa: E402
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner  # noqa: E402

import identities  # noqa: E402
from documents import FONT, IDENTIFIER, Writer  # noqa: E402

APPEND = ROOT / ".build/release/AppendBenchmark"
PROGRAM = ROOT / "Server/.build/release/countersign"
PAGES = (1, 10, 100, 1000)
ROUNDS = {1: 400, 10: 400, 100: 200, 1000: 100}
PYHANKO_ROUNDS = {1: 40, 10: 40, 100: 40, 1000: 20}
PROCESS_ROUNDS = 40
BIG = 128 << 20


def file_of(pages: int, padding: int = 0) -> bytes:
    """Pages of some 3,000 characters each, compressed; `padding` bytes of noise as streams that no page draws."""
    dice = random.Random(pages)
    words = ["".join(dice.choices("eeetttaaooiinnsshhrrdlu", k=dice.randint(2, 9))) for _ in range(500)]
    writer = Writer()
    writer.line("%PDF-1.7")
    writer.line(b"%\xe2\xe3\xcf\xd3")
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(pages))
    writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
    writer.object(2, f"<< /Type /Pages /Kids [{kids}] /Count {pages} /MediaBox [0 0 595 842] "
                     "/Resources << /Font << /F1 3 0 R >> >> >>")
    writer.object(3, FONT)
    for index in range(pages):
        lines = [" ".join(dice.choices(words, k=12)) for _ in range(45)]
        text = "BT /F1 10 Tf 14 TL 60 780 Td " + " ".join(f"({line}) '" for line in lines) + " ET"
        writer.object(4 + 2 * index, f"<< /Type /Page /Parent 2 0 R /Contents {5 + 2 * index} 0 R >>")
        writer.object(5 + 2 * index, "<< /Filter /FlateDecode >>", zlib.compress(text.encode()))
    number = 4 + 2 * pages
    for _ in range(padding >> 20):
        writer.object(number, "<< >>", dice.randbytes(1 << 20))
        number += 1
    return writer.table(number, f"<< /Size {number} /Root 1 0 R /ID [{IDENTIFIER} {IDENTIFIER}] >>")


def timed(rounds: int, work) -> list[float]:
    """Milliseconds of each round; one before them does not count."""
    work()
    taken = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def with_pyhanko(data: bytes, signer: SimpleSigner):
    metadata = PdfSignatureMetadata(
        field_name="Signature", md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES
    )

    def work() -> None:
        PdfSigner(metadata, signer).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(data))).getvalue()

    return work


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
        theirs = statistics.median(timed(PYHANKO_ROUNDS[pages], with_pyhanko(data, signer)))
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


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="countersign-bench-") as name:
        folder = Path(name)
        files = identities.Authority().issue("Ada Lovelace").write(folder, "ada")
        rows = [["P-256, medians", "countersign", "other", "other / ours", "floor", "ours / floor"]]
        for part in (append_rows, process_rows, memory_rows):
            print(f"measuring: {part.__name__.removesuffix('_rows')}", file=sys.stderr)
            rows += part(folder, files)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for index, row in enumerate(rows):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
        if index == 0:
            print("| " + " | ".join("-" * width for width in widths) + " |")
    print("\nfloor: the bytes copied, one SHA-256 over them, one P-256 signature, in Swift.")


if __name__ == "__main__":
    main()
