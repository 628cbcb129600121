"""Evidence for the decades: the security store, timestamps, and what becomes of them later."""

import io

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.generic import pdf_name
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import PdfTimeStamper, fields

from difference_files import Maker, Plain, box, case, filling, stream, updated

FILL = fields.MDPPerm.FILL_FORMS
NOTHING = fields.MDPPerm.NO_CHANGES
ONE = Plain(signatures=("Sig1",))
TWO = Plain(signatures=("Sig1", "Sig2"))
FORM = Plain(signatures=("Sig1",), texts=("Text",))


@case("text field filled after PAdES B-LT")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(FORM.data(), "Sig1", evidence=True), filling("Some text", 1))


@case("filled text field changed after PAdES B-LT")
def _(maker: Maker) -> bytes:
    once = maker.sign(FORM.data(), "Sig1", evidence=True, before=filling("Some text", 1))
    return updated(once, filling("Some other text", 1))


@case("PAdES B-LTA with FieldMDP All", "SigNew")
def _(maker: Maker) -> bytes:
    lock = fields.FieldMDPSpec(fields.FieldMDPAction.ALL)
    spec = box("SigNew", 10, 74, 140, 134, field_mdp_spec=lock, doc_mdp_update_value=FILL)
    return maker.sign(Plain().data(), "SigNew", archive=True, before=lambda w: fields.append_signature_field(w, spec))


@case("PAdES B-LTA with DocMDP 1")
def _(maker: Maker) -> bytes:
    return maker.sign(ONE.data(), "Sig1", certify=NOTHING, archive=True)


@case("document timestamp after DocMDP 1")
def _(maker: Maker) -> bytes:
    writer = IncrementalPdfFileWriter(io.BytesIO(maker.sign(ONE.data(), "Sig1", certify=NOTHING)))
    return PdfTimeStamper(timestamper=maker.timestamper).timestamp_pdf(
        writer, md_algorithm="sha256", validation_context=maker.context()).getvalue()


def twice(maker: Maker, certify=None) -> bytes:
    return maker.sign(maker.sign(TWO.data(), "Sig1", evidence=True, certify=certify), "Sig2", evidence=True)


for words, level in {"an approval": None, "DocMDP 2": FILL}.items():

    @case(f"PAdES B-LT signed twice, first {words}")
    def _(maker: Maker, level=level) -> bytes:
        return twice(maker, level)


def without_store(writer) -> None:
    del writer.root["/DSS"]
    writer.update_root()


def without_signature_lists(writer) -> None:
    store = writer.root["/DSS"]
    del store["/VRI"]
    writer.update_container(store)


def without_one_list(writer) -> None:
    lists = writer.root["/DSS"]["/VRI"]
    del lists[next(iter(lists))]
    writer.update_container(lists)


for words, edit in {
    "security store removed": without_store, "store's lists for signatures removed": without_signature_lists,
    "store's list for one signature removed": without_one_list,
}.items():
    for name in ("Sig1", "Sig2"):

        @case(f"{words} after B-LT signed twice; as {name} sees it", name)
        def _(maker: Maker, edit=edit) -> bytes:
            return updated(twice(maker), edit)


for words, value in {
    "a stream": lambda writer: writer.add_object(stream(b"\x05\x00")),
    "a text": lambda writer: generic.TextStringObject(""),
}.items():

    @case(f"store's list for no signature added, its /TS {words}", "Sig2")
    def _(maker: Maker, value=value) -> bytes:
        def add(writer) -> None:
            lists = writer.root["/DSS"]["/VRI"]
            lists[pdf_name("/" + "DEADBEEF" * 5)] = generic.DictionaryObject({pdf_name("/TS"): value(writer)})
            writer.update_container(lists)

        return updated(twice(maker), add)


@case("security store moved to the number of another object that nothing uses")
def _(maker: Maker) -> bytes:
    number = []

    def prepare(writer) -> None:
        number.append(writer.add_object(generic.pdf_string("Hi there")).reference)

    def move(writer) -> None:
        at = number[0]
        writer.objects[(at.generation, at.idnum)] = writer.root["/DSS"]
        writer.root["/DSS"] = generic.IndirectObject(at.idnum, at.generation, writer)
        writer.update_root()

    return updated(maker.sign(TWO.data(), "Sig1", evidence=True, before=prepare), move)


def nested(*keys: str, value=None):
    """Dictionaries in one another, with null inside."""
    found = value or generic.NullObject()
    for key in reversed(keys):
        found = generic.DictionaryObject({pdf_name("/" + key): found})
    return found


for words, value in {
    "a text": generic.pdf_string("Hi there"), "an unknown entry": nested("Blah"), "no list": nested("Certs"),
    "no lists for signatures": nested("VRI"), "a list for no digest": nested("VRI", "Bleh"),
    "null for a signature": nested("VRI", "A" * 40), "an unknown list for a signature": nested("VRI", "A" * 40, "Bleh"),
    "no list for a signature": nested("VRI", "A" * 40, "OCSP"),
}.items():

    @case(f"security store replaced by {words}")
    def _(maker: Maker, value=value) -> bytes:
        def replace(writer) -> None:
            writer.root["/DSS"] = writer.add_object(value)
            writer.update_root()

        return updated(maker.sign(TWO.data(), "Sig1", evidence=True), replace)
