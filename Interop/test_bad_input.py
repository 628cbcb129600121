"""What senders write into requests stays out of headers and envelopes of messages, and floods are refused."""

import email
import email.policy
import email.utils
import json
import re
import time
from collections.abc import Iterator
from email.header import decode_header, make_header

import pytest

import documents
from envelopes import definition
from office import invited
from service import Account, Service, countersign

HEADERS = {
    "return-path", "date", "from", "reply-to", "to", "subject", "message-id", "in-reply-to", "references",
    "auto-submitted", "mime-version", "content-type",
}


@pytest.fixture(scope="module")
def writing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    """An account of a service that writes its messages as files."""
    running = Service(tmp_path_factory.mktemp("bad-input") / "data")
    running.start()
    yield running.account()
    assert running.stop() == 0


def refusal(account: Account, given: dict) -> tuple[str, str]:
    answer = account.call("POST", "envelopes", json=given)
    assert answer.status_code == 400, answer.text
    return answer.json()["errorCode"], answer.json()["message"]


def asked(person: dict | None = None, **more: object) -> dict:
    return definition([documents.classic()], [invited(**(person or {}))]) | more


def messages(account: Account, envelope: str) -> list[email.message.EmailMessage]:
    """The messages about an envelope, once none waits."""
    until = time.monotonic() + 30
    while True:
        listed = countersign("jobs", "list", "--data", account.service.data, "--json", "--count", "1000")
        if not [one for one in json.loads(listed.stdout) if one.get("envelopeId") == envelope and one["kind"] in ("mail", "published")]:
            break
        assert time.monotonic() < until, listed.stdout
        time.sleep(0.1)
    found = [path.read_bytes() for path in sorted((account.service.data / "mail").glob(f"*{envelope}*.eml"))]
    return [email.message_from_bytes(one, policy=email.policy.default) for one in found]


def shown(message: email.message.EmailMessage) -> tuple[str, str]:
    """Name and address of a message's recipient; the policy "default" puts spaces between the parts of long names."""
    (written,) = [text for header, text in message.raw_items() if header == "To"]
    name, address = email.utils.parseaddr(re.sub(r"\r?\n", "", written))
    return str(make_header(decode_header(name))), address


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x00", "\u0085", "\u2028", "\u2029", "\u202e", "\t"], ids=ascii)
def test_no_line_break_or_direction_gets_into_a_header(writing: Account, end: str) -> None:
    text = f"Eve{end}Bcc: eve@example.org"
    for given, words in [
        (asked({"name": text}), "name of recipient 1"), (asked(emailSubject=text), "e-mail subject"),
        (asked({"emailNotification": {"emailSubject": text, "emailBody": "x"}}), "e-mail subject for recipient 1"),
        (asked({"emailNotification": {"emailSubject": "x", "supportedLanguage": text}}), "language of recipient 1"),
    ]:
        code, message = refusal(writing, given)
        assert code == "INVALID_REQUEST_PARAMETER" and words in message and "control characters" in message


@pytest.mark.parametrize("address", [
    "a@example.org, b@example.org", "a@example.org;b@example.org", "a@example.org\r\nRCPT TO:<c@example.org>",
    "<a@example.org>", "a@example.org>", "Ada <a@example.org>", "a@[127.0.0.1]", "a b@example.org", '"a b"@example.org',
    "a@example", "@example.org", "a@example..org", "a@example.org(b)", "a@example.org?bcc=b@example.org", "a\u202e@example.org",
    "a@" + "x" * 300 + ".org",
], ids=ascii)
def test_an_address_is_one_address(writing: Account, address: str) -> None:
    code, message = refusal(writing, asked({"email": address}))
    assert code == "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT" and "recipient 1 is not valid" in message


@pytest.mark.parametrize("name", [
    '"Eve" <eve@example.org>, Bob', "=?utf-8?q?=0D=0ABcc:_eve@example.org?=", "Eve; Bcc: eve@example.org", "x" * 100,
    "\u00fc" * 100, "<script>alert(1)</script>", "{{link}}",
])
def test_a_name_that_imitates_a_header_is_only_a_name(writing: Account, name: str) -> None:
    envelope = writing.create(asked({"name": name}) | {"emailBlurb": "a\r\n.\r\nMAIL FROM:<eve@example.org>\r\n"})
    (message,) = messages(writing, envelope)
    names = [header.lower() for header in message.keys()]
    assert len(set(names)) == len(names) and set(names) <= HEADERS
    assert len(message["To"].addresses) == 1
    assert shown(message) == (name, "signer1@example.com")
    text, html = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert f"Hello {name[:40]}" in text and "<script>" not in html


def test_a_domain_that_looks_like_another_is_shown_in_punycode(writing: Account) -> None:
    envelope = writing.create(asked({"email": "ada@\u0430\u0440\u0440\u04cf\u0435.com"}))
    (message,) = messages(writing, envelope)
    assert message["To"].addresses[0].addr_spec == "ada@xn--80ak6aa92e.com"


@pytest.mark.parametrize("count", [101, 1000, 10_000])
def test_a_crowd_of_recipients_is_refused_at_once(writing: Account, count: int) -> None:
    crowd = [{"recipientId": str(number), "name": "P", "email": f"p{number}@example.com"} for number in range(1, count + 1)]
    begun = time.monotonic()
    code, message = refusal(writing, definition([documents.classic()], crowd))
    assert code == "INVALID_REQUEST_BODY" and "more than 100 entries in recipients.signers" in message
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("delay", ["0", "-1", "0.001", "1000", "99999999999999999999", "NaN", "1e3"])
def test_reminders_come_once_a_day_at_most(writing: Account, delay: str) -> None:
    reminders = {"reminderEnabled": "true", "reminderDelay": delay, "reminderFrequency": "1"}
    code, message = refusal(writing, asked(notification={"useAccountDefaults": "false", "reminders": reminders}))
    assert code in ("INVALID_REQUEST_PARAMETER", "INVALID_REQUEST_BODY")
    assert "between 1 and 999" in message or "whole number" in message
