"""The example app that signs in and changes the profile, used at a terminal."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from hub import App, code_in, identity_app
from mail_server import PASSWORD, MailServer
from service import APPS, Service

PROGRAM = APPS / "ProfileDemo"


@pytest.fixture
def hub(tmp_path, monkeypatch):
    with MailServer() as mail:
        monkeypatch.setenv("COUNTERSIGN_SMTP_PASSWORD", PASSWORD)
        service = Service(tmp_path / "data", *mail.options)
        service.start()
        yield App(service, mail, identity_app(service, "create", "--name", "Shop"))
        assert service.stop() == 0, service.log.read_text()[-3000:]


class Terminal:
    def __init__(self, hub: App, home: Path):
        self.process = subprocess.Popen(
            [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | {
                "HOME": str(home), "XDG_DATA_HOME": str(home / "share"), "COUNTERSIGN_SERVER": hub.service.base,
                "COUNTERSIGN_APP_KEY": hub.made["appKey"]})

    def type(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self) -> str:
        output, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, output
        return output


def test_somebody_signs_in_and_finds_their_name_the_next_time(hub: App, tmp_path) -> None:
    first = Terminal(hub, tmp_path)
    first.type("ada@example.org")
    code = code_in(hub.mail.wait("ada@example.org").text)
    first.type("000000" if code != "000000" else "000001")
    first.type(code)
    first.type("Ada")
    first.type("n")
    output = first.end()
    assert "The code is not right; 4 tries are left." in output and "Welcome!" in output and "Saved." in output
    assert code not in output
    # Still signed in, and only the user can read what the app has stored.
    second = Terminal(hub, tmp_path)
    second.type("")
    second.type("y")
    output = second.end()
    assert re.search(r"^  first_name: Ada$", output, re.M) and "Signed out." in output and "e-mail" not in output
    stored = list((tmp_path / "share/CountersignIdentity").rglob("*"))
    assert stored
    for file in stored:
        assert file.stat().st_mode & 0o077 == 0, file
