"""`countersign verify --pictures`: each changed page as it was and as it is, with the changes outlined."""

import json

from PIL import Image, ImageChops

import documents
import others
from difference_files import Maker, Plain, filling, updated
from service import countersign
from test_encrypted import METHODS

RED, GREEN = (0xD0, 0x10, 0x20), (0x1A, 0x8F, 0x3C)


def pictures(data: bytes, folder, anchor) -> dict[str, Image.Image]:
    path, drawn = folder / "given.pdf", folder / "drawn"
    path.write_bytes(data)
    run = countersign("verify", path, "--trust", anchor, "--pictures", drawn)
    assert run.returncode in (0, 1), run.stderr
    return {one.name: Image.open(one).convert("RGB") for one in sorted(drawn.glob("*"))}


def box_of(image: Image.Image, colour: tuple[int, int, int]) -> tuple[int, int, int, int] | None:
    """The smallest box around all pixels of a colour."""
    marked = ImageChops.difference(image, Image.new("RGB", image.size, colour)).convert("L").point(lambda v: 255 * (v == 0))
    return marked.getbbox()


def test_a_replaced_page_has_a_red_frame_before_and_after(signers, anchor, tmp_path):
    signed = others.signed_by_pyhanko(documents.classic(2), signers["p256"])
    drawn = pictures(others.with_page_content_changed(signed), tmp_path, anchor)
    assert list(drawn) == ["change-1-page-1-after.png", "change-1-page-1-before.png"]
    for image in drawn.values():
        left, top, right, bottom = box_of(image, RED)
        assert (left, top) == (0, 0) and (right, bottom) == image.size
    assert ImageChops.difference(*drawn.values()).getbbox(), "the two revisions look alike"


def test_a_filled_field_has_a_green_box_where_it_is(authority, anchor, tmp_path):
    maker = Maker(authority)
    signed = maker.sign(Plain(signatures=("Sig1",), texts=("Text",)).data(), "Sig1")
    drawn = pictures(updated(signed, filling("Some text", 1)), tmp_path, anchor)
    image = drawn["change-1-page-1-after.png"]
    scale = image.width / 595
    left, top, right, bottom = box_of(image, GREEN)
    # The field is at 72, 660 to 202, 690 on a page 842 points high; the line lies around it.
    expected = (72 * scale, (842 - 690) * scale, 202 * scale, (842 - 660) * scale)
    assert all(abs(a - b) <= 6 for a, b in zip((left, top, right, bottom), expected)), (left, top, right, bottom)
    assert box_of(image, RED) is None


def test_pages_of_an_encrypted_file_are_drawn_too(signers, anchor, tmp_path):
    password = tmp_path / "password"
    password.write_text("user\n")
    given, signed, again, drawn = (tmp_path / name for name in ("given.pdf", "signed.pdf", "again.pdf", "drawn"))
    given.write_bytes(METHODS["aes-256-r6"].encrypt(documents.classic()))
    options = ["--document-password-file", password]
    files = signers["p256"]
    for source, target, height in ((given, signed, 100), (signed, again, 300)):
        run = countersign("sign", source, "-o", target, "--signer", "Ada Lovelace <ada@example.com>", "--page", "1",
                          "--rect", f"72,{height},200,60", "--key", files.key, "--cert", files.certificates, *options)
        assert run.returncode == 0, run.stderr
    run = countersign("verify", again, "--trust", anchor, "--pictures", drawn, *options)
    assert run.returncode == 0, run.stdout + run.stderr
    images = {one.name: Image.open(one).convert("RGB") for one in drawn.glob("*")}
    assert set(images) == {"change-1-page-1-before.png", "change-1-page-1-after.png"}
    image = images["change-1-page-1-after.png"]
    left, top, right, bottom = box_of(image, GREEN)
    scale = image.width / 595
    assert all(abs(a - b) <= 6 for a, b in zip((left, top), (72 * scale, 300 * scale))), (left, top)
    # The page itself is there, not only the outline.
    assert ImageChops.invert(images["change-1-page-1-before.png"].convert("L")).getbbox() is not None


def test_a_file_that_nobody_changed_has_no_pictures(signers, anchor, tmp_path):
    assert pictures(others.signed_by_pyhanko(documents.classic(), signers["p256"]), tmp_path, anchor) == {}


def test_the_report_tells_each_change_with_its_page_and_place(signers, anchor, tmp_path):
    signed = others.signed_by_pyhanko(documents.classic(2), signers["p256"])
    path = tmp_path / "changed.pdf"
    path.write_bytes(others.with_page_content_changed(signed))
    report = json.loads(countersign("verify", path, "--json", "--trust", anchor).stdout)
    (change,) = [one for one in report["signatures"][0]["changes"] if one["standing"] == "forbidden"]
    assert change["text"] == "page 1's content was replaced"
    assert (change["from"], change["to"]) == (len(signed), path.stat().st_size)
    assert change["areas"] == [{"pageBefore": 1, "pageAfter": 1}]


def signed_twice(signers, folder, *second: str):
    """Signed without a picture by Ada Lovelace, and then over the page's text."""
    given, signed, again = (folder / name for name in ("given.pdf", "signed.pdf", "again.pdf"))
    given.write_bytes(documents.classic(2))
    files = signers["p256"]
    key = ["--signer", "Ada Lovelace <ada@example.com>", "--key", files.key, "--cert", files.certificates]
    for source, target, options in ((given, signed, ()), (signed, again, ("--page", "1", *second))):
        run = countersign("sign", source, "-o", target, *key, *options)
        assert run.returncode == 0, run.stderr
    return again


def test_pages_that_look_as_they_should_leave_the_verdict(signers, anchor, tmp_path):
    file = signed_twice(signers, tmp_path, "--rect", "72,300,200,60")
    run = countersign("verify", file, "--trust", anchor, "--compare-pages")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "compared before and after each change: 2; not compared: 0." in run.stdout


def test_a_picture_over_the_text_is_doubted_by_the_rules_and_by_the_pixels(signers, anchor, tmp_path):
    white = tmp_path / "white.png"
    Image.new("RGB", (500, 200), "white").save(white)
    file = signed_twice(signers, tmp_path, "--rect", "20,20,500,200", "--image", str(white))
    run = countersign("verify", file, "--trust", anchor)
    assert run.returncode == 3 and "hides something that is printed there" in run.stdout
    run = countersign("verify", file, "--trust", anchor, "--compare-pages", "--json")
    assert run.returncode == 3, run.stdout + run.stderr
    report = json.loads(run.stdout)
    assert report["verdict"] == "indeterminate"
    first, second = report["signatures"]
    assert any(problem.startswith("Something printed on page 1 can no longer be seen") for problem in first["problems"])
    assert second["problems"] == []
