"""Every language from the message to the completed set, with nothing cut off, and the choice of another one."""

import base64
import json
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from agreement import agreement
from envelope import SIGNER, definition
from inbox import Inbox

CATALOGS = Path(__file__).resolve().parent.parent / "Sources/Words/Catalogs"
LANGUAGES = sorted(file.stem for file in CATALOGS.glob("*.json"))
FROM_THE_RIGHT = {"ar", "he"}
MARIA = "maria@example.org"
SUBJECT = "Service agreement"
# The narrowest window of WCAG 2.2 (1.4.10), and a desktop's.
WIDTHS = (320, 1280)

# The words of elements that are wider than their place. On paper, and in the title of the bar, texts are cut with a mark.
CUT = """() => [...document.querySelectorAll("button, a, label, h1, h2, h3, p, span, select, summary, li")]
    .filter((one) => {
        const box = one.getBoundingClientRect();
        const isWider = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
        return box.width > 0 && box.height > 0 && !one.closest(".documents, .bar h1, .unseen")
            && (isWider || box.right > innerWidth + 1 || box.left < -1);
    }).map((one) => one.textContent)"""


def squeezed(text: str) -> str:
    """The text without spaces and without marks of direction, its letters in the form of no place within a word."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", text) if letter.isalnum())


class Words:
    """The sentences of a language."""

    def __init__(self, language: str):
        self.tag = language
        self.direction = "rtl" if language in FROM_THE_RIGHT else "ltr"
        self.catalog = json.loads((CATALOGS / f"{language}.json").read_text("utf-8"))

    def pattern(self, section: str, key: str, form: str | None = None) -> re.Pattern:
        """A sentence with anything for its values, and marks of direction around them."""
        entry = self.catalog[section][key]
        text = entry if isinstance(entry, str) else entry.get(form or "other", entry["other"])
        return re.compile(".*".join(re.escape(part) for part in re.split(r"\{\w+\}", text)), re.DOTALL)

    def label(self, key: str) -> str:
        return self.catalog["page"][key]


class Reader:
    """A signer who reads one language."""

    def __init__(self, page: Page, words: Words, width: int):
        self.page, self.words, self.width = page, words, width

    def button(self, key: str):
        return self.page.get_by_role("button", name=self.words.label(key), exact=True)

    def sees_a_fair_page(self) -> None:
        html = self.page.locator("html")
        expect(html).to_have_attribute("lang", self.words.tag)
        expect(html).to_have_css("direction", self.words.direction)
        assert violations(self.page) == []
        assert self.page.evaluate(CUT) == []
        assert self.page.evaluate("Math.max(document.documentElement.scrollWidth, visualViewport.width)") <= self.width

    def agrees(self) -> None:
        self.page.get_by_role("checkbox", name=self.words.label("consent.agree")).check()
        self.button("consent.continue").click()
        expect(self.button("action.finish")).to_be_visible()

    def signs(self) -> None:
        self.page.locator(".documents").get_by_role("button").first.click()
        self.page.get_by_role("tab", name=self.words.label("adopt.type"), exact=True).click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog.get_by_role("radio", checked=True)).to_have_count(1)
        self.sees_a_fair_page()
        self.button("adopt.confirm").click()
        expect(dialog).to_have_count(0)


@pytest.fixture
def reader(open_window):
    def of(words: Words, width: int, locale: str = "en") -> Reader:
        window = open_window((width, 640 if width < 600 else 900), locale=locale)
        # A call that is refused on purpose.
        window.expect("404")
        return Reader(window.page, words, width)

    return of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_from_the_message_to_the_completed_set(language, width, reader, account, service):
    words = Words(language)
    box = Inbox(service.data, MARIA)
    box.forget()
    envelope = account.create({
        "emailSubject": SUBJECT, "status": "sent",
        "documents": [{"documentId": "1", "name": "Service agreement", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{
            "recipientId": "1", "name": "María Jørgensen", "email": MARIA,
            "emailNotification": {"supportedLanguage": language},
            "tabs": {"signHereTabs": [{
                "documentId": "1", "pageNumber": "1", "xPosition": "160", "yPosition": "260", "width": "200",
                "height": "40", "tabLabel": "Signature"}]}}]}})
    message = box.next()
    assert f'lang="{language}"' in message.html and f'dir="{words.direction}"' in message.html
    assert words.pattern("letters", "invitation.heading").search(message.text)

    maria = reader(words, width)
    maria.page.goto(message.link)
    maria.sees_a_fair_page()
    expect(maria.page.get_by_role("heading", level=1)).to_have_text(words.pattern("links", "invitationTitle"))
    maria.page.get_by_role("button", name=words.catalog["links"]["review"], exact=True).click()
    expect(maria.page.get_by_role("heading", level=2)).to_have_text(words.catalog["disclosure"]["title"])
    maria.sees_a_fair_page()
    maria.agrees()
    maria.sees_a_fair_page()
    maria.button("action.more").click()
    maria.sees_a_fair_page()
    maria.page.keyboard.press("Escape")
    maria.button("action.finish").click()
    expect(maria.page.locator(".notice").first).to_contain_text(words.pattern("page", "finish.missing", "one"))
    maria.sees_a_fair_page()
    maria.signs()
    expect(maria.page.get_by_role("progressbar")).to_have_text(words.pattern("page", "progress.text", "one"))
    maria.button("action.finish").click()
    maria.page.wait_for_url("**/finished?event=signing_complete", timeout=30_000)
    maria.sees_a_fair_page()
    expect(maria.page.get_by_role("heading", level=1)).to_have_text(words.pattern("links", "completeTitle"))
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
    # The certificate has what was agreed to, in the language in which it was.
    read = subprocess.run(
        ["pdftotext", "-", "-"], input=account.document(envelope, "certificate"), capture_output=True, check=True)
    title, text = squeezed(words.catalog["disclosure"]["title"]), squeezed(read.stdout.decode())
    # From right to left, lines come out in another order; no other text there has such letters.
    assert title in text if words.direction == "ltr" else set(title) <= set(text)


def test_a_signer_chooses_another_language_and_the_browser_remembers_it(reader, account, return_page):
    french, hebrew = Words("fr"), Words("he")
    envelope = account.create(definition())
    signer = reader(french, 320, locale="fr-CA")
    signer.page.goto(account.recipient_view(envelope, SIGNER, return_page.url))
    expect(signer.button("consent.continue")).to_be_visible()
    signer.sees_a_fair_page()
    signer.page.get_by_role("combobox", name=french.label("language.label")).select_option("he")
    signer.words = hebrew
    expect(signer.button("consent.continue")).to_be_visible()
    signer.sees_a_fair_page()
    expect(signer.page.get_by_role("heading", level=2)).to_have_text(hebrew.catalog["disclosure"]["title"])
    # The next visit begins in it, and what the service says is in it, too.
    signer.page.goto(account.recipient_view(envelope, SIGNER, return_page.url))
    expect(signer.page.locator("html")).to_have_attribute("lang", "he")
    signer.agrees()
    refused = signer.page.evaluate("""(language) => fetch("fields/none", {
        method: "PUT", body: JSON.stringify({ value: "x" }),
        headers: { "Content-Type": "application/json", "Countersign-Language": language },
    }).then((answer) => answer.json())""", "he")
    assert hebrew.catalog["refusals"]["unknown-field"] in json.dumps(refused, ensure_ascii=False)


def test_the_address_of_an_apps_page_names_the_language(reader, account, return_page):
    url = account.recipient_view(account.create(definition()), SIGNER, return_page.url)
    signer = reader(Words("zh-Hant"), 1280)
    signer.page.goto(f"{url}?locale=zh_TW")
    expect(signer.button("consent.continue")).to_be_visible()
    signer.sees_a_fair_page()
