"""The files that are measured."""

import io
import random
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Interop"))

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter  # noqa: E402
from pyhanko.sign import fields  # noqa: E402
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner  # noqa: E402

from documents import FONT, IDENTIFIER, Writer  # noqa: E402


def file_of(pages: int, padding: int = 0) -> bytes:
    """Pages of some 3,000 characters each, compressed; `padding` bytes of noise as streams that no page draws."""
    dice = random.Random(pages)
    words = ["".join(dice.choices("eeetttaaooiinnsshhrrdlu", k=dice.randint(2, 9))) for _ in range(500)]
    writer = Writer()
    writer.line("%PDF-1.7")
    writer.line(b"%\xe2\xe3\xcf\xd3")
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(pages))
    writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
    writer.object(2, f"<< /Type /Pages /Kids [{kids}] /Count {pages} /MediaBox [0 0 595 842] "
                     "/Resources << /Font << /F1 3 0 R >> >> >>")
    writer.object(3, FONT)
    for index in range(pages):
        lines = [" ".join(dice.choices(words, k=12)) for _ in range(45)]
        text = "BT /F1 10 Tf 14 TL 60 780 Td " + " ".join(f"({line}) '" for line in lines) + " ET"
        writer.object(4 + 2 * index, f"<< /Type /Page /Parent 2 0 R /Contents {5 + 2 * index} 0 R >>")
        writer.object(5 + 2 * index, "<< /Filter /FlateDecode >>", zlib.compress(text.encode()))
    number = 4 + 2 * pages
    for _ in range(padding >> 20):
        writer.object(number, "<< >>", dice.randbytes(1 << 20))
        number += 1
    return writer.table(number, f"<< /Size {number} /Root 1 0 R /ID [{IDENTIFIER} {IDENTIFIER}] >>")


def tree_of(pages: int, width: int = 10) -> bytes:
    """Many pages with one line of text, in a tree whose nodes have `width` kids each."""
    writer = Writer()
    writer.line("%PDF-1.7")
    level = []
    number = 4
    parents: dict[int, int] = {}
    for _ in range(pages):
        level.append((number, 1))
        number += 1
    leaves = [leaf for leaf, _ in level]
    nodes: dict[int, tuple[list[int], int]] = {}
    while len(level) > 1:
        above = []
        for start in range(0, len(level), width):
            kids = level[start:start + width]
            node, number = (2, number) if len(level) <= width else (number, number + 1)
            nodes[node] = ([kid for kid, _ in kids], sum(count for _, count in kids))
            parents.update({kid: node for kid, _ in kids})
            above.append((node, nodes[node][1]))
        level = above
    writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
    writer.object(3, "<< >>", b"BT ET")
    for node, (kids, count) in nodes.items():
        parent = f" /Parent {parents[node]} 0 R" if node in parents else " /MediaBox [0 0 595 842]"
        writer.object(node, f"<< /Type /Pages /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] /Count {count}{parent} >>")
    for leaf in leaves:
        writer.object(leaf, f"<< /Type /Page /Parent {parents[leaf]} 0 R /Contents 3 0 R >>")
    return writer.table(number, f"<< /Size {number} /Root 1 0 R /ID [{IDENTIFIER} {IDENTIFIER}] >>")


def form_of(count: int) -> bytes:
    """One page with so many empty text fields, which are objects 10, 11, 12 …"""
    writer = Writer()
    writer.line("%PDF-1.7")
    widgets = " ".join(f"{10 + index} 0 R" for index in range(count))
    writer.object(1, "<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R >>")
    writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    writer.object(3, f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [{widgets}] >>")
    writer.object(4, f"<< /Fields [{widgets}] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >> >>")
    writer.object(5, FONT)
    for index in range(count):
        writer.object(10 + index, field_body(index))
    size = 10 + count
    return writer.table(size, f"<< /Size {size} /Root 1 0 R /ID [{IDENTIFIER} {IDENTIFIER}] >>")


def field_body(index: int, value: str = "") -> str:
    left, bottom = 20 + index % 10 * 55, 20 + index // 10 * 8
    return (f"<< /Type /Annot /Subtype /Widget /FT /Tx /T (Field{index}) /F 4 /P 3 0 R "
            f"/Rect [{left} {bottom} {left + 50} {bottom + 7}]{value} >>")


def updated(data: bytes, count: int) -> bytes:
    """`count` incremental updates, each of which fills in the first field of `form_of` with another value, and shows it."""
    out = bytearray(data)
    previous = int(data[data.rindex(b"startxref") + 9:].split()[0])
    size = data.rindex(b"/Size")
    size = int(data[size + 5:].split()[0].rstrip(b"/"))
    root = data.rindex(b"/Root")
    root = data[root + 5:].split()[0].decode()
    for number in range(count):
        picture = size + number
        content = f"/Tx BMC q BT /Helv 5 Tf 0 g 1 2 Td (Value {number}) Tj ET Q EMC"
        offsets = []
        for body in (
            f"10 0 obj\n{field_body(0, f' /V (Value {number}) /AP << /N {picture} 0 R >>')}\nendobj\n",
            f"{picture} 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 50 7] /Length {len(content)} "
            f"/Resources << /Font << /Helv 5 0 R >> >> >>\nstream\n{content}\nendstream\nendobj\n",
        ):
            offsets.append(len(out))
            out += body.encode()
        start = len(out)
        out += (f"xref\n10 1\n{offsets[0]:010d} 00000 n \n{picture} 1\n{offsets[1]:010d} 00000 n \n"
                f"trailer\n<< /Size {picture + 1} /Root {root} 0 R /Prev {previous} >>\n").encode()
        out += f"startxref\n{start}\n%%EOF\n".encode()
        previous = start
    return bytes(out)


def signed(data: bytes, signer: SimpleSigner, field: str = "Signature") -> bytes:
    metadata = PdfSignatureMetadata(
        field_name=field, md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES
    )
    return PdfSigner(metadata, signer).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(data))).getvalue()


def write_big(path: Path, size: int) -> None:
    """A file of about `size` bytes with ten pages, written piece by piece."""
    dice = random.Random(size)
    chunk = dice.randbytes(1 << 20)
    head = file_of(1)
    previous = int(head[head.rindex(b"startxref") + 9:].split()[0])
    first = 6
    offsets = []
    with path.open("wb") as out:
        out.write(head)
        for number in range(size >> 20):
            offsets.append(out.tell())
            out.write(b"%d 0 obj\n<< /Length %d >>\nstream\n" % (first + number, len(chunk)) + chunk)
            out.write(b"\nendstream\nendobj\n")
        start = out.tell()
        out.write(b"xref\n%d %d\n" % (first, len(offsets)))
        out.writelines(b"%010d 00000 n\r\n" % offset for offset in offsets)
        out.write(b"trailer\n<< /Size %d /Root 1 0 R /Prev %d /ID [%s %s] >>\nstartxref\n%d\n%%%%EOF\n" % (
            first + len(offsets), previous, IDENTIFIER.encode(), IDENTIFIER.encode(), start))
