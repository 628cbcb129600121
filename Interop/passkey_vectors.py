"""Writes Tests/Vectors/passkeys.json: passkeys that python-fido2 made and its server accepted.

    .venv/bin/python Interop/passkey_vectors.py
"""

import json
from pathlib import Path

from authenticator import FLAG, Authenticator, attestation_certificate, cose_bytes, new_key
from fido2.attestation import NoneAttestation, PackedAttestation
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import AuthenticatorData, PublicKeyCredentialRpEntity

RP_ID, ORIGIN = "example.com", "https://example.com"
HANDLE = b"user-17"
FORMATS = {"none": NoneAttestation, "packed": PackedAttestation}


def vector(name: str, algorithm: str, fmt: str, flags=FLAG.UP | FLAG.UV, counter: int = 0, certified=False) -> dict:
    made = Authenticator(RP_ID, ORIGIN, algorithm, counter=counter, user_handle=HANDLE)
    signer = new_key("ES256") if certified else None
    certificate = attestation_certificate(signer) if certified else None
    challenge = websafe_encode(bytes([len(name)]) * 32)
    registration = made.register(challenge, fmt, flags | FLAG.AT, certificate, signer)
    signing = websafe_encode(bytes([100 + len(name)]) * 32)
    assertion = made.sign_in(signing, flags, counts=1 if counter else 0)
    check(registration, assertion, challenge, signing)
    return {
        "name": name,
        "algorithm": algorithm,
        "attestation": "certified" if certified else fmt,
        "publicKey": websafe_encode(cose_bytes(made.key, algorithm)),
        "counter": counter,
        "registration": {"challenge": challenge, **registration},
        "assertion": {"challenge": signing, **assertion},
    }


def refused(code: str, certificate, foreign: bool = False, **properties) -> dict:
    """A registration whose certificate does not fit; `foreign` certifies another key than the signing one."""
    made = Authenticator(RP_ID, ORIGIN, user_handle=HANDLE)
    signer = new_key("ES256")
    certificate = certificate or attestation_certificate(new_key("ES256") if foreign else signer, **properties)
    challenge = websafe_encode(bytes(32))
    registration = made.register(challenge, "packed", FLAG.UP | FLAG.UV | FLAG.AT, certificate, signer)
    return {"name": code, "refusal": code, "registration": {"challenge": challenge, **registration}}


def check(registration: dict, assertion: dict, challenge: str, signing: str) -> None:
    """Lets python-fido2's server, which shares no code with the authenticator's signing, accept both answers."""
    server = Fido2Server(PublicKeyCredentialRpEntity(name="Example", id=RP_ID), attestation="direct")
    state = {"challenge": challenge, "user_verification": "preferred"}
    data = server.register_complete(state, registration)
    state = {"challenge": signing, "user_verification": "preferred"}
    server.authenticate_complete(state, [data.credential_data], assertion)


def main() -> None:
    vectors = [
        vector("es256", "ES256", "none", counter=5),
        vector("eddsa", "EdDSA", "none"),
        vector("rs256", "RS256", "none", counter=0x7FFFFFFF),
        vector("es256-self", "ES256", "packed"),
        vector("eddsa-self-1", "EdDSA", "packed", counter=1),
        vector("rs256-self-12", "RS256", "packed"),
        vector("es256-certified", "ES256", "packed", certified=True),
        vector("synced-passkey-es", "ES256", "none", flags=FLAG.UP | FLAG.UV | FLAG.BE | FLAG.BS),
    ]
    vectors += [
        refused("malformed-attestation", attestation_certificate(new_key("RS256"))),
        refused("malformed-attestation", None, unit="Other"),
        refused("malformed-attestation", None, ca=True),
        refused("malformed-attestation", None, aaguid=bytes(16)),
        refused("wrong-attestation-signature", None, foreign=True),
    ]
    place = Path(__file__).parent.parent / "Tests/Vectors/passkeys.json"
    place.write_text(json.dumps(vectors, indent=1) + "\n")


if __name__ == "__main__":
    main()
