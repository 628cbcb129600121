"""An authenticator in software, made of python-fido2's own types and cryptography's keys."""

import os
from dataclasses import dataclass, field
from datetime import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.x509.oid import NameOID, ObjectIdentifier
from fido2 import cbor
from fido2.cose import ES256, RS256, CoseKey, EdDSA
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

AAGUID = bytes(range(16))
ALGORITHMS = {"ES256": ES256, "EdDSA": EdDSA, "RS256": RS256}
FLAG = AuthenticatorData.FLAG


def new_key(algorithm: str):
    match algorithm:
        case "ES256":
            return ec.generate_private_key(ec.SECP256R1())
        case "EdDSA":
            return ed25519.Ed25519PrivateKey.generate()
        case _:
            return rsa.generate_private_key(65537, 2048)


def sign(key, message: bytes) -> bytes:
    match key:
        case ec.EllipticCurvePrivateKey():
            return key.sign(message, ec.ECDSA(hashes.SHA256()))
        case ed25519.Ed25519PrivateKey():
            return key.sign(message)
        case _:
            return key.sign(message, padding.PKCS1v15(), hashes.SHA256())


def attestation_certificate(key, aaguid: bytes = AAGUID, unit: str = "Authenticator Attestation", ca: bool = False):
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "SE"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example Keys"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, unit),
            x509.NameAttribute(NameOID.COMMON_NAME, "Example Key 5"),
        ]
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(datetime(2026, 1, 1))
        .not_valid_after(datetime(2046, 1, 1))
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .add_extension(
            x509.UnrecognizedExtension(ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4"), b"\x04\x10" + aaguid),
            critical=False,
        )
    )
    return builder.sign(key, hashes.SHA256())


def client_data(kind: str, challenge: str, origin: str, **more) -> CollectedClientData:
    return CollectedClientData.create(type=kind, challenge=challenge, origin=origin, **more)


@dataclass
class Authenticator:
    """Holds one passkey for one site."""

    rp_id: str
    origin: str
    algorithm: str = "ES256"
    counter: int = 0
    user_handle: bytes = b""
    key: object = None
    id: bytes = field(default_factory=lambda: os.urandom(32))

    def __post_init__(self):
        self.key = self.key or new_key(self.algorithm)

    def register(
        self, challenge: str, fmt: str = "none", flags=FLAG.UP | FLAG.UV | FLAG.AT, certificate=None, signer=None,
    ) -> dict:
        """Returns a RegistrationResponseJSON; `fmt` is none, packed, or packed with a certificate and its key."""
        cose = CoseKey.for_name(self.algorithm).from_cryptography_key(self.key.public_key())
        data = AuthenticatorData.create(
            sha256(self.rp_id.encode()), flags, self.counter, AttestedCredentialData.create(AAGUID, self.id, cose)
        )
        client = client_data("webauthn.create", challenge, self.origin)
        statement = {}
        if fmt == "packed":
            signing = signer or self.key
            algorithm = CoseKey.for_name("ES256").ALGORITHM if signer else cose.ALGORITHM
            statement = {"alg": algorithm, "sig": sign(signing, bytes(data) + client.hash)}
            if certificate is not None:
                from cryptography.hazmat.primitives.serialization import Encoding

                statement["x5c"] = [certificate.public_bytes(Encoding.DER)]
        attestation = AttestationObject.create(fmt, data, statement)
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def sign_in(self, challenge: str, flags=FLAG.UP | FLAG.UV, origin: str | None = None, counts: int = 1) -> dict:
        """Returns an AuthenticationResponseJSON."""
        self.counter += counts
        data = AuthenticatorData.create(sha256(self.rp_id.encode()), flags, self.counter)
        client = client_data("webauthn.get", challenge, origin or self.origin)
        return self._answer(
            clientDataJSON=client,
            authenticatorData=data,
            signature=sign(self.key, bytes(data) + client.hash),
            userHandle=self.user_handle,
        )

    def _answer(self, **response) -> dict:
        name = websafe_encode(self.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": {key: websafe_encode(bytes(value)) for key, value in response.items()},
        }


def cose_bytes(key, algorithm: str) -> bytes:
    return cbor.encode(CoseKey.for_name(algorithm).from_cryptography_key(key.public_key()))
