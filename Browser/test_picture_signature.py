"""A signature from a picture: the ink is found on the page, and what is no signature is refused in one sentence."""

import base64

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from envelope import SIGNATURE
from signer import Signer

# A photograph of a signature in blue on paper that lies half in the shadow; and a sheet without any.
DRAW = """([isSigned, background]) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1600, 1200];
    const pen = canvas.getContext("2d");
    const shadow = pen.createLinearGradient(0, 0, 1600, 1200);
    shadow.addColorStop(0, background);
    shadow.addColorStop(1, "#9a958c");
    pen.fillStyle = shadow;
    pen.fillRect(0, 0, 1600, 1200);
    if (isSigned) {
        pen.strokeStyle = "#1b2a6b";
        pen.lineWidth = 14;
        pen.lineCap = pen.lineJoin = "round";
        pen.beginPath();
        for (let step = 0; step <= 200; step += 1) {
            pen.lineTo(400 + 4 * step, 600 + 120 * Math.sin(step / 9) + step / 3);
        }
        pen.stroke();
    }
    return canvas.toDataURL("image/jpeg", 0.85).split(",")[1];
}"""


def photograph(page: Page, is_signed: bool = True, background: str = "#f2efe8") -> dict:
    data = page.evaluate(DRAW, [is_signed, background])
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": base64.b64decode(data)}


@pytest.mark.parametrize("size", [(1280, 900), (320, 568)])
def test_a_photographed_signature_is_cleaned_and_adopted(open_window, send, size):
    page = open_window(size).page
    signer = Signer(page, send().signing_url())
    signer.agree()
    signer.button(SIGNATURE).click()
    page.get_by_role("tab", name="Picture", exact=True).click()
    chosen = signer.dialog.get_by_label("A picture of your mark")
    signer.button("Adopt and sign").click()
    expect(signer.dialog.get_by_role("alert").last).to_have_text("Please choose a picture first.")
    chosen.set_input_files(photograph(page))
    shown = signer.dialog.get_by_role("img", name="What is kept of the picture")
    expect(shown).to_be_visible()
    # Only the ink is left, and it fills what is left: the corners are clear, and so is most of it.
    inked = shown.evaluate("""canvas => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const alphas = data.filter((_, index) => index % 4 === 3);
        return [canvas.width, alphas[0], alphas.filter((alpha) => alpha > 127).length / alphas.length];
    }""")
    assert inked[0] > 500 and inked[1] == 0 and 0.03 < inked[2] < 0.4
    assert violations(page) == [], "picture chosen"
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_have_count(0)
    adopted = signer.session()["signature"]
    assert adopted["method"] == "uploaded"
    assert abs(adopted["width"] / adopted["height"] - 814 / 310) < 0.35
    expect(signer.button(SIGNATURE).locator("svg path")).to_have_attribute("d", adopted["path"])


@pytest.mark.parametrize(("file", "sentence"), [
    ("blank", "We cannot see any ink in this picture. Please write with a dark pen on white paper."),
    ("text", "This file is not a picture that your browser can show. Please choose a JPEG or PNG file."),
    ("large", "The file is larger than 20 MB. Please choose a smaller one."),
])
def test_what_is_no_signature_is_refused(open_window, send, file, sentence):
    page = open_window((1280, 900)).page
    signer = Signer(page, send().signing_url())
    signer.agree()
    signer.button(SIGNATURE).click()
    page.get_by_role("tab", name="Picture", exact=True).click()
    files = {
        "blank": lambda: photograph(page, is_signed=False),
        "text": lambda: {"name": "photo.png", "mimeType": "image/png", "buffer": b"no picture"},
        "large": lambda: {"name": "photo.png", "mimeType": "image/png", "buffer": bytes((20 << 20) + 1)},
    }
    chosen = signer.dialog.get_by_label("A picture of your mark")
    chosen.set_input_files(files[file]())
    expect(signer.dialog.get_by_text(sentence)).to_be_visible()
    expect(chosen).to_have_attribute("aria-invalid", "true")
    signer.button("Adopt and sign").click()
    expect(signer.dialog).to_be_visible()
    assert signer.session()["signature"] is None
