"""People who sign in to an application, on the service's page and on websites."""

import json
import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from inbox import Inbox
from service import Service, countersign
from text_gateway import TextGateway

PICTURES = os.environ.get("COUNTERSIGN_PICTURES")

WEBSITE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The shop</title><link rel="icon" href="data:,">
<style>body {{ font: 1rem/1.5 system-ui; margin: 1rem }}</style>
<main><h1>The shop</h1><p><button id="in" type="button" onclick="rownd.requestSignIn({options})">Sign in</button></p></main>
<script>
    const heard = [];
    (window._rphConfig = window._rphConfig ?? []).push(["setAppKey", "{key}"]);
    _rphConfig.push(["onLoaded", () => {{
        for (const name of ["auth", "sign_in_started", "sign_in_completed", "sign_in_failed", "sign_out", "user_data"]) {{
            rownd.events.addEventListener(name, (event) => heard.push([name, event.detail]));
        }}
        heard.push(["loaded", null]);
    }}]);
</script>
<script src="{base}/hub.js"></script>"""


class Identity:
    """A service with an application, reached by name: browsers bind passkeys to names only."""

    def __init__(self, folder: Path, *origins: str):
        folder.mkdir(exist_ok=True)
        self.texts = TextGateway()
        self.service = Service(
            folder / "data", "--identity-attempts", "5000", "--allow-network", "127.0.0.1/32", "--allow-identity-http",
            "--identity-texts", "1000", "--identity-guests", "5000", "--identity-openings", "5000",
             *self.texts.options(folder))
        self.base = f"http://localhost:{self.service.port}"
        self.service.options += ("--public-url", self.base)
        self.service.start()
        self.app = json.loads(self._run("create", "--name", "Harbour", "--json"))
        self.folder, self.origins = folder, list(origins)
        self.settle()

    def settle(self, **settings) -> None:
        file = self.folder / "settings.json"
        file.write_text(json.dumps({"origins": self.origins} | settings))
        self._run("settings", self.app["appId"], "--set", file)

    def _run(self, *words) -> str:
        run = countersign("identity", "app", *words, "--data", self.service.data)
        assert run.returncode == 0, run.stderr
        return run.stdout

    @property
    def page(self) -> str:
        return f"{self.base}/web_app?app_key={self.app['appKey']}"

    def website(self, **options) -> str:
        return WEBSITE.format(base=self.base, key=self.app["appKey"], options=json.dumps(options).replace('"', "'"))

    def inbox(self, address: str) -> Inbox:
        return Inbox(self.service.data, address)


def link(message) -> str:
    (found,) = re.findall(r"^(http\S+/hub/auth/magic/\S+)$", message.text, re.M)
    return found


def ask(place, address: str) -> None:
    """Enters an address on the sign-in page, which may stand in a frame."""
    place.get_by_label("E-mail address").fill(address)
    place.get_by_role("button", name="Continue", exact=True).click()
    expect(place.get_by_role("heading", name="Check your mail")).to_be_visible()


def enter(place, code: str) -> None:
    place.get_by_label("Six-digit code").fill(code)
    place.get_by_role("button", name="Confirm").click()


def keep(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")
