"""`countersign fields`: where a file's form fields are, and a picture of a page with its coordinates."""

import json
import struct
from pathlib import Path

import pikepdf
import pytest

import documents
from service import countersign


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_fields_lie_where_another_program_has_put_them(tmp_path: Path, rotate: int):
    file, picture = tmp_path / "form.pdf", tmp_path / "page.png"
    with pikepdf.new() as made:
        for _ in range(2):
            made.add_blank_page(page_size=(400, 600))
        page = made.pages[1]
        page.Rotate = rotate
        field = made.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="Öl\x1b[2J und Essig",
            Rect=[40, 500, 140, 520], F=4, P=page.obj))
        page.Annots = [field]
        made.Root.AcroForm = pikepdf.Dictionary(Fields=[field])
        made.save(file)
    listed = countersign("fields", file, "--json")
    assert listed.returncode == 0, listed
    # The rectangle's corner that a reader sees at the top left, by hand.
    left, top, width, height = {
        0: (40, 80, 100, 20), 90: (500, 40, 20, 100), 180: (260, 500, 100, 20), 270: (80, 260, 20, 100),
    }[rotate]
    assert json.loads(listed.stdout) == [{
        "name": "Öl\x1b[2J und Essig", "type": "text", "page": 2, "left": left, "top": top, "width": width,
        "height": height}]
    shown = countersign("fields", file, "--picture", picture)
    assert shown.returncode == 0 and "\x1b" not in shown.stdout, shown
    assert f"2  text  {left:4}  {top:3}  {width:5}  {height:6}  Öl" in shown.stdout, shown.stdout
    # The picture stands as the page is shown.
    across, down = struct.unpack(">II", picture.read_bytes()[16:24])
    assert (across > down) == (rotate in (90, 270)), (across, down)


def test_an_encrypted_file_needs_its_password_and_one_that_cannot_be_drawn_is_said_so(tmp_path: Path):
    secret, word, picture = tmp_path / "secret.pdf", tmp_path / "password", tmp_path / "page.png"
    (tmp_path / "plain.pdf").write_bytes(documents.classic())
    with pikepdf.open(tmp_path / "plain.pdf") as plain:
        plain.save(secret, encryption=pikepdf.Encryption(user="harbour", owner="owner"))
    word.write_text("harbour\n")
    refused = countersign("fields", secret, "--picture", picture)
    assert refused.returncode == 1 and "give --document-password-file" in refused.stderr, refused
    assert refused.stderr.count("\n") == 1 and not picture.exists()
    opened = countersign("fields", secret, "--document-password-file", word, "--picture", picture)
    assert opened.returncode == 0 and picture.read_bytes().startswith(b"\x89PNG"), opened
    for options, said in [
        (["--page", "9"], "There is no page 9"), (["--picture", secret], "is the document itself"),
    ]:
        wrong = countersign(
            "fields", secret, "--document-password-file", word, "--picture", tmp_path / "other.png", *options)
        assert wrong.returncode == 1 and said in wrong.stderr and wrong.stderr.count("\n") == 1, wrong
    assert countersign("fields", secret, "--page", "1").returncode == 64
