"""Signing to a PAdES level with the command, and what the command says afterwards."""

import datetime
import json
from pathlib import Path

import documents
from authorities import PublicKeyInfrastructure
from service import countersign

ADA = "Ada Lovelace <ada@example.com>"
NOBODY = "http://127.0.0.1:1/tsa"


def run_sign(
    folder: Path, infrastructure: PublicKeyInfrastructure, level: str, *options: str | Path, signer: str = "signer",
    clocks: list[str] | None = None, source: bytes | None = None,
):
    given = folder / "in.pdf"
    given.write_bytes(source or documents.classic())
    files = infrastructure.files(signer)
    clocks = [infrastructure.clock()] if clocks is None else clocks
    urls = [part for url in clocks for part in ("--timestamp-url", url)] if level != "b-b" else []
    return countersign(
        "sign", given, "-o", folder / "out.pdf", "--signer", ADA, "--key", files.key, "--cert", files.certificates,
        "--level", level, "--trust", infrastructure.anchor, "--json", *urls, *options,
    )


def sign(folder: Path, *arguments, **more) -> tuple[Path, dict]:
    run = run_sign(folder, *arguments, **more)
    assert run.returncode == 0, run.stderr
    return folder / "out.pdf", json.loads(run.stdout)


def verify(path: Path, infrastructure: PublicKeyInfrastructure, *options: str) -> tuple[int, dict]:
    run = countersign("verify", path, "--trust", infrastructure.anchor, "--json", *options)
    return run.returncode, json.loads(run.stdout)


def days_from_now(text: str) -> float:
    moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (moment - datetime.datetime.now(datetime.timezone.utc)).total_seconds() / 86_400
