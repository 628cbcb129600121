"""The messages of a service without a mail server, as the people read them to whom they are addressed."""

import email
import email.policy
import re
import time
from email.message import EmailMessage
from pathlib import Path

PATIENCE = 30  # seconds until a message counts as one that never comes


class Message:
    def __init__(self, path: Path):
        self.letter: EmailMessage = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        self.subject: str = self.letter["Subject"]
        self.text: str = self.letter.get_body(("plain",)).get_content().replace("\r\n", "\n")
        self.html: str = self.letter.get_body(("html",)).get_content()

    @property
    def link(self) -> str:
        (found,) = re.findall(r"^(http\S+/open/\S+)$", self.text, re.M)
        return found

    @property
    def code(self) -> str:
        (found,) = re.findall(r"^ +(\d{6})$", self.text, re.M)
        return found

    @property
    def attachments(self) -> list[tuple[str, bytes]]:
        return [(part.get_filename(), part.get_content()) for part in self.letter.iter_attachments()]


class Inbox:
    """The messages to one address."""

    def __init__(self, data: Path, address: str):
        self.folder = data / "mail"
        self.address = address
        self._read = 0

    def forget(self) -> None:
        """Passes over the messages that are there."""
        self._read = len(self._all())

    def unread(self) -> list[Message]:
        return self._all()[self._read:]

    def _all(self) -> list[Message]:
        messages = [Message(path) for path in sorted(self.folder.glob("*.eml"))]
        return [one for one in messages if self.address in [to.addr_spec for to in one.letter["To"].addresses]]

    def next(self) -> Message:
        """Waits for the message after the one that was read last."""
        until = time.monotonic() + PATIENCE
        while not (found := self.unread()):
            assert time.monotonic() < until, f"no message came to {self.address}"
            time.sleep(0.1)
        self._read += 1
        return found[0]
