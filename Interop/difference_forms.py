"""Signing again, and what happens to fields."""

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.generic import pdf_name
from pyhanko.sign import fields

import documents
from difference_files import Maker, Plain, box, case, filling, text_field, titled, updated

FILL = fields.MDPPerm.FILL_FORMS
NOTHING = fields.MDPPerm.NO_CHANGES
ONE = Plain(signatures=("Sig1",))
TWO = Plain(signatures=("Sig1", "Sig2"))
FORM = Plain(signatures=("Sig1",), texts=("Text",))
GROUP = Plain(signatures=("Sig1",), group=("TextField1", "TextField2"))


@case("title changed after DocMDP 2")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(ONE.data(), "Sig1", certify=FILL), titled)


for words, source in {
    "a table": lambda: Plain().data(), "object streams": lambda: documents.with_object_streams(Plain().data()),
    "a field already": lambda: ONE.data(), "two pages": lambda: Plain(pages=2).data(),
}.items():

    @case(f"second signature in a new invisible field, file with {words}")
    def _(maker: Maker, source=source) -> bytes:
        return maker.sign(maker.sign(source(), "Sig1"), "SigNew", before=titled)


@case("second signature in a new field without extent on page 2, title changed")
def _(maker: Maker) -> bytes:
    once = maker.sign(Plain(pages=2).data(), "Sig1", spec=box("Sig1", 10, 10, 10, 10))
    return updated(maker.sign(once, "SigNew", spec=box("SigNew", 10, 10, 10, 10, page=1)), titled)


@case("second signature in a new field within an old group, DocMDP 2")
def _(maker: Maker) -> bytes:
    source = Plain(signatures=("Sig1",), group=("TextField1",)).data()
    return maker.sign(maker.sign(source, "Sig1", certify=FILL), "TextInput.NewSig")


@case("second signature in an old empty field within a group, DocMDP 2")
def _(maker: Maker) -> bytes:
    def prepare(writer) -> None:
        page = writer.root["/Pages"]["/Kids"].raw_get(0)
        fields._insert_or_get_field_at(
            writer, writer.root["/AcroForm"]["/Fields"], ("NewSigs", "NewSig1"),
            field_obj=fields.SignatureFormField("NewSig1", include_on_page=page),
        )

    return maker.sign(maker.sign(ONE.data(), "Sig1", certify=FILL, before=prepare), "NewSigs.NewSig1")


@case("field without a type added, then signed, DocMDP 2")
def _(maker: Maker) -> bytes:
    def add(writer) -> None:
        fields._insert_or_get_field_at(writer, writer.root["/AcroForm"]["/Fields"], ("Blah",))

    return maker.sign(maker.sign(ONE.data(), "Sig1", certify=FILL), "NewSig", before=add)


@case("list of annotations moved into an object of its own, then signed in a new field")
def _(maker: Maker) -> bytes:
    def move(writer) -> None:
        page = writer.root["/Pages"]["/Kids"][0]
        page["/Annots"] = writer.add_object(generic.ArrayObject(page["/Annots"]))
        writer.update_container(page)

    return maker.sign(maker.sign(ONE.data(), "Sig1"), "SigNew", spec=box("SigNew", 10, 10, 10, 10), before=move)


for words, level in {"an approval": None, "DocMDP 2": FILL}.items():

    @case(f"new visible signature after {words}")
    def _(maker: Maker, level=level) -> bytes:
        return maker.sign(maker.sign(ONE.data(), "Sig1", certify=level), "SigNew", spec=box("SigNew", 300, 74, 430, 134))


@case("text field turned into a signature field")
def _(maker: Maker) -> bytes:
    def turn(writer) -> None:
        field = text_field(writer, 1)
        field["/FT"] = pdf_name("/Sig")
        writer.update_container(field)

    return updated(maker.sign(FORM.data(), "Sig1"), turn)


BOGUS = {
    "a name": lambda writer: pdf_name("/Test"), "an empty array": lambda writer: generic.ArrayObject(),
    "an array with null": lambda writer: generic.ArrayObject([generic.NullObject()]),
    "an array that leads to null": lambda writer: generic.ArrayObject([writer.add_object(generic.NullObject())]),
}

