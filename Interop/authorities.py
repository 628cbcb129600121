"""A public-key infrastructure on this machine: certomancer's authorities, responders, lists and clocks, over HTTP.

Beside what certomancer serves there are clocks that err on purpose: `/faulty/<fault>`.
"""

import asyncio
import datetime
import threading
from pathlib import Path

import yaml
from aiohttp import web
from asn1crypto import tsp
from certomancer.integrations.aiohttp_animator import build_animator_app
from certomancer.registry import CertomancerConfig
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from identities import Files
from service import free_port

NAMES = ["root", "intermediate", "responder", "clock", "second-clock", "brief-clock", "signer",
         "revoked", "list-signer"]


def _moment(days: float) -> str:
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S+0000")


def _usage(*bits: str) -> dict:
    return {"id": "key_usage", "critical": True, "smart-value": {"schema": "key-usage", "params": list(bits)}}


def _purpose(*purposes: str) -> dict:
    return {"id": "extended_key_usage", "critical": True, "value": list(purposes)}


def _responder(name: str) -> dict:
    return {
        "id": "authority_information_access",
        "smart-value": {
            "schema": "aia-urls",
            "params": {"ocsp-responder-names": [name], "ca-issuer-links": [{"repo": name}]},
        },
    }


def _list(name: str) -> dict:
    return {
        "id": "crl_distribution_points",
        "smart-value": {"schema": "crl-dist-url", "params": {"crl-repo-names": [name]}},
    }


AUTHORITY = {"id": "basic_constraints", "critical": True, "value": {"ca": True}}
SIGNING = _usage("digital_signature", "non_repudiation")


def _leaf(name: str, *extensions: dict, days: float = 700, **more) -> dict:
    return {
        "subject": name, "subject-key": name, "issuer": "intermediate", "authority-key": "intermediate",
        "validity": {"valid-from": _moment(-400), "valid-to": _moment(days)},
        "extensions": list(extensions), **more,
    }


def _configuration(address: str) -> dict:
    """Root → intermediate → everybody else. The root's word on revocation is a list, the intermediate's is OCSP."""
    def authority(name: str, issuer: str, *extensions: dict) -> dict:
        return {
            "subject": name, "subject-key": name, "issuer": issuer, "authority-key": issuer,
            "validity": {"valid-from": _moment(-4000), "valid-to": _moment(9000)},
            "extensions": [AUTHORITY, _usage("digital_signature", "key_cert_sign", "crl_sign"), *extensions],
        }

    clock = [_usage("digital_signature"), _purpose("time_stamping"), _responder("intermediate")]
    revoked = {"revoked-since": _moment(-1), "reason": "key_compromise"}
    certificates = {
        "root": authority("root", "root"),
        "intermediate": authority("intermediate", "root", _list("root")),
        "responder": _leaf("responder", _usage("digital_signature"), _purpose("ocsp_signing"), {"id": "ocsp_no_check"}),
        "clock": _leaf("clock", *clock, days=2000),
        "second-clock": _leaf("second-clock", *clock, days=3000),
        "brief-clock": _leaf("brief-clock", *clock, days=30),
        "signer": _leaf("signer", SIGNING, _responder("intermediate"), _list("intermediate")),
        "list-signer": _leaf("list-signer", SIGNING, _list("intermediate")),
        "revoked": _leaf("revoked", SIGNING, _responder("intermediate"), revocation=revoked),
    }
    return {
        "external-url-prefix": address,
        "keysets": {"keys": {"path-prefix": "keys", "keys": {name: {"path": f"{name}.pem"} for name in NAMES}}},
        "pki-architectures": {
            "interop": {
                "keyset": "keys",
                "entity-defaults": {"country-name": "NL", "organization-name": "Interop tests"},
                "entities": {name: {"common-name": name.replace("-", " ").capitalize()} for name in NAMES},
                "certs": certificates,
                "services": {
                    "ocsp": {
                        "intermediate": {
                            "for-issuer": "intermediate", "responder-cert": "responder", "signing-key": "responder",
                            "issuer-cert": "intermediate",
                        }
                    },
                    "crl-repo": {
                        name: {
                            "for-issuer": name, "signing-key": name, "issuer-cert": name,
                            "simulated-update-schedule": "P7D",
                        }
                        for name in ("root", "intermediate")
                    },
                    "cert-repo": {
                        "root": {"for-issuer": "root", "issuer-cert": "root"},
                        "intermediate": {"for-issuer": "intermediate", "issuer-cert": "intermediate"},
                    },
                    "time-stamping": {
                        name: {"signing-key": name, "signing-cert": name}
                        for name in ("clock", "second-clock", "brief-clock")
                    },
                },
            }
        },
    }


