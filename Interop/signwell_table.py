"""The table of SignWell's operations in docs/signwell-api.md, made by the run of test_signwell_sdk.py."""

import os
from dataclasses import dataclass

from service import ROOT

PAGE = ROOT / "docs" / "signwell-api.md"
BEGIN = "<!-- made by Interop/test_signwell_sdk.py: begin -->"
END = "<!-- end -->"
RENEW = "RENEW_SIGNWELL_TABLE=1 .venv/bin/python -m pytest Interop/test_signwell_sdk.py"


@dataclass(frozen=True)
class Finding:
    """What the run saw of an operation: `works`, `partly` or `refused`, and what is missing."""

    word: str
    note: str = ""


WORKS = Finding("works")


def table(rows: list[tuple[str, str, Finding]]) -> str:
    lines = ["| operation | method of the official SDK | here | |", "| --- | --- | --- | --- |"]
    lines += [f"| `{operation}` | `{method}` | {found.word} | {found.note} |" for operation, method, found in rows]
    return "\n".join(lines)


def compare(made: str) -> None:
    """The committed table is the one that was made; with RENEW_SIGNWELL_TABLE set, it becomes that."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    committed, after = rest.split(END)
    if os.environ.get("RENEW_SIGNWELL_TABLE"):
        PAGE.write_text(f"{before}{BEGIN}\n\n{made}\n\n{END}{after}", encoding="utf-8")
        return
    assert committed.strip() == made, f"{PAGE.relative_to(ROOT)} is not what this run saw. Renew it with:\n{RENEW}"
