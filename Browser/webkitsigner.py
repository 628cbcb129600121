"""Signs on a page in WebKitGTK, in a window of its own, and prints what each state of the page looks like.

Runs with Debian's own Python, which has WebKitGTK's bindings: webkitsigner.py URL WIDTH LABELS, where LABELS is a JSON
object with the texts of the buttons `continue`, `type`, `adopt` and `finish`.
"""

import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

PATIENCE = 90  # seconds

# Does what a person would do, and tells what the page looks like before each act.
SCRIPT = """
(() => {
    const labels = LABELS;
    const told = (state) => {
        const cut = [...document.querySelectorAll("button, a, label, h1, h2, h3, p, select, summary, li")].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width > 0 && box.height > 0 && !one.closest(".documents, .bar h1, .unseen")
                && (box.right > innerWidth + 1 || box.left < -1);
        }).map((one) => one.textContent);
        window.webkit.messageHandlers.told.postMessage(JSON.stringify({
            state, lang: document.documentElement.lang, dir: getComputedStyle(document.documentElement).direction, cut,
            wide: document.documentElement.scrollWidth > innerWidth,
        }));
    };
    const named = (text) => [...document.querySelectorAll("button")]
        .filter((one) => one.textContent.trim() === text && one.offsetParent !== null && !one.disabled).at(-1);
    const done = new Set();
    const act = (state, control, work = () => control.click()) => {
        if (control && !done.has(state)) {
            done.add(state);
            told(state);
            work();
        }
    };
    setInterval(() => {
        const agreement = document.getElementById("consent");
        const dialog = document.querySelector("dialog[open]");
        if (agreement) {
            act("consent", named(labels.continue), () => {
                agreement.click();
                named(labels.continue).click();
            });
        } else if (dialog) {
            act("adopt", dialog.querySelector("input[type=radio]:checked") && named(labels.adopt), () => named(labels.adopt).click());
        } else if (done.has("adopt") && document.querySelector("img.picture")) {
            act("finish", named(labels.finish));
        } else {
            act("sign", document.querySelector("button.sign-button svg.icon") && document.querySelector("button.sign-button"));
        }
    }, 200);
})();
"""


def main() -> None:
    url, width, labels = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("told")
    content.connect("script-message-received::told", lambda _, message: print(message.get_js_value().to_string(), flush=True))
    content.add_script(WebKit2.UserScript.new(
        SCRIPT.replace("LABELS", json.dumps(labels), 1), WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START, None, None))
    view = WebKit2.WebView(
        web_context=WebKit2.WebContext.new_ephemeral(), user_content_manager=content)
    window = Gtk.Window(default_width=width, default_height=760)
    window.add(view)
    window.show_all()

    def loaded(_, event) -> None:
        if event == WebKit2.LoadEvent.FINISHED and "event=" in view.get_uri():
            print(json.dumps({"state": "end", "url": view.get_uri()}), flush=True)
            Gtk.main_quit()

    view.connect("load-changed", loaded)
    view.load_uri(url)
    GLib.timeout_add_seconds(PATIENCE, Gtk.main_quit)
    Gtk.main()


main()
