"""Which pages may show signing in a frame, and hear from it."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import requests
from playwright.sync_api import expect

from embedded import Documents, PlainDocuments, events, keep, open_embedded, wait_for
from embedding import embedding_page


@pytest.mark.parametrize("width", [1280, 360])
def test_a_page_of_another_origin_is_told_at_once_and_gets_nothing(page, stranger, documents, width):
    page.set_viewport_size({"width": width, "height": 740})
    frame = open_embedded(page, stranger, documents, documents.url(documents.create()))
    expect(frame.get_by_role("heading", name="These documents cannot be shown here")).to_be_visible()
    expect(frame.get_by_text(f"({stranger.origin}) is not allowed to show them")).to_be_visible()
    error = wait_for(page, "error")
    assert error["code"] == "origin_not_allowed"
    assert f"countersign application create --origin {stranger.origin}" in error["message"]
    assert events(page, "ready", "completed") == []
    assert "Continue" not in page.frames[-1].content() and "Lease" not in page.frames[-1].content()
    keep(page, f"origin-not-allowed-{width}")


def test_a_website_may_not_show_a_document_of_a_plain_key(page, service, account, product):
    plain = PlainDocuments(service, account)
    frame = open_embedded(page, product, plain, plain.url(plain.create()))
    expect(frame.get_by_role("heading", name="These documents cannot be shown here")).to_be_visible()
    error = wait_for(page, "error")
    assert error["code"] == "origin_not_allowed" and "names no API application" in error["message"]


def test_messages_of_other_windows_are_ignored(page, product, documents):
    document = documents.create()
    open_embedded(page, product, documents, documents.url(document))
    wait_for(page, "ready")
    forged = {"to": "countersign-embed", "type": "completed", "detail": {"id": "forged"}}
    page.evaluate("""(forged) => {
        const frame = document.createElement('iframe');
        frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(forged)}, '*')</` + 'script>';
        document.body.append(frame);
        postMessage(forged, '*');
    }""", forged)
    page.wait_for_timeout(500)
    assert events(page, "completed") == []


def test_a_frame_of_a_page_without_the_script_gets_nothing_where_the_browser_checks_no_origin(
        page, service, account, stranger):
    own = Documents(service, account, "null")
    document = own.create()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(stranger.put("/bare", f"""<!doctype html><title>Bare</title><script>
        const heard = [];
        addEventListener("message", (event) => heard.push(event.data));
        const wishes = {{ to: "countersign-page", type: "begin", wishes: {{}} }};
        setInterval(() => frames[0]?.postMessage(wishes, "*"), 200);
        </script><iframe src="{own.url(document)}" width="900" height="700"></iframe>"""))
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text("may not show these documents")).to_be_visible(timeout=25_000)
    expect(frame.get_by_role("button", name="Continue", exact=True)).to_have_count(0)
    assert page.evaluate("heard") == []
    assert any(url.endswith("/embedding") for url in asked) and not any(url.endswith("/visit") for url in asked)
    assert own.call("GET", f"documents/{document['id']}").json()["status"] == "Sent"


def test_the_browser_of_these_tests_takes_no_cookie_in_a_frame(page, product, stranger):
    cookie = "document.cookie = 'mark=1; SameSite=None; Secure'; document.title = document.cookie || 'none';"
    address = stranger.put("/cookie", f"<!doctype html><script>{cookie}</script>")
    page.goto(address)
    assert page.title() == "mark=1"
    page.context.clear_cookies()
    page.goto(product.put("/frame", f'<!doctype html><iframe src="{address}"></iframe>'))
    page.wait_for_timeout(500)
    assert page.frames[-1].evaluate("document.title") == "none"


def test_everything_else_may_not_be_framed_by_others(service, documents):
    document = documents.create()
    policy = requests.get(documents.url(document).split("#")[0], timeout=10).headers["content-security-policy"]
    # Also the service's own pages: apps load the page that is bundled with them under its address.
    allowed = re.search(r"frame-ancestors ([^;]*)", policy)[1].split()
    assert allowed == [documents.application["origins"][0], service.base]
    answer = documents.call("GET", f"api_applications/{documents.application['id']}")
    assert answer.status_code == 200 and answer.json()["name"] == "Product"
    assert "frame-ancestors 'none'" in requests.get(service.base + "/open/x", timeout=10).headers["content-security-policy"]


def test_a_deleted_application_lets_no_other_page_frame_it(service, account, product):
    own = Documents(service, account, product.origin)
    document = own.create()
    assert own.call("DELETE", f"api_applications/{own.application['id']}").status_code == 204
    assert own.call("GET", f"api_applications/{own.application['id']}").status_code == 404
    policy = requests.get(own.url(document).split("#")[0], timeout=10).headers["content-security-policy"]
    assert re.search(r"frame-ancestors ([^;]*)", policy)[1] == service.base


def test_the_address_is_in_no_log(service, documents):
    document = documents.create()
    key = documents.url(document).split("#")[1]
    requests.post(documents.url(document).split("#")[0] + "visit", json={"key": key}, timeout=10)
    assert key not in service.log.read_text()


@pytest.mark.parametrize(("origin", "act"), [("null", "sign"), ("null", "decline")])
def test_a_page_that_webkitgtk_loads_from_a_string_signs_and_declines(service, account, tmp_path, origin, act):
    own = Documents(service, account, origin)
    document = own.create()
    page = tmp_path / "page.html"
    page.write_text(embedding_page(service.base, own.url(document)))
    told = webkit(page, act)
    names = [name for name, _ in told]
    assert names.count("completed" if act == "sign" else "declined") == 1, told
    assert names.count("ready") == 1 and "error" not in names, told
    status = own.call("GET", f"documents/{document['id']}").json()["status"]
    assert status == ("Completed" if act == "sign" else "Declined")


@pytest.mark.parametrize("source", ["string", "file", "app"])
def test_a_page_bundled_with_an_app_shows_a_document_of_a_plain_key(service, account, tmp_path, source):
    plain = PlainDocuments(service, account)
    document = plain.create()
    page = tmp_path / "page.html"
    page.write_text(embedding_page(service.base, plain.url(document), kind="SignWellEmbed"))
    told = webkit(page, "sign", source)
    names = [name for name, _ in told]
    assert names.count("completed") == 1 and "error" not in names, told
    assert plain.call("GET", f"documents/{document['id']}").json()["status"] == "Completed"


def test_webkitgtk_shows_nothing_to_a_page_from_a_string_unless_the_application_allows_null(
        service, documents, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(embedding_page(service.base, documents.url(documents.create())))
    told = webkit(page, "wait")
    names = [name for name, _ in told]
    assert "ready" not in names and "completed" not in names
    assert [detail["code"] for name, detail in told if name == "error"] == ["origin_not_allowed"]


def webkit(page: Path, act: str, source: str = "string") -> list:
    """The events that a page hears in a web view that has loaded it from a string, or a file, or an app's own scheme, and
    takes no cookies of others."""
    program = Path(__file__).with_name("webkitview.py")
    run = subprocess.run(["xvfb-run", "-a", "/usr/bin/python3", str(program), str(page), act, source],
                         capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("[")]
