"""Signing inside the sender's product: a frame of another origin, with third-party cookies blocked."""

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from agreement import agreement
from embedding import Product, embedding_page
from service import countersign

USE = """import "./embedded";
const embed = new CountersignEmbed({ url: "https://sign.example.org/", events: { completed({ id }) { id.trim(); } } });
embed.on("declined", ({ declineReason }) => declineReason.trim()).open();
new SignWellEmbed({ url: "", containerId: "place", allowDecline: false }).close();
document.createElement("countersign-signing").close();
"""
PICTURES = os.environ.get("COUNTERSIGN_PICTURES")


@pytest.fixture(scope="module")
def product():
    page = Product("localhost")
    yield page
    page.close()


@pytest.fixture(scope="module")
def stranger():
    page = Product("127.0.0.1")
    yield page
    page.close()


def made(*arguments) -> dict:
    run = countersign(*arguments, "--json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


class Documents:
    """The second dialect's calls, with a key of an application that allows some origins."""

    def __init__(self, service, account, *origins: str):
        options = [part for origin in origins for part in ("--origin", origin)]
        self.service = service
        self.application = made("application", "create", "--data", service.data, "--account", account.id,
                                "--name", "Product", *options)
        self.key = made("apikey", "create", "--data", service.data, "--account", account.id, "--name", "Test",
                        "--application", self.application["id"])["apiKey"]

    def call(self, method: str, path: str, **options) -> requests.Response:
        return requests.request(method, f"{self.service.base}/api/v1/{path}", headers={"X-Api-Key": self.key},
                                timeout=60, **options)

    def create(self, recipients: list[dict] | None = None, **more) -> dict:
        people = recipients or [{"id": "1", "name": "Bo Signer", "email": "bo@example.org"}]
        answer = self.call("POST", "documents", json={
            "name": "Lease", "embedded_signing": True, "draft": False, "reminders": False,
            "api_application_id": self.application["id"],
            "files": [{"name": "lease.pdf", "file_base64": base64.b64encode(agreement(1)).decode()}],
            "recipients": people,
            "fields": [[{"type": "signature", "required": True, "x": 200, "y": 550 + 60 * n, "page": 1,
                         "recipient_id": person["id"]} for n, person in enumerate(people)]],
            **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def url(self, document: dict, recipient: int = 0) -> str:
        return document["recipients"][recipient]["embedded_signing_url"]


@pytest.fixture(scope="module")
def documents(service, account, product) -> Documents:
    return Documents(service, account, product.origin)


@pytest.fixture(scope="module")
def strict(chromium):
    """A browser that blocks third-party cookies, as people's browsers do."""
    folder = tempfile.mkdtemp(prefix="countersign-strict-")
    preferences = Path(folder) / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text(json.dumps({"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}))
    yield lambda **options: chromium.launch_persistent_context(
        folder, executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        args=["--no-sandbox", "--test-third-party-cookie-phaseout"], reduced_motion="reduce", **options)


@pytest.fixture
def page(strict):
    context = strict(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(15_000)
    page = context.new_page()
    yield page
    context.close()


def events(page, *names: str) -> list:
    """The events so far; only those of these names, if any are given."""
    return [event for event in page.evaluate("events") if not names or event[0] in names]


def wait_for(page, name: str) -> dict:
    page.wait_for_function("name => events.some((event) => event[0] === name)", arg=name, timeout=30_000)
    found = [detail for event, detail in page.evaluate("events") if event == name]
    assert len(found) == 1, events(page)
    return found[0]


def open_embedded(page, product, documents, url: str, **options):
    page.goto(product.put("/sign", embedding_page(documents.service.base, url, **options)))
    if "containerId" in options or page.locator("countersign-signing").count():
        if not page.locator("countersign-signing").count():
            page.get_by_role("button", name="Sign now").click()
    else:
        page.get_by_role("button", name="Sign now").click()
    return page.frame_locator("iframe")


def agree(frame) -> None:
    frame.get_by_role("checkbox", name=re.compile("I agree")).check()
    frame.get_by_role("button", name="Continue", exact=True).click()
    expect(frame.get_by_role("button", name="Finish", exact=True)).to_be_visible()


def sign(frame) -> None:
    agree(frame)
    expect(frame.locator("img.picture").first).to_be_visible()
    frame.locator("button.sign-button").click()
    frame.get_by_role("button", name="Adopt and sign").click()
    expect(frame.get_by_role("dialog")).to_have_count(0)
    frame.get_by_role("button", name="Finish", exact=True).click()


def keep(page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


@pytest.mark.parametrize("kind", ["CountersignEmbed", "SignWellEmbed"])
def test_signing_in_a_frame_of_another_origin_needs_no_cookie(page, product, documents, kind):
    document = documents.create()
    frame = open_embedded(page, product, documents, documents.url(document), kind=kind)
    sign(frame)
    assert wait_for(page, "completed") == {"id": document["id"]}
    expect(frame.get_by_role("heading", name="You have signed")).to_be_visible()
    with page.expect_download() as download:
        frame.get_by_role("link").first.click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    assert page.context.cookies() == []
    page.get_by_role("button", name="Close", exact=True).click()
    assert wait_for(page, "closed") == {"id": document["id"]}
    assert [name for name, _ in events(page)] == ["iframeLoaded", "ready", "consented", "completed", "closed"]
    assert documents.call("GET", f"documents/{document['id']}").json()["status"] == "Completed"
    keep(page, f"closed-{kind}")


def test_the_address_works_again_until_its_recipient_has_signed_and_then_shows_the_documents(page, product, documents):
    document = documents.create()
    url = documents.url(document)
    for _ in range(2):
        frame = open_embedded(page, product, documents, url)
        expect(frame.get_by_role("button", name="Continue", exact=True)).to_be_visible()
    assert documents.url(documents.call("GET", f"documents/{document['id']}").json()) == url
    sign(frame)
    wait_for(page, "completed")
    frame = open_embedded(page, product, documents, url)
    expect(frame.locator("img.picture").first).to_be_visible()
    wait_for(page, "ready")
    frame.get_by_role("button", name="Close", exact=True).click()
    wait_for(page, "closed")
    assert events(page, "completed", "declined", "error") == []


def test_declining_tells_the_reason_once(page, product, documents):
    document = documents.create()
    frame = open_embedded(page, product, documents, documents.url(document))
    frame.get_by_role("button", name="More").click()
    frame.get_by_role("button", name="Decline").click()
    frame.get_by_role("textbox").fill("Wrong address")
    frame.get_by_role("dialog").get_by_role("button", name="Decline").click()
    assert wait_for(page, "declined") == {"id": document["id"], "declineReason": "Wrong address"}
    page.keyboard.press("Escape")
    frame = open_embedded(page, product, documents, documents.url(document))
    assert wait_for(page, "error")["code"] == "declined"
    assert events(page, "declined") == []


def test_closing_gives_the_focus_back_and_tells_it_once(page, product, documents):
    frame = open_embedded(page, product, documents, documents.url(documents.create()))
    wait_for(page, "ready")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    expect(frame.get_by_role("button", name="Continue", exact=True)).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).focus()
    page.keyboard.press("Escape")
    wait_for(page, "closed")
    expect(dialog).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "sign"
    page.evaluate("embed.close()")
    assert len(events(page, "closed")) == 1


def test_a_voided_document_is_an_error_event(page, product, documents, account):
    document = documents.create()
    account.call("PUT", f"envelopes/{document['id']}", json={"status": "voided", "voidedReason": "Sold"})
    open_embedded(page, product, documents, documents.url(document))
    assert wait_for(page, "error")["code"] == "voided"
    assert events(page, "completed", "ready") == []


def test_a_damaged_address_is_an_error_event(page, product, documents):
    url = documents.url(documents.create())
    open_embedded(page, product, documents, url[:-3] + "AAA")
    assert wait_for(page, "error")["code"] == "unknown_address"


def test_wishes_only_take_away(page, product, documents):
    frame = open_embedded(page, product, documents, documents.url(documents.create(allow_decline=False)),
                          allowDecline=True, allowDownload=False)
    frame.get_by_role("button", name="More").click()
    expect(frame.get_by_role("button", name="Finish later")).to_be_visible()
    expect(frame.get_by_role("button", name="Decline")).to_have_count(0)
    expect(frame.get_by_role("button", name="Download")).to_have_count(0)
    frame = open_embedded(page, product, documents, documents.url(documents.create()), allowDecline=False)
    frame.get_by_role("button", name="More").click()
    expect(frame.get_by_role("button", name="Download")).to_be_visible()
    expect(frame.get_by_role("button", name="Decline")).to_have_count(0)


def test_the_page_fills_a_container_and_goes_to_the_redirect_after_signing(page, product, documents):
    frame = open_embedded(page, product, documents, documents.url(documents.create()), containerId="place",
                          place='<div id="place" style="height: 700px"></div>', redirectUrl=product.origin + "/thanks")
    expect(page.get_by_role("dialog")).to_have_count(0)
    sign(frame)
    page.wait_for_url("**/thanks")


def test_the_element_has_the_same_events(page, product, documents):
    url = documents.url(documents.create())
    frame = open_embedded(page, product, documents, url,
                          place=f'<countersign-signing url="{url}" style="height: 700px"></countersign-signing>')
    sign(frame)
    wait_for(page, "completed")


def test_a_page_of_another_origin_gets_nothing(page, stranger, documents):
    open_embedded(page, stranger, documents, documents.url(documents.create()))
    page.wait_for_timeout(1500)
    assert events(page, "ready", "completed") == []
    frame = page.frames[-1]
    assert "Continue" not in (frame.content() if frame.url.startswith("http") else "")


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
    assert own.call("GET", f"documents/{document['id']}").json()["status"] == "Sent"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_dialog_fills_the_window_of_a_page_that_forbids_style_elements(page, product, documents, width):
    page.set_viewport_size({"width": width, "height": 800})
    policy = '<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="style-src \'self\'">'
    strict = embedding_page(documents.service.base, documents.url(documents.create())).replace(
        '<meta charset="utf-8">', policy)
    page.goto(product.put("/policy", strict))
    page.get_by_role("button", name="Sign now").click()
    wait_for(page, "ready")
    box = page.locator("iframe").bounding_box()
    assert box["width"] > 0.9 * width and box["height"] > 640
    keep(page, f"policy-{width}")


def test_a_lost_network_while_signing_is_survived(page, product, documents):
    document = documents.create()
    frame = open_embedded(page, product, documents, documents.url(document))
    agree(frame)
    page.context.set_offline(True)
    frame.locator("button.sign-button").click()
    page.wait_for_timeout(1000)
    page.context.set_offline(False)
    frame.get_by_role("button", name="Adopt and sign").click()
    expect(frame.get_by_role("dialog")).to_have_count(0)
    frame.get_by_role("button", name="Finish", exact=True).click()
    wait_for(page, "completed")
    assert events(page, "error") == []


def test_a_page_that_never_loads_is_one_error_event(page, product, documents):
    page.route("**/embedded/**", lambda route: route.abort())
    open_embedded(page, product, documents, documents.url(documents.create()))
    assert wait_for(page, "error")["code"] == "not_loaded"
    page.get_by_role("button", name="Close", exact=True).click()
    wait_for(page, "closed")


def test_the_browser_of_these_tests_takes_no_cookie_in_a_frame(page, product, stranger):
    cookie = "document.cookie = 'mark=1; SameSite=None; Secure'; document.title = document.cookie || 'none';"
    address = stranger.put("/cookie", f"<!doctype html><script>{cookie}</script>")
    page.goto(address)
    assert page.title() == "mark=1"
    page.context.clear_cookies()
    page.goto(product.put("/frame", f'<!doctype html><iframe src="{address}"></iframe>'))
    page.wait_for_timeout(500)
    assert page.frames[-1].evaluate("document.title") == "none"


def test_a_code_is_asked_for_in_the_frame(page, product, documents):
    document = documents.create(recipients=[
        {"id": "1", "name": "Bo", "email": "bo@example.org", "passcode": "blue heron"}])
    frame = open_embedded(page, product, documents, documents.url(document))
    frame.get_by_role("textbox").fill("green heron")
    frame.get_by_role("button", name="Continue").click()
    expect(frame.get_by_role("alert")).to_contain_text("not")
    frame.get_by_role("textbox").fill("blue heron")
    frame.get_by_role("button", name="Continue").click()
    sign(frame)
    wait_for(page, "completed")


@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_no_violation_in_the_dialog(strict, product, documents, width):
    context = strict(viewport={"width": width, "height": 740})
    page = context.new_page()
    try:
        open_embedded(page, product, documents, documents.url(documents.create()))
        wait_for(page, "ready")
        keep(page, f"modal-{width}")
        found = Axe().run(page).response
        assert [rule["id"] for rule in found["violations"]] == []
    finally:
        context.close()


class TestTheScript:
    def test_it_is_small_and_its_versioned_address_never_changes(self, service):
        plain = requests.get(service.base + "/embedded.js", headers={"Accept-Encoding": "identity"}, timeout=10)
        assert plain.headers["cache-control"] == "public, no-cache"
        assert plain.headers["access-control-allow-origin"] == "*"
        fixed = requests.get(service.base + plain.headers["countersign-script"], timeout=10)
        assert fixed.content == plain.content and "immutable" in fixed.headers["cache-control"]
        again = requests.get(service.base + "/embedded.js", headers={"If-None-Match": plain.headers["etag"]}, timeout=10)
        assert again.status_code == 304

    def test_a_page_may_name_its_hash(self, page, product, documents):
        plain = requests.get(documents.service.base + "/embedded.js", timeout=10)
        integrity = plain.headers["countersign-script-integrity"]
        url = documents.url(documents.create())
        page.goto(product.put("/sri", embedding_page(
            documents.service.base, url,
            attributes=f' integrity="{integrity}" crossorigin="anonymous"').replace(
                "/embedded.js", plain.headers["countersign-script"])))
        assert page.evaluate("typeof CountersignEmbed") == "function"

    def test_it_is_under_10_kb_compressed(self, service):
        assert len(gzip.compress(requests.get(service.base + "/embedded.js", timeout=10).content, 9)) < 10_000

    def test_its_types_name_every_event_and_option(self, service, tmp_path):
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

    @pytest.mark.parametrize("url", ["http://example.org/x", "javascript:alert(1)", "nothing", "ftp://example.org/"])
    def test_it_refuses_other_addresses(self, page, product, documents, url):
        page.goto(product.put("/refused", embedding_page(documents.service.base, documents.url(documents.create()))))
        assert page.evaluate("url => { try { new CountersignEmbed({ url }); } catch (e) { return e.name; } }", url) == "TypeError"


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


def test_webkitgtk_shows_nothing_to_a_page_from_a_string_unless_the_application_allows_null(
        service, documents, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(embedding_page(service.base, documents.url(documents.create())))
    names = [name for name, _ in webkit(page, "wait")]
    assert "ready" not in names and "completed" not in names


def webkit(page: Path, act: str) -> list:
    """The events that a page hears in a web view that has loaded it from a string and takes no cookies of others."""
    program = Path(__file__).with_name("webkitview.py")
    run = subprocess.run(["xvfb-run", "-a", "/usr/bin/python3", str(program), str(page), act],
                         capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("[")]
