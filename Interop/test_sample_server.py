"""The sample server of the article about embedded signing runs as it stands there."""

import os
import subprocess
import sys
import time
from pathlib import Path

import requests

import documents
import signwell
from service import ROOT, Account, free_port
from signwell import Client

SERVER = ROOT / "Examples" / "EmbeddedSigningDemo" / "server.py"
ARTICLE = ROOT / "Sources" / "Countersign" / "Countersign.docc" / "EmbedASigningPage.md"


def test_the_article_shows_the_server_of_the_examples():
    shown = ARTICLE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    assert shown == SERVER.read_text(encoding="utf-8")
    assert len([line for line in shown.splitlines() if line]) <= 30


def test_a_user_gets_their_own_lease_and_nobody_elses(account: Account, tmp_path: Path):
    (tmp_path / "lease.pdf").write_bytes(documents.classic())
    client, port = Client(account), free_port()
    facts = {"SIGNING_SERVER": account.service.base, "SIGNWELL_API_KEY": client.key, "BO_TOKEN": "bo's", "PORT": str(port)}
    server = subprocess.Popen([sys.executable, SERVER], cwd=tmp_path, env=os.environ | facts, stderr=subprocess.DEVNULL)
    try:
        def ask(document: str, token: str) -> requests.Response:
            return requests.get(
                f"http://127.0.0.1:{port}/api/v1/documents/{document}", headers={"Authorization": f"Bearer {token}"},
                timeout=60)

        until = time.monotonic() + 30
        while True:
            try:
                first = ask("lease", "bo's")
                break
            except requests.ConnectionError:
                assert time.monotonic() < until
                time.sleep(0.05)
        assert first.status_code == 200, first.text
        lease = first.json()
        assert lease["recipients"][0]["embedded_signing_url"].startswith(account.service.base)
        assert ask("lease", "bo's").json()["id"] == ask(lease["id"], "bo's").json()["id"] == lease["id"]
        other = client.raw("POST", "documents", json=signwell.request()).json()["id"]
        assert [ask(*one).status_code for one in (("lease", "eve's"), (lease["id"], "eve's"), (other, "bo's"))] == [404] * 3
        assert client.key not in first.text
    finally:
        server.terminate()
        server.wait()
