"""The official `docusign-esign` client works against the service as it is."""

import datetime
import re
import subprocess
import uuid
from pathlib import Path

import docusign_esign as esign
import pytest
import requests

import documents
from ceremony import Ceremony, event_of
from envelopes import definition, signer
from service import Account


@pytest.fixture()
def envelopes(account: Account) -> esign.EnvelopesApi:
    return esign.EnvelopesApi(client(account))


def client(account: Account) -> esign.ApiClient:
    made = esign.ApiClient(host=account.base_path)
    made.set_default_header("Authorization", f"Bearer {account.token}")
    return made


def wire(status: str = "sent", **more: object) -> esign.EnvelopeDefinition:
    """The definition in the client's own models."""
    given = definition([documents.classic()], [signer()], status=status)
    person = given["recipients"]["signers"][0]
    tab = person["tabs"]["signHereTabs"][0]
    return esign.EnvelopeDefinition(
        email_subject=given["emailSubject"],
        email_blurb=given["emailBlurb"],
        status=status,
        documents=[
            esign.Document(
                document_id="1", name="Agreement 1", file_extension="pdf",
                document_base64=given["documents"][0]["documentBase64"],
            )
        ],
        recipients=esign.Recipients(
            signers=[
                esign.Signer(
                    recipient_id="1", name=person["name"], email=person["email"],
                    client_user_id=person["clientUserId"], routing_order="1",
                    tabs=esign.Tabs(
                        sign_here_tabs=[
                            esign.SignHere(
                                document_id="1", page_number="1", x_position=tab["xPosition"],
                                y_position=tab["yPosition"], tab_label=tab["tabLabel"],
                            )
                        ],
                        text_tabs=[
                            esign.Text(
                                document_id="1", page_number="1", x_position="72", y_position="200",
                                width="100", height="18", tab_label="city", required="true",
                            )
                        ],
                    ),
                )
            ]
        ),
        **more,
    )


def view_request(**changed: str) -> esign.RecipientViewRequest:
    person = signer()
    facts = {
        "return_url": "https://app.example/done", "authentication_method": "none", "user_name": person["name"],
        "email": person["email"], "client_user_id": person["clientUserId"],
    } | changed
    return esign.RecipientViewRequest(**facts)


def downloaded(answer: str | bytes) -> bytes:
    """The client gives the bytes, or the path of the file that it wrote them to."""
    return answer if isinstance(answer, bytes) else Path(answer).read_bytes()


def error(raised: pytest.ExceptionInfo) -> tuple[int, str]:
    import json

    body = raised.value.body
    return raised.value.status, json.loads(body)["errorCode"]


def test_anchors_place_tabs_wherever_their_text_stands(envelopes, account):
    given = wire(status="created")
    person = given.recipients.signers[0]
    person.tabs = esign.Tabs(
        sign_here_tabs=[
            esign.SignHere(
                anchor_string="quick Brown", anchor_units="pixels", anchor_x_offset="20", anchor_y_offset="10",
                tab_label="fox",
            )
        ],
        date_signed_tabs=[
            esign.DateSigned(anchor_string="lazy", anchor_units="mms", anchor_y_offset="5"),
            esign.DateSigned(anchor_string="nowhere", anchor_ignore_if_not_present="true"),
        ],
    )
    made = envelopes.create_envelope(account.id, envelope_definition=given)
    (found,) = envelopes.list_recipients(account.id, made.envelope_id, include_tabs="true").signers
    words = boxes(documents.classic())
    assert len(words["quick"]) == len(found.tabs.sign_here_tabs) == len(found.tabs.date_signed_tabs) >= 1
    for tab, (left, _, bottom) in zip(found.tabs.sign_here_tabs, words["quick"]):
        assert float(tab.x_position) == pytest.approx(left + 20, abs=1)
        assert float(tab.y_position) + 36 == pytest.approx(bottom + 10, abs=1)
    for tab, (left, _, bottom) in zip(found.tabs.date_signed_tabs, words["lazy"]):
        assert float(tab.x_position) == pytest.approx(left, abs=1)
        assert float(tab.y_position) == pytest.approx(bottom + 5 * 72 / 25.4, abs=1)

    person.tabs.date_signed_tabs[1].anchor_ignore_if_not_present = None
    with pytest.raises(esign.ApiException) as raised:
        envelopes.create_envelope(account.id, envelope_definition=given)
    assert error(raised) == (400, "ANCHOR_TAB_STRING_NOT_FOUND")


