"""`countersign sign`: other people's validators accept what it writes."""

import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

import documents
import others
import validators
from documents import Page
from identities import Files
from service import countersign

ADA = "Ada Lovelace <ada@example.com>"


def sign(source: bytes, folder: Path, *arguments: str | Path) -> Path:
    """Signs `source`; gives the file written, which must begin with `source`."""
    given, made = folder / "in.pdf", folder / "out.pdf"
    given.write_bytes(source)
    run = countersign("sign", given, "-o", made, "--signer", ADA, *arguments)
    assert run.returncode == 0, run.stderr
    assert made.read_bytes().startswith(source)
    return made


def with_pem(files: Files) -> list[str | Path]:
    return ["--key", files.key, "--cert", files.certificates]


def with_p12(files: Files) -> list[str | Path]:
    return ["--p12", files.p12, "--password-file", files.password]


def assert_everyone_accepts(path: Path, anchor: Path, signatures: int = 1) -> None:
    validators.assert_qpdf_finds_no_fault(path)
    validators.assert_pyhanko_accepts(path.read_bytes(), anchor, signatures)
    validators.assert_pdfsig_accepts(path, anchor, signatures)


@pytest.mark.parametrize("structure", documents.STRUCTURES)
def test_a_file_of_any_structure_is_signed_so_that_everyone_accepts_it(structure, signers, anchor, tmp_path):
    made = sign(
        documents.STRUCTURES[structure](), tmp_path, "--page", "1", "--rect", "72,72,200,60", *with_pem(signers["p256"])
    )
    assert_everyone_accepts(made, anchor)
    assert countersign("verify", made, "--trust", anchor).returncode == 0


@pytest.mark.parametrize("kind", ["p256", "rsa2048", "rsa3072"])
@pytest.mark.parametrize("form", [with_pem, with_p12], ids=["pem", "p12"])
def test_keys_of_each_kind_sign_from_pem_and_from_pkcs12(kind, form, signers, anchor, tmp_path):
    made = sign(documents.classic(), tmp_path, *form(signers[kind]))
    assert_everyone_accepts(made, anchor)
    (judgement,) = validators.pyhanko(made.read_bytes(), anchor)
    assert judgement.subject == f"Ada {kind.upper()}"


@pytest.mark.parametrize("style", [documents.classic, documents.with_object_streams])
def test_a_second_signature_leaves_the_first_accepted(style, signers, anchor, tmp_path):
    once = sign(style(), tmp_path, "--page", "1", "--rect", "72,72,200,60", *with_pem(signers["p256"])).read_bytes()
    twice = sign(once, tmp_path, "--page", "2", "--rect", "72,72,200,60", *with_pem(signers["rsa2048"]))
    assert_everyone_accepts(twice, anchor, signatures=2)


def test_our_signature_and_pyhankos_live_in_one_file_in_either_order(signers, anchor, tmp_path):
    theirs = others.signed_by_pyhanko(documents.classic(), signers["p256"])
    assert_everyone_accepts(sign(theirs, tmp_path, *with_pem(signers["p256"])), anchor, signatures=2)
    ours = sign(documents.classic(), tmp_path, *with_pem(signers["p256"])).read_bytes()
    both = tmp_path / "both.pdf"
    both.write_bytes(others.signed_by_pyhanko(ours, signers["p256"]))
    assert_everyone_accepts(both, anchor, signatures=2)


def test_a_signature_without_a_key_is_intact_and_trusted_by_nobody(tmp_path, anchor):
    made = sign(documents.classic(), tmp_path)
    (judgement,) = validators.pyhanko(made.read_bytes(), anchor)
    assert judgement.intact and judgement.valid and not judgement.trusted
    assert judgement.subject == "Ada Lovelace"
    assert countersign("verify", made).returncode == 3


def rendered(path: Path, page: int) -> Image.Image:
    """The page as a reader sees it, at one pixel for a point."""
    stem = path.with_suffix("")
    subprocess.run(
        ["pdftoppm", "-r", "72", "-cropbox", "-f", str(page), "-l", str(page), "-singlefile", path, stem], check=True
    )
    return Image.open(stem.with_suffix(".ppm")).convert("RGB")


def changed_box(before: Path, after: Path, page: int) -> tuple[int, int, int, int]:
    """The smallest box (left, top, right, bottom) around every pixel that differs."""
    box = ImageChops.difference(rendered(before, page), rendered(after, page)).getbbox()
    assert box is not None, "nothing new is to be seen"
    return box


PLACES = [Page(rotate=angle, crop=crop) for angle in (0, 90, 180, 270) for crop in (None, (50, 100, 500, 700))]


