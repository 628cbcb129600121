"""The signing page in a language that nobody speaks: longer, accented and from right to left. What stays plain is English
that no catalog has."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from accessibility import violations
from envelope import INITIALS, SIGNATURE, SIGNER, definition

ACCENTED = str.maketrans("aeiouyAEIOUYnNcCsS", "áéíóúýÁÉÍÓÚÝñÑçÇšŠ")
# What people and senders wrote, and the names of languages and handwritings.
VALUES = re.compile(
    r"Anna Petrov|María Jørgensen|MJ|Service agreement( for the harbour project)?|Hi María,\s*here is the agreement we talked "
    r"about. It takes two minutes.|Project reference|Receive updates|Initials|Full name|Email|Date signed|Signature|"
    r"Dancing Script|Kristi|Kaushan Script|maria@example.org")
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


def translate(route: Route) -> None:
    answer = route.fetch()
    words = json.loads(re.fullmatch(r"globalThis\.countersignWords = (.*);\n", answer.text())[1])
    words["strings"] = {
        key: pseudo(entry) if isinstance(entry, str) else {form: pseudo(text) for form, text in entry.items()}
        for key, entry in words["strings"].items()}
    route.fulfill(response=answer, body=f"globalThis.countersignWords = {json.dumps(words)};\n")


def check(page: Page) -> None:
    plain = [
        text for text in page.evaluate(TEXTS)
        if re.search("[A-Za-z]{2}", rest := VALUES.sub("", text)) and not re.search("[áéíóúýñçšŏÁÉÍÓÚÝÑÇŠ]", rest)]
    assert plain == []
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
