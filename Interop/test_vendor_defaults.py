"""What the vendor's own tools write is taken: every member at its default, and templates as they are exported."""

import base64
import re

import docusign_esign as esign
import pytest

import documents
from ceremony import Ceremony
from envelopes import definition, signer

#: Members whose default is a word of its own.
WORDS = {
    "signingLocation": "Online", "deliveryMethod": "email", "stampType": "signature", "display": "inline",
    "signerMustAcknowledge": "no_interaction", "includeInDownload": "true", "inPersonSigningType": "inPersonSigner",
    "canSignOffline": "true", "anchorUnits": "pixels", "purgeState": "unpurged", "envelopeLocation": "current_site",
    "routingOrder": "1", "useDisclosure": "true", "signerCanSignOnMobile": "true",
}


#: Members that count something.
COUNTS = re.compile(r"(Count|Delay|Frequency|After|Warn|Number|Order|Offset|Position|width|height|maxLength|order)$")


def default(model: type, attribute: str, name: str, empty: object, words: dict) -> object:
    """What a client writes for a member that nobody has set: nothing, or false and 0 as its kind asks."""
    if empty != "typed" or name.startswith("anchor"):
        return words.get(name, "" if empty == "typed" else empty)
    says = (getattr(model, attribute).__doc__ or "").lower()
    return words.get(name, "0" if COUNTS.search(name) else "false" if "**true" in says else "")


def everything(model: type, empty: object, depth: int = 0) -> dict:
    """Every member of one of the client's models: lists empty, objects with every member of theirs, all else at default."""
    members: dict = {}
    for attribute, kind in model.swagger_types.items():
        name = model.attribute_map[attribute]
        if kind.startswith("list["):
            members[name] = []
        elif hasattr(esign, kind) and hasattr(getattr(esign, kind), "swagger_types"):
            members[name] = everything(getattr(esign, kind), empty, depth + 1) if depth < 3 else {}
        else:
            members[name] = default(model, attribute, name, empty, {} if depth else WORDS)
    return members


def filled(model: type, empty: object, given: dict) -> dict:
    return everything(model, empty) | given


def whole(empty: object) -> dict:
    """An envelope's definition with every member of itself, its document, its signer and the signer's tabs."""
    person = signer()
    person["tabs"] = {
        kind: [filled(getattr(esign, {"signHereTabs": "SignHere", "textTabs": "Text"}.get(kind, "Checkbox")), empty, tab)
               for tab in tabs]
        for kind, tabs in person["tabs"].items() if kind in ("signHereTabs", "textTabs", "checkboxTabs")
    }
    person["tabs"] = filled(esign.Tabs, empty, person["tabs"])
    given = definition([documents.classic()], [filled(esign.Signer, empty, person)])
    given["documents"] = [filled(esign.Document, empty, one) for one in given["documents"]]
    given["recipients"] = filled(esign.Recipients, empty, given["recipients"])
    return filled(esign.EnvelopeDefinition, empty, given)


@pytest.mark.parametrize("empty", [None, "", "typed"], ids=["null", "empty", "typed"])
def test_every_member_at_its_default_asks_for_nothing(empty, account):
    wish = whole(empty)
    answer = account.call("POST", "envelopes", json=wish)
    assert answer.status_code == 201, answer.text
    assert "X-Countersign-Ignored" not in answer.headers
    envelope = answer.json()["envelopeId"]
    person = wish["recipients"]["signers"][0]
    Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"


