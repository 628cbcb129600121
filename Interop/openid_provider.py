"""An OpenID provider on loopback that stands for Apple and Google."""

import base64
import hashlib
import json
import secrets
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey


@dataclass
class Person:
    subject: str = "10769150350006150715113082367"
    email: str = "ada@example.org"
    verified: object = True
    # Claims that are put in place of the right ones, to see that they are refused.
    claims: dict = field(default_factory=dict)


class OpenIDProvider:
    """Signs its current person in at once; notes what clients send."""

    client = "web-client"

    def __init__(self) -> None:
        self.person = Person()
        self.key = RSAKey.generate_key(2048, {"kid": "first", "use": "sig", "alg": "RS256"})
        self.signing_key = None  # another key than the published one
        self.codes: dict[str, dict] = {}
        self.forms: list[dict] = []
        self.fetched: list[str] = []
        self.refuses = False
        self.named = None  # the issuer in the metadata, if it is another's
        self.check_secret = lambda secret: secret == "provider-secret"
        handler = type("Handler", (_Handler,), {"provider": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> "OpenIDProvider":
        return self

    def __exit__(self, *_) -> None:
        self.server.shutdown()
        self.server.server_close()

    def rotate(self, name: str = "second") -> None:
        self.key = RSAKey.generate_key(2048, {"kid": name, "use": "sig", "alg": "RS256"})

    def token(self, **claims) -> str:
        now = int(time.time())
        usual = {
            "iss": self.issuer, "aud": self.client, "sub": self.person.subject, "iat": now, "exp": now + 300,
            "email": self.person.email, "email_verified": self.person.verified,
        }
        key = self.signing_key or self.key
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, usual | claims | self.person.claims, key)

    def settings(self, method: str, folder, **more) -> dict:
        """The settings of an application that uses this provider."""
        file = folder / "provider-secret"
        file.write_text("provider-secret\n")
        return {"method": method, "issuer": self.issuer, "client_id": self.client, "secret_file": str(file)} | more


class AppleKey:
    """A developer's private key, as Apple gives it out."""

    def __init__(self, folder) -> None:
        self.key = ECKey.generate_key("P-256")
        self.file = folder / "AuthKey.p8"
        self.file.write_bytes(self.key.as_pem(private=True))

    def signed(self, secret: str, issuer: str, client: str) -> bool:
        token = jwt.decode(secret, self.key, algorithms=["ES256"])
        claims = token.claims
        return (token.header["kid"], claims["iss"], claims["sub"]) == ("KEY1234567", "TEAM123456", client) \
            and issuer in claims["aud"] and 0 < claims["exp"] - time.time() <= 300


class _Handler(BaseHTTPRequestHandler):
    provider: OpenIDProvider

    def log_message(self, *_) -> None:
        pass

    def do_GET(self) -> None:
        provider, url = self.provider, urlsplit(self.path)
        provider.fetched.append(url.path)
        if url.path == "/.well-known/openid-configuration":
            self.json({
                "issuer": provider.named or provider.issuer, "authorization_endpoint": f"{provider.issuer}/authorize?prompt=none",
                "token_endpoint": f"{provider.issuer}/token", "jwks_uri": f"{provider.issuer}/keys"})
        elif url.path == "/keys":
            self.json({"keys": [provider.key.as_dict(private=False)]})
        elif url.path == "/authorize":
            self.authorize({name: values[0] for name, values in parse_qs(url.query).items()})
        else:
            self.send_error(404)

    def authorize(self, asked: dict) -> None:
        provider = self.provider
        assert asked["response_type"] == "code" and asked["client_id"] == provider.client, asked
        assert asked["code_challenge_method"] == "S256" and asked["prompt"] == "none", asked
        answer = {"state": asked["state"]}
        if provider.refuses:
            answer["error"] = "access_denied"
        else:
            answer["code"] = secrets.token_urlsafe(16)
            provider.codes[answer["code"]] = asked
        if asked.get("response_mode") == "form_post":
            fields = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in answer.items())
            self.answer(200, "text/html", (
                f'<!doctype html><title>Provider</title><form method="post" action="{asked["redirect_uri"]}">{fields}'
                "</form><script>document.forms[0].submit()</script>").encode())
        else:
            self.send_response(302)
            self.send_header("Location", f"{asked['redirect_uri']}?{urlencode(answer)}")
            self.end_headers()

    def do_POST(self) -> None:
        provider = self.provider
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        provider.forms.append(form)
        asked = provider.codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if self.path != "/token" or asked is None or not provider.check_secret(form["client_secret"]) \
                or base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != asked["code_challenge"] \
                or form["redirect_uri"] != asked["redirect_uri"] or form["grant_type"] != "authorization_code":
            self.answer(400, "application/json", b'{"error": "invalid_grant"}')
            return
        self.json({"access_token": "of-no-use", "token_type": "Bearer",
                   "id_token": provider.token(nonce=asked["nonce"])})

    def json(self, content: dict) -> None:
        self.answer(200, "application/json", json.dumps(content).encode())

    def answer(self, status: int, media_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
