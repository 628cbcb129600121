"""Certificate authorities and signing identities, made by the `cryptography` package."""

import datetime
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)
from cryptography.x509.oid import NameOID

PASSWORD = "correct horse"


def new_key(kind: str):
    if kind.startswith("rsa"):
        return rsa.generate_private_key(public_exponent=65537, key_size=int(kind[3:]))
    if kind == "ed25519":
        return ed25519.Ed25519PrivateKey.generate()
    return ec.generate_private_key({"p256": ec.SECP256R1, "p384": ec.SECP384R1, "p521": ec.SECP521R1}[kind]())


def name(common_name: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "NL"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Interop tests"),
            x509.NameAttribute(NameOID.COMMON_NAME, common_name),
        ]
    )


@dataclass
class Identity:
    """A key and its certificate, with those of the authorities above it."""

    key: object
    certificate: x509.Certificate
    issuers: list[x509.Certificate]

    def write(self, folder: Path, stem: str) -> "Files":
        files = Files(
            key=folder / f"{stem}.key.pem",
            certificates=folder / f"{stem}.cert.pem",
            p12=folder / f"{stem}.p12",
            password=folder / f"{stem}.password",
        )
        files.key.write_bytes(
            self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        )
        files.key.chmod(0o600)
        files.certificates.write_bytes(
            b"".join(item.public_bytes(Encoding.PEM) for item in [self.certificate])
        )
        files.p12.write_bytes(
            pkcs12.serialize_key_and_certificates(
                b"signer", self.key, self.certificate, self.issuers, BestAvailableEncryption(PASSWORD.encode())
            )
        )
        files.password.write_text(PASSWORD + "\n")
        return files


@dataclass
class Files:
    key: Path
    certificates: Path
    p12: Path
    password: Path


class Authority:
    """A root certificate that issues end-entity certificates."""

    def __init__(self, common_name: str = "Interop root", kind: str = "p256"):
        self.key = new_key(kind)
        self.name = name(common_name)
        self.certificate = self.sign(
            x509.CertificateBuilder()
            .subject_name(self.name)
            .public_key(self.key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(usage(key_cert_sign=True, crl_sign=True), critical=True)
        )

    def sign(self, builder: x509.CertificateBuilder, days: float = 365) -> x509.Certificate:
        now = datetime.datetime.now(datetime.timezone.utc)
        return (
            builder.issuer_name(self.name)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=days))
            .sign(self.key, hashes.SHA256())
        )

    def issue(self, common_name: str, kind: str = "p256") -> Identity:
        key = new_key(kind)
        certificate = self.sign(
            x509.CertificateBuilder()
            .subject_name(name(common_name))
            .public_key(key.public_key())
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage(digital_signature=True, content_commitment=True), critical=True)
            .add_extension(
                x509.SubjectAlternativeName([x509.RFC822Name("signer@example.com")]), critical=False
            )
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False
            )
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        )
        return Identity(key, certificate, [self.certificate])

    def issue_for_host(self, host: str, days: float = 365) -> Identity:
        """A key and a certificate for a server that is reached by this name, good for so many days more."""
        key = new_key("p256")
        certificate = self.sign(
            x509.CertificateBuilder()
            .subject_name(name(host))
            .public_key(key.public_key())
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False
            ),
            days,
        )
        return Identity(key, certificate, [self.certificate])

    def write(self, folder: Path, stem: str = "ca") -> Path:
        path = folder / f"{stem}.pem"
        path.write_bytes(self.certificate.public_bytes(Encoding.PEM))
        return path


def usage(**given: bool) -> x509.KeyUsage:
    every = [
        "digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
        "key_cert_sign", "crl_sign", "encipher_only", "decipher_only",
    ]
    return x509.KeyUsage(**{one: given.get(one, False) for one in every})
