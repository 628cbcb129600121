"""The whole ceremony over HTTP, and what others say of the sealed files."""

import subprocess
import threading
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import requests

import documents
import validators
from ceremony import Ceremony, Refused, event_of
from documents import Page
from envelopes import definition, place, signer
from service import Account, Service, countersign


def saved(folder: Path, name: str, data: bytes) -> Path:
    path = folder / f"{name}.pdf"
    path.write_bytes(data)
    return path


def assert_everyone_accepts(path: Path, service: Service, signatures: int) -> list[validators.Judgement]:
    validators.assert_qpdf_finds_no_fault(path)
    validators.assert_pdfsig_accepts(path, service.authority, signatures)
    judgements = validators.assert_pyhanko_accepts(path.read_bytes(), service.authority, signatures)
    run = countersign("verify", path, "--trust", service.authority)
    assert run.returncode == 0, run.stdout + run.stderr
    return judgements


def text_of(path: Path) -> str:
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("drawn", [False, True], ids=["typed", "drawn"])
@pytest.mark.parametrize("structure", ["table", "object-streams", "linearized", "hybrid", "updates", "form", "rotated"])
def test_one_signers_ceremony_gives_files_that_everyone_accepts(structure, drawn, account, service, tmp_path):
    source = documents.STRUCTURES[structure]()
    person = signer()
    envelope = account.create(definition([source], [person]))
    assert account.get(f"envelopes/{envelope}")["status"] == "sent"
    assert account.document(envelope, "1").startswith(source)

    ceremony = Ceremony(account.recipient_view(envelope, person))
    assert account.get(f"envelopes/{envelope}")["status"] == "delivered"
    assert event_of(ceremony.complete(person["name"], drawn)) == "signing_complete"
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"

    sealed = account.document(envelope, "1")
    assert sealed.startswith(source)
    path = saved(tmp_path, "sealed", sealed)
    # The signer's signature and the service's seal.
    judgements = assert_everyone_accepts(path, service, signatures=2)
    assert judgements[0].subject == person["name"]
    assert "Utrecht" in text_of(path) and person["name"] in text_of(path) and person["email"] in text_of(path)
    combined = saved(tmp_path, "combined", account.document(envelope, "combined"))
    assert combined.read_bytes() == sealed
    certificate = saved(tmp_path, "certificate", account.document(envelope, "certificate"))
    assert_everyone_accepts(certificate, service, signatures=1)
    printed = text_of(certificate)
    assert envelope in printed and person["name"] in printed and person["email"] in printed


@pytest.mark.parametrize("structure", ["table", "object-streams"])
def test_each_of_three_signers_appends_and_every_signature_stays_accepted(structure, account, service, tmp_path):
    source = documents.STRUCTURES[structure]()
    people = [signer(number, order=number) for number in (1, 2, 3)]
    envelope = account.create(definition([source], people))
    version = account.document(envelope, "1")
    assert version.startswith(source)
    for number, person in enumerate(people, 1):
        ceremony = Ceremony(account.recipient_view(envelope, person))
        assert event_of(ceremony.complete(person["name"])) == "signing_complete"
        newer = account.document(envelope, "1")
        assert newer.startswith(version) and len(newer) > len(version)
        version = newer
        assert (account.get(f"envelopes/{envelope}")["status"] == "completed") == (number == 3)
    judgements = assert_everyone_accepts(saved(tmp_path, "sealed", version), service, signatures=4)
    assert [judgement.subject for judgement in judgements[:3]] == [person["name"] for person in people]


def test_several_documents_are_each_sealed_and_combined_into_one_sealed_file(account, service, tmp_path):
    sources = [documents.classic(2), documents.with_object_streams()]
    person = signer(1, document="1")
    person["tabs"]["signHereTabs"].append(place("2", 2, 300, 400, "second", width="150", height="40"))
    envelope = account.create(definition(sources, [person]))
    Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    for number, source in enumerate(sources, 1):
        sealed = account.document(envelope, str(number))
        assert sealed.startswith(source)
        assert_everyone_accepts(saved(tmp_path, f"sealed-{number}", sealed), service, signatures=2)
    combined = saved(tmp_path, "combined", account.document(envelope, "combined"))
    assert_everyone_accepts(combined, service, signatures=1)
    pages = subprocess.run(["qpdf", "--show-npages", combined], capture_output=True, text=True, check=True).stdout
    assert int(pages) >= 5
    assert "Utrecht" in text_of(combined)


