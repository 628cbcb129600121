// The frame of the page. The bar has the steps, undo and redo, and says what has been saved. Below it is one step.

import { askAboutConflict } from "./conflict.js";
import { discardDraft, DraftRefusal, keepDraft, previewAddress, sendDraft } from "./draftapi.js";
import { openDialog } from "./dialog.js";
import { documentList } from "./documentlist.js";
import { element, icon, icons, setAttribute } from "./dom.js";
import { embedding } from "./embedding.js";
import { fieldsStep } from "./fieldsstep.js";
import { languageChoice } from "./language.js";
import { controlOf, peopleList } from "./peoplelist.js";
import { reviewStep } from "./reviewstep.js";
import { text } from "./text.js";

/** @typedef {import("./announcer.js").Announcer} Announcer */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {"prepare"|"fields"|"review"} StepName */

/** @type {StepName[]} */
const stepNames = ["prepare", "fields", "review"];
const redoSign = "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3";

export class Composer {
    draft;
    announcer;
    /** Whether blanks are shown as problems, since the sender wants to send. */
    isStrict = false;
    /** @type {StepName} */
    #step = "prepare";
    /** @type {{element: HTMLElement, show: () => void, check: () => void}} */
    #shown = { element: element("div"), show: () => {}, check: () => {} };
    /** @type {import("./fieldsstep.js").FieldsStep|null} */
    #fields = null;
    #place;
    #bar = this.#makeBar();

