"""A mail server that asks for a login, accepts everything, and remembers it."""

import ssl

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope

from identities import Files
from service import free_port


class MailServer:
    """Speaks TLS from the first byte, as `localhost`."""

    def __init__(self, files: Files, user: str, password: str):
        self.received: list[Envelope] = []
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(files.certificates, files.key)

        def login(server, session, envelope, mechanism, data) -> AuthResult:
            return AuthResult(success=(data.login, data.password) == (user.encode(), password.encode()))

        self._controller = Controller(
            self, hostname="127.0.0.1", port=free_port(), ssl_context=context, authenticator=login, auth_required=True,
            auth_require_tls=False)
        self._controller.start()

    @property
    def url(self) -> str:
        return f"smtps://localhost:{self._controller.port}"

    async def handle_DATA(self, server, session, envelope: Envelope) -> str:
        self.received.append(envelope)
        return "250 accepted"

    def close(self) -> None:
        self._controller.stop()
