"""The table of difference-cases.md: our verdict beside pyHanko's for every case.

`python Interop/difference_table.py` prints what differs from the recorded table; with `--write` it records what is
found, and keeps the reasons.
"""

import io
import json
import logging
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature

import difference_evidence  # noqa: F401 - registers its cases
import difference_forms  # noqa: F401 - registers its cases
import difference_objects  # noqa: F401 - registers its cases
import identities
from difference_files import CASES, Case, Maker
from service import PROGRAM

PAGE = Path(__file__).resolve().parent / "difference-cases.md"
# pyHanko writes a page about every change that it forbids.
logging.getLogger("pyhanko").setLevel(logging.CRITICAL)
HEADING = "| case | pyHanko | Countersign | why they differ |"


def pyhanko_says(data: bytes, case: Case, maker: Maker) -> str:
    """`permitted` with pyHanko's level, or `forbidden`; `error` if it gives up."""
    try:
        reader = PdfFileReader(io.BytesIO(data), strict=False)
        (signature,) = [one for one in reader.embedded_signatures if one.field_name == case.signature]
        status = validate_pdf_signature(signature, maker.context())
    except Exception:  # noqa: BLE001 - whatever it is, there is no verdict
        return "error"
    assert status.intact and status.valid, case.name
    return "permitted" if status.docmdp_ok and status.modification_level.name != "OTHER" else "forbidden"


def countersign_says(data: bytes, case: Case, anchor: Path) -> str:
    """`permitted`, `doubtful` or `forbidden`: the worst that is said of a later change; `error` if it gives up."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        run = subprocess.run(
            [PROGRAM, "verify", file.name, "--json", "--trust", anchor], capture_output=True, text=True, timeout=60)
    if run.returncode not in (0, 1, 3):
        return "error"
    signatures = [one for one in json.loads(run.stdout)["signatures"] if one["field"] == case.signature]
    if not signatures:
        return "forbidden"  # what was signed is no longer there
    standings = {change["standing"] for change in signatures[0]["changes"]}
    if "forbidden" in standings or signatures[0]["coverage"] == "partial":
        return "forbidden"
    return "doubtful" if "doubtful" in standings else "permitted"


def verdicts(anchor: Path, authority: identities.Authority) -> dict[str, tuple[str, str]]:
    maker = Maker(authority)
    found = {}
    for case in CASES:
        assert case.name not in found, case.name
        data = case.make(maker)
        found[case.name] = (pyhanko_says(data, case, maker), countersign_says(data, case, anchor))
    return found


def recorded() -> dict[str, tuple[str, str, str]]:
    """The verdicts and the reason for each case, as the page has them."""
    if not PAGE.exists():
        return {}
    rows = {}
    table = PAGE.read_text().partition(HEADING)[2]
    for line in table.splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 4:
            break
        rows[cells[0]] = (cells[1], cells[2], cells[3])
    return rows


def write(found: dict[str, tuple[str, str]]) -> None:
    reasons = {name: reason for name, (_, _, reason) in recorded().items()}
    rows = [HEADING, "| --- | --- | --- | --- |"]
    rows += [f"| {name} | {theirs} | {ours} | {reasons.get(name, '') if theirs != ours else ''} |"
             for name, (theirs, ours) in found.items()]
    text = PAGE.read_text()
    before, _, after = text.partition(HEADING)
    after = re.sub(r"\A(\n?\|[^\n]*)*", "", after.partition("\n")[2]) if after else ""
    PAGE.write_text(before + "\n".join(rows) + "\n" + after)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        authority = identities.Authority()
        found = verdicts(authority.write(Path(name)), authority)
    known = recorded()
    for name, (theirs, ours) in found.items():
        if known.get(name, ("", ""))[:2] != (theirs, ours):
            print(f"{name}: pyHanko {theirs}, Countersign {ours}")
    if "--write" in sys.argv:
        write(found)
