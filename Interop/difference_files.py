"""Files for the difference policy: small documents, signed by pyHanko, and updates of them.

The cases ask what pyHanko's own tests of its difference analysis ask; files and code are this project's own.
"""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from asn1crypto import keys
from cryptography import x509 as cx509
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID
from asn1crypto import x509
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.generic import pdf_name
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

import identities
from documents import FONT, IDENTIFIER, Writer

Update = Callable[[IncrementalPdfFileWriter], None]


@dataclass
class Maker:
    """Who signs and gives timestamps, under one authority."""

    authority: identities.Authority
    identity: identities.Identity = None
    timestamper: DummyTimeStamper = None
    signer: SimpleSigner = None

    def __post_init__(self) -> None:
        self.identity = self.authority.issue("Ada Lovelace")
        self.signer = SimpleSigner(
            signing_cert=der(self.identity.certificate), signing_key=private(self.identity.key),
            cert_registry=store(self.root),
        )
        key = identities.new_key("rsa2048")  # the dummy knows no other
        clock = self.authority.sign(
            cx509.CertificateBuilder()
            .subject_name(identities.name("Clock"))
            .public_key(key.public_key())
            .add_extension(identities.usage(digital_signature=True), critical=True)
            .add_extension(cx509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
        )
        self.timestamper = DummyTimeStamper(der(clock), private(key), certs_to_embed=store(self.root))

    @property
    def root(self) -> x509.Certificate:
        return der(self.authority.certificate)

    def context(self) -> ValidationContext:
        return ValidationContext(trust_roots=[self.root], allow_fetching=False)

    def sign(self, data: bytes, name: str, *, certify: fields.MDPPerm | None = None,
             spec: fields.SigFieldSpec | None = None, evidence: bool = False, archive: bool = False,
             is_enforced: bool = True, before: Update | None = None) -> bytes:
        """One signature more; `before` edits the document in the same update."""
        writer = IncrementalPdfFileWriter(io.BytesIO(data), strict=False)
        if before:
            before(writer)
        level = {} if certify is None else {"certify": True, "docmdp_permissions": certify}
        metadata = PdfSignatureMetadata(
            field_name=name, md_algorithm="sha256", embed_validation_info=evidence or archive,
            use_pades_lta=archive, validation_context=self.context() if evidence or archive else None,
            subfilter=fields.SigSeedSubFilter.PADES, **level,
        )
        signer = PdfSigner(
            metadata, self.signer, timestamper=self.timestamper if evidence or archive else None, new_field_spec=spec
        )
        if not is_enforced:
            signer._enforce_certification_constraints = lambda _: None
        return signer.sign_pdf(writer).getvalue()


def der(certificate: cx509.Certificate) -> x509.Certificate:
    return x509.Certificate.load(certificate.public_bytes(Encoding.DER))


def private(key) -> keys.PrivateKeyInfo:
    return keys.PrivateKeyInfo.load(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))


def store(*certificates: x509.Certificate) -> SimpleCertificateStore:
    made = SimpleCertificateStore()
    made.register_multiple(certificates)
    return made


@dataclass
class Case:
    """A file, and which of its signatures is asked about."""

    name: str
    make: Callable[[Maker], bytes]
    signature: str = "Sig1"


CASES: list[Case] = []


def case(name: str, signature: str = "Sig1"):
    """Registers a maker of a file under the words that the table has for it."""

    def register(make: Callable[[Maker], bytes]):
        CASES.append(Case(name, make, signature))
        return make

    return register


