"""The official `docusign-esign` client places tabs of the kinds that a recipient's own data or a short text fills."""

import docusign_esign as esign
import pytest

from ceremony import Ceremony
from service import Account
from test_official_client import client, view_request, wire

KINDS = {
    "number_tabs": (esign.Number, "12.5"), "date_tabs": (esign.Date, "12/31/2026"), "email_tabs": (esign.Email, "a@example.org"),
    "phone_number_tabs": (esign.PhoneNumber, "+41 79 000 00 00"), "zip_tabs": (esign.Zip, "12345"),
    "ssn_tabs": (esign.Ssn, "123-45-6789"), "company_tabs": (esign.Company, "Acme"), "title_tabs": (esign.Title, "Clerk"),
}


@pytest.fixture()
def envelopes(account: Account) -> esign.EnvelopesApi:
    return esign.EnvelopesApi(client(account))


def place(label: str, row: int, **more: object) -> dict:
    return {
        "document_id": "1", "page_number": "1", "x_position": "72", "y_position": str(300 + 24 * row), "width": "160",
        "height": "18", "tab_label": label, **more,
    }


def test_every_kind_is_listed_where_it_was_given_and_has_its_value(account: Account, envelopes: esign.EnvelopesApi) -> None:
    given = wire()
    tabs = given.recipients.signers[0].tabs
    for row, (name, (kind, value)) in enumerate(KINDS.items()):
        setattr(tabs, name, [kind(**place(name, row, value=value, locked="true"))])
    tabs.first_name_tabs = [esign.FirstName(**place("first", 9))]
    tabs.last_name_tabs = [esign.LastName(**place("last", 10))]
    made = envelopes.create_envelope(account.id, envelope_definition=given).envelope_id
    (person,) = envelopes.list_recipients(account.id, made, include_tabs="true").signers
    for name, (_, value) in KINDS.items():
        (tab,) = getattr(person.tabs, name)
        assert (tab.tab_label, tab.value, tab.locked) == (name, value, "true"), name
    assert (person.tabs.first_name_tabs[0].value, person.tabs.last_name_tabs[0].value) == ("Signer", "Number 1")
    assert [tab.tab_label for tab in person.tabs.text_tabs] == ["city"]
    url = envelopes.create_recipient_view(account.id, made, recipient_view_request=view_request()).url
    Ceremony(url).complete("Signer Number 1")
    values = {one.name: one.value for one in envelopes.get_form_data(account.id, made).form_data}
    assert {name: values[name] for name in KINDS} == {name: value for name, (_, value) in KINDS.items()}
    assert (values["first"], values["last"]) == ("Signer", "Number 1")


def test_a_value_that_does_not_fit_its_kind_is_refused(account: Account, envelopes: esign.EnvelopesApi) -> None:
    given = wire()
    given.recipients.signers[0].tabs.zip_tabs = [esign.Zip(**place("zip", 1, value="Ghent"))]
    with pytest.raises(esign.ApiException) as raised:
        envelopes.create_envelope(account.id, envelope_definition=given)
    assert raised.value.status == 400 and b"Ghent" in raised.value.body
