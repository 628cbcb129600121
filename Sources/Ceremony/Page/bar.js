// The bar over the document: what is to be signed, how far it is, and what can be done.

import { element, setAttribute } from "./dom.js";
import { moreMenu } from "./moremenu.js";
import { goToNext } from "./navigation.js";
import { placing } from "./placing.js";
import { watchBars } from "./stickybars.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

/**
 * @param {Ceremony} ceremony
 * @returns {HTMLElement}
 */
export function bar(ceremony) {
    const { state } = ceremony;
    const { envelope } = state.session;
    const facts = element("div", { class: "bar-facts" },
        element("h1", { tabindex: "-1" }, envelope.subject),
        element("p", { class: "quiet-text" }, text("document.from", { sender: envelope.sender.name })));
    const buttons = state.readOnly ? wayBack(ceremony) : actions(ceremony);
    const middle = state.readOnly
        ? element("p", { class: "bar-note" }, text(readNote(state.session)))
        : progress(ceremony);
    const whole = element("header", { class: "bar" }, facts, middle, buttons,
        state.readOnly ? null : placing(ceremony), ceremony.announcer.notice);
    watchBars(whole, buttons);
    return whole;
}

/**
 * Why there is nothing to do.
 * @param {import("./types.js").Session} session
 */
function readNote({ recipient }) {
    return recipient.status === "completed" ? "read.signed" : "read.closed";
}

/** @param {Ceremony} ceremony */
function wayBack(ceremony) {
    return element("div", { class: "actions" },
        element("button", { type: "button", class: "primary", onclick: () => ceremony.close() }, text("action.close")),
        moreMenu(ceremony));
}

/** @param {Ceremony} ceremony */
function progress({ state, saving, announcer }) {
    const label = element("span", { class: "progress-text" });
    const fill = element("span", { class: "progress-fill" });
    const meter = element("div", { class: "progress", role: "progressbar", "aria-label": text("progress.label") },
        label, element("span", { class: "progress-track" }, fill));
    const saved = element("p", { class: "saved quiet-text" });
    let hasWritten = false;
    let wrongBefore = 0;
    state.subscribe(() => {
        const total = state.requiredItems.length;
        const missing = state.missingItems.length;
        const done = total - missing;
        const wrong = missing + [...state.drafts.values()].filter((draft) => draft.status === "refused").length;
        if (wrong < wrongBefore) {
            // What a notice said about it is no longer true.
            announcer.withdraw("action");
        }
        wrongBefore = wrong;
        label.textContent = state.progressText;
        meter.setAttribute("aria-valuemin", "0");
        meter.setAttribute("aria-valuemax", String(total));
        meter.setAttribute("aria-valuenow", String(done));
        meter.setAttribute("aria-valuetext", state.progressText);
        fill.style.inlineSize = total === 0 ? "100%" : `${(100 * done) / total}%`;

        const waiting = [...state.drafts.values()].filter((draft) => draft.status === "saving").length;
        hasWritten ||= waiting > 0;
        saved.dataset.failed = String(saving.hasFailed);
        saved.textContent = saving.hasFailed
            ? text("saving.failed")
            : waiting > 0 ? text("saving.saving") : hasWritten && state.drafts.size === 0 ? text("saving.saved") : "";
    });
    return element("div", { class: "progress-place" }, meter, saved);
}

/** @param {Ceremony} ceremony */
function actions(ceremony) {
    const { state } = ceremony;
    const finish = element("button", { type: "button", onclick: () => ceremony.finish() }, text("action.finish"));
    ceremony.goToNext = (after) => {
        state.update((changing) => { changing.started = true; });
        goToNext(ceremony, finish, after?.id);
    };
    const next = element("button", { type: "button", onclick: () => ceremony.goToNext() });
    state.subscribe(() => {
        const complete = state.missingItems.length === 0;
        next.textContent = text(state.started ? "action.next" : "action.start");
        next.className = complete ? "" : "primary";
        finish.className = complete ? "primary" : "";
        setAttribute(finish, "aria-busy", state.leaving && "true");
    });
    return element("div", { class: "actions", role: "group", "aria-label": text("document.actions") },
        next, finish, moreMenu(ceremony));
}
