// Two windows have changed one draft: both are shown, and the sender keeps one. The other can be brought back by undoing.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { text } from "./text.js";

/**
 * @param {import("./draft.js").Draft} draft
 * @param {import("./types.js").HeldDraft} theirs
 */
export function askAboutConflict(draft, theirs) {
    let keepsMine = true;
    const { dialog } = openDialog({
        name: "conflict", title: text("conflict.title"),
        content: [element("p", {}, text("conflict.explained")),
            element("div", { class: "both" },
                element("div", {}, element("h3", {}, text("conflict.mine")), summary(draft.content)),
                element("div", {}, element("h3", {}, text("conflict.theirs")), summary(theirs.content)))],
        buttons: [
            element("button", {
                type: "button", id: "take-theirs", onclick: () => { keepsMine = false; dialog.close(); },
            }, text("conflict.takeTheirs")),
            element("button", { type: "submit", class: "primary", id: "keep-mine" }, text("conflict.keepMine")),
        ],
        onSubmit: () => dialog.close(),
        onClosed: () => draft.resolve(theirs, keepsMine),
    });
}

/** @param {import("./types.js").Content} content */
function summary(content) {
    return element("ul", {},
        element("li", { dir: "auto" }, content.emailSubject || text("title")),
        element("li", {}, text("conflict.documents", { count: content.documents.length })),
        element("li", {}, text("conflict.people", { count: content.recipients.length })),
        element("li", {}, text("conflict.fields", { count: content.tabs.length })));
}
