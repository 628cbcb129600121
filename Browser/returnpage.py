"""The sender's page: where the browser goes when signing ends. It notes each visit."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

CONTENT = b"""<!doctype html><html lang="en"><title>Back</title><link rel="icon" href="data:,"><h1>Back at the sender</h1>"""


class ReturnPage:
    def __init__(self):
        visits: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                visits.append(self.path)
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(CONTENT)))
                self.end_headers()
                self.wfile.write(CONTENT)

            def log_message(self, *_):
                pass

        self.visits = visits
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/done?order=17"

    def events(self) -> list[str]:
        """The event of each visit so far."""
        return [parse_qs(urlsplit(path).query)["event"][0] for path in self.visits]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