def exported() -> dict:
    """A template as the vendor's web application downloads it: what it writes whether or not anybody chose it."""
    place = {
        "documentId": "1", "recipientId": "41000001", "pageNumber": "1", "tabId": "5d2f0a0e-0000-4000-8000-000000000001",
        "templateLocked": "false", "templateRequired": "false", "anchorUnits": "", "tabOrder": "",
    }
    nobody = {
        "name": "", "email": "", "recipientId": "41000001", "recipientIdGuid": "00000000-0000-0000-0000-000000000000",
        "requireIdLookup": "false", "routingOrder": "1", "note": "", "roleName": "Tenant", "status": "created",
        "completedCount": "0", "deliveryMethod": "email", "templateLocked": "false", "templateRequired": "false",
        "inheritEmailNotificationConfiguration": "false", "recipientType": "signer", "defaultRecipient": "false",
        "signInEachLocation": "false", "agentCanEditEmail": "false", "agentCanEditName": "false",
        "requireUploadSignature": "false", "accessCode": "", "customFields": [], "totalTabCount": "2",
    }
    nobody["tabs"] = {
        "signHereTabs": [place | {
            "stampType": "signature", "name": "SignHere", "tabLabel": "Sign Here_1", "scaleValue": "1",
            "optional": "false", "xPosition": "72", "yPosition": "600", "tabType": "signhere",
        }],
        "textTabs": [place | {
            "validationPattern": "", "validationMessage": "", "shared": "false", "requireInitialOnSharedChange": "false",
            "requireAll": "false", "value": "", "originalValue": "", "required": "true", "locked": "false",
            "concealValueOnDocument": "false", "disableAutoSize": "false", "maxLength": "4000", "tabLabel": "Town",
            "font": "lucidaconsole", "bold": "false", "italic": "false", "underline": "false", "fontColor": "black",
            "fontSize": "size9", "localePolicy": {}, "width": "84", "height": "22", "xPosition": "72",
            "yPosition": "200", "tabType": "text", "formula": "", "mergeField": {}, "customTabId": "",
        }],
    }
    return {
        "templateId": "8d3f0a0e-0000-4000-8000-000000000002", "uri": "/templates/8d3f0a0e-0000-4000-8000-000000000002",
        "name": "Lease", "shared": "false", "passwordProtected": "false", "description": "", "password": "",
        "created": "2024-05-02T08:00:00.0000000Z", "lastModified": "2024-05-02T08:00:00.0000000Z", "lastUsed": "",
        "owner": {"userName": "Ada", "userId": "8d3f0a0e-0000-4000-8000-000000000003", "email": "ada@example.org"},
        "lastModifiedBy": {"userName": "Ada", "userId": "8d3f0a0e-0000-4000-8000-000000000003", "email": ""},
        "pageCount": "1", "folderName": "Templates", "folderId": "8d3f0a0e-0000-4000-8000-000000000004",
        "folderUri": "/folders/8d3f0a0e-0000-4000-8000-000000000004",
        "folderIds": ["8d3f0a0e-0000-4000-8000-000000000004"], "autoMatch": "true", "autoMatchSpecifiedByUser": "true",
        "emailSubject": "Please sign: lease", "emailBlurb": "", "signingLocation": "Online", "enableWetSign": "true",
        "allowMarkup": "false", "allowReassign": "true", "allowComments": "true", "allowViewHistory": "true",
        "autoNavigation": "true", "disableResponsiveDocument": "true", "enforceSignerVisibility": "false",
        "envelopeIdStamping": "true", "authoritativeCopy": "false", "messageLock": "false", "recipientsLock": "false",
        "useDisclosure": "false", "signerCanSignOnMobile": "true", "isSignatureProviderEnvelope": "false",
        "favoritedByMe": "false", "envelopeLocation": "current_site", "purgeState": "unpurged", "is21CFRPart11": "false",
        "notification": {
            "useAccountDefaults": "false",
            "reminders": {"reminderEnabled": "true", "reminderDelay": "3", "reminderFrequency": "3"},
            "expirations": {"expireEnabled": "true", "expireAfter": "120", "expireWarn": "0"},
        },
        "documents": [{
            "documentId": "1", "uri": "/templates/8d3f0a0e-0000-4000-8000-000000000002/documents/1", "name": "lease.pdf",
            "order": "1", "pages": "1", "documentBase64": base64.b64encode(documents.classic()).decode(),
            "display": "inline", "includeInDownload": "true", "signerMustAcknowledge": "no_interaction",
            "templateLocked": "false", "templateRequired": "false", "fileExtension": "pdf", "documentFields": [],
        }],
        "recipients": {
            "signers": [nobody], "agents": [], "editors": [], "intermediaries": [], "carbonCopies": [],
            "certifiedDeliveries": [], "inPersonSigners": [], "seals": [], "witnesses": [], "notaries": [],
            "recipientCount": "1",
        },
        "customFields": {"textCustomFields": [], "listCustomFields": []},
    }


def test_a_template_is_taken_as_the_vendor_exports_it(account):
    answer = account.call("POST", "templates", json=exported())
    assert answer.status_code == 201, answer.text
    # What is asked for and not done is named, and changes nothing about who signs what.
    ignored = set(answer.headers["X-Countersign-Ignored"].split(", "))
    assert ignored == {
        "allowComments", "enableWetSign", "envelopeIdStamping", "autoMatch", "autoMatchSpecifiedByUser",
        "folderId", "folderIds", "useDisclosure",
        "recipients.signers.tabs.textTabs.font", "recipients.signers.tabs.textTabs.fontColor",
    }
    template = answer.json()["templateId"]
    # An id of theirs is not taken: the template is a new one here.
    assert template != exported()["templateId"]
    kept = account.get(f"templates/{template}")
    assert kept["folderName"] == "Templates" and kept["allowReassign"] == "true"
    # What this service gives out it takes again, documents in place.
    again = kept | {"documents": exported()["documents"]}
    assert account.call("POST", "templates", json=again).status_code == 201
    person = {"name": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-1"}
    envelope = account.call("POST", "envelopes", json={
        "templateId": template, "status": "sent", "templateRoles": [{"roleName": "Tenant"} | person]}).json()["envelopeId"]
    Ceremony(account.recipient_view(envelope, person)).complete(person["name"])
    made = account.get(f"envelopes/{envelope}")
    assert made["status"] == "completed" and made["allowReassign"] == "true"


@pytest.mark.parametrize("change", [
    {"is21CFRPart11": "true"},
    {"authoritativeCopy": "true"},
])
def test_what_would_change_the_meaning_of_an_exported_template_is_refused(change, account):
    answer = account.call("POST", "templates", json=exported() | change)
    assert answer.status_code == 400, answer.text
    assert next(iter(change)) in answer.json()["message"]


def test_json_that_is_none_is_refused_with_its_place(account):
    broken = account.call(
        "POST", "envelopes", data=b'{\n  "status": "sent",\n  "documents": [,]\n}', headers={"Content-Type": "application/json"})
    assert broken.status_code == 400
    assert "(line 3, column 17)" in broken.json()["message"], broken.text