    /**
     * @param {Draft} draft
     * @param {Announcer} announcer
     * @param {HTMLElement} place
     */
    constructor(draft, announcer, place) {
        this.draft = draft;
        this.announcer = announcer;
        this.#place = place;
        this.#bar.leave.hidden = embedding.wishes.allowClose === false;
        if (draft.hasClosingWindow) {
            // The window around the page has the other way out.
            const { leave } = this.#bar;
            leave.replaceChildren(icon(icons.remove));
            leave.className = "icon-only";
            leave.title = text("action.discard");
            setAttribute(leave, "aria-label", leave.title);
        }
        draft.on("change", ({ isTyped }) => {
            if (!isTyped) {
                this.#shown.show();
            }
            this.#showBar();
        });
        draft.on("saving", () => this.#showBar());
        draft.on("fixed", () => announcer.warn(this.fixedNote, "fixed"));
        draft.on("problems", () => this.#shown.check());
        draft.on("conflict", (theirs) => askAboutConflict(draft, theirs));
        draft.on("failure", (failure) => {
            if (failure instanceof DraftRefusal && failure.code === "ended") {
                this.#goBack(failure.redirect, text("refusal.ended"));
                return;
            }
            announcer.warn(this.reason(failure), "saving", {
                label: text("action.again"), act: () => { draft.flush().catch(() => {}); },
            });
        });
        document.addEventListener("keydown", (event) => this.#onKey(event));
        addEventListener("beforeunload", (event) => {
            if (!draft.isSaved && !this.#isLeaving) {
                event.preventDefault();
            }
        });
        // A frame is closed without a question.
        addEventListener("pagehide", () => {
            if (!this.#isLeaving) {
                draft.flush().catch(() => {});
            }
        });
    }

    /** Why something stays as it is. */
    get fixedNote() { return text(this.draft.corrects ? "sent.fixed" : "locked.note"); }

    #isLeaving = false;

    begin() { this.go(this.draft.beginsWithFields ? "fields" : "prepare"); }

    // Steps

    /** @param {StepName} name */
    go(name) {
        this.#step = name;
        this.isStrict ||= name === "review";
        this.#fields = null;
        if (name === "fields") {
            this.#fields = fieldsStep(this);
            this.#shown = this.#fields;
        } else {
            this.#shown = name === "review" ? reviewStep(this) : this.#prepareStep();
        }
        this.announcer.withdraw("placing");
        this.announcer.withdraw("template");
        this.#place.replaceChildren(element("div", { class: `composing is-${name}` },
            this.#bar.element, this.announcer.notice, this.#shown.element));
        this.#shown.show();
        this.#fields?.begin();
        this.#showBar();
        document.title = `${text(`step.${name}`)} – ${this.draft.content.emailSubject || text("title")}`;
        scrollTo(0, 0);
        /** @type {HTMLElement|null} */ (this.#shown.element.querySelector("h1"))?.focus({ preventScroll: true });
    }

    #prepareStep() {
        const parts = [documentList(this), peopleList(this)];
        return {
            element: element("main", { class: "step prepare" },
                element("h1", { class: "unseen", tabindex: "-1" }, text("step.prepare")),
                ...parts.map((part) => part.element)),
            show: () => parts.forEach((part) => part.show()),
            check: () => parts.forEach((part) => part.check()),
        };
    }

    /**
     * Leads to the place of a problem.
     * @param {Problem} problem
     */
    goTo({ place: { part, id, member } }) {
        if (part === "tabs" && id !== undefined) {
            this.go("fields");
            this.#fields?.choose(id);
            return;
        }
        const step = part === "message" ? "review" : part === "tabs" ? "fields" : "prepare";
        if (step !== this.#step) {
            this.go(step);
        }
        const control = part === "message" ? `message-${member}`
            : part === "recipients" ? id === undefined ? "person-add" : `person-${id}-${controlOf(member)}`
                : id === undefined ? "files" : `document-${id}-name`;
        document.getElementById(control)?.focus();
    }

    onArmed(/** @type {boolean} */ isArmed) { this.#fields?.onArmed(isArmed); }
    focusPalette() { this.#fields?.focusPalette(); }
    openProperties() { this.#fields?.openProperties(); }

    /**
     * Makes elements anew while the control with the same id keeps the focus.
     * @param {() => void} make
     */
    keepingFocus(make) {
        const id = document.activeElement?.id ?? "";
        make();
        if (id !== "" && document.activeElement?.id !== id) {
            document.getElementById(id)?.focus({ preventScroll: true });
        }
    }

    /**
     * Why something did not work, as a sentence.
     * @param {unknown} failure
     */
    reason(failure) {
        if (!(failure instanceof DraftRefusal)) {
            return text("error.unreachable");
        }
        try {
            return text(/** @type {WordKey} */ (`refusal.${failure.code}`), failure.facts);
        } catch {
            return text("refusal.internal");
        }
    }

    // The bar

    #makeBar() {
        const title = element("p", { class: "bar-title", dir: "auto" });
        const saved = element("p", { class: "saved quiet-text", role: "status" });
        /** @type {Map<StepName, HTMLElement>} */
        const steps = new Map(stepNames.map((name, index) => [name, element("button", {
            type: "button", id: `step-${name}`, class: "step-button", onclick: () => this.go(name),
        }, element("span", { class: "step-number", "aria-hidden": "true" }, String(index + 1)),
        element("span", { class: "step-name" }, text(`step.${name}`)))]));
        const undo = element("button", {
            type: "button", id: "undo", class: "icon-only", "aria-label": text("action.undo"), title: text("action.undo"),
            "aria-keyshortcuts": "Control+Z", onclick: () => this.draft.undo(),
        }, icon(icons.undo));
        const redo = element("button", {
            type: "button", id: "redo", class: "icon-only", "aria-label": text("action.redo"), title: text("action.redo"),
            "aria-keyshortcuts": "Control+Shift+Z", onclick: () => this.draft.redo(),
        }, icon(redoSign));
        const leave = element("button", { type: "button", id: "leave", onclick: () => this.#askToLeave() }, text("action.leave"));
        const next = element("button", { type: "button", id: "next", class: "primary", onclick: () => this.#next() });
        return {
            title, saved, steps, undo, redo, leave, next,
            element: element("header", { class: "bar" },
                element("div", { class: "bar-facts" }, title, saved),
                element("nav", { class: "steps", "aria-label": text("step.label") },
                    element("ol", {}, ...[...steps.values()].map((button) => element("li", {}, button)))),
                element("div", { class: "bar-actions" }, undo, redo, leave, next)),
        };
    }

    #showBar() {
        const { title, saved, steps, undo, redo, next } = this.#bar;
        const { draft } = this;
        title.textContent = draft.content.emailSubject || text("title");
        const state = text(draft.isSaved ? "saved.yes" : "saved.not");
        if (saved.textContent !== state) {
            saved.textContent = state;
        }
        if (draft.isSaved) {
            this.announcer.withdraw("saving");
        }
        for (const [name, button] of steps) {
            setAttribute(button, "aria-current", name === this.#step && "step");
        }
        setAttribute(undo, "aria-disabled", !draft.canUndo && "true");
        setAttribute(redo, "aria-disabled", !draft.canRedo && "true");
        next.textContent = this.#step !== "review" ? text("action.continue")
            : text(draft.corrects ? "action.correct" : draft.sends ? "action.send" : "action.return");
    }

    #next() {
        const following = stepNames[stepNames.indexOf(this.#step) + 1];
        if (following !== undefined) {
            this.go(following);
        } else if (this.draft.sends) {
            this.#leave(() => sendDraft(this.draft.version), { ending: "completed", title: text("ended.sent") });
        } else {
            this.#leave(keepDraft, { title: text("ended.saved") });
        }
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        const target = /** @type {Element} */ (event.target);
        const isEntry = target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null;
        if ((event.ctrlKey || event.metaKey) && !event.altKey && !isEntry) {
            const key = event.key.toLowerCase();
            if (key === "z" || key === "y") {
                event.preventDefault();
                if (key === "y" || event.shiftKey) { this.draft.redo(); } else { this.draft.undo(); }
            }
        } else if (event.key === "?" && target.closest(".documents") !== null) {
            this.#showKeys();
        }
    }

    #showKeys() {
        const names = /** @type {const} */ (["move", "moveFar", "size", "open", "duplicate", "copy", "remove", "undo", "zoom", "leave"]);
        const { dialog } = openDialog({
            name: "keys", title: text("keys.title"),
            content: [element("dl", { class: "keys" }, ...names.flatMap((name) => [
                element("dt", {}, text(`keys.${name}.keys`)), element("dd", {}, text(`keys.${name}`)),
            ]))],
            buttons: [element("button", { type: "submit", class: "primary" }, text("action.close"))],
            onSubmit: () => dialog.close(),
        });
    }

    // The ways out

    #askToLeave() {
        const { dialog } = openDialog({
            name: "leave", title: text("leave.title"),
            content: [element("p", {}, text(this.draft.corrects ? "leave.correcting" : "leave.explained")), languageChoice(),
                element("button", { type: "button", class: "quiet", onclick: () => { dialog.close(); this.#showKeys(); } }, text("keys.title"))],
            buttons: [
                element("button", {
                    type: "button", class: "danger take-back", id: "discard",
                    onclick: () => { dialog.close(); this.#leave(discardDraft, { saves: false }); },
                }, text("action.discard")),
                element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel")),
                element("button", { type: "submit", class: "primary", id: "save" }, text("action.save")),
            ],
            onSubmit: () => { dialog.close(); this.#leave(keepDraft, { title: text("ended.saved") }); },
        });
    }

    /**
     * @param {() => Promise<{redirect?: string}>} act
     * @param {{saves?: boolean, ending?: string, title?: string}} [manner] whether every edit has to come to the host
     *   first, what a page around this one is told, and the title of the last screen
     */
    async #leave(act, manner = {}) {
        const { saves = true, ending = "closed", title = text("ended.title") } = manner;
        const { next } = this.#bar;
        if (this.#isLeaving) {
            return;
        }
        this.#isLeaving = true;
        setAttribute(next, "aria-busy", "true");
        try {
            // Why an edit does not come to the host has been shown by then.
            const isSaved = !saves || await this.draft.flush().then(() => true, () => false);
            if (isSaved) {
                this.#goBack((await act()).redirect, text("ended.done"), title);
                embedding.tell(ending);
                return;
            }
        } catch (failure) {
            this.#showRefusal(failure);
        } finally {
            setAttribute(next, "aria-busy", null);
        }
        this.#isLeaving = false;
    }

    /**
     * Opens the signing page as somebody will see it, in a window of its own.
     * @param {number} number of the recipient in the list
     */
    async preview(number) {
        // Browsers open a window only at once.
        const shown = open("", "_blank");
        const address = await this.draft.flush().then(() => previewAddress(number)).catch(() => null);
        if (address === null) {
            shown?.close();
            this.announcer.warn(text("review.previewNot"), "preview");
        } else if (shown === null) {
            location.assign(address);
        } else {
            shown.location.replace(address);
        }
    }

    /** @param {unknown} failure */
    #showRefusal(failure) {
        const refusal = failure instanceof DraftRefusal ? failure : null;
        if (refusal?.draft) {
            askAboutConflict(this.draft, refusal.draft);
        } else {
            this.announcer.warn(this.reason(failure), "sending");
            if (refusal?.problems && this.#step !== "review") {
                this.go("review");
            }
        }
    }

    /**
     * Goes to the address after the visit. Where there is none, the page says that it is over.
     * @param {string|null|undefined} address
     * @param {string} sentence
     * @param {string} title
     */
    #goBack(address, sentence, title = text("ended.title")) {
        this.#isLeaving = true;
        this.draft.forget();
        if (!address) {
            this.end(title, sentence);
        } else {
            location.replace(address);
        }
    }

    /**
     * The last screen, where there is no address to go to.
     * @param {string} title
     * @param {string} sentence
     */
    end(title, sentence) {
        this.#isLeaving = true;
        document.title = title;
        this.#place.replaceChildren(element("main", { class: "step prepare" }, element("section", { class: "card" },
            element("h1", { tabindex: "-1" }, title), element("p", {}, sentence))));
        this.#place.querySelector("h1")?.focus();
    }
}
