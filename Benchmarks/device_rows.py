"""What an app does on a device: composing, signing without a network, opening its store, uploading."""

import json
import os
import statistics
import subprocess
from pathlib import Path

from docusign_esign import (
    ApiClient, Checkbox, DateSigned, Document, EnvelopeDefinition, FullName, Recipients, Signer, SignHere, Tabs, Text,
    TextCustomField, CustomFields,
)

from files import file_of
from link import Link
from measuring import DEVICE, PROGRAM, shown, timed

os.environ.setdefault("COUNTERSIGN", str(PROGRAM))

from service import Service  # noqa: E402

COMPOSED = 10_000
CACHED = 10_000
UPLOADED = 1_000
#: Seconds.
ROUND_TRIP = 0.05
#: Links as wide as this each way, in bits a second: one on which the bytes are what takes the time, and one on which they
#: are not. Client, link and service share this machine's cores.
WIDTHS = (5e6, 20e6)


def ours(*arguments: str | Path | int) -> dict:
    command = [DEVICE, *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def composed(number: int, client: ApiClient) -> dict:
    """The envelope of Composing.swift in the official Python client, as it would be sent; nothing is validated there."""
    place = {"document_id": "1", "page_number": "1"}
    first = Tabs(
        sign_here_tabs=[SignHere(x_position="72", y_position="600", **place)],
        date_signed_tabs=[DateSigned(x_position="300", y_position="600", **place)],
        text_tabs=[Text(x_position="72", y_position="300", tab_label="Town", value="Ghent", **place)],
        checkbox_tabs=[Checkbox(x_position="72", y_position="360", tab_label="Furnished", **place)],
    )
    second = Tabs(
        sign_here_tabs=[SignHere(x_position="72", y_position="660", **place)],
        full_name_tabs=[FullName(x_position="300", y_position="660", **place)],
    )
    signers = [
        Signer(recipient_id="1", name="Ada Lovelace", email="ada@example.com", routing_order="1",
               client_user_id="ada", tabs=first),
        Signer(recipient_id="2", name="Grace Hopper", email="grace@example.com", routing_order="2", tabs=second),
    ]
    definition = EnvelopeDefinition(
        email_subject=f"Please sign lease {number}", status="sent",
        documents=[Document(document_id="1", name="Lease.pdf", document_base64="")],
        recipients=Recipients(signers=signers),
        custom_fields=CustomFields(text_custom_fields=[
            TextCustomField(field_id="1", name="Reference", value=f"R-{number}")]),
    )
    return client.sanitize_for_serialization(definition)


def device_rows(folder: Path) -> list[list[str]]:
    return [composing_row(folder), finishing_row(folder), *opening_rows(folder),
            *(handing_over_row(folder, bits) for bits in WIDTHS)]


def composing_row(folder: Path) -> list[str]:
    path = folder / "lease.pdf"
    path.write_bytes(file_of(10))
    mine = statistics.median(ours("compose", COMPOSED, path)["all"] for _ in range(3))
    client = ApiClient()
    theirs = statistics.median(timed(3, lambda: [composed(number, client) for number in range(COMPOSED // 10)])) * 10
    return [f"compose and validate {COMPOSED:,} envelopes", shown(mine), f"{shown(theirs)} (docusign-esign, composing)",
            f"{theirs / mine:.0f} x", "", ""]


def finishing_row(folder: Path) -> list[str]:
    path = folder / "hundred.pdf"
    path.write_bytes(file_of(100))
    result = ours("finish", 30, path)
    return [f"offline, 100 pages: Finish to signed PDF on disk, {result['bytes'] / 1024:,.0f} KiB",
            shown(result["ours"]), "", "", shown(result["floor"]), f"{result['ours'] / result['floor']:.1f} x"]


def opening_rows(folder: Path) -> list[list[str]]:
    path = folder / "one.pdf"
    path.write_bytes(file_of(1))
    result = ours("open", CACHED, 20, path)
    return [
        [f"open a store of {CACHED:,} envelopes, read 50", shown(result["open"]), "", "", "", ""],
        [f"read all {CACHED:,}", shown(result["list"]), "", "", "", ""],
    ]


def handing_over_row(folder: Path, bits: float) -> list[str]:
    """Signed envelopes over a link, against what their bytes alone take on it."""
    folder = folder / f"link-{bits:.0f}"
    folder.mkdir()
    document = folder / "one.pdf"
    document.write_bytes(file_of(1))
    service = Service(folder / "service")
    service.start()
    try:
        account = service.account()
        with Link(service.port, ROUND_TRIP, bits / 8) as link:
            orders = folder / "orders.json"
            orders.write_text(json.dumps({
                "folder": str(folder / "device"), "server": f"http://127.0.0.1:{link.port}/restapi",
                "accessToken": account.token, "accountId": account.id, "userId": account.user,
                "name": "Acme Legal", "email": "legal@example.com", "document": str(document), "count": UPLOADED,
            }))
            process = subprocess.Popen(
                [str(DEVICE), "sync", str(orders)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            assert json.loads(process.stdout.readline())["signed"] == UPLOADED
            link.reset()
            out, _ = process.communicate("go\n", timeout=1200)
            assert process.returncode == 0
            taken = json.loads(out)["all"]
            floor = link.floor() * 1000
            size = link.up / 1e6
        listed = account.get("envelopes", from_date="2020-01-01", count="1", status="completed")
        assert int(listed["totalSetSize"]) == UPLOADED, listed["totalSetSize"]
    finally:
        service.stop()
    return [f"upload {UPLOADED:,} envelopes, {size:.0f} MB, {ROUND_TRIP * 1000:.0f} ms, "
            f"{bits / 1e6:.0f} Mbit/s", shown(taken), "", "", f"{shown(floor)} (link)",
            f"{taken / floor:.2f} x"]
