"""From the link in a message to the completed set, as people who only get mail go through it."""

import base64
import re
import sqlite3
import uuid

import pytest
from playwright.sync_api import Page, expect

from agreement import agreement
from inbox import Inbox, Message
from signer import AGREEMENT, Signer
from test_accessibility import violations
from test_by_keyboard import Keys

SUBJECT = "Service agreement for the harbour project"
ANNA, MARIA, OTTO, CARL = "anna@example.org", "maria@example.org", "otto@example.org", "carl@example.org"
NAMES = {MARIA: "María Jørgensen", OTTO: "Otto Lind", CARL: "Carl Copy"}
# The narrowest window of WCAG 2.2 (1.4.10), a desktop's, and one enlarged to 400 percent.
SIZES = {
    "320": ((320, 568), {}),
    "1280": ((1280, 900), {}),
    "400 percent": ((320, 256), {"is_mobile": False, "has_touch": False, "device_scale_factor": 4}),
}


class Person(Signer):
    """Somebody with a mailbox and a browser."""

    def __init__(self, page: Page, inbox: Inbox, width: int):
        self.page = page
        self.inbox = inbox
        self.width = width

    def opens(self, message: Message) -> None:
        self.page.goto(message.link)
        self.sees_a_fair_page()

    def reviews(self) -> None:
        self.button("Review the documents").click()

    def sees(self, heading: str, *sentences: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        for sentence in sentences:
            expect(self.page.get_by_role("main")).to_contain_text(sentence)
        self.sees_a_fair_page()

    def sees_a_fair_page(self) -> None:
        assert violations(self.page) == []
        assert self.page.evaluate("Math.max(document.documentElement.scrollWidth, visualViewport.width)") <= self.width

    def signs(self) -> None:
        self.agree()
        self.type_signature("Signature")
        # Says so only once the page with the field has been shown.
        expect(self.progress).to_have_text("1 of 1 required field done")
        self.button("Finish").click()
        self.page.wait_for_url("**/finished?event=signing_complete", timeout=30_000)

    def declines(self, reason: str) -> None:
        self.agree()
        self.button("More").click()
        self.button("Decline").click()
        self.dialog.get_by_role("textbox").fill(reason)
        self.button("Decline to sign").click()
        self.page.wait_for_url("**/finished?event=decline", timeout=30_000)

    def downloads(self) -> dict[str, bytes]:
        """Everything that the page offers, by the names of the files."""
        files = {}
        for link in self.page.get_by_role("listitem").get_by_role("link").all():
            with self.page.expect_download() as started:
                link.click()
            files[started.value.suggested_filename] = started.value.path().read_bytes()
        return files


@pytest.fixture
def post(account, service):
    """Sends an envelope to people whom only mail reaches."""
    def send(*signers: dict, copies: tuple[dict, ...] = (), **more: object) -> str:
        def recipient(number: int, facts: dict) -> dict:
            return {"recipientId": str(number), "name": NAMES[facts["email"]], **facts}

        people = [
            recipient(number, facts) | {"tabs": {"signHereTabs": [{
                "documentId": "1", "pageNumber": "1", "xPosition": "160", "yPosition": str(200 + 60 * number),
                "width": "200", "height": "40", "tabLabel": "Signature"}]}}
            for number, facts in enumerate(signers, start=1)]
        return account.create(more | {
            "emailSubject": SUBJECT, "emailBlurb": "Here is the agreement we talked about.", "status": "sent",
            "documents": [{"documentId": "1", "name": "Service agreement", "fileExtension": "pdf",
                           "documentBase64": base64.b64encode(agreement(1)).decode()}],
            "recipients": {"signers": people, "carbonCopies": [
                recipient(number, facts) for number, facts in enumerate(copies, start=len(people) + 1)]}})

    return send


@pytest.fixture
def inbox(service):
    """The messages to an address that come during this test."""
    def of(address: str) -> Inbox:
        return Inbox(service.data, address)

    boxes = {address: of(address) for address in (ANNA, *NAMES)}
    for box in boxes.values():
        box.forget()
    return boxes


@pytest.fixture(params=SIZES)
def size(request):
    return SIZES[request.param]


@pytest.fixture
def person(open_window, inbox, size):
    (width, height), options = size

    def of(address: str) -> Person:
        window = open_window((width, height), **options)
        window.expect("401", "403", "404", "409", "410", "422")
        return Person(window.page, inbox[address], width)

    return of


def signature_count(file: bytes) -> int:
    return len(re.findall(rb"/SubFilter\s*/ETSI\.CAdES\.detached", file))


def test_two_sign_in_a_row_and_both_keep_the_completed_set(person, post, inbox, account):
    envelope = post({"email": MARIA, "routingOrder": "1"}, {"email": OTTO, "routingOrder": "2"})
    maria, otto = person(MARIA), person(OTTO)
    invitation = maria.inbox.next()
    maria.opens(invitation)
    maria.sees(f"Anna Petrov asks you to sign “{SUBJECT}”", "1 page")
    assert otto.inbox.unread() == []
    maria.reviews()
    # The sender's message stands where she agrees, once.
    expect(maria.page.get_by_text("Here is the agreement we talked about.")).to_have_count(1)
    maria.signs()
    maria.sees(f"You have signed “{SUBJECT}”", "You have signed; 1 other has not yet.", "m…@example.org")
    own = maria.downloads()
    assert list(own) == ["Service agreement.pdf"] and signature_count(own["Service agreement.pdf"]) == 1

    otto.opens(otto.inbox.next())
    otto.reviews()
    otto.signs()
    otto.sees(f"“{SUBJECT}” is complete", "Everybody has signed")
    assert set(otto.downloads()) == {"Service agreement.pdf", "Certificate of completion.pdf"}
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"

    # The first one gets the set by mail, and behind the very first link.
    completed = maria.inbox.next()
    assert completed.subject == f"Completed: {SUBJECT}"
    sealed = account.document(envelope, "combined")
    assert completed.attachments == [(f"{SUBJECT}.pdf", sealed)]
    for message in (completed, invitation):
        maria.opens(message)
        maria.button("See the documents").click()
        maria.sees(f"“{SUBJECT}” is complete")
        files = maria.downloads()
        assert files["Service agreement.pdf"] == sealed and signature_count(sealed) == 3
        assert files["Certificate of completion.pdf"] == account.document(envelope, "certificate")
    assert inbox[ANNA].next().subject == f"Completed: {SUBJECT}"


def test_two_are_asked_at_once_and_a_third_gets_a_copy(person, post, account):
    envelope = post({"email": MARIA}, {"email": OTTO}, copies=({"email": CARL, "routingOrder": "2"},))
    maria, otto, carl = person(MARIA), person(OTTO), person(CARL)
    maria.opens(maria.inbox.next())
    otto.opens(otto.inbox.next())
    maria.reviews()
    otto.reviews()
    otto.agree()
    maria.signs()
    maria.sees(f"You have signed “{SUBJECT}”", "1 other has not yet")
    assert carl.inbox.unread() == []
    otto.type_signature("Signature")
    otto.button("Finish").click()
    otto.page.wait_for_url("**/finished?event=signing_complete", timeout=30_000)
    otto.sees(f"“{SUBJECT}” is complete")

    copy = carl.inbox.next()
    assert "You need not sign anything." in copy.text and "Expires" not in copy.text
    carl.opens(copy)
    carl.button("See the documents").click()
    carl.sees(f"“{SUBJECT}” is complete")
    assert carl.downloads()["Service agreement.pdf"] == account.document(envelope, "combined")


def test_who_declines_is_told_so_and_everybody_else_too(person, post, inbox, account):
    envelope = post({"email": MARIA}, {"email": OTTO})
    maria, otto = person(MARIA), person(OTTO)
    message, other = maria.inbox.next(), otto.inbox.next()
    maria.opens(message)
    maria.reviews()
    maria.declines("The price is not the one that we agreed on.")
    maria.sees(f"You have declined to sign “{SUBJECT}”", "Anna Petrov can read your reason.", ANNA)
    assert account.get(f"envelopes/{envelope}")["status"] == "declined"
    maria.opens(message)
    maria.sees(f"You have declined to sign “{SUBJECT}”")
    otto.opens(other)
    otto.sees("Signing has ended", f"Somebody has declined to sign “{SUBJECT}”")
    for box in (otto.inbox, inbox[ANNA]):
        news = box.next()
        assert news.subject == f"Declined: {SUBJECT}" and "The price is not the one" in news.text
        # Nothing is left to open.
        assert "/open/" not in news.text


def test_three_wrong_access_codes_lock_and_the_sender_lets_in_again(person, post, inbox, account):
    envelope = post({"email": MARIA, "accessCode": "Blue-42"})
    maria = person(MARIA)
    message = maria.inbox.next()
    maria.opens(message)
    maria.sees(f"Anna Petrov asks you to sign “{SUBJECT}”", "You will be asked for a code first.")
    maria.reviews()
    maria.sees("Enter your access code")
    for left in ("You have 2 tries left.", "You have one try left."):
        maria.text_field("Access code").fill("blue 42")
        maria.button("Continue").click()
        expect(maria.page.get_by_role("alert")).to_have_text(f"That is not the access code. {left}")
        maria.sees("Enter your access code")
        expect(maria.text_field("Access code")).to_be_focused()
    maria.text_field("Access code").fill("blue")
    maria.button("Continue").click()
    maria.sees("Your access is locked", "Ask Anna Petrov (anna@example.org) for the right code")
    maria.opens(message)
    maria.sees("Your access is locked")
    assert "María Jørgensen entered a wrong access code three times" in inbox[ANNA].next().text

    answer = account.call("PUT", f"envelopes/{envelope}", params={"resend_envelope": "true"}, json={})
    assert answer.status_code == 200, answer.text
    maria.opens(maria.inbox.next())
    maria.reviews()
    maria.text_field("Access code").fill("Blue-42")
    maria.button("Continue").click()
    maria.signs()
    maria.sees(f"“{SUBJECT}” is complete")


def test_a_code_from_the_mail_opens_the_documents(person, post, account):
    (workflow,) = account.get("identity_verification")["identityVerification"]
    post({"email": MARIA, "identityVerification": {"workflowId": workflow["workflowId"]}})
    maria = person(MARIA)
    maria.opens(maria.inbox.next())
    maria.reviews()
    maria.sees("Prove your address", "We send it to m…@example.org.")
    maria.button("Send me the code").click()
    maria.sees("Enter the code from your mail", "They work for 10 minutes.")
    maria.text_field("Code").fill(maria.inbox.next().code)
    maria.button("Continue").click()
    maria.signs()
    maria.sees(f"“{SUBJECT}” is complete")


def test_an_expired_link_is_renewed_by_its_holder(person, post, service):
    envelope = post({"email": MARIA})
    maria = person(MARIA)
    message = maria.inbox.next()
    with sqlite3.connect(service.data / "countersign.sqlite") as database:
        changed = database.execute("UPDATE link SET expiresAt = createdAt WHERE envelopeID = ?", (envelope,))
        assert changed.rowcount == 1
    database.close()
    maria.opens(message)
    maria.sees("This link has expired", f"Anna Petrov is still waiting for your signature on “{SUBJECT}”.")
    maria.button("Send me a new link").click()
    maria.sees("Check your mail")
    renewed = maria.inbox.next()
    assert renewed.link != message.link
    maria.opens(renewed)
    maria.reviews()
    maria.signs()
    maria.sees(f"“{SUBJECT}” is complete")
    # The old link serves those who have signed.
    maria.opens(message)
    maria.sees(f"“{SUBJECT}” is complete")


def test_links_that_lead_nowhere_say_what_to_do(person, post, account, service):
    envelope = post({"email": MARIA})
    maria = person(MARIA)
    message = maria.inbox.next()
    account.call("PUT", f"envelopes/{envelope}", json={"status": "voided", "voidedReason": "Wrong price."})
    maria.opens(message)
    maria.sees("These documents were withdrawn", "Wrong price.", "If you have a question, write to anna@example.org.")
    assert "/open/" not in maria.inbox.next().text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_link_of_a_message_leads_to_the_set_by_keyboard_alone(person, post, size, scheme):
    post({"email": MARIA, "accessCode": "Blue-42"})
    maria = person(MARIA)
    maria.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    maria.opens(maria.inbox.next())
    keys = Keys(maria.page)

    def presses(name: str, key: str = "Enter") -> None:
        keys.to(maria.button(name))
        keys.press(key)

    presses("Review the documents")
    expect(maria.text_field("Access code")).to_be_focused()
    maria.sees_a_fair_page()
    maria.page.keyboard.type("wrong")
    keys.press("Enter")
    expect(maria.page.get_by_role("alert")).to_be_visible()
    maria.sees_a_fair_page()
    expect(maria.text_field("Access code")).to_be_focused()
    maria.page.keyboard.type("Blue-42")
    presses("Continue", "Space")
    expect(maria.checkbox(AGREEMENT)).to_be_visible()
    keys.to(maria.checkbox(AGREEMENT))
    keys.press("Space")
    presses("Continue")
    expect(maria.button("Finish")).to_be_visible()
    presses("Signature")
    expect(maria.dialog.get_by_role("radio").first).to_be_checked()
    presses("Adopt and sign")
    expect(maria.dialog).to_have_count(0)
    presses("Finish")
    maria.page.wait_for_url("**/finished?event=signing_complete", timeout=30_000)
    maria.sees(f"“{SUBJECT}” is complete")
    for name in ("Service agreement.pdf", "Certificate of completion"):
        keys.to(maria.page.get_by_role("link", name=name))
        with maria.page.expect_download() as started:
            keys.press("Enter")
        assert started.value.path().read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("header", "button"), [("#ffe600", "#7a0019"), ("#777777", "#777777")])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_brand_shows_in_the_message_behind_its_link_and_on_the_first_and_last_screen(
        person, post, account, size, header, button, scheme):
    made = account.call("POST", "brands", json={
        "brandName": f"Fjord {uuid.uuid4()}", "brandCompany": "Fjord Homes AS",
        "colors": [{"name": "headerBackground", "value": header}, {"name": "buttonPrimaryBackground", "value": button}]})
    assert made.status_code == 201, made.text
    brand = made.json()["brands"][0]["brandId"]
    post({"email": MARIA}, brandId=brand)
    maria = person(MARIA)
    maria.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    maria.opens(maria.inbox.next())
    expect(maria.page.get_by_text("Fjord Homes AS", exact=True)).to_be_visible()
    maria.reviews()
    expect(maria.page.get_by_text("Fjord Homes AS", exact=True)).to_be_visible()
    red, green, blue = (int(header[at:at + 2], 16) for at in (1, 3, 5))
    expect(maria.page.locator(".brand")).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
    maria.sees_a_fair_page()
    maria.agree()
    maria.button("More").click()
    maria.button("Finish later").click()
    maria.page.wait_for_url("**/finished?event=cancel", timeout=30_000)
    expect(maria.page.locator(".brand")).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
    maria.sees("You have not signed yet", "What you entered is kept.")


def test_a_page_in_arabic_runs_from_right_to_left(person, post):
    post({"email": MARIA, "emailNotification": {"supportedLanguage": "ar"}, "accessCode": "Blue-42"})
    maria = person(MARIA)
    maria.opens(maria.inbox.next())
    assert maria.page.evaluate("getComputedStyle(document.querySelector('h1')).direction") == "rtl"
    maria.button("مراجعة المستندات").click()
    maria.text_field("رمز الوصول").fill("wrong")
    maria.button("متابعة").click()
    expect(maria.page.get_by_role("alert")).to_contain_text("المحاولات المتبقية")
    maria.sees_a_fair_page()
