"""PDF files of every structure that readers have to cope with, written by this file or saved by qpdf and pyHanko."""

import io
from dataclasses import dataclass, field

import pikepdf
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter


@dataclass
class Page:
    """One page; sizes in points. `width` and `height` are those of the media box, before rotation."""

    width: float = 595
    height: float = 842
    rotate: int = 0
    crop: tuple[float, float, float, float] | None = None
    text: str = "The quick brown fox signs the lazy contract."


@dataclass
class Writer:
    """Collects the bytes of a file and where each object begins."""

    newline: bytes = b"\n"
    data: bytearray = field(default_factory=bytearray)
    offsets: dict[int, int] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)

    def line(self, text: bytes | str) -> None:
        self.data += (text.encode("latin-1") if isinstance(text, str) else text) + self.newline

    def object(self, number: int, body: str, stream: bytes | None = None) -> None:
        self.offsets[number] = len(self.data)
        self.line(f"{number} 0 obj")
        if stream is None:
            self.line(body)
        else:
            self.line(body.replace("<<", f"<< /Length {len(stream)}", 1))
            self.data += b"stream\n" + stream + b"\nendstream" + self.newline
        self.line("endobj")

    def table(self, size: int, trailer: str) -> bytes:
        """The cross-reference table (an entry is 20 bytes, whatever the newline) and everything after it."""
        start = len(self.data)
        self.line("xref")
        for numbers in runs([0, *sorted(set(self.offsets) - self.hidden)]):
            self.line(f"{numbers[0]} {len(numbers)}")
            for number in numbers:
                self.data += b"%010d 00000 n\r\n" % self.offsets[number] if number else b"0000000000 65535 f\r\n"
        self.line("trailer")
        self.line(trailer)
        self.line("startxref")
        self.line(str(start))
        self.line("%%EOF")
        return bytes(self.data)


def runs(numbers: list[int]) -> list[list[int]]:
    """Consecutive numbers, together: the subsections of a table."""
    together: list[list[int]] = []
    for number in numbers:
        if together and together[-1][-1] + 1 == number:
            together[-1].append(number)
        else:
            together.append([number])
    return together


IDENTIFIER = "<0123456789abcdef0123456789abcdef>"


def pages_into(writer: Writer, pages: list[Page], font: int, first: int) -> None:
    """Objects 1 (catalog), 2 (page tree, with inherited resources) and a page and its content for each of `pages`."""
    kids = " ".join(f"{first + 2 * index} 0 R" for index in range(len(pages)))
    writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
    writer.object(
        2,
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /MediaBox [0 0 {pages[0].width} {pages[0].height}]"
        f" /Resources << /Font << /F1 {font} 0 R >> >> >>",
    )
    for index, page in enumerate(pages):
        number = first + 2 * index
        extra = f" /Rotate {page.rotate}" if page.rotate else ""
        if page.crop:
            extra += " /CropBox [{} {} {} {}]".format(*page.crop)
        if (page.width, page.height) != (pages[0].width, pages[0].height):
            extra += f" /MediaBox [0 0 {page.width} {page.height}]"
        writer.object(number, f"<< /Type /Page /Parent 2 0 R /Contents {number + 1} 0 R{extra} >>")
        drawing = f"BT /F1 14 Tf 72 {page.height - 100} Td ({page.text} Page {index + 1}.) Tj ET"
        writer.object(number + 1, "<< >>", drawing.encode("latin-1"))


FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def classic(pages: list[Page] | int = 3, newline: bytes = b"\n") -> bytes:
    """One section with a cross-reference table."""
    pages = [Page() for _ in range(pages)] if isinstance(pages, int) else pages
    writer = Writer(newline)
    writer.line("%PDF-1.7")
    writer.line(b"%\xe2\xe3\xcf\xd3")
    pages_into(writer, pages, font=3, first=4)
    writer.object(3, FONT)
    size = 4 + 2 * len(pages)
    return writer.table(size, f"<< /Size {size} /Root 1 0 R /ID [{IDENTIFIER} {IDENTIFIER}] >>")


