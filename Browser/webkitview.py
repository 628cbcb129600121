"""Loads a page as apps do in WebKitGTK, acts in its frame, and prints each event that the page hears.

Runs with Debian's own Python, which has WebKitGTK's bindings: webkitview.py PAGE sign|decline|wait string|file|app
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, GLib, Gtk, WebKit2  # noqa: E402

PATIENCE = {"sign": 60, "decline": 60, "wait": 6}  # seconds

# In the page: opens it and hands each event over. In the frame: what a person would do.
SCRIPT = """
(() => {
    const act = "ACT";
    if (window === top) {
        addEventListener("load", () => {
            document.getElementById("sign").click();
            let told = 0;
            setInterval(() => {
                while (told < events.length) {
                    window.webkit.messageHandlers.told.postMessage(JSON.stringify(events[told++]));
                }
            }, 50);
        });
        return;
    }
    const named = (text) => [...document.querySelectorAll("button")]
        .filter((button) => button.textContent.trim() === text && button.offsetParent !== null).at(-1);
    const once = new Set();
    const press = (key, button) => {
        if (button && !once.has(key) && !button.disabled) {
            once.add(key);
            button.click();
            return true;
        }
        return false;
    };
    if (act !== "wait") {
        setInterval(() => {
            const agreement = document.getElementById("consent");
            const reason = document.getElementById("decline-reason");
            if (act === "decline") {
                if (reason) {
                    reason.value = "Not now";
                    reason.dispatchEvent(new Event("input"));
                    press("confirm", document.querySelector("dialog button.danger"));
                } else if (document.querySelector("#more-list")) {
                    press("decline", [...document.querySelectorAll("#more-list button")].at(-1));
                }
            } else if (agreement) {
                agreement.checked = true;
                press("continue", named("Continue"));
            } else if (document.querySelector("dialog[open]")) {
                if (document.querySelector("dialog[open] input[type=radio]:checked")) {
                    press("adopt", named("Adopt and sign"));
                }
            } else if (document.querySelector("button.sign-button svg.icon")) {
                press("field", document.querySelector("button.sign-button"));
            } else if (once.has("adopt") && document.querySelector("img.picture")) {
                press("finish", named("Finish"));
            }
        }, 200);
    }
})();
"""


def main() -> None:
    path, act, source = Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
    page = path.read_text()
    context = WebKit2.WebContext.new_ephemeral()
    context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.NO_THIRD_PARTY)
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("told")
    ends = ("completed", "declined")

    def hear(_, message) -> None:
        line = message.get_js_value().to_string()
        print(line, flush=True)
        if any(line.startswith(f'["{name}"') for name in ends):
            GLib.timeout_add(500, Gtk.main_quit)

    content.connect("script-message-received::told", hear)
    content.add_script(WebKit2.UserScript.new(
        SCRIPT.replace("ACT", act), WebKit2.UserContentInjectedFrames.ALL_FRAMES,
        WebKit2.UserScriptInjectionTime.START, None, None))
    view = WebKit2.WebView(web_context=context, user_content_manager=content)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(default_width=900, default_height=800)
    window.add(view)
    window.show_all()
    if source == "file":
        view.load_uri(path.as_uri())
    elif source == "app":
        bundled = Gio.MemoryInputStream.new_from_data(page.encode(), None)
        context.register_uri_scheme("bundled", lambda request: request.finish(bundled, -1, "text/html"))
        view.load_uri("bundled://app/page.html")
    else:
        view.load_html(page, None)
    GLib.timeout_add_seconds(PATIENCE[act], Gtk.main_quit)
    Gtk.main()


main()
