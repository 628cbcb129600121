"""PKCS#11 tokens in software: SoftHSM2, found through p11-kit."""

import os
import subprocess
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from identities import Files

MODULE = "/usr/lib/softhsm/libsofthsm2.so"
PIN = "271828"


class Tokens:
    """A folder of tokens, and the environment in which programs see them."""

    def __init__(self, folder: Path):
        store, modules = folder / "store", folder / "config/pkcs11/modules"
        store.mkdir(parents=True)
        modules.mkdir(parents=True)
        settings = folder / "softhsm2.conf"
        settings.write_text(f"directories.tokendir = {store}\nobjectstore.backend = file\nlog.level = ERROR\n")
        (modules / "softhsm2.module").write_text(f"module: {MODULE}\n")
        self.environment = {"SOFTHSM2_CONF": str(settings), "XDG_CONFIG_HOME": str(folder / "config")}
        self.folder = folder
        self.pin = folder / "pin"
        self.pin.write_text(PIN + "\n")

    def add(self, label: str) -> None:
        self.run("softhsm2-util", "--init-token", "--free", "--label", label, "--pin", PIN, "--so-pin", "31415926")

    def add_key(self, token: str, label: str, identifier: str, files: Files, certified: bool = True) -> None:
        self.run(
            "softhsm2-util", "--import", files.key, "--token", token, "--label", label, "--id", identifier, "--pin", PIN
        )
        if not certified:
            return
        der = self.folder / f"{label}.der"
        der.write_bytes(x509.load_pem_x509_certificate(files.certificates.read_bytes()).public_bytes(Encoding.DER))
        self.run(
            "pkcs11-tool", "--module", MODULE, "--token-label", token, "--login", "--pin", PIN,
            "--write-object", der, "--type", "cert", "--id", identifier, "--label", label,
        )

    def run(self, *command: str | Path) -> None:
        subprocess.run(
            [str(word) for word in command], check=True, capture_output=True, env=os.environ | self.environment
        )
