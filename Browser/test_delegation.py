"""A part that is assigned to someone else, from the first person's message to the new person's signature."""

import os
import re

import pytest
from playwright.sync_api import expect

from signer import AGREEMENT
from test_accessibility import violations
from test_by_keyboard import Keys
from test_mail_links import (  # noqa: F401: fixtures
    ANNA, MARIA, OTTO, SUBJECT, inbox, person, post, size)

REASON = "I am on leave until March."


@pytest.fixture
def assignable(service, account, post):  # noqa: F811
    def send(**facts) -> str:
        return post({"email": MARIA, **facts}, allowReassign="true")

    return send


def picture(page, name: str) -> None:
    folder = os.environ.get("COUNTERSIGN_PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")


def test_a_part_is_assigned_and_the_new_person_signs(person, assignable, inbox, account):  # noqa: F811
    envelope = assignable()
    maria, otto = person(MARIA), person(OTTO)
    message = maria.inbox.next()
    maria.opens(message)
    maria.reviews()
    maria.agree()
    maria.type_signature("Signature")
    maria.button("More").click()
    maria.button("Assign to someone else").click()
    dialog = maria.dialog
    expect(dialog.get_by_role("heading")).to_have_text("Assign to someone else")
    picture(maria.page, f"delegate-{maria.width}")
    assert violations(maria.page) == []

    def refused(sentence: str, label: str) -> None:
        maria.button("Assign").click()
        expect(dialog.get_by_role("alert")).to_have_text(sentence)
        expect(dialog.get_by_label(label)).to_be_focused()
        assert violations(maria.page) == []

    refused("Please enter the name of the new person.", "Name of the new person")
    dialog.get_by_label("Name of the new person").fill("Otto Lind")
    dialog.get_by_label("E-mail address of the new person").fill("otto")
    refused("Please enter the e-mail address of the new person, such as name@example.com.",
            "E-mail address of the new person")
    dialog.get_by_label("E-mail address of the new person").fill("MARIA@example.org")
    refused("Please give a short reason.", "Reason, for the new person and the sender")
    dialog.get_by_label("Reason, for the new person and the sender").fill(REASON)
    refused("MARIA@example.org has had this document before. Please choose another person.",
            "E-mail address of the new person")
    picture(maria.page, f"delegate-refused-{maria.width}")
    dialog.get_by_label("E-mail address of the new person").fill(OTTO)
    maria.button("Assign").click()
    told = (f"You have assigned “{SUBJECT}” to Otto Lind", "Otto Lind gets an invitation by mail and signs in your place.")
    maria.sees(*told)
    picture(maria.page, f"delegated-{maria.width}")
    # The link opens nothing any more, and says the same.
    maria.opens(message)
    maria.sees(*told)
    expect(maria.page.get_by_role("button")).to_have_count(0)
    picture(maria.page, f"delegated-link-{maria.width}")

    news = inbox[ANNA].next()
    assert news.subject == f"Assigned to Otto Lind: {SUBJECT}" and REASON in news.text
    invitation = otto.inbox.next()
    assert "María Jørgensen asks you to sign in their place" in invitation.text and REASON in invitation.text
    otto.opens(invitation)
    otto.sees(f"Anna Petrov asks you to sign “{SUBJECT}”")
    otto.reviews()
    otto.signs()
    otto.sees(f"“{SUBJECT}” is complete")
    (signer,) = account.get(f"envelopes/{envelope}/recipients")["signers"]
    assert (signer["name"], signer["email"], signer["status"]) == ("Otto Lind", OTTO, "completed")
    assert account.get(f"envelopes/{envelope}")["allowReassign"] == "true"
    actions = [fields["Action"] for fields in (
        {field["name"]: field["value"] for field in event["eventFields"]}
        for event in account.get(f"envelopes/{envelope}/audit_events")["auditEvents"])]
    assert "Reassigned" in actions
    assert maria.inbox.unread() == []


def test_it_is_not_offered_where_the_sender_does_not_allow_it(person, post):  # noqa: F811
    post({"email": MARIA})
    maria = person(MARIA)
    maria.opens(maria.inbox.next())
    maria.reviews()
    maria.agree()
    maria.button("More").click()
    expect(maria.button("Decline")).to_be_visible()
    expect(maria.button("Assign to someone else")).to_have_count(0)


def test_a_part_is_assigned_by_keyboard_before_anything_is_agreed_to(person, assignable):  # noqa: F811
    assignable()
    maria = person(MARIA)
    maria.opens(maria.inbox.next())
    maria.reviews()
    expect(maria.checkbox(AGREEMENT)).to_be_visible()
    keys = Keys(maria.page)
    keys.to(maria.button("More"))
    keys.press("Enter")
    keys.to(maria.button("Assign to someone else"), "ArrowDown")
    keys.press("Enter")
    expect(maria.dialog.get_by_label("Name of the new person")).to_be_focused()
    for text in ("Otto Lind", OTTO, REASON):
        maria.page.keyboard.type(text)
        keys.press("Tab")
        keys.see()
    keys.to(maria.button("Assign"))
    keys.press("Enter")
    maria.sees(f"You have assigned “{SUBJECT}” to Otto Lind")
    expect(maria.page.get_by_role("heading", level=1)).to_be_focused()
    assert re.search("sign in their place", maria_invites(person))


def maria_invites(person) -> str:  # noqa: F811
    return person(OTTO).inbox.next().text
