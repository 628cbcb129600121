"""The other ways out: declining, finishing later, links and sessions that have ended."""

import contextlib

from playwright.sync_api import TimeoutError, expect

from envelope import INITIALS, REFERENCE, SIGNATURE
from signer import Signer


def test_declining_takes_a_reason_and_tells_the_sender(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.button("More").click()
    signer.button("Decline").click()
    signer.button("Decline to sign").click()
    expect(signer.dialog.get_by_role("alert")).to_contain_text("give a short reason")
    signer.dialog.get_by_role("textbox", name="Reason for declining").fill("The fee is not the one we agreed on.")
    signer.button("Decline to sign").click()
    signer.expect_return("decline")
    assert sent.status == "declined"
    assert sent.recipient["declinedReason"] == "The fee is not the one we agreed on."


def test_declining_is_possible_without_agreeing_to_electronic_records(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.button("More").click()
    signer.button("Decline").click()
    signer.dialog.get_by_role("textbox", name="Reason for declining").fill("On paper, please.")
    signer.button("Decline to sign").click()
    signer.expect_return("decline")
    assert sent.status == "declined"


def test_a_dialog_closed_with_escape_changes_nothing_and_gives_the_focus_back(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.button("More").click()
    signer.button("Decline").click()
    expect(signer.dialog).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(signer.dialog).to_have_count(0)
    expect(signer.button("More")).to_be_focused()
    signer.button(SIGNATURE).click()
    window.page.keyboard.press("Escape")
    expect(signer.button(SIGNATURE)).to_be_focused()
    assert signer.session()["signature"] is None
    assert sent.status != "declined"


def test_finishing_later_keeps_what_was_entered(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.text_field(REFERENCE).fill("HS-2025/17")
    signer.button("More").click()
    signer.button("Finish later").click()
    signer.expect_return("cancel")
    assert sent.status not in ("completed", "declined")

    again = Signer(window.page, sent.signing_url())
    expect(again.text_field(REFERENCE)).to_have_value("HS-2025/17")
    expect(again.progress).to_have_text("1 of 3 required fields done")
    again.type_signature(INITIALS)
    again.type_signature(SIGNATURE)
    again.finish()
    assert sent.status == "completed"


def test_an_entry_that_was_refused_is_not_left_as_if_it_were_kept(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    window.expect("422")
    signer.text_field(REFERENCE).fill("Kai \U00031350")
    signer.button("More").click()
    signer.button("Finish later").click()
    expect(window.page.get_by_role("alert").filter(has_text=f"We cannot save “{REFERENCE}” as it is")).to_be_visible()
    expect(signer.text_field(REFERENCE)).to_be_focused()
    signer.button("Leave without saving it").click()
    signer.expect_return("cancel")


def test_where_nothing_is_kept_nobody_is_told_that_it_is(window, sent):
    # As a host without saved progress says.
    window.page.add_init_script("""
        const plain = window.fetch;
        window.fetch = async (...what) => {
            const answer = await plain(...what);
            if (!(answer.headers.get('content-type') ?? '').includes('json')) return answer;
            const body = await answer.json();
            if (body.rules) body.rules.keepsEntries = false;
            if (body.closing) body.closing.sentences = ["What you entered was not kept."];
            return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers });
        };""")
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.text_field(REFERENCE).fill("HS-2025/17")
    # The page stays where it is.
    window.page.route("**/done?*", lambda route: route.fulfill(status=204))
    signer.button("More").click()
    signer.button("Finish later").click()
    expect(window.page.get_by_role("heading", name="You have not signed yet", exact=True)).to_be_visible()
    expect(window.page.get_by_text("What you entered was not kept.")).to_be_visible()


def test_a_signing_link_opens_once(window, sent):
    url = sent.signing_url()
    Signer(window.page, url)
    window.page.goto(url)
    window.page.wait_for_url("**/done?order=17&event=ttl_expired")


def test_a_signed_document_can_only_be_read(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    signer.fill_everything()
    signer.finish()

    reader = Signer(window.page, sent.signing_url())
    expect(reader.button("Close")).to_be_visible()
    expect(reader.button("Finish")).to_have_count(0)
    expect(window.page.get_by_text("Signed for the customer")).to_have_count(1)
    # The sender's page took over at once when it was signed; the copies are here.
    expect(window.page.get_by_text("You have signed this document.").first).to_be_visible()
    reader.button("More").click()
    reader.button("Download").click()
    for name in ("Service agreement", "Certificate of completion"):
        with window.page.expect_download() as download:
            reader.dialog.get_by_role("link", name=name).click()
        assert b"/ByteRange" in download.value.path().read_bytes()
    reader.dialog.get_by_role("button", name="Close").click()
    reader.button("Close").click()
    reader.expect_return("viewing_complete")


def test_a_session_that_is_over_is_said_plainly(window, sent):
    signer = Signer(window.page, sent.signing_url())
    signer.agree()
    window.page.wait_for_load_state("networkidle")
    window.expect("401")
    window.context.clear_cookies()
    # Typing is one way to find out. On a slow machine a late picture has shown it already, and the field
    # is gone.
    with contextlib.suppress(TimeoutError):
        signer.text_field(REFERENCE).fill("CS-2026-117", timeout=5_000)
        window.page.keyboard.press("Tab")
    expect(window.page.get_by_role("heading", name="Your session has ended")).to_be_visible()
