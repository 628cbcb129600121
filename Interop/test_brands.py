"""Brands of an account: the official client's calls, messages, and the pages behind links."""

import base64
import io
import struct
import zlib

import docusign_esign as esign
import pytest
import requests
from PIL import Image, ImageChops

from ceremony import Ceremony
from office import Office, invited, sent
from test_official_client import client


def picture(width: int = 120, height: int = 40) -> bytes:
    """A PNG in one colour."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\x00" + b"\xff\xe6\x00" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def shows_picture(logo: bytes) -> bool:
    """Whether a logo has the pixels of the picture; the service writes its file anew."""
    made, given = (Image.open(io.BytesIO(one)).convert("RGB") for one in (logo, picture()))
    return made.size == given.size and ImageChops.difference(made, given).getbbox() is None


def brand(office: Office, **more: object) -> str:
    """Makes a brand and gives its id."""
    asked = esign.Brand(
        brand_name="Fjord", brand_company="Fjord Homes AS",
        colors=[esign.NameValue(name="headerBackground", value="#ffe600"),
                esign.NameValue(name="buttonPrimaryBackground", value="#7a0019")], **more)
    made = esign.AccountsApi(client(office.account)).create_brand(office.account.id, brand=asked)
    return made.brands[0].brand_id


def test_the_official_client_makes_changes_and_deletes_a_brand(office: Office) -> None:
    api = esign.AccountsApi(client(office.account))
    first = brand(office)
    listed = api.list_brands(office.account.id)
    assert [one.brand_id for one in listed.brands] == [first] and listed.sender_brand_id_default is None
    shown = api.get_brand(office.account.id, first)
    assert shown.brand_company == "Fjord Homes AS"
    assert {one.name: one.value for one in shown.colors} == {
        "headerBackground": "#ffe600", "buttonPrimaryBackground": "#7a0019"}
    api.update_brand(office.account.id, first, brand=esign.Brand(brand_name="Fjord", brand_company="Fjord AS",
                                                                is_signing_default=True))
    again = api.list_brands(office.account.id)
    assert again.brands[0].brand_company == "Fjord AS" and again.recipient_brand_id_default == first
    logo = office.account.url(f"brands/{first}/logos/primary")
    assert office.account.call("GET", f"brands/{first}/logos/primary").status_code == 404
    put = office.account.call("PUT", f"brands/{first}/logos/primary", data=picture(), headers={"Content-Type": "image/png"})
    assert put.status_code == 200, put.text
    got = office.account.call("GET", f"brands/{first}/logos/primary")
    assert shows_picture(got.content) and got.headers["Content-Type"] == "image/png"
    assert requests.get(logo, timeout=30).status_code == 401
    api.delete_brand(office.account.id, first)
    assert office.account.call("GET", f"brands/{first}").status_code == 404


@pytest.mark.parametrize(("body", "said"), [
    ({"brandName": " "}, "brandName is missing"),
    ({"brandName": "x" * 101}, "more than 100 characters"),
    ({"brandName": "A", "colors": [{"name": "headerBackground", "value": "red; }"}]}, "is not a colour"),
    ({"brandName": "A", "colors": [{"name": "headerText", "value": "#000000"}]}, "can only be one of"),
    ({"brandName": "A", "landingPages": [{"name": "x", "value": "https://example.com"}]}, "landingPages"),
    ({"brandName": "A\u202eB"}, "control character"),
    ({"brandName": "Fjord"}, "another brand of this name"),
])
def test_a_wrong_brand_is_refused_with_a_sentence(office: Office, body: dict, said: str) -> None:
    brand(office)
    answer = office.account.call("POST", "brands", json=body)
    assert answer.status_code == 400 and said in answer.json()["message"], answer.text
    assert len(office.account.get("brands")["brands"]) == 1


def test_a_logo_is_a_small_picture(office: Office) -> None:
    path = f"brands/{brand(office)}/logos"
    for data, name in [(b"<svg onload=alert(1)>", "primary"), (picture() + b"x" * 300 * 1024, "primary"),
                       (picture(), "secondary"), (b"", "primary"), (b"\x89PNG\r\n\x1a\n<html>", "primary"),
                       (b"\xff\xd8\xff\xe0<html>", "primary"), (picture(30_000, 1)[:16] + struct.pack(">II", 30_000, 30_000)
                                                                + picture(30_000, 1)[24:], "primary")]:
        answer = office.account.call("PUT", f"{path}/{name}", data=data, headers={"Content-Type": "image/png"})
        assert answer.status_code == 400, answer.text


def test_messages_and_pages_show_the_brand_of_the_envelope(office: Office) -> None:
    name = brand(office, email_content=[esign.BrandEmailContent(email_content_type="footer", content="Strandgaten 1")])
    office.account.call("PUT", f"brands/{name}/logos/primary", data=picture(), headers={"Content-Type": "image/png"})
    wrong = office.account.call("POST", "envelopes", json={"emailSubject": "x", "brandId": "nothing", "status": "created"})
    assert wrong.status_code == 400 and "…/brands lists them" in wrong.json()["message"]
    envelope = sent(office, invited(), brandId=name)
    assert office.account.get(f"envelopes/{envelope}")["brandId"] == name
    invitation = office.mail.wait("signer1@example.com")
    assert "with Fjord Homes AS." in invitation.text and "Strandgaten 1" in invitation.text
    html = invitation.message.get_body(("html",)).get_content()
    assert "background-color:#ffe600;color:#000000" in html and "background-color:#7a0019" in html
    (logo,) = [part for part in invitation.message.walk() if part.get_content_type() == "image/png"]
    assert shows_picture(logo.get_content()) and f"cid:{logo['Content-ID'].strip('<>')}" in html
    page = requests.get(invitation.link, timeout=30)
    assert "#ffe600" in page.text and base64.b64encode(logo.get_content()).decode() in page.text
    assert "img-src data:" in page.headers["Content-Security-Policy"]
    visit = Ceremony(invitation.link, "POST")
    look = visit.get("session")["envelope"]["brand"]
    assert look == {"name": "Fjord Homes AS", "logo": "brand/logo", "header": "#ffe600", "headerText": "#000000",
                    "button": "#7a0019", "buttonText": "#ffffff"}
    assert visit.http.get(visit.base + "brand/logo", timeout=30).content == logo.get_content()
    # A deleted brand leaves the envelope as it was, with the usual look.
    office.account.call("DELETE", f"brands/{name}")
    assert visit.get("session")["envelope"]["brand"] is None
    assert visit.http.get(visit.base + "brand/logo", timeout=30).status_code == 404
