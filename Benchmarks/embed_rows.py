"""Embedded signing in a browser: from `open()` to the page that is ready to sign, beside an empty frame."""

import base64
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import requests
from playwright.sync_api import sync_playwright

from files import file_of
from measuring import PROGRAM, ROOT, shown

sys.path.append(str(ROOT / "Browser"))
os.environ.setdefault("COUNTERSIGN", str(PROGRAM))

ROUNDS = 20
OPEN = """async () => {
    const begun = performance.now();
    await new Promise((resolve) => { embed.on("ready", resolve); embed.open(); });
    return performance.now() - begun;
}"""
EMPTY = """async (address) => {
    const begun = performance.now();
    const frame = document.createElement("iframe");
    await new Promise((resolve) => { frame.onload = resolve; frame.src = address; document.body.append(frame); });
    return performance.now() - begun;
}"""


def made(*words: str | Path) -> dict:
    command = [str(PROGRAM), *map(str, words), "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def embed_rows(folder: Path) -> list[list[str]]:
    from embedding import Product, embedding_page
    from service import Service

    service, product = Service(folder / "embedding"), Product()
    service.start()
    try:
        account = service.account()
        data = ("--data", service.data, "--account", account.id)
        application = made("application", "create", *data, "--name", "Bench", "--origin", product.origin)
        key = made("apikey", "create", *data, "--name", "Bench")["apiKey"]
        answer = requests.post(f"{service.base}/api/v1/documents", headers={"X-Api-Key": key}, timeout=60, json={
            "embedded_signing": True, "api_application_id": application["id"],
            "files": [{"name": "lease.pdf", "file_base64": base64.b64encode(file_of(1)).decode()}],
            "recipients": [{"id": "1", "name": "Bo", "email": "bo@example.org"}],
            "fields": [[{"type": "signature", "x": 200, "y": 550, "page": 1, "recipient_id": "1"}]]})
        answer.raise_for_status()
        url = answer.json()["recipients"][0]["embedded_signing_url"]
        address = product.put("/", embedding_page(service.base, url))
        opened, empty = [], []
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            for number in range(ROUNDS + 1):
                page.goto(address)
                page.wait_for_function("typeof embed === 'object'")
                taken = (page.evaluate(OPEN), page.evaluate(EMPTY, product.origin + "/empty"))
                if number > 0:
                    opened.append(taken[0])
                    empty.append(taken[1])
            browser.close()
    finally:
        product.close()
        service.stop()
    ours, floor = statistics.median(opened), statistics.median(empty)
    return [["embedded signing, open() to ready", shown(ours), "", "", shown(floor), f"{ours / floor:.1f} x"]]
