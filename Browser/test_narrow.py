"""A phone, and letters of twice their size: nothing is cut, and nothing has to be scrolled sideways."""

import base64

import pytest
from playwright.sync_api import expect

from agreement import agreement
from envelope import INITIALS, SIGNATURE, SIGNER
from signer import Signer


def width_of(page) -> int:
    return page.evaluate("Math.max(document.documentElement.scrollWidth, visualViewport.width)")


@pytest.mark.parametrize("label", ["Initials", "Initials of the tenant and of the guarantor, on every page"])
def test_initials_at_the_right_edge_do_not_widen_the_page(open_window, account, return_page, label):
    tabs = {"initialHereTabs": [{"documentId": "1", "pageNumber": "1", "xPosition": "545", "yPosition": str(y),
                                 "width": "48", "height": "36", "tabLabel": label} for y in (300, 400)]}
    envelope = account.create({
        "emailSubject": "Edge", "status": "sent",
        "documents": [{"documentId": "1", "name": "Contract", "fileExtension": "pdf",
                       "documentBase64": base64.b64encode(agreement(1)).decode()}],
        "recipients": {"signers": [{**SIGNER, "tabs": tabs}]}})
    window = open_window((360, 740))
    signer = Signer(window.page, account.recipient_view(envelope, SIGNER, return_page.url))
    signer.agree()
    assert width_of(window.page) <= 360
    window.page.get_by_role("button", name=label, exact=True).first.click()
    assert width_of(window.page) <= 360
    box = signer.dialog.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360


CUT = """() => [...document.querySelectorAll("button, h2, .notice p, dialog label")]
    .filter((element) => element.checkVisibility() && element.closest(".sheet, .picture-problem") === null)
    .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < 0 || box.right > innerWidth + 0.5 || element.scrollWidth > element.clientWidth + 1;
    })
    .map((element) => element.textContent)"""


def test_text_of_twice_the_size_is_not_cut_on_a_phone(open_window, sent):
    window = open_window((360, 740))
    window.page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
    })""")
    signer = Signer(window.page, sent.signing_url())
    assert width_of(window.page) <= 360 and window.page.evaluate(CUT) == []
    signer.agree()
    assert width_of(window.page) <= 360 and window.page.evaluate(CUT) == []

    signer.button("Finish").click()
    notice = window.page.get_by_role("alert").filter(has_text="required fields are still empty")
    expect(notice).to_be_visible()
    assert notice.bounding_box()["height"] <= 0.31 * 740
    covered = window.page.evaluate("""() => document.querySelector(".bar").getBoundingClientRect().bottom
        + innerHeight - document.querySelector(".actions").getBoundingClientRect().top""")
    assert covered <= 0.85 * 740
    # What does not fit is scrolled to, and Dismiss stays in sight.
    assert notice.evaluate("place => place.scrollWidth <= place.clientWidth")
    signer.button("Dismiss").click()

    signer.button(SIGNATURE).click()
    expect(signer.dialog.get_by_role("radio").first).to_be_checked()
    assert width_of(window.page) <= 360 and window.page.evaluate(CUT) == []
    window.page.get_by_role("tab", name="Draw", exact=True).click()
    assert signer.dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    assert window.page.evaluate(CUT) == []
    window.page.keyboard.press("Escape")
    signer.fill_reference()
    signer.type_signature(INITIALS)
    signer.type_signature(SIGNATURE)
    assert width_of(window.page) <= 360
    signer.finish()