def boxes(data: bytes) -> dict[str, list[tuple[float, float, float]]]:
    """Left, top and bottom of each word, as pdftotext finds them."""
    layout = subprocess.run(
        ["pdftotext", "-bbox", "-cropbox", "-", "-"], input=data, capture_output=True, check=True).stdout.decode()
    found: dict[str, list[tuple[float, float, float]]] = {}
    pattern = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]+)</word>'
    for left, top, bottom, word in re.findall(pattern, layout):
        found.setdefault(word, []).append((float(left), float(top), float(bottom)))
    return found


def test_an_envelope_is_created_signed_listed_and_downloaded(envelopes, account):
    # A date as the client's own examples write it: ISO 8601 without a zone, in UTC.
    begun = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None) - datetime.timedelta(minutes=1)
    made = envelopes.create_envelope(account.id, envelope_definition=wire())
    assert made.status == "sent"
    uuid.UUID(made.envelope_id)

    found = envelopes.get_envelope(account.id, made.envelope_id)
    assert (found.status, found.email_subject) == ("sent", "Please sign this agreement")
    (person,) = envelopes.list_recipients(account.id, made.envelope_id, include_tabs="true").signers
    assert (person.name, person.client_user_id, person.status) == ("Signer Number 1", "client-1", "sent")
    assert [tab.tab_label for tab in person.tabs.text_tabs] == ["city"]
    assert person.tabs.sign_here_tabs[0].x_position == "72"

    url = envelopes.create_recipient_view(
        account.id, made.envelope_id, recipient_view_request=view_request()
    ).url
    assert event_of(Ceremony(url).complete("Signer Number 1")) == "signing_complete"

    found = envelopes.get_envelope(account.id, made.envelope_id)
    assert found.status == "completed" and found.completed_date_time
    listed = envelopes.list_status_changes(account.id, from_date=begun.isoformat(), status="completed")
    assert made.envelope_id in [one.envelope_id for one in listed.envelopes]
    ids = [one.document_id for one in envelopes.list_documents(account.id, made.envelope_id).envelope_documents]
    assert ids == ["1", "certificate"]
    for document in ("1", "combined", "certificate"):
        assert downloaded(envelopes.get_document(account.id, document, made.envelope_id)).startswith(b"%PDF-")
    trail = envelopes.list_audit_events(account.id, made.envelope_id)
    assert len(trail.audit_events) >= 6


def test_an_answer_with_warnings_is_read_like_any_other(envelopes, account):
    given = definition([documents.classic()], [signer()])
    given["recipients"]["signers"][0]["tabs"]["signHereTabs"][0]["label"] = "a name for tabLabel"
    made = envelopes.create_envelope(account.id, envelope_definition=given)
    assert made.status == "sent" and made.uri
    answer = account.call("POST", "envelopes", json=given)
    (warning,) = answer.json()["warnings"]
    assert answer.headers["X-Countersign-Ignored"] == "recipients.signers.tabs.signHereTabs.label"
    assert "recipients.signers.tabs.signHereTabs.label was ignored" in warning
    del given["recipients"]["signers"][0]["tabs"]["signHereTabs"][0]["label"]
    assert "warnings" not in account.call("POST", "envelopes", json=given).json()


def test_a_draft_is_sent_by_an_update(envelopes, account):
    made = envelopes.create_envelope(account.id, envelope_definition=wire(status="created"))
    assert made.status == "created"
    envelopes.update(account.id, made.envelope_id, envelope=esign.Envelope(status="sent"))
    assert envelopes.get_envelope(account.id, made.envelope_id).status == "sent"


def test_a_sent_envelope_is_voided_with_a_reason_and_a_voided_one_is_not(envelopes, account):
    made = envelopes.create_envelope(account.id, envelope_definition=wire())
    void = esign.Envelope(status="voided", voided_reason="A mistake in the price")
    envelopes.update(account.id, made.envelope_id, envelope=void)
    found = envelopes.get_envelope(account.id, made.envelope_id)
    assert (found.status, found.voided_reason) == ("voided", "A mistake in the price")
    with pytest.raises(esign.ApiException) as raised:
        envelopes.update(account.id, made.envelope_id, envelope=void)
    assert error(raised) == (400, "ENVELOPE_CANNOT_VOID_INVALID_STATE")


def test_lists_are_paged_with_counts_as_strings(envelopes, account):
    for _ in range(3):
        envelopes.create_envelope(account.id, envelope_definition=wire(status="created"))
    first = envelopes.list_status_changes(account.id, from_date="2020-01-01", status="created", count="2")
    assert (first.result_set_size, first.start_position, first.end_position) == ("2", "0", "1")
    assert int(first.total_set_size) >= 3 and first.next_uri
    second = envelopes.list_status_changes(
        account.id, from_date="2020-01-01", status="created", count="2", start_position="2"
    )
    shown = {one.envelope_id for one in first.envelopes}
    assert second.envelopes and shown.isdisjoint(one.envelope_id for one in second.envelopes)


