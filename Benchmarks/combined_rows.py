"""Joining documents into the combined file, beside pikepdf (qpdf)."""

import io
import json
import random
import statistics
import subprocess
from pathlib import Path

import pikepdf
from files import file_of, form_of
from measuring import APPEND, timed

ROUNDS = 20
PIKEPDF_ROUNDS = 10


def combined_rows(folder: Path) -> list[list[str]]:
    rows = []
    for name, files in (
        ("3 documents of 100 pages", [file_of(100)] * 3),
        ("3 documents with a picture of 4 MiB", [with_picture(4 << 20)] * 3),
        ("2 forms of 500 fields", [form_of(500)] * 2),
    ):
        paths = []
        for number, data in enumerate(files):
            paths.append(folder / f"part-{number}.pdf")
            paths[-1].write_bytes(data)
        printed = subprocess.run(
            [APPEND, "combined", str(ROUNDS), *paths], check=True, capture_output=True, text=True
        ).stdout
        ours = json.loads(printed)["combined"]
        theirs = statistics.median(timed(PIKEPDF_ROUNDS, lambda: joined(files)))
        rows.append([
            f"combined file, {name}", f"{ours['ours']:.2f} ms", f"{theirs:.2f} ms (pikepdf)",
            f"{theirs / ours['ours']:.1f} x", f"{ours['floor']:.3f} ms", f"{ours['ours'] / ours['floor']:.1f} x",
        ])
    return rows


def joined(files: list[bytes]) -> bytes:
    whole = pikepdf.new()
    for data in files:
        with pikepdf.open(io.BytesIO(data)) as part:
            whole.add_pages_from(part)
    out = io.BytesIO()
    whole.save(out, compress_streams=False)
    return out.getvalue()


def with_picture(size: int) -> bytes:
    side = 4096
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(file_of(1))) as document:
        picture = document.make_stream(
            random.Random(size).randbytes(size), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=side,
            Height=size // side, BitsPerComponent=8, ColorSpace=pikepdf.Name.DeviceGray,
        )
        document.pages[0].add_resource(picture, pikepdf.Name.XObject)
        document.save(out, compress_streams=False)
    return out.getvalue()
