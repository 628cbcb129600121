"""Signing in to applications: how many a second, and how fast an app knows who is signed in."""

import json
import subprocess

from measuring import IDENTITY, shown

SECONDS = 5


def identity_rows() -> list[list[str]]:
    command = [str(IDENTITY), str(SECONDS)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def row(name: str, key: str) -> list[str]:
        return [name, f"{found[key]:,.0f} /s", "", "", f"{found['floor']:,.0f} /s", f"{found['floor'] / found[key]:.1f} x"]

    return [
        row("token refreshes, two at once", "refresh"),
        row("sign-ins by code, two at once (4 calls)", "signIn"),
        ["an app's start until it knows who is signed in", shown(found["start"]), "", "", shown(found["read"]),
         f"{found['start'] / found['read']:.0f} x"],
    ]
