"""A browser window that notes what must never happen while somebody signs."""

from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

SIZES = {"1280": (1280, 900), "360": (360, 740)}


class Window:
    def __init__(self, browser: Browser, size: tuple[int, int], **options):
        width, height = size
        phone = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2} if width < 700 else {}
        self.width = width
        self.context = browser.new_context(
            **{"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", "locale": "en", **phone,
               **options})
        self.context.set_default_timeout(15_000)
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.expected: list[str] = []
        self.others: set[str] = set()
        self.page: Page = self.context.new_page()
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        self.page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))

    def expect(self, *parts: str) -> None:
        """The browser itself writes to the console when the host refuses a request; names the refusals to come."""
        self.expected += parts

    def check(self, allowed_hosts: set[str]) -> None:
        """Fails when the page complained or spoke with anybody else than these hosts."""
        unexpected = [line for line in self.complaints if not any(part in line for part in self.expected)]
        assert unexpected == [], unexpected
        assert self.hosts <= allowed_hosts | {""}, self.hosts - allowed_hosts

    def close(self) -> None:
        self.context.close()

    def _note_console(self, message) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")
