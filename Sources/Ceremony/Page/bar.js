// The bars around the documents: what is to be signed, how far it is, and what can be done.

import { element, setAttribute } from "./dom.js";
import { markTools } from "./marks.js";
import { moreMenu } from "./moremenu.js";
import { pageNumber } from "./pagenumber.js";
import { placing } from "./placing.js";
import { search } from "./search.js";
import { text } from "./text.js";
import { zoomButtons } from "./zoombuttons.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {import("./navigation.js").Guide} Guide */

/**
 * What stands before the documents and what after them in the order of the Tab key: Next leads into them, and behind
 * the last field comes Finish.
 * @param {Ceremony} ceremony
 * @param {import("./documentview.js").DocumentView} view
 * @param {Guide} guide
 * @param {Marks|null} marks where the signer chooses the place
 * @returns {{before: HTMLElement[], after: HTMLElement}}
 */
export function bars(ceremony, view, guide, marks) {
    const { state, announcer } = ceremony;
    const { row, open } = search(ceremony, view);
    const more = moreMenu(ceremony, { print: view.canPrint ? () => view.print() : null, search: open });
    const { envelope } = state.session;
    const facts = element("div", { class: "bar-facts" },
        element("h1", { tabindex: "-1", dir: "auto" }, envelope.subject),
        element("p", { class: "quiet-text" }, text("document.from", { sender: envelope.sender.name })));
    const middle = state.readOnly ? note(ceremony) : progress(ceremony);
    const head = element("header", { class: "bar" }, facts, middle,
        element("div", { class: "bar-view" }, pageNumber(view, announcer), zoomButtons(view.zoom)));
    const { notice } = announcer;
    if (state.readOnly) {
        return { before: [head, element("div", { class: "below-bar" }, row, notice)], after: wayBack(ceremony, more) };
    }
    const { next, end, focusOnward } = actions(ceremony, guide, more);
    const below = element("div", { class: "below-bar" }, row,
        marks === null ? placing(ceremony, focusOnward) : markTools(state, marks, guide), notice);
    return { before: [head, next, below], after: end };
}

/** @param {Ceremony} ceremony */
function note({ state }) {
    const words = element("p", { class: "bar-note", role: "status" });
    state.subscribe(() => { words.textContent = text(readNote(state.session)); });
    return words;
}

/**
 * Why there is nothing to do, or only to read.
 * @param {import("./types.js").Session} session
 */
function readNote({ recipient, finished }) {
    if (!finished) {
        return "read.toRead";
    }
    if (recipient.status !== "completed") {
        return "read.closed";
    }
    return recipient.signs ? "read.signed" : "read.received";
}

/**
 * @param {Ceremony} ceremony
 * @param {HTMLElement} more
 */
function wayBack(ceremony, more) {
    return element("section", { class: "actions", "aria-label": text("document.actions") },
        element("button", { type: "button", class: "primary", onclick: () => ceremony.close() }, text("action.close")),
        more);
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
        const total = state.requiredItems.length + (state.session.rules.free ? 1 : 0);
        const missing = state.missingItems.length + (state.needsMark ? 1 : 0);
        const done = total - missing;
        const wrong = missing + [...state.drafts.values()].filter((draft) => draft.status === "refused").length;
        if (wrong < wrongBefore) {
            // What a notice said about it is no longer true.
            announcer.withdraw("action");
        }
        wrongBefore = wrong;
        label.textContent = state.progressText;
        meter.dataset.count = text("progress.short", { done, count: total });
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

/**
 * @param {Ceremony} ceremony
 * @param {Guide} guide
 * @param {HTMLElement} more
 * @returns {{next: HTMLElement, end: HTMLElement, focusOnward: () => void}}
 */
function actions(ceremony, guide, more) {
    const { state } = ceremony;
    const finish = element("button", { type: "button", onclick: () => ceremony.finish() }, text("action.finish"));
    guide.on("finish", () => finish.focus({ preventScroll: true }));
    const next = element("button", { type: "button", class: "primary", onclick: () => guide.goToNext() });
    state.subscribe(() => {
        const complete = state.missingItems.length === 0 && !state.needsMark && state.unseenPages.length === 0;
        const leadsNowhere = complete && state.session.rules.nextOnlyToBlankRequired;
        state.started ||= hasBegun(state);
        next.textContent = text(state.started ? "action.next" : "action.start");
        next.className = complete ? "" : "primary";
        finish.className = complete ? "primary" : "";
        setAttribute(finish, "aria-busy", state.leaving && "true");
        if (leadsNowhere && document.activeElement === next) {
            finish.focus({ preventScroll: true });
        }
        next.hidden = leadsNowhere;
    });
    const end = element("section", { class: "actions", "aria-label": text("document.actions") },
        finish, more);
    const focusOnward = () => (next.hidden ? finish : next).focus({ preventScroll: true });
    return { focusOnward, end, next: element("nav", { class: "next-place", "aria-label": text("next.label") }, next) };
}

/**
 * Whether something was entered or adopted, now or before.
 * @param {import("./state.js").State} state
 */
function hasBegun({ session, drafts, requiredItems }) {
    return drafts.size > 0 || session.signature !== null || session.initials !== null
        || requiredItems.some((item) => item.isDone);
}