for words, value in BOGUS.items():

    @case(f"text field given kids: {words}")
    def _(maker: Maker, value=value) -> bytes:
        def give(writer) -> None:
            field = text_field(writer, 1)
            field["/Kids"] = value(writer)
            writer.update_container(field)

        return updated(maker.sign(FORM.data(), "Sig1"), give)

    @case(f"page tree's kids replaced: {words}, signature field added")
    def _(maker: Maker, value=value) -> bytes:
        def replace(writer) -> None:
            fields.append_signature_field(writer, fields.SigFieldSpec("Extra"))
            root = writer.root["/Pages"]
            root["/Kids"] = value(writer)
            writer.update_container(root)

        return updated(maker.sign(Plain().data(), "Sig1"), replace)


@case("page tree's kids removed, signature field added")
def _(maker: Maker) -> bytes:
    def remove(writer) -> None:
        fields.append_signature_field(writer, fields.SigFieldSpec("Extra"))
        root = writer.root["/Pages"]
        del root["/Kids"]
        writer.update_container(root)

    return updated(maker.sign(Plain().data(), "Sig1"), remove)


@case("empty text field filled")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(FORM.data(), "Sig1"), filling("Some text", 1))


@case("filled text field changed")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(FORM.data(), "Sig1", before=filling("Some text", 1)), filling("Other text", 1))


@case("text field filled, its picture shows another text")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(FORM.data(), "Sig1"), filling("100", 1, shown="900"))


@case("field of a group filled")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(GROUP.data(), "Sig1"), filling("Some text", 1, 0))


@case("another field of a group filled")
def _(maker: Maker) -> bytes:
    return updated(maker.sign(GROUP.data(), "Sig1", before=filling("Some text", 1, 0)), filling("Other", 1, 1))


@case("field of a group changed and another filled")
def _(maker: Maker) -> bytes:
    def both(writer) -> None:
        filling("Some other text", 1, 0)(writer)
        filling("Yet other text", 1, 1)(writer)

    return updated(maker.sign(GROUP.data(), "Sig1", before=filling("Some text", 1, 0)), both)


ACTION = fields.FieldMDPAction
LOCKS = {
    "Include TextField1": fields.FieldMDPSpec(ACTION.INCLUDE, fields=["TextInput.TextField1"]),
    "Exclude TextField2": fields.FieldMDPSpec(ACTION.EXCLUDE, fields=["TextInput.TextField2"]),
    "Include the group": fields.FieldMDPSpec(ACTION.INCLUDE, fields=["TextInput"]),
    "Exclude the group": fields.FieldMDPSpec(ACTION.EXCLUDE, fields=["TextInput"]),
    "All": fields.FieldMDPSpec(ACTION.ALL),
    "Exclude the signature": fields.FieldMDPSpec(ACTION.EXCLUDE, fields=["SigNew"]),
    "Include the signature": fields.FieldMDPSpec(ACTION.INCLUDE, fields=["SigNew"]),
}

for words, lock in LOCKS.items():
    for before in (0, 1):
        for after in (0, 1):

            @case(f"FieldMDP {words}: TextField{before + 1} filled before, TextField{after + 1} after", "SigNew")
            def _(maker: Maker, lock=lock, before=before, after=after) -> bytes:
                def prepare(writer) -> None:
                    fields.append_signature_field(
                        writer, box("SigNew", 300, 74, 430, 134, field_mdp_spec=lock, doc_mdp_update_value=FILL))
                    filling("Some text", 1, before)(writer)

                return updated(
                    maker.sign(GROUP.data(), "SigNew", before=prepare), filling("Some other text", 1, after))


@case("copy of a text field added under another name")
def _(maker: Maker) -> bytes:
    def add(writer) -> None:
        listed = writer.root["/AcroForm"]["/Fields"]
        copy = generic.DictionaryObject(listed[1].get_object())
        copy["/T"] = generic.pdf_string("OtherField")
        listed.append(writer.add_object(copy))
        writer.update_container(listed)

    return updated(maker.sign(FORM.data(), "Sig1"), add)


