"""A part that is assigned to somebody else, from message to message."""

import json

import pytest
import requests

from ceremony import Ceremony, Refused, event_of
from office import Office, events_of, sent

NEW = {"name": "Nora New", "email": "nora@example.com", "reason": "I am on leave."}


def test_the_new_person_signs_from_their_message_and_the_earlier_link_is_dead(office: Office) -> None:
    envelope = sent(office, allowReassign="true")
    link = office.mail.wait("signer1@example.com").link
    first, second = Ceremony(link, "POST"), Ceremony(link, "POST")
    assert first.session["rules"]["reassign"]
    first.consent()
    assert first.send("POST", "delegate", NEW)["redirect"] is None
    for visit in (first, second):
        with pytest.raises(Refused) as refused:
            visit.get("session")
        assert refused.value.status == 401
    for method in ("GET", "POST"):
        answer = requests.request(method, link, timeout=30)
        assert answer.status_code == 410 and "to Nora New" in answer.text and NEW["email"] not in answer.text
    assert "Set-Cookie" not in requests.post(f"{link}/renew", timeout=30).headers
    invitation = office.mail.wait("nora@example.com")
    assert "asks you to sign in their place" in invitation.text and NEW["reason"] in invitation.text
    assert "Nora New" in office.mail.wait("legal@example.com").text
    new = Ceremony(invitation.link, "POST")
    assert not new.session["recipient"]["consented"]
    assert event_of(new.complete("Nora New")) == "signing_complete"
    (delegated,) = events_of(office.service, envelope, "delegated")
    assert delegated["delegation"] == NEW and "Nora" not in json.dumps(delegated["recipientId"])


@pytest.mark.parametrize("change, code", [
    ({"email": "SIGNER1@example.com"}, "new_email_used_before"),
    ({"email": "a@example.com, b@example.com"}, "new_email_not_valid"),
    ({"name": "N\r\nBcc: all@example.com"}, "new_name_unusable"),
    ({"reason": " "}, "delegation_reason_missing"),
    ({"reason": "r" * 501}, "reason_too_long"),
])
def test_what_cannot_be_done_changes_nothing(office: Office, change: dict, code: str) -> None:
    envelope = sent(office, allowReassign="true")
    visit = Ceremony(office.mail.wait("signer1@example.com").link, "POST")
    with pytest.raises(Refused) as refused:
        visit.send("POST", "delegate", NEW | change)
    assert refused.value.code == code
    assert events_of(office.service, envelope, "delegated") == []
    assert visit.get("session")["recipient"]["status"] == "delivered"
