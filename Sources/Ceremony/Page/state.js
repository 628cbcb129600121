// What the page knows, in one place. Views subscribe and draw themselves anew from it.

import { Eventful } from "./events.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").Session} Session */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").DocumentPage} DocumentPage */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Group} Group */

/**
 * Something that the signer has to do.
 * @typedef {object} Item
 * @property {Tab} tab the field to go to
 * @property {string} label
 * @property {string} [rule] what a group of check boxes asks for
 * @property {boolean} isDone
 */

/**
 * @typedef {object} StateEvents
 * @property {null} corrected the sender has changed the documents or the fields since the page was opened
 */

/** @extends {Eventful<StateEvents>} */
export class State extends Eventful {
    /** @type {Session} */
    #session;
    #shape;
    /**
     * Entries that the host does not have yet, by tab.
     * @type {Map<string, Draft>}
     */
    drafts = new Map();
    /**
     * The field that was last in focus.
     * @type {string|undefined}
     */
    visited;
    /**
     * The placed signature that was last in focus.
     * @type {string|null}
     */
    chosenMark = null;
    /** What was entered in the dialog to decline, kept while it is closed. */
    declineReason = "";
    /** Whether Start has been chosen, or something entered without it. */
    started = false;
    /** Whether the last act (finish, decline, leave) is under way. */
    leaving = false;
    /** Pages that were shown here, perhaps since the host last described the session. */
    #shownPages = new Set();
    /** @type {Set<() => void>} */
    #views = new Set();

    /** @param {Session} session */
    constructor(session) {
        super();
        this.#session = session;
        this.#shape = shapeOf(session);
    }

    /** The session as the host last described it. */
    get session() {
        return this.#session;
    }

    set session(session) {
        const earlier = this.#shape;
        this.#session = session;
        this.#shape = shapeOf(session);
        if (this.#shape !== earlier) {
            const ids = new Set(session.tabs.map((tab) => tab.id));
            [...this.drafts.keys()].filter((id) => !ids.has(id)).forEach((id) => this.drafts.delete(id));
            this.tell("corrected");
        }
    }

    /**
     * Calls the view after every change, and once now.
     * @param {() => void} view
     */
    subscribe(view) {
        this.#views.add(view);
        view();
    }

    /** Forgets all views: another screen takes over. */
    clearViews() {
        this.#views.clear();
    }

    /** @param {(state: State) => void} change */
    update(change) {
        change(this);
        for (const view of this.#views) {
            view();
        }
    }

