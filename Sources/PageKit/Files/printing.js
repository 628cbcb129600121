// Prints the documents as they are on the screen: every page's picture is loaded first.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { text } from "./text.js";

const patience = 60_000; // milliseconds for one page

/**
 * Whether pages can be printed from here: not in the web view of an app, where the browser's function does nothing.
 * Apple's web views do not call themselves Safari as browsers do, and Android's say what they are.
 */
export const canPrint = !/AppleWebKit\/(?!.* Safari\/)|; wv\)/.test(navigator.userAgent);

/**
 * @param {import("./announcer.js").Announcer} announcer
 * @param {import("./pages.js").Page[]} pages
 * @param {(page: import("./pages.js").Page) => void} load asks for a page's picture
 */
export async function printPages(announcer, pages, load) {
    const progress = element("p", { role: "status" });
    const cancel = element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"));
    let isCancelled = false;
    const { dialog } = openDialog({
        name: "print", title: text("print.title"), content: [progress], buttons: [cancel], onSubmit: () => {},
        onClosed: () => { isCancelled = true; },
    });
    let failed = 0;
    for (const [index, page] of pages.entries()) {
        progress.textContent = text("print.progress", { done: index + 1, count: pages.length });
        load(page);
        failed += await isLoaded(page) ? 0 : 1;
        if (isCancelled) {
            return;
        }
    }
    dialog.close();
    if (failed > 0) {
        announcer.warn(text("print.failed", { count: failed }), "action");
    } else {
        print();
    }
}

/**
 * Whether a page's picture is in place, once it is or has failed.
 * @param {import("./pages.js").Page} page
 * @returns {Promise<boolean>}
 */
function isLoaded({ sheet }) {
    const state = () => sheet.querySelector(".picture") !== null ? true
        : sheet.querySelector(".picture-problem") !== null ? false : null;
    return new Promise((resolve) => {
        const watch = new MutationObserver(look);
        const timer = setTimeout(() => finish(false), patience);
        watch.observe(sheet, { childList: true });
        look();

        function look() {
            const known = state();
            if (known !== null) {
                finish(known);
            }
        }

        /** @param {boolean} isThere */
        function finish(isThere) {
            clearTimeout(timer);
            watch.disconnect();
            resolve(isThere);
        }
    });
}
