"""Lists of an account that has many envelopes, against those of one that has a thousand."""

import json
import subprocess

from measuring import LIST, shown

FEW = 1_000
MANY = 100_000
#: Only when asked for: filling takes minutes.
MILLION = 1_000_000
ROUNDS = 50

NAMES = {
    "completed": "list 100 that are completed",
    "several": "list 100 of a year that are completed or voided",
    "recent": "list 100 of the last 30 days",
    "read": "read these 100",
}


def measured(count: int) -> dict:
    command = [str(LIST), str(count), str(ROUNDS)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def list_rows(count: int = MANY) -> list[list[str]]:
    few, many = measured(FEW), measured(count)
    return [
        [f"of {count:,} envelopes, {name}", shown(many[key]), "", "", f"{shown(few[key])} (of {FEW:,})",
         f"{many[key] / few[key]:.2f} x"]
        for key, name in NAMES.items()
    ]