@pytest.mark.parametrize("page", PLACES, ids=lambda page: f"{page.rotate}{'-cropped' if page.crop else ''}")
def test_the_signature_is_seen_where_the_rectangle_says(page, signers, tmp_path):
    x, y, width, height = 100, 300, 180, 50
    made = sign(
        documents.classic([Page(), page]), tmp_path,
        "--page", "2", "--rect", f"{x},{y},{width},{height}", *with_pem(signers["p256"]),
    )
    left, top, right, bottom = changed_box(tmp_path / "in.pdf", made, page=2)
    assert x - 1 <= left and right <= x + width + 1 and y - 1 <= top and bottom <= y + height + 1
    # The writing runs along the rectangle as the reader sees it: it is not turned on its side.
    assert right - left > bottom - top


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_an_image_is_drawn_as_the_signature(suffix, signers, anchor, tmp_path):
    picture = Image.new("RGBA" if suffix == "png" else "RGB", (300, 100), (255, 255, 255, 0)[: 4 if suffix == "png" else 3])
    ImageDraw.Draw(picture).ellipse((20, 10, 280, 90), fill=(200, 0, 0))
    drawn = tmp_path / f"signature.{suffix}"
    picture.save(drawn)
    made = sign(
        documents.classic(1), tmp_path,
        "--page", "1", "--rect", "100,300,150,50", "--image", drawn, *with_pem(signers["p256"]),
    )
    assert_everyone_accepts(made, anchor)
    red, green, blue = rendered(made, 1).getpixel((175, 325))
    assert red > 150 and green < 60 and blue < 60
    left, top, right, bottom = changed_box(tmp_path / "in.pdf", made, page=1)
    assert 99 <= left and right <= 251 and 299 <= top and bottom <= 351


def test_what_is_transparent_in_a_png_shows_the_page_beneath(signers, tmp_path):
    picture = Image.new("RGBA", (100, 100), (0, 0, 255, 0))
    ImageDraw.Draw(picture).rectangle((0, 0, 9, 9), fill=(0, 0, 0, 255))
    drawn = tmp_path / "mostly-transparent.png"
    picture.save(drawn)
    made = sign(
        documents.classic(1), tmp_path,
        "--page", "1", "--rect", "60,80,100,100", "--image", drawn, *with_pem(signers["p256"]),
    )
    before, after = rendered(tmp_path / "in.pdf", 1), rendered(made, 1)
    # The page's own text runs through the rectangle, below and right of the opaque corner.
    box = (75, 92, 155, 175)
    assert before.crop(box).getextrema() != ((255, 255),) * 3
    assert ImageChops.difference(before.crop(box), after.crop(box)).getbbox() is None


def test_the_reason_is_in_the_signature(signers, tmp_path):
    made = sign(documents.classic(), tmp_path, "--reason", "Ich stimme zu – 同意", *with_pem(signers["p256"]))
    from pyhanko.pdf_utils.reader import PdfFileReader

    with made.open("rb") as file:
        (signature,) = PdfFileReader(file).embedded_signatures
        assert str(signature.sig_object["/Reason"]) == "Ich stimme zu – 同意"


NO_PAGES = documents.classic().replace(b"/Count 3", b"/Count 0").replace(b"/Kids [4 0 R 6 0 R 8 0 R]", b"/Kids []" + b" " * 17)


@pytest.mark.parametrize(
    ("source", "arguments"),
    [
        (b"This is no PDF at all.", []),
        (documents.classic()[:400], []),
        (documents.encrypted(), []),
        (NO_PAGES, []),
        (documents.classic(), ["--page", "9", "--rect", "10,10,100,30"]),
        (documents.classic(), ["--page", "1", "--rect", "10,10,0,30"]),
        (documents.classic(), ["--page", "1", "--rect", "ten,10,100,30"]),
        (documents.classic(), ["--key", "/nowhere/key.pem", "--cert", "/nowhere/cert.pem"]),
    ],
    ids=["no-pdf", "cut-off", "encrypted", "no-pages", "no-such-page", "no-width", "no-number", "no-key"],
)
def test_what_cannot_be_signed_is_refused_in_one_sentence_and_nothing_is_written(source, arguments, tmp_path):
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(source)
    run = countersign("sign", given, "-o", made, "--signer", ADA, *arguments)
    assert run.returncode not in (0, -4, -5, -11), run
    said = run.stderr.strip()
    assert said and "Fatal error" not in said and len(said.splitlines()) <= 4, said
    assert not made.exists()
    assert {path.name for path in tmp_path.iterdir()} == {"in.pdf"}


def test_a_password_that_does_not_open_the_pkcs12_is_said(signers, tmp_path):
    wrong = tmp_path / "wrong"
    wrong.write_text("not it\n")
    given = tmp_path / "in.pdf"
    given.write_bytes(documents.classic())
    run = countersign(
        "sign", given, "-o", tmp_path / "out.pdf", "--signer", ADA,
        "--p12", signers["p256"].p12, "--password-file", wrong,
    )
    assert run.returncode > 0 and "password" in run.stderr.lower(), run
    assert not (tmp_path / "out.pdf").exists()