    /** The pages that the signer has to look at before signing, in reading order. */
    get unseenPages() {
        return this.session.unseen.filter((page) => !this.#shownPages.has(keyOf(page)));
    }

    /**
     * Notes that a page can be seen.
     * @param {DocumentPage} page
     */
    noteShown(page) {
        const isAskedFor = this.unseenPages.some((other) => keyOf(other) === keyOf(page));
        this.#shownPages.add(keyOf(page));
        if (isAskedFor) {
            this.update(() => {});
        }
    }

    /** Whether the document can only be read: signed, declined or withdrawn before, or for somebody who does not sign. */
    get readOnly() {
        return this.session.finished || !this.session.recipient.signs;
    }

    /**
     * What the field shows: the entry on its way to the host, else the host's value.
     * @param {Tab} tab
     */
    value(tab) {
        if (tab.kind === "radio") {
            // Another button of the group, just chosen, gives this one up before the host has heard of it.
            const chosen = this.session.tabs.find((other) =>
                other.kind === "radio" && other.group === tab.group && this.drafts.get(other.id)?.value === "true");
            if (chosen !== undefined) {
                return String(chosen.id === tab.id);
            }
        }
        return this.drafts.get(tab.id)?.value ?? tab.value ?? "";
    }

    /**
     * Whether the field counts as done.
     * @param {Tab} tab
     */
    isDone(tab) {
        if (tab.kind === "radio") {
            return this.session.tabs.some((other) =>
                other.kind === "radio" && other.group === tab.group && this.value(other) === "true");
        }
        const draft = this.drafts.get(tab.id);
        if (draft === undefined) {
            return tab.filled;
        }
        if (draft.status === "refused") {
            return false;
        }
        return tab.kind === "text" || tab.kind === "list" ? draft.value.trim() !== "" : draft.value === "true";
    }

    /**
     * The tab as the host last described it.
     * @param {Tab} tab
     */
    tab(tab) {
        return this.session.tabs.find((other) => other.id === tab.id) ?? tab;
    }

    /** The fields that the signer has to fill, in reading order; of a radio group the first button. */
    get requiredTabs() {
        return this.fillableTabs.filter((tab) => tab.required);
    }

    /** The fields that the signer may fill, in reading order; of a radio group the first button. */
    get fillableTabs() {
        /** @type {Set<string|null>} */
        const groups = new Set();
        return this.session.tabs.filter((tab) => {
            if (!isFillable(tab)) {
                return false;
            }
            const isFirst = tab.kind !== "radio" || !groups.has(tab.group);
            groups.add(tab.group);
            return isFirst;
        });
    }

    /** The required fields that are still empty, in reading order. */
    get missingTabs() {
        return this.requiredTabs.filter((tab) => !this.isDone(tab));
    }

    /**
     * What the signer has to do, in reading order: the required fields, and the groups of check boxes of which a certain
     * number has to be ticked.
     * @returns {Item[]}
     */
    get requiredItems() {
        const fields = this.requiredTabs.map((tab) =>
            ({ tab, label: nameOf(tab), isDone: this.isDone(tab) }));
        const groups = this.session.groups.flatMap((group) => this.#item(group) ?? []);
        if (groups.length === 0) {
            return fields;
        }
        const order = new Map(this.session.tabs.map((tab, index) => [tab.id, index]));
        return [...fields, ...groups].sort((one, other) =>
            (order.get(one.tab.id) ?? 0) - (order.get(other.tab.id) ?? 0));
    }

    /** What is left of it. */
    get missingItems() {
        return this.requiredItems.filter((item) => !item.isDone);
    }

    /**
     * What a group of check boxes asks for; nothing where none is shown, or where none need be ticked and the rule is kept.
     * @param {Group} group
     * @returns {Item|null}
     */
    #item(group) {
        const isDone = this.#isMet(group);
        const first = this.session.tabs.find((tab) => group.tabs.includes(tab.id) && isFillable(tab));
        if (first === undefined || (group.least === 0 && isDone)) {
            return null;
        }
        return { tab: first, label: group.label, rule: group.rule, isDone };
    }

    /** @param {Group} group */
    #isMet(group) {
        const ticked = this.session.tabs.filter((tab) =>
            tab.shown && group.tabs.includes(tab.id) && this.value(tab) === "true").length;
        return ticked >= group.least && ticked <= group.most;
    }

    /**
     * Whether the field is a check box of a group whose rule is not kept yet.
     * @param {Tab} tab
     */
    isAskedForInGroup(tab) {
        return this.session.groups.some((group) => group.tabs.includes(tab.id) && !this.#isMet(group));
    }

    /** Whether the signer chooses where to sign, and has not yet. */
    get needsMark() {
        return this.session.rules.free && !this.readOnly && this.session.marks.length === 0;
    }

    /** "2 of 5 required fields done", and then "2 pages still to read" */
    get progressText() {
        const required = this.requiredItems;
        const done = required.filter((item) => item.isDone).length;
        const unseen = this.unseenPages.length;
        if (this.session.rules.free && (this.needsMark || unseen === 0)) {
            return text("progress.placed", { count: this.session.marks.length });
        }
        if (done === required.length && unseen > 0) {
            return text("progress.unseen", { count: unseen });
        }
        return required.length === 0
            ? text("progress.none")
            : text("progress.text", { done, count: required.length });
    }
}

/** @param {DocumentPage} page */
function keyOf({ documentId, page }) {
    return `${documentId}/${page}`;
}

/**
 * What people call a field: a radio button by its group.
 * @param {Tab} tab
 */
export function nameOf(tab) {
    return tab.kind === "radio" ? tab.group ?? tab.label : tab.label;
}

/**
 * Whether the signer gives this field its content; the host fills the others.
 * @param {Tab} tab
 */
export function isFillable(tab) {
    return !tab.locked && tab.shown
        && ["signHere", "initialHere", "text", "checkbox", "radio", "list",
            "signerAttachment"].includes(tab.kind);
}

/**
 * What the page has drawn, as a text to compare.
 * @param {Session} session
 */
function shapeOf(session) {
    return JSON.stringify([
        session.documents.map((document) => [document.id, document.name, document.pages]),
        session.tabs.map((tab) => [tab.id, tab.kind, tab.documentId, tab.page, tab.x, tab.y, tab.width, tab.height,
            tab.label, tab.required, tab.maxLength, tab.options]),
    ]);
}
