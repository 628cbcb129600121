"""What the signer saw is what is sealed: the ink of the PDF lies where the page showed it."""

import subprocess
from pathlib import Path

import pytest

from agreement import PAGE_WIDTH
from envelope import INITIALS, PLACES, SIGNATURE
from signer import Signer

POINT = 72 / 144  # one pixel of the pictures below, in points


def ink_on_page(signer: Signer, field: str) -> tuple[float, ...]:
    """Left, top, right and bottom of the artwork's ink on the page, in points."""
    sheet = signer.page.get_by_role("group", name=f"Page {PLACES[field][0]} of 3").bounding_box()
    ink = signer.button(field).locator("svg path").bounding_box()
    scale = PAGE_WIDTH / sheet["width"]
    left, top = (ink["x"] - sheet["x"]) * scale, (ink["y"] - sheet["y"]) * scale
    return left, top, left + ink["width"] * scale, top + ink["height"] * scale


def line_on_page(signer: Signer, field: str) -> float | None:
    """The top of the line below the signature, in points; None for a field without one."""
    lines = signer.button(field).locator("svg text")
    if lines.count() == 0:
        return None
    sheet = signer.page.get_by_role("group", name=f"Page {PLACES[field][0]} of 3").bounding_box()
    return (lines.first.bounding_box()["y"] - sheet["y"]) * PAGE_WIDTH / sheet["width"]


def ink_in_file(file: Path, field: str, end: float | None) -> tuple[float, ...]:
    """The same, of what Poppler draws in the field's place."""
    page, x, y, width, height = PLACES[field]
    height = height if end is None else end - y
    picture = subprocess.run(
        ["pdftoppm", "-gray", "-r", "144", "-f", str(page), "-l", str(page), str(file)],
        capture_output=True, check=True).stdout
    kind, size, depth, pixels = picture.split(b"\n", 3)
    assert kind == b"P5" and depth == b"255"
    across = int(size.split()[0])
    rows, columns = [], []
    for row in range(round(y / POINT) + 1, round((y + height) / POINT) - 1):
        start = row * across
        dark = [column for column in range(round(x / POINT) + 1, round((x + width) / POINT) - 1)
                if pixels[start + column] < 128]
        if dark:
            rows.append(row)
            columns += [dark[0], dark[-1] + 1]
    return min(columns) * POINT, rows[0] * POINT, max(columns) * POINT, (rows[-1] + 1) * POINT


@pytest.mark.parametrize("way", ["typed", "drawn"])
def test_the_ink_of_the_sealed_document_lies_where_the_page_showed_it(window, sent, tmp_path, way):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.fill_reference()
    for field in (INITIALS, SIGNATURE):
        signer.type_signature(field) if way == "typed" else signer.draw_signature(field)
    seen = {field: ink_on_page(signer, field) for field in (INITIALS, SIGNATURE)}
    lines = {field: line_on_page(signer, field) for field in seen}
    assert lines[INITIALS] is None and lines[SIGNATURE] is not None
    (first, second) = signer.button(SIGNATURE).locator("svg text").all_text_contents()
    assert second == f"Envelope {sent.id}"
    signer.finish()
    file = tmp_path / "sealed.pdf"
    file.write_bytes(sent.account.document(sent.id, "combined"))
    # The box of a drawn line as the browser gives it has the line's middle as its edge, not its side.
    tolerance = 1 if way == "typed" else 2
    for field, box in seen.items():
        assert ink_in_file(file, field, lines[field]) == pytest.approx(box, abs=tolerance), field
    text = subprocess.run(["pdftotext", "-f", "3", "-l", "3", file, "-"], capture_output=True, text=True, check=True).stdout
    name, _, zone = first.partition(",")
    words = " ".join(text.split())
    assert name in words and "UTC" in zone and second in words