def test_signatures_of_two_in_any_order_are_accepted(account, service, tmp_path):
    people = [signer(1, order=1), signer(2, order=1)]
    envelope = account.create(definition([documents.classic()], people))
    second, first = (Ceremony(account.recipient_view(envelope, person)) for person in reversed(people))
    second.complete(people[1]["name"])
    first.complete(people[0]["name"])
    sealed = account.document(envelope, "1")
    assert_everyone_accepts(saved(tmp_path, "sealed", sealed), service, signatures=3)


def in_person(number: int, host: dict, order: int, **more: str) -> dict:
    """A signer who signs on the host's device: the same tabs, other names for the person."""
    person = signer(number, order=order)
    return {
        "recipientId": person["recipientId"], "routingOrder": person["routingOrder"], "tabs": person["tabs"],
        "hostName": host["name"], "hostEmail": host["email"], "signerName": person["name"],
        "signerEmail": person["email"], **more,
    }


@pytest.mark.parametrize("embedded", [False, True], ids=["host-alone", "host-with-client-user-id"])
def test_an_in_person_signer_signs_on_the_hosts_device_and_a_copy_is_kept_for_another(
    embedded, account, service, tmp_path
):
    host = {"name": "Hedy Host", "email": "hedy@example.com"}
    more = {"clientUserId": "desk-1"} if embedded else {}
    person = in_person(1, host, order=1, **more)
    copy = {"recipientId": "3", "name": "Cora Copy", "email": "cora@example.com", "routingOrder": "3"}
    last = signer(2, order=2)
    whole = definition([documents.classic()], [last])
    whole["recipients"] |= {"inPersonSigners": [person], "carbonCopies": [copy]}
    envelope = account.create(whole)

    def view(name: str, email: str, **client: str) -> requests.Response:
        return account.call("POST", f"envelopes/{envelope}/views/recipient", json={
            "returnUrl": "https://app.example/done", "authenticationMethod": "none", "userName": name, "email": email,
            **client})

    # The page is the host's to open, not the signer's by their own name, and nobody opens the copy's.
    for name, email in ((person["signerName"], person["signerEmail"]), (copy["name"], copy["email"])):
        assert view(name, email, **more).json()["errorCode"] == "UNKNOWN_ENVELOPE_RECIPIENT"
    answer = view(host["name"], host["email"], **more)
    assert answer.status_code == 201, answer.text
    ceremony = Ceremony(answer.json()["url"])
    assert ceremony.session["recipient"]["name"] == person["signerName"]
    assert event_of(ceremony.complete(person["signerName"])) == "signing_complete"
    assert account.get(f"envelopes/{envelope}")["status"] in ("sent", "delivered")
    assert event_of(Ceremony(account.recipient_view(envelope, last)).complete(last["name"])) == "signing_complete"
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"

    recipients = account.get(f"envelopes/{envelope}/recipients")
    assert [one["status"] for one in recipients["inPersonSigners"]] == ["completed"]
    assert recipients["inPersonSigners"][0]["hostEmail"] == host["email"]
    assert [one["status"] for one in recipients["carbonCopies"]] == ["completed"]

    path = saved(tmp_path, "sealed", account.document(envelope, "1"))
    # The certificates name who signed, not the host.
    judgements = assert_everyone_accepts(path, service, signatures=3)
    assert [one.subject for one in judgements[:2]] == [person["signerName"], last["name"]]
    certificate = saved(tmp_path, "certificate", account.document(envelope, "certificate"))
    printed = text_of(certificate)
    for words in (person["signerName"], host["name"], copy["name"], copy["email"]):
        assert words in printed, printed


