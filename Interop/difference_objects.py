"""Metadata, and objects that serve two masters."""

import io

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.generic import pdf_name
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields

from difference_evidence import nested
from difference_files import Maker, Plain, box, case, picture, redated, stream, text_field, updated

NOTHING = fields.MDPPerm.NO_CHANGES
ONE = Plain(signatures=("Sig1",))
TWO = Plain(signatures=("Sig1", "Sig2"))
XMP = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
       b"</rdf:RDF></x:xmpmeta>")


# Metadata


def with_metadata(writer) -> None:
    writer._update_meta = lambda: None
    writer.root["/Metadata"] = writer.add_object(
        stream(XMP, Type=pdf_name("/Metadata"), Subtype=pdf_name("/XML")))
    writer.update_root()


def metadata_of(value):
    def edit(writer) -> None:
        writer._update_meta = lambda: None
        writer.root["/Metadata"] = value(writer)
        writer.update_root()

    return edit


def metadata_in_place(writer) -> None:
    writer._update_meta = lambda: None
    found = writer.root["/Metadata"]
    found._data, found._encoded_data = b"This is no XMP.", None
    writer.mark_update(writer.root.raw_get("/Metadata"))


for words, edit in {
    "another stream of something else": metadata_of(lambda writer: writer.add_object(stream(b"This is no XMP."))),
    "something else in place": metadata_in_place, "null": metadata_of(lambda writer: generic.NullObject()),
    "an object that is null": metadata_of(lambda writer: writer.add_object(generic.NullObject())),
    "other XMP": metadata_of(lambda writer: writer.add_object(stream(XMP.replace(b"></rdf", b">New</rdf")))),
}.items():

    @case(f"metadata replaced by {words}")
    def _(maker: Maker, edit=edit) -> bytes:
        return updated(maker.sign(TWO.data(), "Sig1", before=with_metadata), edit)


# Objects


@case("page's content serves as a security store, then changed")
def _(maker: Maker) -> bytes:
    def alias(writer) -> None:
        writer.root["/DSS"] = writer.root["/Pages"]["/Kids"][0].get_object().raw_get("/Contents")
        writer.update_root()

    def change(writer) -> None:
        reference = writer.root["/Pages"]["/Kids"][0].get_object().raw_get("/Contents")
        content = reference.get_object()
        content._data, content._encoded_data = content.data + b" q Q", None
        writer.mark_update(reference)

    once = maker.sign(Plain().data(), "Sig1", before=alias)
    return updated(updated(once, lambda w: fields.append_signature_field(w, box("SigNew", 10, 74, 140, 134))), change)


def blah(value):
    """An unknown entry of the catalog that leads to an object."""

    def edit(writer) -> None:
        writer.root["/Blah"] = writer.add_object(value)
        writer.update_root()

    return edit


@case("object in use freed")
def _(maker: Maker) -> bytes:
    data = maker.sign(ONE.data(), "Sig1", before=blah(generic.pdf_string("Hi there!")))
    reader = PdfFileReader(io.BytesIO(data))
    number = reader.root.raw_get("/Blah").idnum
    return data + (
        f"xref\n0 1\n0000000000 65535 f \n{number} 1\n0000000000 00001 f \ntrailer\n<< /Prev {reader.last_startxref} "
        f"/Size {int(reader.trailer_view['/Size'])} /Root {reader.root_ref.idnum} 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    ).encode()


@case("list of fields has a second use, then grows")
def _(maker: Maker) -> bytes:
    def share(writer) -> None:
        form = writer.root["/AcroForm"]
        form["/Fields"] = writer.root["/Blah"] = writer.add_object(form["/Fields"])
        writer.update_root()
        writer.update_container(form)

    return maker.sign(maker.sign(ONE.data(), "Sig1", before=share), "SigNew")


def orphan(writer) -> None:
    writer.add_object(generic.pdf_string("Nothing leads here"))


@case("object that nothing uses added after DocMDP 1")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(ONE.data(), "Sig1", certify=NOTHING), orphan)


@case("object that nothing uses added")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(Plain().data(), "Sig1"), orphan)


@case("object that nothing uses added, and one that the catalog uses")
def _(maker: Maker) -> bytes:
    def both(writer) -> None:
        orphan(writer)
        blah(generic.pdf_string("Hello"))(writer)

    return updated(maker.sign(Plain().data(), "Sig1"), both)


@case("text added to a page")
def _(maker: Maker) -> bytes:
    def add(writer) -> None:
        page = writer.root["/Pages"]["/Kids"][0]
        page["/Contents"] = generic.ArrayObject(
            [page.raw_get("/Contents"), writer.add_object(stream(b"q BT /F1 18 Tf 0 50 Td (Sneaky text!) Tj ET Q"))])
        writer.update_container(page)

    return updated(maker.sign(Plain().data(), "Sig1"), add)


@case("structure tree is a circle, then an unused object added")
def _(maker: Maker) -> bytes:
    source = Plain(objects={6: "<< /Type /StructTreeRoot /K 7 0 R >>", 7: "<< /Type /StructElem /S /P /P 6 0 R /K 7 0 R >>"},
                   catalog=" /StructTreeRoot 6 0 R")
    return updated(maker.sign(source.data(), "Sig1"), orphan)


