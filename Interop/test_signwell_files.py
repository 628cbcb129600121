"""Files that a hostile server offers under `file_url`: each refusal names its reason at `files.file_1.file_url`."""

import gzip
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import documents
from service import Service
from signwell import Client, request

PDF = documents.classic()
MEGABYTE = 1024 * 1024


# Made before anybody asks, since a fetch has three seconds.
BOMB = gzip.compress(b" " * 200 * MEGABYTE, compresslevel=1)


class Hostile(BaseHTTPRequestHandler):
    """A server that answers each path in its own bad way."""

    def do_GET(self) -> None:
        getattr(self, "on" + self.path.replace("/", "_"))()

    def answer(self, body: bytes, *, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, text in ({"Content_Length": str(len(body))} | headers).items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def on_lease(self) -> None:
        self.answer(PDF, Content_Type="text/plain")

    def on_large(self) -> None:
        self.answer(PDF + b"\n" * (MEGABYTE + MEGABYTE // 2))

    def on_page(self) -> None:
        self.answer(b"<!doctype html><title>No file</title>", Content_Type="application/pdf")

    def on_drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(PDF)))
        self.end_headers()
        for byte in PDF:
            self.wfile.write(bytes([byte]))
            time.sleep(0.1)

    def on_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b" " * MEGABYTE)

    def on_bomb(self) -> None:
        self.answer(BOMB, Content_Encoding="gzip")

    def on_home(self) -> None:
        self.answer(b"", status=302, Location=f"http://127.0.0.1:{self.server.server_port}/lease")

    def on_private(self) -> None:
        self.answer(b"", status=302, Location="http://10.0.0.1/lease")

    def on_round(self) -> None:
        self.answer(b"", status=302, Location="/round")

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that leaves is no news."""


@pytest.fixture(scope="module")
def server():
    running = Server(("127.0.0.2", 0), Hostile)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.2:{running.server_port}"
    running.shutdown()
    running.server_close()


@pytest.fixture(scope="module")
def client(folder: Path):
    """Of this machine, a client of a service that fetches from the hostile server's address only."""
    service = Service(
        folder / "files", "--allow-file-http", "--allow-network", "127.0.0.2/32", "--fetch-limit", "2",
        "--fetch-time", "3", "--fetch-total", "3")
    service.start()
    yield Client(service.account())
    assert service.stop() == 0, service.log.read_text()[-3000:]


def post(client: Client, url: str):
    return client.raw("POST", "documents", json=request(files=[{"name": "lease.pdf", "file_url": url}]))


def test_a_pdf_is_taken_whatever_type_the_server_names(client: Client, server: str):
    answer = post(client, f"{server}/lease")
    assert answer.status_code == 201, answer.text


def test_all_files_of_a_request_together_have_a_limit(client: Client, server: str):
    files = [{"name": f"lease{number}.pdf", "file_url": f"{server}/large"} for number in range(4)]
    answer = client.raw("POST", "documents", json=request(files=files))
    assert answer.status_code == 422, answer.text
    errors = answer.json()["errors"]["files"]
    for number in (3, 4):
        told = errors[f"file_{number}"]["file_url"]
        assert ["larger than 3 MB together" in one for one in told] == [True], answer.text


@pytest.mark.parametrize(("path", "reason"), [
    ("page", "neither a PDF nor"),
    ("drip", "not answered completely within"),
    ("endless", "larger than 2 MB"),
    ("bomb", "neither a PDF nor"),
    ("home", "does not open"),
    ("private", "does not open"),
    ("round", "redirects more than 5 times"),
])
def test_each_trick_is_refused_with_its_reason(client: Client, server: str, path: str, reason: str):
    start = time.monotonic()
    answer = post(client, f"{server}/{path}")
    assert answer.status_code == 422, answer.text
    errors = answer.json()["errors"]
    assert [*errors] == ["files"] and [*errors["files"]] == ["file_1"], answer.text
    assert [reason in one for one in errors["files"]["file_1"]["file_url"]] == [True], answer.text
    assert time.monotonic() - start < 10
    assert client.raw("GET", "documents").json()["total_count"] <= 1