def test_an_in_person_signer_needs_no_email_address_and_whoever_comes_next_gets_their_turn(account, service, tmp_path):
    host = {"name": "Hedy Host", "email": "hedy@example.com"}
    person, last = in_person(1, host, order=1), signer(2, order=2)
    del person["signerEmail"]
    whole = definition([documents.classic()], [last])
    whole["recipients"] |= {"inPersonSigners": [person]}
    envelope = account.create(whole)
    answer = account.call("POST", f"envelopes/{envelope}/views/recipient", json={
        "returnUrl": "https://app.example/done", "authenticationMethod": "none", "userName": host["name"],
        "email": host["email"]})
    assert answer.status_code == 201, answer.text
    assert event_of(Ceremony(answer.json()["url"]).complete(person["signerName"])) == "signing_complete"
    assert event_of(Ceremony(account.recipient_view(envelope, last)).complete(last["name"])) == "signing_complete"
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
    path = saved(tmp_path, "sealed", account.document(envelope, "1"))
    judgements = assert_everyone_accepts(path, service, signatures=3)
    assert [one.subject for one in judgements[:2]] == [person["signerName"], last["name"]]


def test_the_date_signed_is_the_day_in_the_services_time_zone(folder, tmp_path):
    # 26 hours apart: never the same day.
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        service = Service(folder / f"zone-{zone.replace('/', '-')}", "--time-zone", zone)
        service.start()
        try:
            account, person = service.account(), signer()
            envelope = account.create(definition([documents.classic()], [person]))
            before = datetime.now(ZoneInfo(zone))
            assert event_of(Ceremony(account.recipient_view(envelope, person)).complete(person["name"])) == (
                "signing_complete")
            days = {f"{day.day} {day:%b %Y}" for day in (before, datetime.now(ZoneInfo(zone)))}
            text = text_of(saved(tmp_path, "zoned", account.document(envelope, "1")))
            assert any(day in text for day in days), (days, text)
        finally:
            assert service.stop() == 0
    run = countersign("serve", "--data", tmp_path / "none", "--time-zone", "Mars/Olympus")
    assert run.returncode != 0 and "Mars/Olympus" in run.stderr


