"""A sender's page that embeds signing, on an origin of its own; it notes every event in `events`."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The sender's product</title><link rel="icon" href="data:,">
<style>body {{ font: 1rem/1.5 system-ui; margin: 1rem }}</style>
<main><h1>Your contract</h1>
<p><button id="sign" type="button">Sign now</button></p>{place}</main>
<script src="{base}/embedded.js"{attributes}></script>
<script>
    const events = [];
    const options = {options};
    function watched(name) {{ return (detail) => events.push([name, detail]); }}
    const names = ["completed", "declined", "closed", "error", "iframeLoaded", "ready", "consented", "delegated"];
    if (document.querySelector("countersign-signing") === null) {{
        const embed = new {kind}({{ ...options, events: Object.fromEntries(names.map((name) => [name, watched(name)])) }});
        window.embed = embed;
        document.getElementById("sign").onclick = () => embed.open();
    }} else {{
        for (const name of names) {{
            document.querySelector("countersign-signing").addEventListener(name, (event) => events.push([name, event.detail]));
        }}
    }}
</script>"""


def embedding_page(base: str, url: str, *, kind: str = "CountersignEmbed", place: str = "", attributes: str = "",
                   **options) -> str:
    return PAGE.format(base=base, kind=kind, place=place, attributes=attributes,
                       options=json.dumps({"url": url, **options}))


class Product:
    """Serves pages by path; also the page's own place after signing."""

    def __init__(self, host: str = "localhost"):
        pages: dict[str, str] = {}
        self.host = host

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                content = pages.get(self.path.split("?")[0], "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.pages = pages
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.server.server_port}"

    def put(self, path: str, page: str) -> str:
        self.pages[path] = page
        return self.origin + path

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
