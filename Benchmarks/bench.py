"""Prints one table: this project, others, and the floor, on the same files and key in one run.

`bench.py PART…` measures only some parts: append process memory combined verify long big device round creation list identity embed. Only when it
is named, `million` measures lists of a million envelopes.
"""

import sys
import tempfile
from pathlib import Path

import combined_rows
import creation_rows
import device_rows
import embed_rows
import files  # noqa: F401 - makes the modules of the interop tests known
import identities
import identity_rows
import list_rows
import round_rows
import signing_rows
import verifying_rows

HEADING = ["P-256, medians", "countersign", "other", "other / ours", "floor", "ours / floor"]


def table(rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(lines)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="countersign-bench-") as name:
        folder = Path(name)
        authority = identities.Authority()
        ada = authority.issue("Ada Lovelace").write(folder, "ada")
        parts = {
            "append": lambda: signing_rows.append_rows(folder, ada),
            "process": lambda: signing_rows.process_rows(folder, ada),
            "memory": lambda: signing_rows.memory_rows(folder, ada),
            "combined": lambda: combined_rows.combined_rows(folder),
            "verify": lambda: verifying_rows.verifying_rows(folder, authority, ada),
            "long": lambda: verifying_rows.long_document_rows(folder),
            "device": lambda: device_rows.device_rows(folder),
            "round": lambda: round_rows.round_rows(folder),
            "creation": lambda: creation_rows.creation_rows(folder),
            "list": list_rows.list_rows,
            "identity": identity_rows.identity_rows,
            "embed": lambda: embed_rows.embed_rows(folder),
            "big": lambda: verifying_rows.big_rows(folder, ada),
        }
        named = parts | {"million": lambda: list_rows.list_rows(list_rows.MILLION)}
        rows = [HEADING]
        try:
            for part in sys.argv[1:] or parts:
                print(f"measuring: {part}", file=sys.stderr)
                rows += named[part]()
        finally:
            # What was measured before something failed is not lost.
            print(table(rows))
    print("\nfloor: for appending, the bytes copied, one SHA-256 over them, one P-256 signature, in Swift; for the combined file, "
          "its sources' bytes copied and hashed; "
          "for files of 500 MB, sha256sum; offline, the signed file copied, hashed, signed once and written; for a link, its bytes; "
          "for a list, the same one of 1,000 envelopes; for sign-ins, one signature and one commit; for an app's start, its "
          "file of tokens read; for embedded signing, an empty frame of the other origin.")


if __name__ == "__main__":
    main()
