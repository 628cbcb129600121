"""Writes the PDF that the tests send: three pages of text, the second one stored sideways and shown upright."""

from dataclasses import dataclass

PAGE_WIDTH, PAGE_HEIGHT = 612, 792  # points, as the reader sees every page


@dataclass(frozen=True)
class Line:
    """A line of text; `x` and `y` are points from the top left of the page to the start of its base line."""

    x: float
    y: float
    text: str
    size: float = 11
    font: str = "F1"


LOREM = [
    "The parties wish to set out in writing how they will work together, what each of them",
    "gives, and what each of them receives. Nothing in this agreement makes one party the",
    "agent of the other. Words in the singular include the plural, and headings are there",
    "for convenience only. Where a date falls on a day that is not a working day, the next",
    "working day counts instead.",
]


def paragraph(top: float, heading: str) -> list[Line]:
    lines = [Line(72, top, heading, 13, "F2")]
    return lines + [Line(72, top + 22 + 16 * index, text) for index, text in enumerate(LOREM)]


PAGES = [
    [
        Line(72, 96, "Service agreement", 22, "F2"),
        Line(72, 122, "between Harbour Studio Ltd and the customer named below"),
        *paragraph(170, "1. Subject"),
        *paragraph(310, "2. Duration"),
        *paragraph(450, "3. Fees"),
        Line(72, 612, "Project reference:"),
        Line(96, 652, "I would like to receive updates about the project"),
    ],
    [
        *paragraph(96, "4. Confidentiality"),
        *paragraph(236, "5. Liability"),
        *paragraph(376, "6. Termination"),
        Line(72, 560, "Initials of the customer:"),
    ],
    [
        *paragraph(96, "7. Final provisions"),
        Line(72, 300, "Signed for the customer", 13, "F2"),
        Line(72, 352, "Name:"),
        Line(72, 392, "Date:"),
        Line(72, 460, "Signature:"),
        Line(160, 482, "______________________________________"),
    ],
]
SIDEWAYS = 2  # number of the page that is stored sideways


def agreement(page_count: int = 3) -> bytes:
    """The agreement; more pages than three repeat the first one."""
    pages = (PAGES + [PAGES[0]] * max(0, page_count - len(PAGES)))[:page_count]
    objects: list[bytes] = [
        b"<</Type/Catalog/Pages 2 0 R/Lang(en)>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (
            b" ".join(b"%d 0 R" % (5 + 2 * index) for index in range(page_count)), page_count),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    ]
    for index, lines in enumerate(pages):
        sideways = index + 1 == SIDEWAYS
        box = (PAGE_HEIGHT, PAGE_WIDTH) if sideways else (PAGE_WIDTH, PAGE_HEIGHT)
        content = b"\n".join(show(line, sideways) for line in lines)
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Rotate %d/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>"
            b"/Contents %d 0 R>>" % (*box, 90 if sideways else 0, 6 + 2 * index))
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    return assemble(objects)


def show(line: Line, sideways: bool) -> bytes:
    text = line.text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("cp1252")
    # /Rotate 90 turns the page clockwise: what is stored running upwards is read from left to right.
    matrix = (b"0 1 -1 0 %g %g" % (line.y, line.x)) if sideways else (b"1 0 0 1 %g %g" % (line.x, PAGE_HEIGHT - line.y))
    return b"BT /%s %g Tf %s Tm (%s) Tj ET" % (line.font.encode(), line.size, matrix, text)


def assemble(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
