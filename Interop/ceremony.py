"""A signer's browser: the requests that the page makes, without the page."""

import uuid
from urllib.parse import parse_qs, quote, urljoin, urlsplit

import requests


class Refused(AssertionError):
    """The host answered a request with an error."""

    def __init__(self, status: int, error: dict):
        super().__init__(f"{status} {error}")
        self.status = status
        self.code = error.get("code")
        self.fields = error.get("fields")
        self.message = error.get("message")


def event_of(redirect: str) -> str:
    return parse_qs(urlsplit(redirect).query)["event"][0]


class Ceremony:
    def __init__(self, signing_url: str, method: str = "GET", http: requests.Session | None = None):
        """Opens a signing page; with POST as the method, the link of a message, as its button does."""
        self.http = http or requests.Session()
        page = self.http.request(method, signing_url, timeout=60)
        assert page.status_code == 200, f"{page.status_code} {page.text}"
        assert page.headers["content-type"].startswith("text/html")
        self.page = page
        self.base = page.url
        assert self.base.endswith("/"), self.base
        self.session = self.get("session")

    def get(self, path: str) -> dict:
        return self.answer(self.http.get(urljoin(self.base, path), timeout=60))

    def send(self, method: str, path: str, body: dict, key: str | None = None) -> dict:
        return self.answer(
            self.http.request(
                method,
                urljoin(self.base, path),
                json=body,
                headers={"Idempotency-Key": key or str(uuid.uuid4())},
                timeout=120,
            )
        )

    @staticmethod
    def answer(answer: requests.Response) -> dict:
        if not answer.ok:
            raise Refused(answer.status_code, answer.json()["error"])
        return answer.json()

    def consent(self) -> None:
        self.session = self.send("POST", "consent", {})

    def fill(self, tab: dict, value: str, key: str | None = None) -> dict:
        self.session = self.send("PUT", f"fields/{tab['id']}", {"value": value}, key)
        return self.session

    def tabs(self, kind: str) -> list[dict]:
        return [tab for tab in self.session["tabs"] if tab["kind"] == kind]

    def adopt_typed(self, kind: str, text: str, face: int = 0) -> dict:
        """Types a signature; gives the face that was shown for the choice."""
        faces = self.send("POST", "signature/preview", {"kind": kind, "text": text})["faces"]
        chosen = faces[face % len(faces)]
        self.session = self.send(
            "PUT", "signature", {"kind": kind, "method": "typed", "text": text, "face": chosen["face"]}
        )
        self.place(kind)
        return chosen

    def adopt_drawn(self, kind: str) -> None:
        strokes = [
            [{"x": 50 + 9 * step, "y": 200 + (step * 37) % 90, "t": step * 8, "p": 0.5} for step in range(40)],
            [{"x": 500 + 5 * step, "y": 150 + 2 * step, "t": 400 + step * 8, "p": 0.5} for step in range(30)],
        ]
        self.session = self.send(
            "PUT", "signature", {"kind": kind, "method": "drawn", "strokes": strokes, "width": 1000, "height": 400}
        )
        self.place(kind)

    def attach(self, tab: dict, name: str, content: bytes) -> None:
        """Attaches a file."""
        self.session = self.answer(self.http.put(
            urljoin(self.base, f"attachments/{tab['id']}"), data=content, timeout=120, headers={
                "Content-Type": "application/octet-stream", "X-File-Name": quote(name),
                "Idempotency-Key": str(uuid.uuid4())}))

    def place(self, kind: str) -> None:
        """Puts what is adopted into every required place."""
        wanted = {"signature": "signHere", "initials": "initialHere"}[kind]
        places = [tab["id"] for tab in self.tabs(wanted) if tab["required"] and tab["shown"] and not tab["filled"]]
        if places:
            self.session = self.send("POST", "signature/places", {"fields": places})

    def look(self) -> None:
        """Looks at the pages that nobody may sign without having seen."""
        pages = {(document["id"], 1) for document in self.session["documents"]}
        pages |= {(tab["documentId"], tab["page"]) for tab in self.session["tabs"] if tab["shown"]}
        for document, page in sorted(pages):
            answer = self.http.get(urljoin(self.base, f"documents/{document}/pages/{page}/image"), timeout=60)
            assert answer.ok, f"{answer.status_code} {answer.text}"
        self.report(sorted(pages))

    def report(self, pages: list[tuple[str, int]]) -> dict:
        """Reports pages as shown; at most as many at once as the host takes."""
        answers = [self.send("POST", "shown", {"pages": [
            {"documentId": document, "page": page} for document, page in pages[start:start + 100]]})
            for start in range(0, len(pages), 100)]
        return answers[-1] if answers else {}

    def finish(self, key: str | None = None) -> str:
        self.look()
        return self.send("POST", "finish", {}, key)["redirect"]

    def complete(self, name: str, drawn: bool = False) -> str:
        """The whole of it, up to the redirect."""
        self.consent()
        for kind, text in (("signHere", name), ("initialHere", "".join(word[0] for word in name.split()))):
            if self.tabs(kind):
                wire = {"signHere": "signature", "initialHere": "initials"}[kind]
                if drawn:
                    self.adopt_drawn(wire)
                else:
                    self.adopt_typed(wire, text)
        for tab in self.tabs("text"):
            if tab["shown"] and not tab["locked"]:
                self.fill(tab, "Utrecht")
        for tab in self.tabs("checkbox"):
            self.fill(tab, "true")
        for tab in self.tabs("list"):
            if tab["shown"] and tab["required"] and not tab["filled"]:
                self.fill(tab, tab["options"][0]["value"])
        return self.finish()
