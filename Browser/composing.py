"""The composing page as a sender sees it."""

from playwright.sync_api import Locator, Page, expect

from agreement import agreement


def sender_view(account, return_url: str, envelope: str | None = None, **settings) -> tuple[str, str]:
    """The envelope, a new draft if none is given, and an address of its composing page."""
    envelope = envelope or account.create({"status": "created", "emailSubject": ""})
    answer = account.call("POST", f"envelopes/{envelope}/views/sender",
                          json={"returnUrl": return_url, **({"settings": settings} if settings else {})})
    assert answer.status_code == 201, answer.text
    return envelope, answer.json()["url"]


class Composing:
    def __init__(self, page: Page, url: str):
        self.page = page
        page.goto(url)
        expect(page.locator(".composing")).to_be_visible()

    def add_file(self, name: str = "Harbour contract.pdf", file: bytes | None = None) -> None:
        self.page.locator("#files").set_input_files(
            [{"name": name, "mimeType": "application/pdf", "buffer": file or agreement(2)}])
        expect(self.page.locator(".file")).to_be_visible()

    def step(self, name: str) -> None:
        self.page.locator(f"#step-{name}").click()

    def field(self, name: str) -> Locator:
        """The fields whose name begins like this."""
        return self.page.locator(f'.placed[aria-label^="{name}"]')

    def saved(self) -> None:
        expect(self.page.locator(".saved")).to_have_text("Saved")

    def places(self) -> list[dict]:
        """Where each field is drawn, in points from the top left of its sheet, measured in the window."""
        return self.page.evaluate("""() => [...document.querySelectorAll('.placed')].map((field) => {
            const sheet = field.closest('.sheet');
            const [box, page] = [field.getBoundingClientRect(), sheet.getBoundingClientRect()];
            const sheets = [...sheet.parentElement.querySelectorAll('.sheet')];
            const scale = Number(sheet.style.aspectRatio.split('/')[0]) / page.width;
            return { page: sheets.indexOf(sheet) + 1, x: (box.left - page.left) * scale, y: (box.top - page.top) * scale,
                width: box.width * scale, height: box.height * scale };
        })""")


def lines_on_a_page(*lines: str, page: str = "") -> bytes:
    """A PDF of one page with lines of text from the top left, and further members of its page dictionary."""
    text = "".join(f"({line}) Tj 0 -40 Td " for line in lines)
    content = f"BT /F 12 Tf 72 700 Td {text}ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        f"/Resources << /Font << /F 5 0 R >> >> {page} >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    file = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return file + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, table, len(objects) + 1, len(file))
