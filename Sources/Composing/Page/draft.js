// The draft on this page: what the sender edits, what the host has of it, and the way from one to the other.

import { DraftRefusal, saveDraft } from "./draftapi.js";
import { Eventful } from "./events.js";
import { isFixed, keepingFixed, keepingLocked } from "./fixed.js";
import { edited, redone, resumed, undone, written } from "./history.js";

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").HeldDraft} HeldDraft */
/** @typedef {import("./types.js").PagedFile} PagedFile */
/** @typedef {import("./types.js").Problem} Problem */

const pause = 300; // milliseconds without an edit until it is saved
const roomForHistory = 2_000_000; // characters
const place = "countersign.composing";

/**
 * @typedef {object} DraftEvents
 * @property {{isTyped: boolean}} change the content is another one; typed where the page shows it already
 * @property {null} saving an edit is on its way to the host, or has come there
 * @property {null} fixed an edit would change what stays as it is, so it was not made as wished
 * @property {null} problems the host has said what keeps the draft from being sent
 * @property {HeldDraft} conflict somebody else has changed the draft
 * @property {DraftRefusal|Error} failure an edit does not come to the host
 */

/** @extends {Eventful<DraftEvents>} */
export class Draft extends Eventful {
    #history;
    /** @type {Content} what the host has */
    #held;
    #version;
    /** @type {Problem[]} */
    #problems;
    /** @type {PagedFile[]} */
    files;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    #timer;
    /** @type {Promise<void>|null} */
    #way = null;
    #isBlocked = false;
    /** @type {import("./types.js").Part[]} */
    #locked;

    /** @param {HeldDraft} held */
    constructor(held) {
        super();
        this.#history = resumed(readHistory(), held.content);
        this.#held = held.content;
        this.#version = held.version;
        this.#problems = held.problems;
        this.files = held.files;
        this.sends = held.sends;
        this.beginsWithFields = held.beginsWithFields;
        this.previews = held.previews === true;
        this.sender = held.sender;
        /** @type {import("./types.js").Fixed|null} */
        this.fixed = held.fixed ?? null;
        this.makesTemplates = held.makesTemplates !== false;
        this.offersTemplates = held.offersTemplates !== false;
        this.hasClosingWindow = held.hasClosingWindow === true;
        this.pickerTitle = held.pickerTitle ?? null;
        this.#locked = held.locked ?? [];
    }

    /**
     * Whether the app keeps a part as it is.
     * @param {import("./types.js").Part} part
     */
    locks(part) { return this.#locked.includes(part); }

    /**
     * Whether a field stays as it is.
     * @param {{documentId: string, recipientId: string}} field
     */
    isFixed(field) { return this.locks("fields") || isFixed(this.fixed, field); }

    /** Whether an envelope that was sent is corrected. */
    get corrects() { return this.fixed !== null; }

    get content() { return this.#history.present; }
    get version() { return this.#version; }
    get problems() { return this.#problems; }
    get canUndo() { return this.#history.past.length > 0; }
    get canRedo() { return this.#history.future.length > 0; }
    get isSaved() { return this.#held === this.content; }

    /** @param {string} id */
    file(id) { return this.files.find((file) => file.id === id); }

    /** The documents in their order, with their pages and the names that the sender gave them. */
    get documents() {
        return this.content.documents.flatMap(({ id, name }) => {
            const file = this.file(id);
            return file === undefined ? [] : [{ ...file, name }];
        });
    }

    /**
     * @param {(content: Content) => Content} edit
     * @param {{key?: string, isTyped?: boolean}} [manner] edits with the same key in a short time are undone together
     */
    edit(edit, manner = {}) {
        const { key = null, isTyped = false } = manner;
        const wished = edit(this.content);
        const content = keepingLocked(this.content, keepingFixed(this.content, wished, this.fixed), this.#locked);
        this.#go(edited(this.#history, content, key, Date.now()), isTyped && content === wished);
        if (content !== wished) {
            this.tell("fixed");
        }
    }

    undo() { this.#go(undone(this.#history), false); }

    redo() { this.#go(redone(this.#history), false); }

    /**
     * @param {import("./history.js").History} history
     * @param {boolean} isTyped
     */
    #go(history, isTyped) {
        if (history === this.#history) {
            return;
        }
        this.#history = history;
        this.tell("change", { isTyped });
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.flush().catch(() => {}), pause);
        this.tell("saving");
    }

    /**
     * Brings every edit to the host.
     * @returns {Promise<void>}
     */
    flush() {
        clearTimeout(this.#timer);
        this.#way ??= this.#save().finally(() => { this.#way = null; });
        return this.#way;
    }

    async #save() {
        while (!this.isSaved && !this.#isBlocked) {
            const content = this.content;
            try {
                const held = await saveDraft(this.#version, content);
                this.#held = content;
                this.#version = held.version;
                this.#problems = held.problems;
                this.fixed = held.fixed ?? null;
                keepHistory(this.#history);
                this.tell("problems");
            } catch (failure) {
                if (failure instanceof DraftRefusal && failure.draft !== null) {
                    this.#isBlocked = true;
                    this.tell("conflict", failure.draft);
                } else {
                    this.tell("failure", /** @type {Error} */ (failure));
                }
                throw failure;
            }
        }
        this.tell("saving");
    }

    /**
     * Goes on after a conflict. What is not chosen can be brought back by undoing.
     * @param {HeldDraft} theirs
     * @param {boolean} keepsMine
     */
    resolve(theirs, keepsMine) {
        const mine = this.content;
        this.#isBlocked = false;
        this.#version = theirs.version;
        this.#held = theirs.content;
        this.#problems = theirs.problems;
        this.fixed = theirs.fixed ?? null;
        const known = new Set(theirs.files.map((file) => file.id));
        this.files = [...theirs.files, ...this.files.filter((file) => !known.has(file.id))];
        const history = edited(this.#history, theirs.content, null, Date.now());
        this.#go(keepsMine ? edited(history, { ...mine }, null, Date.now()) : history, false);
        this.tell("problems");
    }

    /** Reports that the page is left, so that a later visit begins anew. */
    forget() {
        try {
            sessionStorage.removeItem(place);
        } catch {
            // Nothing was kept either.
        }
    }
}

/** @param {import("./history.js").History} history */
function keepHistory(history) {
    try {
        sessionStorage.setItem(place, written(history, roomForHistory));
    } catch {
        // Undoing then ends at a reload.
    }
}

function readHistory() {
    try {
        return sessionStorage.getItem(place);
    } catch {
        return null;
    }
}
