"""The embed script as a file: its size, its addresses, its types."""

import gzip
import re
import shutil
import subprocess

import pytest
import requests

from embedding import embedding_page

USE = """import "./embedded";
const embed = new CountersignEmbed({ url: "https://sign.example.org/", events: { completed({ id }) { id.trim(); } } });
embed.on("declined", ({ declineReason }) => declineReason.trim()).open();
new SignWellEmbed({ url: "", containerId: "place", allowDecline: false }).close();
document.createElement("countersign-signing").close();
"""


def test_the_script_is_small_and_its_versioned_address_never_changes(service):
    plain = requests.get(service.base + "/embedded.js", headers={"Accept-Encoding": "identity"}, timeout=10)
    assert plain.headers["cache-control"] == "public, no-cache"
    assert plain.headers["access-control-allow-origin"] == "*"
    fixed = requests.get(service.base + plain.headers["countersign-script"], timeout=10)
    assert fixed.content == plain.content and "immutable" in fixed.headers["cache-control"]
    again = requests.get(service.base + "/embedded.js", headers={"If-None-Match": plain.headers["etag"]}, timeout=10)
    assert again.status_code == 304


def test_a_page_may_name_the_scripts_hash(page, product, documents):
    plain = requests.get(documents.service.base + "/embedded.js", timeout=10)
    integrity = plain.headers["countersign-script-integrity"]
    url = documents.url(documents.create())
    page.goto(product.put("/sri", embedding_page(
        documents.service.base, url,
        attributes=f' integrity="{integrity}" crossorigin="anonymous"').replace(
            "/embedded.js", plain.headers["countersign-script"])))
    assert page.evaluate("typeof CountersignEmbed") == "function"


def test_the_script_is_under_10_kb_compressed(service):
    assert len(gzip.compress(requests.get(service.base + "/embedded.js", timeout=10).content, 9)) < 10_000


def test_the_scripts_types_name_every_event_and_option(service, tmp_path):
    script = requests.get(service.base + "/embedded.js", timeout=10).text
    types = requests.get(service.base + "/embedded.d.ts", timeout=10).text
    named = set(re.findall(r'"(\w+)"', re.search(r"const names = \[(.*?)\]", script)[1]))
    assert named == set(re.findall(r"^    (\w+)\?\(detail", types, re.M))
    read = set(re.findall(r"#options\.(\w+)|options\.(\w+)", script))
    read = {name for pair in read for name in pair if name} | {
        name.strip() for part in re.findall(r"const \{ ([^}]*) \} = this\.#options", script) for name in part.split(",")}
    declared = set(re.findall(r"^    (\w+)\??:", types.split("interface CountersignOptions")[1].split("}")[0], re.M))
    assert read == declared
    if shutil.which("tsc"):
        (tmp_path / "embedded.d.ts").write_text(types)
        (tmp_path / "use.ts").write_text(USE)
        run = subprocess.run(["tsc", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "use.ts"],
                             cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout


def test_the_script_ignores_events_that_it_does_not_know(page, product, documents):
    page.goto(product.put("/unknown", embedding_page(documents.service.base, documents.url(documents.create()))))
    known = "embed => embed.on('completed', () => {}).isOpen"
    made = "({ url, events: { signed() {}, sent: null } })"
    assert page.evaluate(f"url => ({known})(new SignWellEmbed{made}.on('opened', () => {{}}))", documents.url(
        documents.create())) is False


@pytest.mark.parametrize("url", ["http://example.org/x", "javascript:alert(1)", "nothing", "ftp://example.org/"])
def test_the_script_refuses_other_addresses(page, product, documents, url):
    page.goto(product.put("/refused", embedding_page(documents.service.base, documents.url(documents.create()))))
    assert page.evaluate("url => { try { new CountersignEmbed({ url }); } catch (e) { return e.name; } }", url) == "TypeError"
