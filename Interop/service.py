"""The program under test: `countersign`, as a command and as a running service."""

import json
import os
import random
import signal
import socket
import subprocess
import time
from pathlib import Path

import requests

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("COUNTERSIGN", ROOT / "Server/.build/debug/countersign"))
#: The folder of the example apps.
APPS = Path(os.environ.get("COUNTERSIGN_BUILT", ROOT / ".build/debug"))


def countersign(*arguments: str | Path, timeout: float = 120) -> subprocess.CompletedProcess:
    """Runs a command to its end; whoever calls looks at the exit status."""
    return subprocess.run(
        [str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, timeout=timeout
    )


# The ports that this process has taken: as long as it lives, no other test process takes them.
taken: list[socket.socket] = []


def free_port() -> int:
    """A port for a server to come. The system gives none of this range to anybody on its own."""
    while True:
        port = random.randrange(20_000, 32_000)
        mark = socket.socket(socket.AF_UNIX)
        try:
            mark.bind(f"\0countersign-test-port-{port}")
            with socket.socket() as listener:
                listener.bind(("127.0.0.1", port))
        except OSError:
            mark.close()
            continue
        taken.append(mark)
        return port


class Service:
    """`countersign serve` on a data directory; may be killed and started again on the same port."""

    def __init__(self, data: Path, *options: str, open_files: int | None = None):
        self.data = data
        # Many tests share a service, and write to the same few people.
        self.options = options if "--mail-per-address" in options else (*options, "--mail-per-address", "10000")
        self.bounds = [] if open_files is None else ["prlimit", f"--nofile={open_files}:{open_files}"]
        self.port = free_port()
        # Over TLS the certificate is for the name.
        self.origin = "https://localhost" if "--tls-certificate" in options else "http://127.0.0.1"
        self.log = data.parent / (data.name + ".log")
        self.process: subprocess.Popen | None = None

    @property
    def base(self) -> str:
        return f"{self.origin}:{self.port}"

    @property
    def authority(self) -> Path:
        """The certificate of the service's own authority."""
        return self.data / "authority" / "ca.pem"

    def start(self) -> None:
        log = self.log.open("ab")
        self.process = subprocess.Popen(
            [*self.bounds, str(PROGRAM), "serve", "--data", str(self.data), "--host", "127.0.0.1", "--port", str(self.port),
             *self.options],
            stdout=log, stderr=log, stdin=subprocess.DEVNULL,
        )
        log.close()
        until = time.monotonic() + 30
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"serve ended with {self.process.returncode}:\n{self.log.read_text()[-3000:]}")
            try:
                if requests.get(f"{self.base}/health", timeout=5).ok:
                    return
            except requests.RequestException:
                time.sleep(0.05)
        raise RuntimeError(f"serve does not answer /health:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """SIGKILL: the program gets no chance to finish anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM, as an operator stops it; gives the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)

    def account(self, name: str = "Acme Legal", email: str = "legal@example.com") -> "Account":
        run = countersign(
            "account", "create", "--data", self.data, "--name", name, "--email", email, "--json"
        )
        assert run.returncode == 0, run.stderr
        return Account(self, json.loads(run.stdout))


class Account:
    """An account of the service, and a small client for the REST API with its token."""

    def __init__(self, service: Service, facts: dict):
        self.service = service
        self.facts = facts
        self.id = facts["accountId"]
        self.user = facts["userId"]
        self.token = facts["accessToken"]
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {self.token}"

    @property
    def base_path(self) -> str:
        return f"{self.service.base}/restapi"

    def url(self, path: str) -> str:
        return f"{self.base_path}/v2.1/accounts/{self.id}/{path}"

    def call(self, method: str, path: str, **options) -> requests.Response:
        return self.session.request(method, self.url(path), timeout=120, **options)

    def get(self, path: str, **parameters) -> dict:
        answer = self.call("GET", path, params=parameters)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def create(self, definition: dict) -> str:
        answer = self.call("POST", "envelopes", json=definition)
        assert answer.status_code == 201, answer.text
        return answer.json()["envelopeId"]

    def document(self, envelope: str, document: str) -> bytes:
        answer = self.call("GET", f"envelopes/{envelope}/documents/{document}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/pdf")
        return answer.content

    def recipient_view(self, envelope: str, signer: dict, return_url: str = "https://app.example/done") -> str:
        answer = self.call(
            "POST",
            f"envelopes/{envelope}/views/recipient",
            json={
                "returnUrl": return_url,
                "authenticationMethod": "none",
                "userName": signer["name"],
                "email": signer["email"],
                "clientUserId": signer["clientUserId"],
            },
        )
        assert answer.status_code == 201, answer.text
        return answer.json()["url"]