def hybrid() -> bytes:
    """A table, and beside it a stream that alone knows the font: /XRefStm (ISO 32000-2 §7.5.8.4).

    The table leaves the font out, as word processors do; Poppler takes an entry marked free to be final.
    """
    pages = [Page(), Page()]
    writer = Writer()
    writer.line("%PDF-1.5")
    writer.line(b"%\xe2\xe3\xcf\xd3")
    font, container, stream = 3, 4, 5
    pages_into(writer, pages, font=font, first=6)
    size = 6 + 2 * len(pages)
    head = f"{font} 0 "
    writer.object(
        container, f"<< /Type /ObjStm /N 1 /First {len(head)} >>", (head + FONT).encode("latin-1")
    )
    at = len(writer.data)
    # Entry: type 2 (in an object stream), number of that stream, index in it; widths 1, 4, 2.
    entries = bytes([2]) + container.to_bytes(4, "big") + bytes(2)
    writer.object(
        stream,
        f"<< /Type /XRef /Size {size} /W [1 4 2] /Index [{font} 1] /Root 1 0 R >>",
        entries,
    )
    return writer.table(
        size,
        f"<< /Size {size} /Root 1 0 R /XRefStm {at} /ID [{IDENTIFIER} {IDENTIFIER}] >>",
    )


def saved_by_qpdf(source: bytes, **options: object) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(source)) as document:
        document.save(out, **options)
    return out.getvalue()


def with_object_streams(source: bytes | None = None) -> bytes:
    """A cross-reference stream, with most objects compressed in object streams."""
    return saved_by_qpdf(source or classic(), object_stream_mode=pikepdf.ObjectStreamMode.generate)


def linearized(source: bytes | None = None) -> bytes:
    """For reading the first page first: two sections, of which the first in the file is the newer."""
    return saved_by_qpdf(source or classic(), linearize=True)


def updated(source: bytes | None = None) -> bytes:
    """Two incremental updates after the original, each with a new document title."""
    data = source or classic()
    for title in ("First title", "Second title"):
        writer = IncrementalPdfFileWriter(io.BytesIO(data))
        writer.set_info(
            generic.DictionaryObject(
                {generic.NameObject("/Title"): generic.TextStringObject(title)}
            )
        )
        out = io.BytesIO()
        writer.write(out)
        data = out.getvalue()
    return data


def with_form() -> bytes:
    """A file that has a form already: one text field, with an appearance."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(classic())) as document:
        page = document.pages[0]
        appearance = document.make_stream(b"/Tx BMC EMC", {
            "/Type": pikepdf.Name.XObject,
            "/Subtype": pikepdf.Name.Form,
            "/BBox": [0, 0, 200, 20],
        })
        widget = document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx,
                T="existing", V="here before", Rect=[72, 600, 272, 620], F=4, P=page.obj,
                DA="/Helv 10 Tf 0 g", AP=pikepdf.Dictionary(N=appearance),
            )
        )
        page.obj.Annots = pikepdf.Array([widget])
        document.Root.AcroForm = pikepdf.Dictionary(
            Fields=[widget],
            DA="/Helv 10 Tf 0 g",
            DR=pikepdf.Dictionary(Font=pikepdf.Dictionary(
                Helv=document.make_indirect(pikepdf.Dictionary(
                    Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)))),
        )
        document.save(out)
    return out.getvalue()


def encrypted() -> bytes:
    return saved_by_qpdf(classic(), encryption=pikepdf.Encryption(owner="owner", user="user"))


#: Every structure, by name, for parametrised tests.
STRUCTURES = {
    "table": classic,
    "table-crlf": lambda: classic(newline=b"\r\n"),
    "object-streams": with_object_streams,
    "linearized": linearized,
    "linearized-object-streams": lambda: saved_by_qpdf(
        classic(), linearize=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
    ),
    "hybrid": hybrid,
    "updates": updated,
    "updates-of-object-streams": lambda: updated(with_object_streams()),
    "form": with_form,
    "form-object-streams": lambda: with_object_streams(with_form()),
    "rotated": lambda: classic([Page(rotate=90), Page(rotate=180), Page(rotate=270)]),
    "cropped": lambda: classic([Page(crop=(50, 100, 500, 700)), Page(rotate=90, crop=(50, 100, 500, 700))]),
    "hundred-pages": lambda: classic(100),
}
