"""Messages as people see them: as pictures on a phone and on a desk, light and dark, and with pictures turned off."""

import base64
import io
import os
import uuid
from collections.abc import Iterator

import pytest
import requests
from PIL import Image, ImageDraw
from playwright.sync_api import Page

from accessibility import violations
from agreement import agreement
from ceremony import Ceremony
from inbox import Inbox, Message
from service import Account, Service

MARIA, OTTO, CARL, ANNA = "maria@letters.example", "otto@letters.example", "carl@letters.example", "anna@letters.example"
SUBJECT = "Service agreement for the harbour project"
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
WIDTHS = [360, 640]


def logo() -> bytes:
    """A wide logo with light letters and no ground of its own."""
    image = Image.new("RGBA", (600, 120), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((10, 10, 590, 110), outline=(255, 255, 255, 255), width=12)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def person(number: int, name: str, address: str, **more: object) -> dict:
    return {"recipientId": str(number), "name": name, "email": address, **more}


def place(number: int) -> dict:
    return {"signHereTabs": [{
        "documentId": "1", "pageNumber": "1", "xPosition": "160", "yPosition": str(200 + 60 * number),
        "width": "200", "height": "40", "tabLabel": f"Signature {number}"}]}


class Desk:
    """A sender who wants every message, and what became of their envelopes."""

    def __init__(self, service: Service):
        self.service = service
        self.account: Account = service.account("Anna Petrov", ANNA)
        self.boxes = {address: Inbox(service.data, address) for address in (MARIA, OTTO, CARL, ANNA)}

    def send(self, *signers: dict, copies: tuple[dict, ...] = (), **more: object) -> str:
        people = [one | {"tabs": place(int(one["recipientId"]))} for one in signers]
        return self.account.create({
            "emailSubject": SUBJECT, "emailBlurb": f"Hi,\n\nhere is the agreement.\n{LONG}\n<b>Anna</b>", "status": "sent",
            "documents": [{"documentId": "1", "name": f"{LONG}.pdf", "fileExtension": "pdf",
                           "documentBase64": base64.b64encode(agreement(1)).decode()}],
            "recipients": {"signers": people, "carbonCopies": list(copies)}} | more)

    def get(self, address: str) -> Message:
        return self.boxes[address].next()

    def put(self, path: str, **body: object) -> None:
        answer = self.account.call("PUT", path, json=body)
        assert answer.ok, answer.text


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Message]]:
    """A message of each kind that does not wait for days."""
    service = Service(tmp_path_factory.mktemp("letters") / "data")
    service.start()
    desk = Desk(service)
    found: dict[str, Message] = {}

    signed = desk.send(
        person(1, "María Jørgensen", MARIA), person(2, "Otto Lind", OTTO, routingOrder="2"),
        copies=(person(3, "Carl Copy", CARL, routingOrder="3"),))
    found["invitation"] = desk.get(MARIA)
    Ceremony(found["invitation"].link, "POST").complete("María Jørgensen")
    found["your turn"] = desk.get(OTTO)
    Ceremony(found["your turn"].link, "POST").complete("Otto Lind")
    found["completed"], found["copy"] = desk.get(MARIA), desk.get(CARL)
    found["completed, to the sender"] = desk.get(ANNA)
    assert desk.account.get(f"envelopes/{signed}")["status"] == "completed"

    corrected = desk.send(person(1, "María Jørgensen", MARIA))
    desk.get(MARIA)
    answer = desk.account.call("POST", f"envelopes/{corrected}/recipients/1/tabs", json=place(5))
    assert answer.ok, answer.text
    found["corrected"] = desk.get(MARIA)
    desk.put(f"envelopes/{corrected}", status="voided", voidedReason=f"Wrong price.\n{LONG}")
    found["voided"] = desk.get(MARIA)

    desk.send(person(1, "María Jørgensen", MARIA))
    Ceremony(desk.get(MARIA).link, "POST").send("POST", "decline", {"reason": f"Too dear.\n{LONG}"})
    found["declined, to the sender"] = desk.get(ANNA)
    desk.send(person(1, "María Jørgensen", MARIA), allowReassign="true")
    Ceremony(desk.get(MARIA).link, "POST").send(
        "POST", "delegate", {"name": "Otto Lind", "email": OTTO, "reason": "On leave"})
    found["delegated"] = desk.get(OTTO)
    workflow = desk.account.get("identity_verification")["identityVerification"][0]["workflowId"]
    desk.send(person(1, "María Jørgensen", MARIA, identityVerification={"workflowId": workflow}))
    browser = requests.Session()
    page = browser.post(desk.get(MARIA).link, timeout=30)
    browser.post(f"{page.url}code/send", timeout=30).raise_for_status()
    found["one-time code"] = desk.get(MARIA)

    answer = desk.account.call("POST", "brands", json={
        "brandName": f"Fjord {uuid.uuid4()}", "brandCompany": "Fjord Homes AS",
        "colors": [{"name": "headerBackground", "value": "#7a0019"},
                   {"name": "buttonPrimaryBackground", "value": "#ffe600"}],
        "emailContent": [{"emailContentType": "footer", "content": "Fjord Homes AS, 4 Harbour Road"}]})
    brand = answer.json()["brands"][0]["brandId"]
    stored = desk.account.call("PUT", f"brands/{brand}/logos/primary", data=logo(), headers={"Content-Type": "image/png"})
    assert stored.ok, stored.text
    desk.send(person(1, "María Jørgensen", MARIA), brandId=brand)
    found["with a brand"] = desk.get(MARIA)
    desk.send(person(1, "ماريا", MARIA, emailNotification={"supportedLanguage": "ar"}), brandId=brand)
    found["in Arabic"] = desk.get(MARIA)
    yield found
    assert service.stop() == 0


