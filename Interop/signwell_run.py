"""One run of SignWell's official client: its operations in turn, and what each leaves for the next."""

from collections.abc import Callable
from pathlib import Path

import pytest
import signwell_sdk as sdk
from signwell_sdk import exceptions

import signwell
from service import Account
from signwell import Client, EmbeddedCeremony
from signwell_table import Finding

NOBODY = "00000000-0000-4000-8000-000000000000"
#: Path, the client's methods, and what calls them.
OPERATIONS: list[tuple[str, str, Callable[["Run"], Finding]]] = []


def operation(path: str, method: str):
    def keep(function: Callable[["Run"], Finding]):
        OPERATIONS.append((path, method, function))
        return function
    return keep


class Run:
    """What one operation leaves for the next."""

    def __init__(self, account: Account, folder: Path):
        self.client = Client(account)
        self.account = account
        self.folder = folder

    def create(self, **changed) -> sdk.DocumentResponse:
        return self.client.documents.create_document(sdk.DocumentRequest.from_dict(signwell.request(**changed)))

    def sign(self, document: str) -> None:
        """Signs for everybody through their embedded pages."""
        for recipient in self.client.documents.get_document(document).recipients:
            assert recipient.embedded_signing_url, "there is no embedded_signing_url"
            EmbeddedCeremony(recipient.embedded_signing_url).complete(recipient.name)

    def signed(self) -> str:
        if not hasattr(self, "_signed"):
            day = signwell.field("date", x=110, lock_sign_date=True)
            made = self.create(name="Signed", fields=[[signwell.field(), day]])
            self.sign(made.id)
            self._signed = made.id
        return self._signed

    def template(self) -> str:
        if not hasattr(self, "_template"):
            self._template = self.client.templates.create_template(
                sdk.DocumentTemplateRequest.from_dict(signwell.template())).id
        return self._template


def refused(status: int, call: Callable, *arguments, **options) -> dict:
    with pytest.raises(exceptions.ApiException) as caught:
        call(*arguments, **options)
    assert caught.value.status == status, f"{caught.value.status} {caught.value.body}"
    return caught.value