@case("first of two signatures deleted", "Sig2")
def _(maker: Maker) -> bytes:
    def delete(writer) -> None:
        field = text_field(writer, 0)
        del field["/V"]
        writer.update_container(field)

    return updated(maker.sign(maker.sign(TWO.data(), "Sig1"), "Sig2"), delete)


@case("signature dictionary given another entry")
def _(maker: Maker) -> bytes:
    def give(writer) -> None:
        value = text_field(writer, 0)["/V"]
        value["/Bleh"] = generic.BooleanObject(False)
        writer.update_container(value)

    return updated(maker.sign(Plain().data(), "Sig1"), give)


for words, level in {"DocMDP 2": FILL, "DocMDP 3": fields.MDPPerm.ANNOTATE}.items():
    for tags in (False, True):

        @case(f"old empty field signed after {words}{', tagged file' if tags else ''}")
        def _(maker: Maker, level=level, tags=tags) -> bytes:
            source = Plain(signatures=("Sig1", "Sig2"), tagged=tags).data()
            return maker.sign(maker.sign(source, "Sig1", certify=level), "Sig2")


@case("second signature's picture replaced by null")
def _(maker: Maker) -> bytes:
    def strip(writer) -> None:
        field = text_field(writer, 1)
        field["/AP"] = generic.NullObject()
        writer.update_container(field)

    return updated(maker.sign(maker.sign(TWO.data(), "Sig1"), "Sig2"), strip)


for words, value in {
    "null": generic.NullObject(), "another field's": generic.pdf_string("Sig1"),
    "one with a period": generic.pdf_string("Sig2."),
}.items():

    @case(f"name of an empty signature field made {words}")
    def _(maker: Maker, value=value) -> bytes:
        def rename(writer) -> None:
            field = text_field(writer, 1)
            field["/T"] = value
            writer.update_container(field)

        return updated(maker.sign(TWO.data(), "Sig1"), rename)


@case("two signatures whose widgets are objects of their own")
def _(maker: Maker) -> bytes:
    once = maker.sign(Plain().data(), "Sig1", spec=box("Sig1", 20, 20, 80, 40, combine_annotation=False))
    return maker.sign(once, "Sig2", spec=box("Sig2", 20, 120, 80, 140, combine_annotation=False))


@case("signed again although DocMDP 1 forbids it")
def _(maker: Maker) -> bytes:
    return maker.sign(maker.sign(Plain().data(), "Sig1", certify=NOTHING), "SigNew", is_enforced=False)


@case("signature's annotation taken from its page")
def _(maker: Maker) -> bytes:
    def take(writer) -> None:
        page = writer.root["/Pages"]["/Kids"][0]
        del page["/Annots"]
        writer.update_container(page)

    return updated(maker.sign(Plain().data(), "Sig1"), take)


for words, page in {"the same page": 0, "another page": 1}.items():

    @case(f"first signature's annotation taken away while signing on {words}")
    def _(maker: Maker, page=page) -> bytes:
        def take(writer) -> None:
            annotations = writer.root["/Pages"]["/Kids"][0]["/Annots"]
            del annotations[0]
            writer.update_container(annotations)

        once = maker.sign(Plain(pages=2).data(), "Sig1", spec=box("Sig1", 10, 10, 10, 10))
        return maker.sign(once, "SigNew", spec=box("SigNew", 10, 10, 10, 10, page=page), before=take)


for words, before, after in (
    ("altered", "/Annot", "/Foo"), ("removed", "/Annot", None), ("added wrongly", None, "/Foo"),
    ("added rightly", None, "/Annot"),
):

    @case(f"/Type of a field {words} while it is signed")
    def _(maker: Maker, before=before, after=after) -> bytes:
        def turn(value):
            def edit(writer) -> None:
                field = text_field(writer, 1)
                if value is None:
                    del field["/Type"]
                else:
                    field["/Type"] = pdf_name(value)
                writer.update_container(field)

            return edit

        once = maker.sign(TWO.data(), "Sig1", before=turn(None) if before is None else None)
        return maker.sign(once, "Sig2", before=turn(after))
