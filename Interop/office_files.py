"""Files of offices, pictures and texts, each ugly in its own way; all are made here or by the tools of the tests."""

import io
import random
import struct
import zipfile
from dataclasses import dataclass

from PIL import Image

#: Stands in every file that can be read.
MARK = "Lease 4711"


@dataclass
class OfficeFile:
    kind: str
    way: str
    data: bytes
    #: Whether it can be read; None where nobody can tell.
    readable: bool | None = True


def zipped(parts: dict[str, str | bytes], stored: tuple[str, ...] = ()) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED)
    return made.getvalue()


def relationships(*items: tuple[str, str, str, bool]) -> str:
    inner = "".join(
        f'<Relationship Id="{name}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" '
        f'Target="{target}"{" TargetMode=" + chr(34) + "External" + chr(34) if outside else ""}/>'
        for name, kind, target, outside in items)
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inner}</Relationships>'


def content_types(*overrides: tuple[str, str]) -> str:
    inner = "".join(f'<Override PartName="{part}" ContentType="{kind}"/>' for part, kind in overrides)
    return ('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>{inner}</Types>')


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
OOXML = "application/vnd.openxmlformats-officedocument"


def docx(text: str, font: str = "", address: str = "", macro: bool = False, repeat: int = 1) -> bytes:
    look = f'<w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}"/></w:rPr>' if font else ""
    picture = (
        '<w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape style="width:50pt;height:50pt">'
        f'<v:imagedata r:id="rId9"/></v:shape></w:pict></w:r>' if address else "")
    body = f"<w:p><w:r>{look}<w:t>{text}</w:t></w:r>{picture}</w:p>" * repeat
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": content_types(("/word/document.xml", f"{OOXML}.wordprocessingml.document.main+xml")),
        "_rels/.rels": relationships(("rId1", "officeDocument", "word/document.xml", False)),
        "word/document.xml": f"<w:document {W} {R}><w:body>{body}</w:body></w:document>",
    }
    links = []
    if address:
        links += [("rId9", "image", address, True), ("rId8", "attachedTemplate", address, True)]
    if macro:
        links.append(("rId7", "vbaProject", "vbaProject.bin", False))
        parts["word/vbaProject.bin"] = bytes(random.Random(1).randbytes(2000))
    if links:
        parts["word/_rels/document.xml.rels"] = relationships(*links)
    return zipped(parts)