@pytest.mark.parametrize(
    "date",
    ["2020-01-01", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.0000000Z", "2020-01-01T02:00:00.123456+02:00"],
)
def test_dates_are_taken_in_every_iso_form(date, envelopes, account):
    made = envelopes.create_envelope(account.id, envelope_definition=wire())
    listed = envelopes.list_status_changes(account.id, from_date=date, count="1000")
    assert made.envelope_id in [one.envelope_id for one in listed.envelopes]


@pytest.mark.parametrize(
    "changed", [{"user_name": "Somebody Else"}, {"email": "other@example.com"}, {"client_user_id": "another"}]
)
def test_a_view_for_somebody_who_is_no_recipient_is_refused(changed, envelopes, account):
    made = envelopes.create_envelope(account.id, envelope_definition=wire())
    with pytest.raises(esign.ApiException) as raised:
        envelopes.create_recipient_view(
            account.id, made.envelope_id, recipient_view_request=view_request(**changed)
        )
    assert error(raised) == (400, "UNKNOWN_ENVELOPE_RECIPIENT")


def test_an_envelope_that_does_not_exist_is_said_so(envelopes, account):
    with pytest.raises(esign.ApiException) as raised:
        envelopes.get_envelope(account.id, str(uuid.uuid4()))
    status, code = error(raised)
    assert status in (400, 404) and code == "ENVELOPE_DOES_NOT_EXIST"


def test_a_token_that_is_none_is_refused(account):
    stranger = client(account)
    stranger.set_default_header("Authorization", "Bearer not-a-token")
    with pytest.raises(esign.ApiException) as raised:
        esign.EnvelopesApi(stranger).get_envelope(account.id, str(uuid.uuid4()))
    assert error(raised) == (401, "AUTHORIZATION_INVALID_TOKEN")


def test_one_account_does_not_see_anothers_envelopes(envelopes, account, service):
    made = envelopes.create_envelope(account.id, envelope_definition=wire())
    other = service.account("Other", "other@example.com")
    with pytest.raises(esign.ApiException) as raised:
        esign.EnvelopesApi(client(other)).get_envelope(other.id, made.envelope_id)
    assert raised.value.status in (400, 404)
    with pytest.raises(esign.ApiException) as raised:
        esign.EnvelopesApi(client(other)).get_envelope(account.id, made.envelope_id)
    assert raised.value.status in (400, 401, 403, 404)


def test_user_info_names_the_account_and_where_it_is(account):
    answer = account.session.get(f"{account.service.base}/oauth/userinfo", timeout=30).json()
    assert (answer["sub"], answer["email"]) == (account.user, "legal@example.com")
    (listed,) = answer["accounts"]
    assert listed["account_id"] == account.id and listed["is_default"] is True
    assert listed["base_uri"] == account.service.base


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda body: body["documents"][0].update(documentBase64="@@@ no base64 @@@"), "document"),
        (lambda body: body["documents"][0].update(documentBase64="bm8gUERG"), "pdf"),
        (lambda body: body.update(documents="none"), ""),
        (lambda body: body["recipients"]["signers"][0].update(email="nobody"), "nobody"),
        (lambda body: body["recipients"].update(signers=[]), ""),
        (lambda body: body["recipients"]["signers"][0]["tabs"]["textTabs"][0].update(pageNumber="99"), "99"),
    ],
    ids=["base64", "no-pdf", "shape", "e-mail", "no-signer", "off-the-end"],
)
def test_an_envelope_that_cannot_be_is_refused_and_leaves_nothing(change, said, account):
    before = account.get("envelopes", from_date="2020-01-01")["totalSetSize"]
    body = definition([documents.classic()], [signer()])
    change(body)
    answer = account.call("POST", "envelopes", json=body)
    assert answer.status_code == 400, answer.text
    refused = answer.json()
    assert set(refused) >= {"errorCode", "message"} and refused["errorCode"] and said in refused["message"].lower()
    assert account.get("envelopes", from_date="2020-01-01")["totalSetSize"] == before


def test_json_that_is_none_and_a_body_over_the_limit_are_refused(account):
    broken = account.call("POST", "envelopes", data=b"{", headers={"Content-Type": "application/json"})
    assert (broken.status_code, broken.json()["errorCode"]) == (400, "INVALID_REQUEST_BODY")
    try:
        large = account.call(
            "POST", "envelopes", data=b" " * (37 << 20), headers={"Content-Type": "application/json"}
        )
        assert large.status_code == 413 and large.json()["errorCode"]
    except requests.ConnectionError:
        # The service may close the connection while the rest of the body is on its way.
        pass
    assert requests.get(f"{account.service.base}/health", timeout=10).ok
