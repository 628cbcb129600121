"""A receiver of webhooks: a program of its own, so that it can be killed. It notes each call before it answers.

    python webhook_receiver.py PORT FILE TROUBLE SEED

TROUBLE is the share of calls that it does not accept, from 0 to 1.
"""

import base64
import hashlib
import hmac
import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from service import free_port


@dataclass
class Call:
    """A call as the receiver noted it; `status` is its answer, 0 for a connection that it dropped."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict:
        return json.loads(self.raw)

    @property
    def envelope(self) -> str:
        return self.body["data"]["envelopeId"]

    @property
    def told(self) -> tuple:
        """What the call tells, the same for each attempt."""
        body = self.body
        return self.envelope, body["event"], body["data"].get("recipientId"), body["generatedDateTime"], body["configurationId"]

    def is_signed_with(self, *keys: str) -> bool:
        """Whether there is one signature for each key, over exactly these bytes."""
        wanted = {
            f"x-docusign-signature-{number}": base64.b64encode(hmac.digest(key.encode(), self.raw, hashlib.sha256)).decode()
            for number, key in enumerate(keys, 1)
        }
        return wanted == {name: text for name, text in self.headers.items() if name.startswith("x-docusign-signature-")}


class WebhookReceiver:
    """Runs the program on loopback, from the beginning of a `with` block to its end."""

    def __init__(self, folder: Path, trouble: float = 0, seed: int = 1):
        self.port = free_port()
        self.file = folder / f"calls-{self.port}.jsonl"
        self.trouble = trouble
        self.seed = seed
        self.process: subprocess.Popen | None = None
        self.kills = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def start(self) -> None:
        self.seed += 1
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(self.port), str(self.file), str(self.trouble), str(self.seed)]
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.kills += 1

    @property
    def calls(self) -> list[Call]:
        """All calls so far, in the order of their answers."""
        lines = self.file.read_text().splitlines(keepends=True) if self.file.exists() else []
        # A line without an end was being written when the program was killed; its call has no answer.
        found = [json.loads(line) for line in lines if line.endswith("}\n")]
        return [Call(one["status"], one["headers"], base64.b64decode(one["body"])) for one in found]

    @property
    def accepted(self) -> list[Call]:
        return [call for call in self.calls if call.status == 200]

    def wait(self, count: int, seconds: float = 30) -> list[Call]:
        """At least so many accepted calls."""
        until = time.monotonic() + seconds
        while len(self.accepted) < count:
            assert time.monotonic() < until, f"{len(self.accepted)} calls, not {count}"
            time.sleep(0.1)
        return self.accepted


def main(port: int, file: str, trouble: float, seed: int) -> None:
    dice = random.Random(seed)
    notes = open(file, "ab", buffering=0)
    # A line that a kill cut short gets its end.
    if Path(file).stat().st_size:
        notes.write(b"\n")

    class Answering(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = dice.choice([500, 503, 429, 404, 0]) if dice.random() < trouble else 200
            note = {
                "status": status, "headers": {name.lower(): text for name, text in self.headers.items()},
                "body": base64.b64encode(body).decode(),
            }
            notes.write(json.dumps(note).encode() + b"\n")
            if not status:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128

        def handle_error(self, *_: object) -> None:
            """A caller that was killed is no news."""

    Server(("127.0.0.1", port), Answering).serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))
