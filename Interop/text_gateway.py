"""A server that stands for a carrier of text messages, and keeps what it gets."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class TextGateway:
    token = "gateway-token"

    def __init__(self) -> None:
        self.messages: list[dict] = []
        self.headers: list[dict] = []
        self.failures = 0  # how often it answers 503 before it takes a message
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                gateway.headers.append({name.lower(): value for name, value in self.headers.items()})
                if gateway.failures > 0:
                    gateway.failures -= 1
                    return self.answer(503)
                if self.headers["Authorization"] != f"Bearer {gateway.token}":
                    return self.answer(401)
                gateway.messages.append(json.loads(body))
                self.answer(202)

            def answer(self, status: int) -> None:
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/texts"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def options(self, folder) -> tuple[str, ...]:
        """What `serve` needs to send through this gateway."""
        file = folder / "gateway-token"
        file.write_text(self.token + "\n")
        file.chmod(0o600)
        return "--text-gateway", self.url, "--text-gateway-token-file", str(file)

    def wait(self, number: str, count: int = 1, patience: float = 30) -> dict:
        """The newest message to a number, once there are so many."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = [one for one in self.messages if one["to"] == number]
            if len(found) >= count:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"no message to {number}; {len(self.messages)} in all")

    def code(self, number: str, count: int = 1) -> str:
        return self.wait(number, count)["text"][:6]

    def __enter__(self) -> "TextGateway":
        return self

    def __exit__(self, *_) -> None:
        self.server.shutdown()
        self.server.server_close()
