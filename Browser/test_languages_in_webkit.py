"""Signing in WebKitGTK, the engine of apps on Linux: from right to left, and without spaces between words."""

import json
import subprocess
from pathlib import Path

import pytest

from envelope import SIGNER, definition
from test_languages import Words


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", ["ar", "ja"])
def test_a_signer_signs_in_webkit(language, width, account, return_page):
    words = Words(language)
    wanted = definition()
    wanted["recipients"]["signers"][0]["tabs"] = {"signHereTabs": [{
        "documentId": "1", "pageNumber": "1", "xPosition": "160", "yPosition": "260", "width": "200", "height": "40",
        "tabLabel": "Signature"}]}
    envelope = account.create(wanted)
    url = account.recipient_view(envelope, SIGNER, return_page.url)
    labels = {name: words.label(key) for name, key in {
        "continue": "consent.continue", "adopt": "adopt.confirm", "finish": "action.finish"}.items()}
    program = Path(__file__).with_name("webkitsigner.py")
    run = subprocess.run(
        ["xvfb-run", "-a", "/usr/bin/python3", program, f"{url}?locale={language}", str(width), json.dumps(labels)],
        capture_output=True, text=True, timeout=150)
    told = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    assert [state["state"] for state in told] == ["consent", "sign", "adopt", "finish", "end"], run.stdout + run.stderr
    for state in told[:-1]:
        assert (state["lang"], state["dir"]) == (language, words.direction)
        assert state["cut"] == [] and not state["wide"], state
    assert "event=signing_complete" in told[-1]["url"]
    assert account.get(f"envelopes/{envelope}")["status"] == "completed"
