"""The signing page, the pages behind links and the mails in a language that nobody speaks: longer, accented and from right to
left. What stays plain is English that no catalog has."""

import json
import re
import uuid
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Page, Route, expect

from accessibility import violations
from envelope import INITIALS, SIGNATURE, SIGNER, definition
from inbox import Inbox
from service import Service
from window import Window

ACCENTED = str.maketrans("aeiouyAEIOUYnNcCsS", "áéíóúýÁÉÍÓÚÝñÑçÇšŠ")
# What people and senders wrote, and the names of languages and handwritings.
VALUES = re.compile(
    r"Anna Petrov|María Jørgensen|MJ|Service agreement( for the harbour project)?|Hi María,\s*here is the agreement we talked "
    r"about. It takes two minutes.|Project reference|Receive updates|Initials|Full name|Email|Date signed|Signature|"
    r"Dancing Script|Kristi|Kaushan Script|maria@example.org|anna@example.org|https?://\S+|UTC|GMT|Countersign|Too late")
# Every text that is shown, but for documents, the names of languages, and what is agreed to.
TEXTS = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        const holder = node.parentElement;
        if (holder.closest("noscript, script, style, .sheet, select, .disclosure, [hidden]") === null
            && node.textContent.trim() !== "") {
            found.push(node.textContent);
        }
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
        if (one.closest(".sheet") === null) {
            found.push(...["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""));
        }
    }
    return found;
}"""


def pseudo(text: str) -> str:
    """The text accented, with a third more of it; its placeholders stay."""
    parts = re.split(r"(\{\w+\})", text)
    said = "".join(part if part.startswith("{") else part.translate(ACCENTED) for part in parts)
    return f"{said} {'ŏ' * (len(text) // 3 + 1)}"


def said(entries: dict) -> dict:
    return {
        key: pseudo(entry) if isinstance(entry, str) else {form: pseudo(text) for form, text in entry.items()}
        for key, entry in entries.items()}


def translate(route: Route) -> None:
    answer = route.fetch()
    words = json.loads(re.fullmatch(r"globalThis\.countersignWords = (.*);\n", answer.text())[1])
    words["strings"] = said(words["strings"])
    route.fulfill(response=answer, body=f"globalThis.countersignWords = {json.dumps(words)};\n")


def plain(texts: list[str]) -> list[str]:
    """The texts that no catalog has."""
    return [
        text for text in texts
        if re.search("[A-Za-z]{2}", rest := VALUES.sub("", text)) and not re.search("[áéíóúýñçšŏÁÉÍÓÚÝÑÇŠ]", rest)]


def check(page: Page) -> None:
    assert plain(page.evaluate(TEXTS)) == []
    assert violations(page) == []
    assert page.evaluate("Math.max(document.documentElement.scrollWidth, visualViewport.width)") <= page.viewport_size["width"]


@pytest.mark.parametrize("width", (360, 1280))
def test_nothing_on_the_signing_page_is_plain_english(width, open_window, account, return_page):
    page = open_window((width, 740 if width < 600 else 900), locale="he").page
    page.route("**/words-he-*.js", translate)
    page.goto(account.recipient_view(account.create(definition()), SIGNER, return_page.url))
    words = page.evaluate("globalThis.countersignWords.strings")

    def button(key: str):
        return page.get_by_role("button", name=words[key], exact=True)

    expect(button("consent.continue")).to_be_visible()
    check(page)
    button("consent.continue").click()
    check(page)
    page.get_by_role("checkbox", name=words["consent.agree"]).check()
    button("consent.continue").click()
    expect(button("action.start")).to_be_visible()
    check(page)
    button("action.start").click()
    button("action.more").click()
    check(page)
    page.keyboard.press("Escape")
    button("action.finish").click()
    check(page)
    def opens_decline() -> None:
        button("action.more").click()
        button("action.decline").click()

    for opens in (opens_decline, lambda: page.locator(".page-number").click()):
        opens()
        expect(page.get_by_role("dialog")).to_be_visible()
        check(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for field in (INITIALS, SIGNATURE):
        page.get_by_role("button", name=field, exact=True).click()
        expect(page.get_by_role("dialog").get_by_role("radio", checked=True)).to_have_count(1)
        check(page)
        page.get_by_role("tab", name=words["adopt.draw"], exact=True).click()
        expect(page.locator("canvas")).to_be_visible()
        check(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


CATALOG = Path(__file__).resolve().parent.parent / "Sources/Words/Catalogs/en.json"
# The Hebrew plural forms that English lacks.
FORMS = ("one", "two", "other")


@pytest.fixture(scope="module")
def pseudo_service(tmp_path_factory):
    """A service whose Hebrew is the pseudo-language, by an operator's own wording."""
    folder = tmp_path_factory.mktemp("pseudo")
    (folder / "words").mkdir()
    english = json.loads(CATALOG.read_text("utf-8"))
    words = {}
    for section in ("page", "refusals", "links", "letters", "signin"):
        forms = {
            key: entry if isinstance(entry, str) else {form: entry.get(form, entry["other"]) for form in FORMS}
            for key, entry in english[section].items()}
        words[section] = said(forms)
    (folder / "words/he.json").write_text(json.dumps(words), "utf-8")
    running = Service(folder / "data", "--words", str(folder / "words"))
    running.start()
    yield running
    assert running.stop() == 0


def test_nothing_behind_links_and_in_mails_is_plain_english(pseudo_service, browser):
    account = pseudo_service.account("Anna Petrov", "anna@example.org")
    signer = definition()["recipients"]["signers"][0] | {
        "email": "maria@example.org", "accessCode": "ab1234", "emailNotification": {"supportedLanguage": "he"}}
    signer.pop("clientUserId", None)
    envelope = account.create(definition() | {"recipients": {"signers": [signer]}})
    inbox = Inbox(pseudo_service.data, "maria@example.org")

    def reads():
        message = inbox.next()
        # The sender's own words are quoted.
        assert plain([line for line in message.text.splitlines() if not line.startswith(">")]) == []
        assert plain([message.subject]) == []
        return message

    window = Window(browser, (360, 740), locale="he")
    page = window.page

    def opens(address: str, status: int = 200) -> None:
        assert page.goto(address).status == status
        check(page)

    message = reads()
    opens(message.link)
    page.get_by_role("button").click()
    expect(page.get_by_role("textbox")).to_be_visible()
    check(page)
    page.get_by_role("textbox").fill("wrong")
    page.get_by_role("textbox").press("Enter")
    expect(page.locator(".wrong")).to_be_visible()
    check(page)
    account.session.put(account.url(f"envelopes/{envelope}"), json={"status": "voided", "voidedReason": "Too late"})
    reads()
    opens(message.link, 410)
    base = pseudo_service.base
    opens(f"{base}/open/unknown", 404)
    opens(f"{base}/sign/unknown", 404)
    opens(f"{base}/ceremony/{uuid.uuid4()}/", 401)
    window.close()
    # What the page's scripts would show.
    for path in (f"/ceremony/{uuid.uuid4()}/session", f"/embedded/{envelope}/1/session"):
        answer = requests.get(base + path, headers={"Accept-Language": "he"}, timeout=10)
        assert answer.status_code == 401 and plain([answer.json()["error"]["message"]]) == [], answer.text
