"""A sender looks at the signing page as each recipient will see it, before anything is sent."""

from playwright.sync_api import expect

from composing import Composing, lines_on_a_page, sender_view
from signer import Signer
from window import SIZES


def listed(account) -> list[str]:
    answer = account.get("envelopes?from_date=2020-01-01T00:00:00Z&count=1000")
    return sorted(one["envelopeId"] for one in answer["envelopes"])


def test_the_page_of_a_recipient_is_tried_and_nothing_is_stored(open_window, account, return_page):
    window = open_window(SIZES["1280"])
    page = window.page
    envelope, url = sender_view(account, return_page.url)
    composing = Composing(page, url)
    composing.add_file(file=lines_on_a_page("Please sign"))
    page.locator("#person-add").click()
    page.keyboard.type("Ada Lovelace")
    page.locator("#person-me").click()
    composing.step("fields")
    page.locator("#palette-person").select_option("1")
    page.locator("#kind-signHere").click()
    page.locator(".sheet").first.click(position={"x": 300, "y": 300})
    composing.step("review")
    before = listed(account)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Preview as Ada Lovelace").click()
    shown = opened.value
    expect(shown.get_by_text("This is a preview. Nothing that you do here is sent or stored.")).to_be_visible()
    ada = Signer(shown, shown.url)
    ada.agree()
    expect(shown.get_by_text("This is a preview.")).to_be_visible()
    ada.type_signature("Signature")
    ada.button("Finish").click()
    expect(ada.button("Close").or_(shown.get_by_role("heading", name="signed"))).to_be_visible()
    # Somebody later in the order has a page as well.
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Preview as Anna Petrov").click()
    expect(opened.value.get_by_text("This is a preview.")).to_be_visible()
    assert account.get(f"envelopes/{envelope}")["status"] == "created"
    assert listed(account) == before


def test_a_draft_without_documents_has_no_preview(open_window, account, return_page):
    window = open_window(SIZES["1280"])
    window.expect("422")
    page = window.page
    _, url = sender_view(account, return_page.url)
    composing = Composing(page, url)
    page.locator("#person-me").click()
    composing.step("review")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Preview as Anna Petrov").click()
    expect(page.get_by_text("There is no preview yet.")).to_be_visible()
    if not opened.value.is_closed():
        opened.value.wait_for_event("close")
