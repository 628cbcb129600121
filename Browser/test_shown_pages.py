"""A page was shown when it stood in the window for a moment; the certificate says which ones did."""

import base64
import re
import subprocess

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import SIGNER
from signer import Signer

TENANT = "Tenant"


@pytest.fixture
def lease(account, return_page):
    """Makes an envelope with one place to sign on a page, and perhaps somebody who only gets it first."""

    def make(pages: int, signed_on: int = 1, receiver: dict | None = None) -> tuple[str, str]:
        place = {"documentId": "1", "pageNumber": str(signed_on), "xPosition": "330", "yPosition": "300", "tabLabel": TENANT}
        signer = {**SIGNER, "routingOrder": "2", "tabs": {"signHereTabs": [place]}}
        id = account.create({
            "emailSubject": "Lease", "status": "sent",
            "documents": [{"documentId": "1", "name": "Lease", "fileExtension": "pdf",
                           "documentBase64": base64.b64encode(agreement(pages)).decode()}],
            "recipients": {"signers": [signer], "certifiedDeliveries": [receiver] if receiver else []}})
        return id, account.recipient_view(id, receiver or SIGNER, return_page.url)

    return make


def sheet(signer: Signer, page: int):
    return signer.page.locator(".sheet").nth(page - 1)


class Held:
    """Requests that stay on their way until they are released."""

    def __init__(self, page, pattern: str):
        self.routes, self.is_open = [], False
        page.route(pattern, self.take)

    def take(self, route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.routes.append(route)

    def release(self) -> None:
        self.is_open = True
        for route in self.routes:
            route.continue_()


def certificate(account, id: str, folder) -> str:
    file = folder / "certificate.pdf"
    file.write_bytes(account.document(id, "certificate"))
    return subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_jump_over_many_pages_shows_none_of_them(open_window, lease, account, tmp_path, motion):
    id, url = lease(30, signed_on=28)
    window = open_window((360, 740), reduced_motion=motion)
    pictures: set[int] = set()
    window.page.on("request", lambda request: pictures.add(int(re.search(r"/pages/(\d+)/image\?", request.url)[1]))
                   if "/image?" in request.url else None)
    signer = Signer(window.page, url)
    with window.page.expect_response("**/shown") as first:
        signer.agree()
    signer.button("Start").click()
    assert first.value.request.post_data_json == {"pages": [{"documentId": "1", "page": 1}]}
    expect(sheet(signer, 28).locator(".picture")).to_be_visible()
    signer.type_signature(TENANT)
    signer.button("Finish").click()
    signer.expect_return("signing_complete")
    assert pictures <= {1, 2, 3, 26, 27, 28, 29, 30}
    told = re.search(r"Pages shown +Lease: (.*) of 30", certificate(account, id, tmp_path))[1]
    assert set(re.findall(r"\d+", told)) <= {"1", "27", "28", "29"} and {"1", "28"} <= set(re.findall(r"\d+", told))


def test_a_picture_that_was_fetched_ahead_was_not_shown(window, lease):
    _, url = lease(3, signed_on=2)
    signer = Signer(window.page, url)
    with window.page.expect_response("**/shown") as report:
        signer.agree()
    # The page below the window has its picture before anybody looks at it.
    expect(sheet(signer, 2).locator(".picture")).to_be_attached()
    assert report.value.json() == {"received": False, "unserved": []}
    assert signer.session()["unseen"] == [{"documentId": "1", "page": 2}]
    signer.look()
    assert signer.session()["unseen"] == []


def test_finish_waits_for_the_report_of_what_was_shown(window, lease, account):
    id, url = lease(1)
    report, order = Held(window.page, "**/shown"), []
    window.page.on("request", lambda request: order.append("finish") if request.url.endswith("/finish") else None)
    signer = Signer(window.page, url)
    with window.page.expect_request("**/shown"):
        signer.agree()
    signer.type_signature(TENANT)
    signer.button("Finish").click()
    expect(signer.button("Finish")).to_have_attribute("aria-busy", "true")
    order.append("released")
    report.release()
    signer.expect_return("signing_complete")
    assert order == ["released", "finish"]
    assert account.get(f"envelopes/{id}")["status"] == "completed"


def test_a_report_is_not_lost_when_the_page_is_left(window, lease, account, return_page):
    id, url = lease(3, signed_on=2)
    picture = Held(window.page, "**/pages/2/image?*")
    signer = Signer(window.page, url)
    with window.page.expect_response("**/shown"):
        signer.agree()
    signer.type_signature(TENANT)
    expect(signer.progress).to_have_text("1 page still to read")
    picture.release()
    # The page counts, and is gone before the next report would be due.
    expect(signer.progress).to_have_text("1 of 1 required field done")
    window.page.goto("about:blank")
    again = Signer(window.page, account.recipient_view(id, SIGNER, return_page.url))
    again.until(lambda session: session["unseen"] == [])
    window.page.reload()
    expect(again.progress).to_have_text("1 of 1 required field done")


def test_a_page_whose_picture_the_host_never_served_here_is_fetched_again(window, lease):
    _, url = lease(1)
    answers = []

    def unknown_at_first(route) -> None:
        answers.append(route.request.post_data_json["pages"])
        if len(answers) == 1:
            route.fulfill(json={"unserved": answers[0], "received": False})
        else:
            route.continue_()

    window.page.route("**/shown", unknown_at_first)
    signer = Signer(window.page, url)
    with window.page.expect_request(re.compile(r"/image\?v=")):
        signer.agree()
    signer.look()
    assert answers[:2] == [[{"documentId": "1", "page": 1}]] * 2


def test_a_report_without_an_answer_holds_back_nothing_when_the_page_is_left(window, lease, account, return_page):
    id, url = lease(3, signed_on=2)
    report = Held(window.page, "**/shown")
    signer = Signer(window.page, url)
    with window.page.expect_request("**/shown"):
        signer.agree()
    signer.type_signature(TENANT)
    expect(signer.progress).to_have_text("1 of 1 required field done")
    report.is_open = True  # the first one stays on its way
    window.page.goto("about:blank")
    again = Signer(window.page, account.recipient_view(id, SIGNER, return_page.url))
    again.until(lambda session: session["unseen"] == [])


@pytest.fixture
def decoding(window):
    """Pictures that came wait to be decoded until `release()` is called in the page."""
    window.page.add_init_script("""
        const released = new Promise((resolve) => { window.release = resolve; });
        const decode = HTMLImageElement.prototype.decode;
        HTMLImageElement.prototype.decode = function () {
            document.documentElement.dataset.decoding = "";
            return released.then((isGood) => (isGood ? decode.call(this) : Promise.reject(new Error("not decoded"))));
        };""")
    return window.page.locator("html[data-decoding]")


@pytest.mark.parametrize("is_good", ["true", "false"])
def test_a_picture_is_there_once_it_is_decoded_or_cannot_be(window, lease, decoding, is_good):
    _, url = lease(1)
    signer = Signer(window.page, url)
    signer.agree()
    expect(decoding).to_have_count(1)
    expect(window.page.get_by_text("Page 1 is loading…")).to_be_visible()
    expect(sheet(signer, 1).locator(".picture")).to_have_count(0)
    window.page.evaluate(f"release({is_good})")
    expect(sheet(signer, 1).locator(".picture")).to_be_visible()
    signer.until(lambda session: session["unseen"] == [])


def test_a_picture_that_was_left_while_it_was_decoded_is_not_shown(window, lease, decoding):
    _, url = lease(30, signed_on=28)
    signer = Signer(window.page, url)
    signer.agree()
    expect(decoding).to_have_count(1)
    signer.button("Start").click()
    expect(window.page.get_by_text("Page 28 is loading…")).to_be_visible()
    window.page.evaluate("release(true)")
    expect(sheet(signer, 28).locator(".picture")).to_be_visible()
    expect(sheet(signer, 1).locator(".picture")).to_have_count(0)


def test_who_listens_to_the_words_of_a_page_has_been_shown_it(window, lease):
    _, url = lease(3, signed_on=3)
    signer = Signer(window.page, url)
    signer.agree()
    # A screen reader brings each line that it reads into the window.
    for page in (1, 2, 3):
        expect(sheet(signer, page).locator(".run").first).to_be_attached()
        for run in sheet(signer, page).locator(".run").all():
            run.evaluate("run => run.scrollIntoView({ block: 'nearest', behavior: 'instant' })")
        signer.until(lambda session: {"documentId": "1", "page": page} not in session["unseen"])


def test_a_page_on_its_way_says_so(window, lease):
    _, url = lease(3)
    pictures = Held(window.page, "**/image?*")
    signer = Signer(window.page, url)
    signer.agree()
    says = window.page.get_by_text("Page 1 is loading…")
    expect(says).to_be_visible()
    pictures.release()
    expect(sheet(signer, 1).locator(".picture")).to_be_visible()
    expect(says).to_have_count(0)


def test_a_certified_delivery_is_received_once_its_page_stood_in_the_window(window, lease, account):
    receiver = {"recipientId": "9", "name": "Rita Receiver", "email": "rita@example.com", "clientUserId": "9",
                "routingOrder": "1"}
    id, url = lease(2, receiver=receiver)
    pictures = Held(window.page, "**/image?*")
    signer = Signer(window.page, url)
    expect(window.page.get_by_text("These documents are for you to read.")).to_be_visible()
    assert account.get(f"envelopes/{id}/recipients")["certifiedDeliveries"][0]["status"] == "delivered"
    pictures.release()
    expect(window.page.get_by_text("You have received these documents.")).to_be_visible()
    assert account.get(f"envelopes/{id}/recipients")["certifiedDeliveries"][0]["status"] == "completed"
    expect(signer.button("Close")).to_be_visible()
