"""An application of the identity service, and people who sign in to it."""

import base64
import hashlib
import json
import re
import secrets
from dataclasses import dataclass

import requests

from mail_server import MailServer
from service import Service, countersign


def identity_app(service: Service, *words: str) -> dict:
    """Runs `countersign identity app …` with JSON as its output."""
    run = countersign("identity", "app", *words, "--data", service.data, "--json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@dataclass
class App:
    """An application, as its own programs know it."""

    service: Service
    mail: MailServer
    made: dict

    @property
    def id(self) -> str:
        return self.made["appId"]

    def call(self, method: str, path: str, body: dict | None = None, token: str = "", secret: bool = False,
             **headers: str) -> requests.Response:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers["x-rownd-app-key"] = self.made["appKey"]
        if secret:
            headers["x-rownd-app-secret"] = self.made["appSecret"]
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return requests.request(
            method, f"{self.service.base}/{path}", json=body, headers=headers, timeout=30, allow_redirects=False)

    def settle(self, settings: dict) -> None:
        """Replaces the application's settings."""
        file = self.service.data.parent / "settings.json"
        file.write_text(json.dumps(settings))
        run = countersign("identity", "app", "settings", self.id, "--data", self.service.data, "--set", file)
        assert run.returncode == 0, run.stderr

    def begin(self, email: str) -> tuple[str, str]:
        """Asks for a code; returns the sign-in's id and the secret that binds it to who asked."""
        verifier = secrets.token_urlsafe(32)
        digest = hashlib.sha256(verifier.encode()).digest()
        answer = self.call("POST", "hub/auth/init", {
            "email": email, "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256"})
        assert answer.status_code == 200, answer.text
        return answer.json()["challenge_id"], verifier

    def sign_in(self, email: str) -> dict:
        """Signs in with the code of the message; returns the answer with the tokens."""
        seen = len(self.mail.to(email))
        challenge, verifier = self.begin(email)
        code = code_in(self.mail.wait(email, seen + 1).text)
        bound = {"challenge_id": challenge, "code_verifier": verifier}
        assert self.call("POST", "hub/auth/complete", bound | {"token": code}).json() == {"result": "success"}
        answer = self.call("POST", "hub/auth/challenge_status", bound)
        assert answer.status_code == 200, answer.text
        return answer.json()


def code_in(text: str) -> str:
    """The six digits, which stand on a line of their own."""
    (code,) = re.findall(r"^\s*(\d{6})\s*$", text, re.MULTILINE)
    return code
