"""An envelope with a field of every kind, in the wire form of the eSignature REST API v2.1."""

import base64

from agreement import agreement

SIGNER = {"recipientId": "1", "name": "María Jørgensen", "email": "maria@example.org", "clientUserId": "customer-17"}

REFERENCE, UPDATES, INITIALS = "Project reference", "Receive updates", "Initials"
FULL_NAME, EMAIL, DATE, SIGNATURE = "Full name", "Email", "Date signed", "Signature"

# Points from the top left of the page as the reader sees it: page, x, y, width, height.
PLACES = {
    REFERENCE: (1, 172, 598, 200, 20),
    UPDATES: (1, 74, 642, 12, 12),
    INITIALS: (2, 210, 540, 60, 30),
    FULL_NAME: (3, 160, 338, 220, 20),
    EMAIL: (3, 400, 338, 150, 20),
    DATE: (3, 160, 378, 120, 20),
    SIGNATURE: (3, 160, 440, 200, 40),
}


def tab(label: str, **more: str) -> dict:
    page, x, y, width, height = PLACES[label]
    return {
        "documentId": "1", "pageNumber": str(page), "xPosition": str(x), "yPosition": str(y),
        "width": str(width), "height": str(height), "tabLabel": label, **more,
    }


def tabs() -> dict:
    return {
        "textTabs": [tab(REFERENCE, required="true", maxLength="40")],
        "checkboxTabs": [tab(UPDATES, required="false")],
        "initialHereTabs": [tab(INITIALS)],
        "fullNameTabs": [tab(FULL_NAME)],
        "emailAddressTabs": [tab(EMAIL)],
        "dateSignedTabs": [tab(DATE)],
        "signHereTabs": [tab(SIGNATURE)],
    }


def definition(page_count: int = 3) -> dict:
    return {
        "emailSubject": "Service agreement for the harbour project",
        "emailBlurb": "Hi María,\nhere is the agreement we talked about. It takes two minutes.",
        "status": "sent",
        "documents": [{
            "documentId": "1", "name": "Service agreement", "fileExtension": "pdf",
            "documentBase64": base64.b64encode(agreement(page_count)).decode(),
        }],
        "recipients": {"signers": [{**SIGNER, "routingOrder": "1", "tabs": tabs()}]},
    }
