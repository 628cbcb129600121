"""Envelope definitions in the wire form of the eSignature REST API v2.1."""

import base64


def place(document: str, page: int, x: int, y: int, label: str, **more: str) -> dict:
    """A tab; `x` and `y` in points from the top left of the page."""
    return {
        "documentId": document, "pageNumber": str(page), "xPosition": str(x), "yPosition": str(y),
        "tabLabel": label, **more,
    }


def signer(number: int = 1, document: str = "1", order: int | None = None, every_kind: bool = True) -> dict:
    """An embedded signer; his tabs are at a height of their own, so that several signers fit on a page."""
    y = 80 + 130 * (number - 1)
    who = f"signer{number}"
    tabs = {"signHereTabs": [place(document, 1, 72, y, f"{who} signature", width="160", height="40")]}
    if every_kind:
        tabs |= {
            "initialHereTabs": [place(document, 1, 420, y, f"{who} initials", width="60", height="30")],
            "dateSignedTabs": [place(document, 1, 260, y, f"{who} date", width="100", height="18")],
            "fullNameTabs": [place(document, 1, 260, y + 24, f"{who} name", width="140", height="18")],
            "emailAddressTabs": [place(document, 1, 260, y + 48, f"{who} email", width="180", height="18")],
            "textTabs": [
                place(document, 1, 72, y + 48, f"{who} city", width="150", height="18", required="true")
            ],
            "checkboxTabs": [place(document, 1, 72, y + 72, f"{who} copy", width="16", height="16")],
        }
    return {
        "recipientId": str(number),
        "name": f"Signer Number {number}",
        "email": f"signer{number}@example.com",
        "clientUserId": f"client-{number}",
        "routingOrder": str(order or 1),
        "tabs": tabs,
    }


def definition(
    documents: list[bytes], signers: list[dict], status: str = "sent", subject: str = "Please sign this agreement"
) -> dict:
    return {
        "emailSubject": subject,
        "emailBlurb": "Thank you.",
        "status": status,
        "documents": [
            {
                "documentId": str(number),
                "name": f"Agreement {number}",
                "fileExtension": "pdf",
                "documentBase64": base64.b64encode(data).decode(),
            }
            for number, data in enumerate(documents, 1)
        ],
        "recipients": {"signers": signers},
    }
