"""aiosmtpd as the mail server of a service: honest, or as a test scripts it."""

import asyncio
import email
import email.policy
import re
import time
from collections import defaultdict
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cached_property

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from service import free_port

USER, PASSWORD = "countersign", "Rosebud-4711-smtp"

#: Answers that are acts: the connection ends; no answer comes.
DROP, SILENCE = "drop", "silence"


@dataclass
class Delivery:
    """A message whose bytes the server got to the end."""

    sender: str
    to: str
    content: bytes
    at: float
    #: What the client heard.
    answer: str

    @cached_property
    def message(self) -> EmailMessage:
        return email.message_from_bytes(self.content, policy=email.policy.default)

    @property
    def id(self) -> str:
        return self.message["Message-ID"]

    @property
    def text(self) -> str:
        return self.message.get_body(("plain",)).get_content()

    @property
    def link(self) -> str:
        """The link, which stands on a line of its own."""
        (found,) = [line for line in self.text.splitlines() if re.fullmatch(r"https?://\S+", line)]
        return found

    @property
    def link_secrets(self) -> list[str]:
        return re.findall(r"/open/(\S+)", self.text)

    @property
    def attachments(self) -> list[EmailMessage]:
        return list(self.message.iter_attachments())


class MailServer:
    """Runs on loopback, from the beginning of a `with` block to its end.

    `answers` holds what is said next at EHLO, MAIL, RCPT and DATA, in place of the acceptance, each once. A number waits
    so many seconds and then accepts.
    """

    def __init__(self) -> None:
        self.port = free_port()
        self.answers: dict[str, list[str | float]] = defaultdict(list)
        self.deliveries: list[Delivery] = []
        #: Recipients of each transaction, also of those that were refused.
        self.asked: list[str] = []
        self._controller = Controller(
            self, hostname="127.0.0.1", port=self.port, authenticator=self._authenticate, auth_require_tls=False,
            ready_timeout=30,
        )

    def __enter__(self):
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def options(self) -> list[str]:
        """The options of `serve`; the password is in the environment variable COUNTERSIGN_SMTP_PASSWORD."""
        return [
            "--smtp", f"smtp://127.0.0.1:{self.port}?starttls=no", "--smtp-user", USER,
            "--mail-from", "Example <sign@example.com>",
        ]

    @property
    def accepted(self) -> list[Delivery]:
        """The messages whose client was told that they are accepted."""
        return [one for one in self.deliveries if one.answer.startswith("250")]

    def to(self, address: str) -> list[Delivery]:
        return [one for one in self.accepted if one.to == address]

    def wait(self, address: str, count: int = 1, seconds: float = 30) -> Delivery:
        """The message number `count` to an address, once it is accepted."""
        until = time.monotonic() + seconds
        while len(self.to(address)) < count:
            assert time.monotonic() < until, f"{len(self.to(address))} messages to {address}, not {count}"
            time.sleep(0.05)
        return self.to(address)[count - 1]

    @staticmethod
    def _authenticate(server: SMTP, session: Session, envelope: Envelope, mechanism: str, login: object) -> AuthResult:
        right = isinstance(login, LoginPassword) and login == LoginPassword(USER.encode(), PASSWORD.encode())
        return AuthResult(success=right, handled=False)

    async def _answer(self, stage: str, server: SMTP, usual: str) -> str:
        answer = self.answers[stage].pop(0) if self.answers[stage] else usual
        if isinstance(answer, float):
            await asyncio.sleep(answer)
            return usual
        if answer == SILENCE:
            await asyncio.sleep(3600)
        if answer == DROP:
            server.transport.abort()
        return answer

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope, name: str, lines: list) -> list:
        session.host_name = name
        answer = await self._answer("EHLO", server, "")
        return [answer] if answer else lines

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list) -> str:
        answer = await self._answer("MAIL", server, "250 OK" if session.authenticated else "530 5.7.0 Log in")
        if answer.startswith("250"):
            envelope.mail_from = address
        return answer

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list) -> str:
        self.asked.append(address)
        answer = await self._answer("RCPT", server, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        (to,) = envelope.rcpt_tos
        begun = Delivery(envelope.mail_from, to, envelope.original_content, time.monotonic(), "")
        self.deliveries.append(begun)
        begun.answer = await self._answer("DATA", server, "250 2.0.0 Queued as 4711")
        return begun.answer