def xlsx(text: str, rows: int = 1) -> bytes:
    cells = "".join(
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>{text}</t></is></c></row>' for row in range(1, rows + 1))
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    return zipped({
        "[Content_Types].xml": content_types(
            ("/xl/workbook.xml", f"{OOXML}.spreadsheetml.sheet.main+xml"),
            ("/xl/worksheets/sheet1.xml", f"{OOXML}.spreadsheetml.worksheet+xml")),
        "_rels/.rels": relationships(("rId1", "officeDocument", "xl/workbook.xml", False)),
        "xl/workbook.xml": f'<workbook {main} {R}><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relationships(("rId1", "worksheet", "worksheets/sheet1.xml", False)),
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{cells}</sheetData></worksheet>",
    })


def opendocument(kind: str, text: str, address: str = "") -> bytes:
    spaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{rest}:1.0"' for name, rest in [
            ("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"), ("style", "style"),
            ("manifest", "manifest")]) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    media = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}[kind]
    picture = (f'<draw:frame draw:name="a"><draw:image xlink:href="{address}" xlink:type="simple"/></draw:frame>'
               if address else "")
    inner = {
        "odt": f"<text:p>{text}{picture}</text:p>",
        "ods": f'<table:table table:name="A"><table:table-row><table:table-cell office:value-type="string">'
               f"<text:p>{text}</text:p></table:table-cell></table:table-row></table:table>",
        "odp": '<draw:page draw:name="A"><draw:frame xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" '
               'svg:width="10cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"><draw:text-box>'
               f"<text:p>{text}</text:p></draw:text-box></draw:frame></draw:page>",
    }[kind]
    root = "office:" + media
    return zipped({
        "mimetype": f"application/vnd.oasis.opendocument.{media}",
        "content.xml": f"<office:document-content{spaces} office:version=\"1.3\"><office:body><{root}>{inner}</{root}>"
                       "</office:body></office:document-content>",
        "META-INF/manifest.xml":
            f'<manifest:manifest{spaces} manifest:version="1.3"><manifest:file-entry manifest:full-path="/" '
            f'manifest:media-type="application/vnd.oasis.opendocument.{media}"/><manifest:file-entry '
            'manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    }, stored=("mimetype",))


def encrypted() -> bytes:
    """The beginning of a compound file with an encrypted package."""
    return bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504) + "EncryptedPackage".encode("utf-16-le") + bytes(1000)


def picture(kind: str, mode: str = "RGB", pages: int = 1, size: tuple[int, int] = (60, 40)) -> bytes:
    made = io.BytesIO()
    frames = [Image.new(mode, size, color=number * 40) if mode in ("L", "1") else
              Image.new("RGB", size, color=(number * 40, 20, 90)).convert(mode) for number in range(pages)]
    extra = {"save_all": True, "append_images": frames[1:]} if pages > 1 else {}
    frames[0].save(made, kind.upper(), **extra)
    return made.getvalue()


def all_files(address: str, seed: int, count: int) -> list[OfficeFile]:
    """For each kind, `count` files: first those below, then cut and changed ones.

    `address` is that of a server which nobody may ask."""
    spiteful = [address + "/picture.png", "file:///etc/passwd"]
    texts = [MARK, f"{MARK} Åsa مرحبا 契約"]
    made: dict[str, list[OfficeFile]] = {
        "txt": [
            OfficeFile("txt", "plain", texts[1].encode()), OfficeFile("txt", "UTF-16", texts[1].encode("utf-16")),
            OfficeFile("txt", "Windows", f"{MARK} für 5 €".encode("cp1252")),
            OfficeFile("txt", "control characters", b"Lease\x1b[31m", readable=False),
            OfficeFile("txt", "long line", (MARK + " ") .encode() * 2000),
        ],
        "html": [
            OfficeFile("html", "remote and local pictures",
                       f'<html><h1>{MARK}</h1><img src="{spiteful[0]}"><img src="{spiteful[1]}">'
                       f'<iframe src="{spiteful[1]}"></iframe><link rel="stylesheet" href="{spiteful[0]}">'
                       f'<object data="{spiteful[1]}"></object></html>'.encode()),
            OfficeFile("html", "script", f"<html><script>document.write('x')</script><p>{MARK}</html>".encode()),
            OfficeFile("html", "unclosed", f"<html><b><i><table><tr><td>{MARK}".encode()),
        ],
        "rtf": [
            OfficeFile("rtf", "plain", rb"{\rtf1\ansi " + MARK.encode() + b"}"),
            OfficeFile("rtf", "linked", rb"{\rtf1{\field{\*\fldinst INCLUDEPICTURE " + spiteful[0].encode() +
                       rb" \\d}{\fldrslt x}}" + MARK.encode() + b"}"),
        ],
        "docx": [
            OfficeFile("docx", "linked", docx(texts[1], address=spiteful[0])),
            OfficeFile("docx", "local file", docx(MARK, address=spiteful[1])),
            OfficeFile("docx", "macro", docx(MARK, macro=True)),
            OfficeFile("docx", "missing font", docx(MARK, font="Nobody Has This Font")),
            OfficeFile("docx", "password", encrypted(), readable=False),
            OfficeFile("docx", "long", docx(MARK, repeat=2000)),
        ],
        "xlsx": [
            OfficeFile("xlsx", "plain", xlsx(texts[1])), OfficeFile("xlsx", "long", xlsx(MARK, rows=3000)),
            OfficeFile("xlsx", "formula", xlsx(f'=WEBSERVICE("{spiteful[0]}")</t></is></c><c r="B1" t="inlineStr"><is><t>{MARK}')),
        ],
        "pptx": [OfficeFile("pptx", "empty package", zipped({"ppt/presentation.xml": "<a/>"}), readable=None)],
        "odt": [
            OfficeFile("odt", "linked", opendocument("odt", texts[1], address=spiteful[0])),
            OfficeFile("odt", "local file", opendocument("odt", MARK, address=spiteful[1])),
        ],
        "ods": [OfficeFile("ods", "plain", opendocument("ods", MARK))],
        "odp": [OfficeFile("odp", "plain", opendocument("odp", MARK))],
        "doc": [OfficeFile("doc", "password", encrypted(), readable=False)],
        "png": [OfficeFile("png", mode, picture("png", mode)) for mode in ("RGB", "RGBA", "P", "1")],
        "jpg": [OfficeFile("jpg", mode, picture("jpeg", mode)) for mode in ("RGB", "L", "CMYK")],
        "gif": [OfficeFile("gif", "moving", picture("gif", "P", pages=3)), OfficeFile("gif", "still", picture("gif", "P"))],
        "tiff": [OfficeFile("tiff", "three pages", picture("tiff", pages=3)), OfficeFile("tiff", "fax", picture("tiff", "1"))],
        "webp": [OfficeFile("webp", "still", picture("webp"))],
    }
    # A picture that says it is huge.
    huge = bytearray(picture("png"))
    huge[16:24] = struct.pack(">II", 60_000, 60_000)
    made["png"].append(OfficeFile("png", "huge", bytes(huge), readable=False))
    dice = random.Random(seed)
    files: list[OfficeFile] = []
    for kind, own in made.items():
        chosen = own if count >= len(own) else dice.sample(own, count)
        files += chosen
        for _ in range(count - len(chosen)):
            data = bytearray(dice.choice(own).data)
            if dice.random() < 0.5:
                data = data[:dice.randrange(1, len(data))]
                way = "cut"
            else:
                for _ in range(dice.randrange(1, 20)):
                    data[dice.randrange(len(data))] = dice.randrange(256)
                way = "changed"
            files.append(OfficeFile(kind, way, bytes(data), readable=None))
    return files