class PublicKeyInfrastructure:
    """The services, in a thread of their own; `asked` counts what they were asked for."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.address = f"http://127.0.0.1:{free_port()}"
        keys = folder / "keys"
        keys.mkdir(parents=True)
        for name in NAMES:
            key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            (keys / f"{name}.pem").write_bytes(
                key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            )
        file = folder / "certomancer.yml"
        file.write_text(yaml.safe_dump(_configuration(self.address)))
        self.architecture = CertomancerConfig.from_file(str(file), key_search_dir=str(folder)).get_pki_arch("interop")
        self.asked: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def clock(self, name: str = "clock") -> str:
        return f"{self.address}/interop/tsa/{name}"

    def faulty(self, fault: str) -> str:
        return f"{self.address}/faulty/{fault}"

    @property
    def anchor(self) -> Path:
        """The root's certificate, as a file."""
        return self.write("root")

    def certificate(self, name: str):
        return self.architecture.get_cert(name)

    def write(self, *names: str) -> Path:
        from asn1crypto import pem

        path = self.folder / f"{'-'.join(names)}.pem"
        path.write_bytes(b"".join(pem.armor("CERTIFICATE", self.certificate(name).dump()) for name in names))
        return path

    def files(self, name: str) -> Files:
        """Key and certificates of a signer, with the intermediate authority's."""
        return Files(
            key=self.folder / "keys" / f"{name}.pem", certificates=self.write(name, "intermediate"),
            p12=Path(), password=Path(),
        )

    # The server

    async def _faulty(self, request: web.Request) -> web.Response:
        fault = request.match_info["fault"]
        if fault == "slow":
            await asyncio.sleep(20)
        if fault == "error":
            return web.Response(status=503, text="out of order")
        if fault == "long":
            return web.Response(body=b"\x30" * (4 << 20))
        question = tsp.TimeStampReq.load(await request.read())
        if fault == "nonce":
            question["nonce"] = int(question["nonce"]) ^ 1
        if fault == "imprint":
            digest = bytes(question["message_imprint"]["hashed_message"])
            question["message_imprint"]["hashed_message"] = bytes([digest[0] ^ 1]) + digest[1:]
        services = self.architecture.service_registry
        now = datetime.datetime.now(datetime.timezone.utc)
        clock = services.summon_timestamper("clock", now - datetime.timedelta(hours=fault == "late"))
        answer = clock.request_tsa_response(tsp.TimeStampReq.load(question.dump(force=True)))
        return web.Response(body=answer.dump(), content_type="application/timestamp-reply")

    def _run(self) -> None:
        @web.middleware
        async def count(request: web.Request, handler):
            self.asked.append(request.path)
            return await handler(request)

        app = build_animator_app({"interop": self.architecture}, with_web_ui=False)
        app.middlewares.append(count)
        app.router.add_post("/faulty/{fault}", self._faulty)
        asyncio.set_event_loop(self._loop)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        self._loop.run_until_complete(runner.setup())
        port = int(self.address.rsplit(":", 1)[1])
        self._loop.run_until_complete(web.TCPSite(runner, "127.0.0.1", port).start())
        self._started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())

    def start(self) -> None:
        self._started = threading.Event()
        self._thread.start()
        assert self._started.wait(20)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