@dataclass
class Plain:
    """What a document has: signature fields, text fields, a group of text fields, tags, names for its parts."""

    pages: int = 1
    signatures: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    tagged: bool = False
    objects: dict[int, str] = field(default_factory=dict)
    catalog: str = ""

    def data(self) -> bytes:
        """Object 1 is the catalog, 2 the page tree, 4 the form, 5 the group, 10 the first page, 11 its content; the
        fields of the first page are objects 30, 31 …; whatever else is asked for comes from 60 on."""
        writer = Writer()
        writer.line("%PDF-1.7")
        widgets, roots = [], []
        number = 30
        bodies: dict[int, str] = {}

        def widget(kind: str, name: str, parent: str = "") -> int:
            nonlocal number
            bodies[number] = (
                f"<< /Type /Annot /Subtype /Widget /FT /{kind} /T ({name}) /F 4 /P 10 0 R{parent} "
                f"/Rect [72 {700 - 40 * (number - 30)} 202 {730 - 40 * (number - 30)}] >>"
            )
            widgets.append(f"{number} 0 R")
            number += 1
            return number - 1

        for name in self.signatures:
            roots.append(f"{widget('Sig', name)} 0 R")
        for name in self.texts:
            roots.append(f"{widget('Tx', name)} 0 R")
        if self.group:
            kids = [widget("Tx", name, " /Parent 5 0 R") for name in self.group]
            bodies[5] = f"<< /T (TextInput) /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>"
            roots.append("5 0 R")
        form = f" /AcroForm 4 0 R" if roots else ""
        tags = " /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R" if self.tagged else ""
        kids = " ".join(f"{10 + 2 * page} 0 R" for page in range(self.pages))
        writer.object(1, f"<< /Type /Catalog /Pages 2 0 R{form}{tags}{self.catalog} >>")
        writer.object(2, f"<< /Type /Pages /Kids [{kids}] /Count {self.pages} /MediaBox [0 0 595 842] >>")
        writer.object(3, FONT)
        if roots:
            writer.object(4, f"<< /Fields [{' '.join(roots)}] /DA (/Ti 12 Tf 0 g) "
                             "/DR << /Font << /Ti 3 0 R >> >> >>")
        if self.tagged:
            writer.object(6, "<< /Type /StructTreeRoot /K 7 0 R >>")
            writer.object(7, "<< /Type /StructElem /S /Document /P 6 0 R /K [8 0 R] >>")
            writer.object(8, f"<< /Type /StructElem /S /Form /P 7 0 R /K << /Type /OBJR /Obj {widgets[0]} >> >>")
        for page in range(self.pages):
            shown = f" /Annots [{' '.join(widgets)}]" if widgets and page == 0 else ""
            writer.object(10 + 2 * page, f"<< /Type /Page /Parent 2 0 R /Contents {11 + 2 * page} 0 R{shown} "
                                         "/Resources << /Font << /F1 3 0 R >> >> >>")
            writer.object(11 + 2 * page, "<< >>", f"BT /F1 14 Tf 72 780 Td (Page {page + 1}.) Tj ET".encode())
        for at, body in {**bodies, **self.objects}.items():
            writer.object(at, body)
        return writer.table(100, f"<< /Size 100 /Root 1 0 R /ID [{IDENTIFIER} {IDENTIFIER}] >>")


def updated(data: bytes, edit: Update) -> bytes:
    """The data with what `edit` does to it as an update, and with the dates that it had."""
    writer = IncrementalPdfFileWriter(io.BytesIO(data), strict=False)
    writer._update_meta = lambda: None  # else a case is another one when the second ends
    edit(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def stream(data: bytes, **entries) -> generic.StreamObject:
    return generic.StreamObject({pdf_name("/" + key): value for key, value in entries.items()}, stream_data=data)


def redated(writer: IncrementalPdfFileWriter) -> None:
    """Changes the date in the document's metadata."""
    packet = writer.root["/Metadata"]
    dated = re.sub(rb'ModifyDate="[^"]*"', b'ModifyDate="2049-01-02T03:04:05+00:00"', packet.data)
    assert dated != packet.data
    writer.root["/Metadata"] = writer.add_object(stream(dated, Type=pdf_name("/Metadata"), Subtype=pdf_name("/XML")))
    writer.update_root()


def titled(writer: IncrementalPdfFileWriter) -> None:
    writer.set_info(generic.DictionaryObject({pdf_name("/Title"): generic.pdf_string("Changed")}))


def text_field(writer: IncrementalPdfFileWriter, *path: int):
    """A field by its place in the form: an index, or that of a group and one within it."""
    found = writer.root["/AcroForm"]["/Fields"][path[0]].get_object()
    for index in path[1:]:
        found = found["/Kids"][index].get_object()
    return found


def filling(text: str, *path: int, shown: str | None = None) -> Update:
    """Gives a text field a value and the picture that goes with it."""

    def edit(writer: IncrementalPdfFileWriter) -> None:
        target = text_field(writer, *path)
        target["/V"] = generic.pdf_string(text)
        target["/AP"] = generic.DictionaryObject({pdf_name("/N"): writer.add_object(picture(shown or text))})
        writer.update_container(target)

    return edit


HELVETICA = generic.DictionaryObject({
    pdf_name("/Type"): pdf_name("/Font"), pdf_name("/Subtype"): pdf_name("/Type1"),
    pdf_name("/BaseFont"): pdf_name("/Helvetica"), pdf_name("/Encoding"): pdf_name("/WinAnsiEncoding")})


def picture(text: str) -> generic.StreamObject:
    return generic.StreamObject(
        {
            pdf_name("/Type"): pdf_name("/XObject"), pdf_name("/Subtype"): pdf_name("/Form"),
            pdf_name("/BBox"): generic.ArrayObject(map(generic.NumberObject, (0, 0, 130, 30))),
            pdf_name("/Resources"): generic.DictionaryObject({
                pdf_name("/Font"): generic.DictionaryObject({pdf_name("/Ti"): HELVETICA})}),
        },
        stream_data=b"q BT /Ti 12 Tf 2 10 Td (%s) Tj ET Q" % text.encode("ascii"),
    )


def box(name: str, *corners: int, page: int = 0, **more) -> fields.SigFieldSpec:
    return fields.SigFieldSpec(name, on_page=page, box=corners or None, **more)