def test_two_finishing_at_once_are_both_in_the_sealed_file(account, service, tmp_path):
    people = [signer(1, order=1), signer(2, order=1)]
    envelope = account.create(definition([documents.classic()], people))
    ceremonies = [Ceremony(account.recipient_view(envelope, person)) for person in people]
    together = threading.Barrier(2)
    redirects: list[str] = []

    def go(ceremony: Ceremony, name: str) -> None:
        finish = ceremony.finish

        def both(key=None):
            together.wait(60)
            return finish(key)

        ceremony.finish = both
        redirects.append(ceremony.complete(name))

    threads = [
        threading.Thread(target=go, args=(ceremony, person["name"])) for ceremony, person in zip(ceremonies, people)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert [event_of(redirect) for redirect in redirects] == ["signing_complete"] * 2
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
    judgements = assert_everyone_accepts(saved(tmp_path, "sealed", account.document(envelope, "1")), service, 3)
    assert {judgement.subject for judgement in judgements[:2]} == {person["name"] for person in people}


def test_a_repeated_finish_gets_the_same_answer_and_changes_nothing(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    keys: list[str] = ["finish-key-of-this-test"]
    finish = ceremony.finish
    ceremony.finish = lambda key=None: finish(keys[0])
    redirect = ceremony.complete(person["name"])

    def acts():
        trail = account.get(f"envelopes/{envelope}/audit_events")["auditEvents"]
        # The message to the sender may leave at any moment.
        return [one for one in trail if {"name": "Action", "value": "Mailed"} not in one["eventFields"]]

    sealed, events = account.document(envelope, "1"), acts()
    assert finish(keys[0]) == redirect
    assert account.document(envelope, "1") == sealed
    assert acts() == events


def test_finish_names_every_required_field_that_is_empty(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    ceremony.consent()
    with pytest.raises(Refused) as refused:
        ceremony.finish()
    assert (refused.value.status, refused.value.code) == (400, "required_fields_empty") or (
        refused.value.status in (409, 422) and refused.value.code == "required_fields_empty"
    )
    empty = {tab["id"] for kind in ("signHere", "initialHere", "text") for tab in ceremony.tabs(kind)}
    assert set(refused.value.fields) == empty
    assert account.get(f"envelopes/{envelope}")["status"] == "delivered"


def test_nothing_is_filled_before_consent(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    with pytest.raises(Refused) as refused:
        ceremony.fill(ceremony.tabs("text")[0], "Utrecht")
    assert 400 <= refused.value.status < 500


def test_a_character_that_no_font_shows_is_named(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    ceremony.consent()
    with pytest.raises(Refused) as refused:
        ceremony.fill(ceremony.tabs("text")[0], "Utrecht \U00031350")
    assert 400 <= refused.value.status < 500 and "“\U00031350” (U+31350)" in refused.value.message


def test_declining_ends_the_envelope_and_tells_why(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    redirect = ceremony.send("POST", "decline", {"reason": "The price is wrong."})["redirect"]
    assert event_of(redirect) == "decline"
    assert account.get(f"envelopes/{envelope}")["status"] == "declined"
    (recipient,) = account.get(f"envelopes/{envelope}/recipients")["signers"]
    assert (recipient["status"], recipient["declinedReason"]) == ("declined", "The price is wrong.")


def test_finishing_later_keeps_what_was_filled(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    ceremony.consent()
    ceremony.fill(ceremony.tabs("text")[0], "Groningen")
    assert event_of(ceremony.send("POST", "later", {})["redirect"]) == "cancel"
    again = Ceremony(account.recipient_view(envelope, person))
    assert again.tabs("text")[0]["value"] == "Groningen"
    assert again.session["recipient"]["consented"] is True


def test_a_ticket_opens_one_session_once(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    url = account.recipient_view(envelope, person, "https://app.example/back?order=7")
    assert Ceremony(url).session["envelope"]["id"] == envelope
    used = requests.get(url, allow_redirects=False, timeout=30)
    assert used.status_code in (302, 303)
    assert used.headers["location"].startswith("https://app.example/back?order=7")
    assert event_of(used.headers["location"]) == "ttl_expired"


def test_one_ticket_opened_by_many_at_once_opens_one_session(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    url = account.recipient_view(envelope, person)
    together = threading.Barrier(8)
    places: list[str] = []

    def open_it() -> None:
        together.wait(30)
        places.append(requests.get(url, allow_redirects=False, timeout=30).headers["location"])

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(places) == 8
    assert sum("ttl_expired" not in place for place in places) == 1


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    first = requests.get(account.recipient_view(envelope, person), allow_redirects=False, timeout=30)
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite" in cookie and "path=/ceremony/" in cookie
    page = Ceremony(account.recipient_view(envelope, person))
    policy = page.page.headers["content-security-policy"]
    assert "unsafe-inline" not in policy and "default-src" in policy
    # Without the cookie there is nothing to see.
    assert requests.get(page.base + "session", timeout=30).status_code == 401


@pytest.mark.parametrize(
    "page", [Page(), Page(rotate=90), Page(crop=(50, 100, 560, 800))], ids=["plain", "rotated", "cropped"]
)
def test_page_images_and_words_agree_with_the_page_as_seen(page, account):
    person = signer(every_kind=False)
    envelope = account.create(definition([documents.classic([page])], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    (document,) = ceremony.session["documents"]
    size = document["pages"][0]
    seen = (page.crop[2] - page.crop[0], page.crop[3] - page.crop[1]) if page.crop else (page.width, page.height)
    seen = seen[::-1] if page.rotate in (90, 270) else seen
    assert (size["width"], size["height"]) == pytest.approx(seen, abs=0.01)
    base = f"{ceremony.base}documents/{document['id']}/pages/1"
    image = ceremony.http.get(f"{base}/image?width=900", timeout=60)
    assert image.headers["content-type"] == "image/jpeg" and image.content[:2] == b"\xff\xd8"
    words = ceremony.get(f"documents/{document['id']}/pages/1/words")["words"]
    assert [word["text"] for word in words][:3] == ["The", "quick", "brown"]
    for word in words:
        assert -1 <= word["x"] <= size["width"] + 1 and -1 <= word["y"] <= size["height"] + 1
