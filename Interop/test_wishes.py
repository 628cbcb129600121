"""What accounts and senders wish for their messages: names, answers, reminders, and messages they can do without."""

import re

import pytest
import requests

from ceremony import Ceremony
from office import Office, invited, sent
from service import countersign


def set_mail(office: Office, *options: str) -> str:
    run = countersign("account", "mail", "--data", office.service.data, *options)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_an_account_sets_its_name_its_address_for_answers_and_its_timing(office: Office) -> None:
    said = set_mail(
        office, "--from-name", "Acme Contracts", "--reply-to", "contracts@example.com", "--remind-after", "3",
        "--remind-every", "2", "--expire-after", "30", "--expire-warn", "5")
    assert "after 3 days, then every 2" in said and "after 30 days, with a warning 5 days before" in said
    envelope = sent(office)
    message = office.mail.wait("signer1@example.com").message
    assert message["From"].addresses[0].display_name == "Acme Legal via Acme Contracts"
    assert message["Reply-To"].addresses[0].addr_spec == "contracts@example.com"
    timing = office.account.get(f"envelopes/{envelope}/notification")
    assert timing["reminders"]["reminderDelay"] == "3" and timing["expirations"]["expireAfter"] == "30"
    assert "none" in set_mail(office, "--usual")
    other = sent(office)
    assert office.account.get(f"envelopes/{other}/notification")["expirations"]["expireAfter"] == "120"


@pytest.mark.parametrize("options", [
    ["--reply-to", "a@example.com, b@example.com"], ["--from-name", "A\nBcc: x"], ["--expire-after", "1000"],
])
def test_wrong_wishes_are_refused(office: Office, options: list[str]) -> None:
    assert countersign("account", "mail", "--data", office.service.data, *options).returncode in (1, 64)


def test_a_sender_stops_a_message_with_one_click(office: Office) -> None:
    said = countersign(
        "account", "notices", "--data", office.service.data, "--email", "legal@example.com", "--viewed").stdout
    assert re.search(r"viewed +yes", said) and re.search(r"voided +no", said)
    said = countersign(
        "account", "notices", "--data", office.service.data, "--email", "legal@example.com", "--no-delegated").stdout
    assert re.search(r"delegated +no", said) and re.search(r"viewed +yes", said)
    sent(office, invited(1), invited(2))
    Ceremony(office.mail.wait("signer1@example.com").link, "POST").get("session")
    notice = office.mail.wait("legal@example.com").message
    (url,) = re.fullmatch(r"<(.*)>", notice["List-Unsubscribe"]).groups()
    assert office.mail.wait("signer1@example.com").message["List-Unsubscribe"] is None
    # A scanner opens it.
    asked = requests.get(url, timeout=30)
    assert asked.status_code == 200 and "Stop these messages?" in asked.text
    listed = countersign("account", "notices", "--data", office.service.data, "--email", "legal@example.com").stdout
    assert re.search(r"viewed +yes", listed)
    done = requests.post(url, data={"List-Unsubscribe": "One-Click"}, allow_redirects=False, timeout=30)
    assert done.status_code == 200 and "no more of these messages" in done.text
    listed = countersign("account", "notices", "--data", office.service.data, "--email", "legal@example.com").stdout
    assert re.search(r"viewed +no", listed) and re.search(r"completed +yes", listed)
    changed = url[:-6] + ("A" if url[-6] != "A" else "B") + url[-5:]
    assert requests.post(changed, timeout=30).status_code == 404
    assert requests.get(f"{office.service.base}/mail/unsubscribe/x", timeout=30).status_code == 404


def test_pages_and_messages_are_in_the_recipients_language(office: Office) -> None:
    sent(office, invited(1, emailNotification={"supportedLanguage": "ar"}), invited(2))
    arabic = office.mail.wait("signer1@example.com")
    html = arabic.message.get_body(("html",)).get_content()
    assert '<html lang="ar" dir="rtl">' in html and "المراجعة والتوقيع" in arabic.text
    page = requests.get(arabic.link, headers={"Accept-Language": "de"}, timeout=30)
    assert '<html lang="ar" dir="rtl">' in page.text and "مراجعة المستندات" in page.text
    other = office.mail.wait("signer2@example.com").link
    assert "Dokumente prüfen" in requests.get(other, headers={"Accept-Language": "de-CH"}, timeout=30).text
    assert "Leggi i documenti" in requests.get(other, headers={"Accept-Language": "it"}, timeout=30).text
    assert "Review the documents" in requests.get(other, headers={"Accept-Language": "pl"}, timeout=30).text