SAMPLES = {
    "an empty array": generic.ArrayObject(), "an empty dictionary": generic.DictionaryObject(),
    "an array of everything": generic.ArrayObject([
        generic.NumberObject(1), generic.FloatObject(0.61243), generic.ByteStringObject(b"1234"), generic.NullObject(),
        generic.BooleanObject(True), generic.TextStringObject("1234"), pdf_name("/Blah")]),
    "a dictionary": generic.DictionaryObject({pdf_name("/Foo"): pdf_name("/Bar")}),
    "a stream": stream(b"hello world", Foo=pdf_name("/Bar")),
    "a dictionary with a reference": generic.DictionaryObject({pdf_name("/Baz"): generic.IndirectObject(1, 0, None)}),
    "a dictionary with a reference to nothing": generic.DictionaryObject(
        {pdf_name("/Baz"): generic.IndirectObject(91299, 0, None)}),
}

for words, value in SAMPLES.items():

    @case(f"{words} written again as it was")
    def _(maker: Maker, value=value) -> bytes:
        def again(writer) -> None:
            writer.update_container(writer.root["/Blah"])

        return updated(maker.sign(ONE.data(), "Sig1", before=blah(value)), again)


@case("a dictionary with a reference to the catalog, then the document's date changed")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(ONE.data(), "Sig1", before=blah(SAMPLES["a dictionary with a reference"])), redated)


@case("stream replaced by its dictionary")
def _(maker: Maker) -> bytes:
    def strip(writer) -> None:
        reference = writer.root.raw_get("/Blah")
        writer.objects[(reference.generation, reference.idnum)] = generic.DictionaryObject(writer.root["/Blah"])

    return updated(maker.sign(ONE.data(), "Sig1", before=blah(stream(b"hello", Foo=pdf_name("/Bar")))), strip)


# Extensions of the catalog


def extensions(level: int, writer, is_indirect: bool):
    found = nested("ESIC", value=generic.DictionaryObject({
        pdf_name("/BaseVersion"): pdf_name("/1.7"), pdf_name("/ExtensionLevel"): generic.NumberObject(level)}))
    return writer.add_object(found) if is_indirect else found


for words, is_indirect in {"in the catalog": False, "in an object of its own": True}.items():
    for had in (False, True):

        @case(f"extensions {'changed' if had else 'added'} {words}, then signed")
        def _(maker: Maker, is_indirect=is_indirect, had=had) -> bytes:
            def put(level):
                def edit(writer) -> None:
                    writer.root["/Extensions"] = extensions(level, writer, is_indirect)
                    writer.update_root()

                return edit

            return maker.sign(maker.sign(TWO.data(), "Sig1", before=put(1) if had else None), "Sig2", before=put(2))


@case("extensions have a second use in the catalog, then changed")
def _(maker: Maker) -> bytes:
    def share(writer) -> None:
        writer.root["/Extensions"] = writer.root["/Blah"] = extensions(1, writer, True)
        writer.update_root()

    def change(writer) -> None:
        found = writer.root["/Extensions"]
        found["/Other"] = generic.NumberObject(1)
        writer.update_container(found)

    return maker.sign(maker.sign(TWO.data(), "Sig1", before=share), "Sig2", before=change)


# Pictures that are drawn over


def pictured(shared: bool, is_indirect: bool):
    """The empty second signature field has a picture, which the catalog uses too if it is shared."""

    def edit(writer) -> None:
        field = text_field(writer, 1)
        drawn = writer.add_object(picture("empty"))
        found = generic.DictionaryObject({pdf_name("/N"): drawn})
        field["/AP"] = writer.add_object(found) if is_indirect else found
        writer.update_container(field)
        if shared:
            writer.root["/FooBar"] = drawn
            writer.update_root()

    return edit


def redrawn(writer) -> None:
    reference = text_field(writer, 1)["/AP"].raw_get("/N")
    writer.objects[(reference.generation, reference.idnum)] = picture("signed")


for words, is_indirect in {"": False, ", by way of an object": True}.items():
    for shared in (False, True):

        @case(f"picture of an empty field drawn over in place{words}{', used elsewhere too' if shared else ''}, and signed")
        def _(maker: Maker, is_indirect=is_indirect, shared=shared) -> bytes:
            once = maker.sign(TWO.data(), "Sig1", before=pictured(shared, is_indirect))
            return maker.sign(once, "Sig2", before=redrawn)


@case("nonsense instead of a picture, then signed")
def _(maker: Maker) -> bytes:
    def spoil(writer) -> None:
        field = text_field(writer, 1)
        field["/AP"] = generic.NumberObject(3)
        writer.update_container(field)

    return maker.sign(maker.sign(TWO.data(), "Sig1", before=spoil), "Sig2")


@case("second signature's dictionary has no /Type")
def _(maker: Maker) -> bytes:
    data = maker.sign(maker.sign(TWO.data(), "Sig1"), "Sig2")
    # The type is as long as what stands in its place, which the second signature covers; the first does not.
    at = data.rindex(b"/Type /Sig\n") if b"/Type /Sig\n" in data else data.rindex(b"/Type /Sig")
    return data[:at] + b"/Blah /Sig" + data[at + 10:]