KINDS = [
    "invitation", "your turn", "completed", "copy", "completed, to the sender", "corrected", "voided",
    "declined, to the sender", "delegated", "one-time code", "with a brand", "in Arabic",
]


def html(message: Message, pictures: bool) -> str:
    """The message's HTML with its pictures, as a reader of mail has them, or without."""
    text = message.html
    for part in message.letter.walk():
        if part["Content-ID"] and pictures:
            content = base64.b64encode(part.get_content()).decode()
            text = text.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:{part.get_content_type()};base64,{content}")
    return text


def picture(page: Page, name: str) -> Image.Image:
    shot = page.screenshot(full_page=True)
    folder = os.environ.get("COUNTERSIGN_PICTURES")
    if folder:
        with open(f"{folder}/letter-{name.replace(', ', '-').replace(' ', '-')}.png", "wb") as file:
            file.write(shot)
    return Image.open(io.BytesIO(shot)).convert("RGB")


def luminance(colour: tuple[int, int, int]) -> float:
    linear = [part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(image: Image.Image) -> float:
    """Of the most frequent colour in a part of a picture with the one that stands out most."""
    colours = image.getcolors(image.width * image.height)
    ground = luminance(max(colours)[1])
    return max((max(ground, luminance(one)) + 0.05) / (min(ground, luminance(one)) + 0.05) for _, one in colours)


def boxes(page: Page, selector: str) -> list[tuple[int, int, int, int]]:
    """Where in the picture the elements are, in pixels."""
    scale = page.evaluate("devicePixelRatio")
    found = [one.bounding_box() for one in page.locator(selector).all() if one.inner_text().strip() or selector == "img"]
    return [
        tuple(round(scale * value) for value in (at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"]))
        for at in found if at]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_message_is_read_at_every_width_and_in_both_schemes(open_window, letters, kind, width, scheme):
    page = open_window((width, 740), color_scheme=scheme, is_mobile=False, has_touch=False).page
    page.set_content(html(letters[kind], pictures=True))
    shot = picture(page, f"{kind}-{width}-{scheme}")
    scale = page.evaluate("devicePixelRatio")
    assert shot.width == width * scale and page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    written = boxes(page, "h1, p, li, .button, blockquote, div.text")
    assert len(written) >= 4
    for left, top, right, bottom in written:
        assert 0 <= left < right <= shot.width and bottom <= shot.height
        assert contrast(shot.crop((left, top, right, bottom))) >= 4.5
    # The ground is dark where people want it so, and nothing shines out of it but a button and the header.
    ground = luminance(shot.getpixel((2, shot.height - 3)))
    assert ground < 0.05 if scheme == "dark" else ground > 0.7


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", ["with a brand", "in Arabic"])
def test_with_pictures_turned_off_the_brands_name_is_read(open_window, letters, kind, width, scheme):
    window = open_window((width, 740), color_scheme=scheme, is_mobile=False, has_touch=False)
    window.expect("net::ERR_")
    page = window.page
    content = html(letters[kind], pictures=False)
    # Mail readers show the alternative text in the picture's place; so does a browser, for a picture that it cannot get.
    page.set_content(content.replace("cid:", "data:image/png;base64,"))
    shot = picture(page, f"{kind}-{width}-{scheme}-off")
    (name,) = boxes(page, "img")
    assert page.locator("img").get_attribute("alt") == "Fjord Homes AS"
    assert name[2] - name[0] > 60 and contrast(shot.crop(name)) >= 4.5
    assert page.evaluate("document.documentElement.scrollWidth") <= width and violations(page) == []
