// Made by scripts/embed-files from Sources/Composing/Page; changes belong there.
// swift-format-ignore-file

enum ComposingFiles {
    /// The files in the order of their names: the name, the media type, the SHA-256 in hexadecimal digits, the bytes as
    /// UTF-8.
    static let all: [(name: String, type: String, digest: String, text: String)] = [
("app.js", "text/javascript; charset=utf-8", "d3f7d070888979d6fc3e0bd9efb52cb4e46f6d61ee4a9d5cfaf6a4636331f1ba", #"""
// Reads the draft and shows the page.

import { Announcer } from "./announcer.js";
import { Composer } from "./composer.js";
import { Draft } from "./draft.js";
import { DraftRefusal, readDraft } from "./draftapi.js";
import { element } from "./dom.js";
import { embedding } from "./embedding.js";
import { goToChosenLanguage } from "./language.js";
import { Refusal } from "./requests.js";
import { text } from "./text.js";

const place = /** @type {HTMLElement} */ (document.getElementById("screen"));

/** @param {string} sentence */
function showEnd(sentence) {
    place.replaceChildren(element("main", { class: "step prepare" }, element("section", { class: "card" },
        element("h1", { tabindex: "-1" }, text("ended.title")), element("p", {}, sentence))));
    place.querySelector("h1")?.focus();
}

async function open() {
    if (goToChosenLanguage()) {
        return;
    }
    try {
        await embedding.begin();
        const held = await readDraft();
        held.sends &&= embedding.wishes.showSendButton !== false;
        held.hasClosingWindow ||= embedding.wishes.hasCloseButton === true;
        new Composer(new Draft(held), new Announcer(), place).begin();
        embedding.tell("ready");
    } catch (failure) {
        embedding.tell("error", {
            code: failure instanceof Refusal ? failure.code : "unreachable",
            message: failure instanceof Error && failure.message ? failure.message : text("ended.linkUsed"),
        });
        if (failure instanceof DraftRefusal && failure.redirect !== null) {
            location.replace(failure.redirect);
        } else if (failure instanceof Refusal && ["not-a-draft", "not-in-process"].includes(failure.code)) {
            showEnd(text(/** @type {WordKey} */ (`refusal.${failure.code}`)));
        } else if (failure instanceof Refusal && failure.code === "not_allowed") {
            showEnd(text("error.frame"));
        } else {
            showEnd(text(failure instanceof Refusal ? "ended.linkUsed" : "error.unreachable"));
        }
    }
}

open();

"""#),
("composer.js", "text/javascript; charset=utf-8", "e4c1ca329eca5fbce04fd81f56d5384dd4642e0c01e01228ef972ee467c4daa9", #"""
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

"""#),
("conflict.js", "text/javascript; charset=utf-8", "64041feacbf012df9cf2db1c8982213ab523220b82b1474d72a0ca8581f656bc", #"""
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

"""#),
("documentlist.js", "text/javascript; charset=utf-8", "bb4573dedcbd70bb7a0c715fb900a99d60383f3641175d78f1e247ff4d130388", #"""
// The documents of the draft: files are picked or dropped, named, put in order and taken out.

import { acceptedFiles } from "./choosing.js";
import { DraftRefusal, pageSource, pickFiles, uploadFile } from "./draftapi.js";
import { element, icon, icons } from "./dom.js";
import { addDocument, moveDocument, removeDocument, renameDocument } from "./edits.js";
import { problemAt, showProblem } from "./problems.js";
import { startFromTemplate } from "./templates.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */

const upload = "M12 16V5M7 10l5-5 5 5M4 19h16";

/**
 * @param {Composer} composer
 * @returns {{element: HTMLElement, show: () => void, check: () => void}}
 */
export function documentList(composer) {
    const { draft, announcer } = composer;
    const picker = element("input", {
        type: "file", id: "files", class: "unseen", multiple: true, accept: acceptedFiles(),
        onchange: () => {
            takeIn([...picker.files ?? []]);
            picker.value = "";
        },
    });
    const list = element("ol", { class: "file-list" });
    const progress = element("ul", { class: "upload-list" });
    const zone = element("div", { class: "drop-zone" },
        picker,
        element("label", { for: "files", class: "pick" }, icon(upload), text("documents.pick")),
        element("p", { class: "quiet-text" }, text("documents.drop")),
        draft.offersTemplates && element("button", {
            type: "button", id: "template-start", class: "quiet", onclick: () => startFromTemplate(composer),
        }, text("template.start")),
        draft.pickerTitle !== null && element("button", { type: "button", id: "files-of-app", class: "quiet", onclick: pick },
            draft.pickerTitle));
    const closed = element("p", { class: "quiet-text" },
        draft.locks("documents") ? text("locked.note") : text("documents.closed"));
    const card = element("section", { class: "card", "aria-labelledby": "documents-title" },
        element("h2", { id: "documents-title", tabindex: "-1" }, text("documents.title")),
        element("p", { id: "documents-problem", class: "problem" }),
        list, progress, closed, zone);
    card.addEventListener("dragover", (event) => {
        event.preventDefault();
        zone.classList.add("is-over");
    });
    card.addEventListener("dragleave", () => zone.classList.remove("is-over"));
    card.addEventListener("drop", (event) => {
        event.preventDefault();
        zone.classList.remove("is-over");
        takeIn([...event.dataTransfer?.files ?? []]);
    });

    card.addEventListener("paste", (event) => takeIn([...event.clipboardData?.files ?? []]));

    /** @param {File[]} files */
    async function takeIn(files) {
        if (zone.hidden) {
            return;
        }
        for (const file of files) {
            await takeInOne(file);
        }
    }

    /** @param {File} file */
    async function takeInOne(file) {
        const state = element("span", { class: "quiet-text" }, text("documents.loading"));
        const row = element("li", {}, element("strong", {}, file.name), " ", state);
        progress.append(row);
        try {
            take(await uploaded(file), file.name);
            row.remove();
        } catch (failure) {
            state.className = "problem";
            state.setAttribute("role", "alert");
            state.textContent = composer.reason(failure);
            row.append(element("button", {
                type: "button", class: "quiet icon-only", "aria-label": text("action.dismiss"), onclick: () => row.remove(),
            }, icon(icons.close)));
        }
    }

    /** Files that the app has. */
    async function pick() {
        try {
            for (const held of await pickFiles()) {
                take(held, held.name);
            }
            announcer.withdraw("picking");
        } catch (failure) {
            announcer.warn(composer.reason(failure), "picking");
        }
    }

    /**
     * @param {import("./types.js").PagedFile} held
     * @param {string} name
     */
    function take(held, name) {
        draft.files = [...draft.files.filter((one) => one.id !== held.id), held];
        draft.edit((content) => addDocument(content, { id: held.id, name }));
        announcer.say(text("documents.added", { name, count: held.pages.length }));
    }

    /**
     * Under the first number that no other file has.
     * @param {File} file
     */
    async function uploaded(file) {
        const numbers = draft.files.map((one) => Number(one.id)).filter(Number.isInteger);
        let number = Math.max(0, ...numbers);
        for (;;) {
            number += 1;
            try {
                return await uploadFile(file, String(number));
            } catch (failure) {
                if (!(failure instanceof DraftRefusal && failure.code === "file-exists")) {
                    throw failure;
                }
            }
        }
    }

    /** Whether documents come and go no more. */
    function isClosed() { return draft.locks("documents") || draft.fixed?.closesDocuments === true; }

    function show() {
        composer.keepingFocus(() => list.replaceChildren(...draft.documents.map(row)));
        zone.hidden = isClosed();
        closed.hidden = !zone.hidden;
        check();
    }

    /**
     * @param {import("./types.js").PagedFile} file
     * @param {number} index
     */
    function row(file, index) {
        const { id, name } = file;
        const picture = element("img", { class: "thumbnail", alt: "", loading: "lazy" });
        pageSource.loadPicture({ file, number: 1 }, 640, picture);
        const closes = isClosed();
        const stays = closes || draft.fixed?.documents.includes(id) === true;
        const entry = element("input", {
            type: "text", id: `document-${id}-name`, value: name, maxlength: 200, dir: "auto", readonly: closes,
            "aria-label": text("documents.name", { name }),
            oninput: () => {
                draft.edit((content) => renameDocument(content, id, entry.value), { key: entry.id, isTyped: true });
            },
        });
        const last = draft.documents.length - 1;
        return element("li", { class: "file" },
            picture,
            element("div", { class: "entry" }, entry,
                element("p", { class: "quiet-text" }, text("document.pages", { count: file.pages.length })),
                element("p", { id: `${entry.id}-problem`, class: "problem" })),
            element("div", { class: "row-actions" },
                action("ArrowUp", text("documents.up", { name }), `document-${id}-up`, closes || index === 0,
                    () => draft.edit((content) => moveDocument(content, id, -1))),
                action("ArrowDown", text("documents.down", { name }), `document-${id}-down`, closes || index === last,
                    () => draft.edit((content) => moveDocument(content, id, 1))),
                action("remove", text("documents.remove", { name }), `document-${id}-remove`, stays, () => {
                    draft.edit((content) => removeDocument(content, id));
                    announcer.say(text("documents.removed", { name }));
                    card.querySelector("h2")?.focus();
                })));
    }

    function check() {
        for (const { id } of draft.content.documents) {
            showProblem(`document-${id}-name`, problemAt(draft, composer.isStrict,
                (place) => place.part === "documents" && place.id === id));
        }
        const line = /** @type {HTMLElement} */ (card.querySelector("#documents-problem"));
        line.textContent = composer.isStrict
            ? problemAt(draft, true, (place) => place.part === "documents" && place.id === undefined) : "";
    }

    return { element: card, show, check };
}

/**
 * A small button of a row.
 * @param {keyof typeof icons} sign
 * @param {string} label
 * @param {string} id
 * @param {boolean} isOff a button that were disabled would lose the focus
 * @param {() => void} act
 */
export function action(sign, label, id, isOff, act) {
    return element("button", {
        type: "button", id, class: "icon-only", "aria-label": label, title: label, "aria-disabled": isOff && "true",
        onclick: () => { if (!isOff) { act(); } },
    }, icon(icons[sign]));
}

"""#),
("draft.js", "text/javascript; charset=utf-8", "2fe9155f7f025650025c91796e30b23e18f1b7e23a0abf58e67e59ef9280f82a", #"""
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

"""#),
("draftapi.js", "text/javascript; charset=utf-8", "2dd7df0a4833f12b0068a500e394e6567328684688e8abf6454da0932eb9633e", #"""
// Speaks with the host. Every URL is relative to the page, so the same page works wherever it is served.

import { accessHeaders, loadInto } from "./access.js";
import { newKey, Refusal, Requests } from "./requests.js";

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").HeldDraft} HeldDraft */
/** @typedef {import("./types.js").PagedFile} PagedFile */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./pages.js").PageSource} PageSource */

/** The host's answer that it will not do what was asked. */
export class DraftRefusal extends Refusal {
    /**
     * @param {number} status
     * @param {any} detail
     */
    constructor(status, detail) {
        super(status, detail);
        /** @type {Record<string, string>} */
        this.facts = detail?.facts ?? {};
        /** @type {Problem[]|null} */
        this.problems = detail?.problems ?? null;
        /** @type {HeldDraft|null} the draft as somebody else has changed it */
        this.draft = detail?.draft ? inPoints(detail.draft) : null;
        /** @type {string|null} */
        this.redirect = detail?.redirect ?? null;
    }
}

let isClosing = false;
addEventListener("pagehide", () => { isClosing = true; });
addEventListener("pageshow", () => { isClosing = false; });

const requests = new Requests({
    headers: accessHeaders,
    // What is sent as the page goes away arrives only so (Fetch §2.2.5); it can have 64 KB.
    options: (method) => ({ cache: method === "GET" ? "no-store" : "default", keepalive: isClosing }),
    accept: (status, content) => {
        if (status >= 200 && status < 300) {
            return content;
        }
        throw new DraftRefusal(status, content?.error ?? {});
    },
});

/** @returns {Promise<HeldDraft>} */
export async function readDraft() {
    return inPoints(await requests.read("draft"));
}

/**
 * @param {number} version that the change was made on
 * @param {Content} content
 * @returns {Promise<HeldDraft>}
 */
export async function saveDraft(version, content) {
    return inPoints(await requests.write("PUT", "draft", { version, content: scaled(content, 1000) }));
}

/**
 * @param {File} file
 * @param {string} id
 * @returns {Promise<PagedFile>}
 */
export function uploadFile(file, id) {
    return requests.attempt("PUT", `files/${encodeURIComponent(id)}`, file, newKey());
}

/**
 * Lets the sender pick documents of the app.
 * @returns {Promise<PagedFile[]>}
 */
export async function pickFiles() {
    // Picking takes its time, and a second attempt would pick twice.
    const answer = await fetch("pick", { method: "POST", body: "{}", headers: {
        ...accessHeaders(), "Content-Type": "application/json",
    } });
    const content = await answer.json();
    if (!answer.ok) {
        throw new DraftRefusal(answer.status, content.error ?? {});
    }
    return content.files;
}

/**
 * @param {number} version
 * @returns {Promise<{redirect?: string}>}
 */
export function sendDraft(version) {
    return requests.write("POST", "send", { version });
}

/** @returns {Promise<{redirect?: string}>} */
export function keepDraft() {
    return requests.write("POST", "keep", {});
}

/** @returns {Promise<{redirect?: string}>} */
export function discardDraft() {
    return requests.write("POST", "discard", {});
}

/**
 * The address of the signing page as a recipient will see it; null if the draft is too incomplete for one.
 * @param {number} number of the recipient in the list
 * @returns {Promise<string|null>}
 */
export async function previewAddress(number) {
    const address = `preview/${number}/${location.search}`;
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok ? new URL(address, location.href).href : null;
}

/** @type {PageSource} */
export const pageSource = {
    loadPicture({ file, number }, width, picture, signal) {
        loadInto(picture, `${pageAddress(file, number)}/image?width=${width}&v=${encodeURIComponent(file.version)}`, signal);
    },
    async words({ file, number }) {
        const answer = await requests.read(`${pageAddress(file, number)}/words?v=${encodeURIComponent(file.version)}`);
        return answer.words;
    },
};

/**
 * The places of a file where its maker meant fields, in points.
 * @param {PagedFile} file
 * @returns {Promise<import("./types.js").FoundPlaces>}
 */
export async function readPlaces(file) {
    const found = await requests.read(`files/${encodeURIComponent(file.id)}/places?v=${encodeURIComponent(file.version)}`);
    /** @param {{frame: import("./types.js").Box}} place */
    const points = (place) => ({ ...place, frame: scaledBox(place.frame, 0.001) });
    return { fields: found.fields.map(points), rules: found.rules.map(points) };
}

/**
 * @param {string} name a part of their names; empty for any
 * @returns {Promise<import("./types.js").OfferedTemplate[]>}
 */
export async function readTemplates(name) {
    return (await requests.read(`templates?name=${encodeURIComponent(name)}`)).templates;
}

/**
 * Takes in a template's documents.
 * @param {string} id
 * @returns {Promise<import("./types.js").TemplatePart>}
 */
export async function takeTemplate(id) {
    const part = await requests.write("POST", `templates/${encodeURIComponent(id)}/use`, {});
    return { ...part, tabs: part.tabs.map((/** @type {import("./types.js").Field} */ tab) => ({
        ...tab, frame: scaledBox(tab.frame, 0.001),
    })) };
}

/**
 * @param {string} name
 * @param {Record<string, string>} roles the names of the roles, by recipient
 */
export async function makeTemplate(name, roles) {
    await requests.write("POST", "templates", { name, roles });
}

/** @returns {Promise<{name: string, email: string}[]>} people to whom the sender has sent before */
export async function readPeople() {
    return (await requests.read("people")).people;
}

/**
 * @param {PagedFile} file
 * @param {number} number
 */
function pageAddress(file, number) {
    return `files/${encodeURIComponent(file.id)}/pages/${number}`;
}

/**
 * @param {HeldDraft} draft
 * @returns {HeldDraft}
 */
function inPoints(draft) {
    return { ...draft, content: scaled(draft.content, 0.001) };
}

/**
 * The host counts lengths in thousandths of a point.
 * @param {Content} content
 * @param {number} factor
 * @returns {Content}
 */
function scaled(content, factor) {
    return { ...content, tabs: content.tabs.map((tab) => ({ ...tab, frame: scaledBox(tab.frame, factor) })) };
}

/**
 * @param {import("./types.js").Box} box
 * @param {number} factor
 */
function scaledBox({ x, y, width, height }, factor) {
    /** @param {number} length */
    const scale = (length) => factor > 1 ? Math.round(length * factor) : Math.round(length) / 1000;
    return { x: scale(x), y: scale(y), width: scale(width), height: scale(height) };
}

"""#),
("dragging.js", "text/javascript; charset=utf-8", "06074ada7d9d98c58d632d0f891c04c82ec4751675f706c31e077e92bd9afb82", #"""
// Moves and sizes fields with mouse, pen and finger. What is dragged follows at once; the draft changes at the end.

import { changeFields, onPage } from "./edits.js";
import { snapped } from "./snapping.js";
import { writingLines } from "./textlines.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fieldlayer.js").FieldLayer} FieldLayer */
/** @typedef {import("./types.js").Box} Box */

const threshold = 4; // pixels until a press is a drag
const reach = 5; // pixels within which a field snaps
const edge = 48; // pixels from the edge of the window within which the pages scroll

/**
 * @param {Composer} composer
 * @param {DocumentView} view
 * @param {FieldLayer} layer
 */
export function dragFields(composer, view, layer) {
    const { area } = view;
    area.addEventListener("pointerdown", (event) => {
        const target = /** @type {Element} */ (event.target);
        const id = layer.idOf(target);
        if (id === null || event.button !== 0 || !event.isPrimary) {
            return;
        }
        event.preventDefault();
        const toggles = event.shiftKey || event.ctrlKey || event.metaKey;
        const wasChosen = layer.chosen.has(id);
        const others = [...layer.chosen].filter((one) => one !== id);
        if (toggles) {
            layer.choose(wasChosen ? others : [...others, id]);
        } else if (!wasChosen) {
            layer.choose([id]);
        }
        layer.shown.get(id)?.element.focus({ preventScroll: true });
        if (layer.chosen.has(id)) {
            follow(event, id, target.closest(".handle") !== null);
        }
    });

    /**
     * @param {PointerEvent} start
     * @param {string} id
     * @param {boolean} isSizing
     */
    function follow(start, id, isSizing) {
        const held = layer.shown.get(id);
        if (held === undefined) {
            return;
        }
        const { element: own, page } = held;
        const before = new Map([...layer.chosen].flatMap((one) => {
            const shown = layer.shown.get(one);
            return shown === undefined ? [] : [[one, shown]];
        }));
        const frame = held.field.frame;
        const scrolledAt = area.scrollTop;
        /** @type {Map<string, Box>} */
        let boxes = new Map();
        let isDragged = false;
        let { clientX, clientY } = start;
        own.setPointerCapture(start.pointerId);

        const draw = () => {
            const scale = page.size.width / page.sheet.getBoundingClientRect().width;
            const by = {
                x: (clientX - start.clientX) * scale,
                y: (clientY - start.clientY + area.scrollTop - scrolledAt) * scale,
            };
            const wished = isSizing
                ? { ...frame, width: Math.max(8, frame.width + by.x), height: Math.max(8, frame.height + by.y) }
                : { ...frame, x: frame.x + by.x, y: frame.y + by.y };
            const { box, lines } = isSizing ? { box: wished, lines: [] }
                : snapped(wished, layer.boxesOn(page), page.size, reach * scale, writingLines(page));
            layer.showLines(page, lines, isSizing ? undefined : box);
            boxes = new Map([...before].map(([one, { field }]) => [one, isSizing
                ? { ...field.frame, width: box.width, height: box.height }
                : { ...field.frame, x: field.frame.x + box.x - frame.x, y: field.frame.y + box.y - frame.y }]));
            for (const [one, at] of boxes) {
                const shown = before.get(one);
                if (shown !== undefined) {
                    layer.place(shown.element, at);
                }
            }
        };
        /** @type {number|undefined} */
        let frameRequest;
        const scroll = () => {
            const box = area.getBoundingClientRect();
            const way = clientY < box.top + edge ? clientY - box.top - edge
                : clientY > box.bottom - edge ? clientY - box.bottom + edge : 0;
            if (way !== 0) {
                area.scrollTop += way / 4;
                draw();
            }
            frameRequest = requestAnimationFrame(scroll);
        };
        /** @param {PointerEvent} event */
        const move = (event) => {
            ({ clientX, clientY } = event);
            if (!isDragged && Math.hypot(clientX - start.clientX, clientY - start.clientY) > threshold) {
                isDragged = true;
                area.classList.add("is-moving");
                frameRequest = requestAnimationFrame(scroll);
            }
            if (isDragged) {
                draw();
            }
        };
        /** @param {boolean} keeps */
        const end = (keeps) => {
            own.removeEventListener("pointermove", move);
            own.removeEventListener("pointerup", up);
            own.removeEventListener("pointercancel", cancel);
            document.removeEventListener("keydown", escape, true);
            cancelAnimationFrame(frameRequest ?? 0);
            area.classList.remove("is-moving");
            layer.showLines(null, []);
            if (keeps && isDragged) {
                drop(boxes, isSizing);
            } else {
                for (const { element: moved, field } of before.values()) {
                    layer.place(moved, field.frame);
                }
            }
        };
        const up = () => end(true);
        const cancel = () => end(false);
        /** @param {KeyboardEvent} event */
        const escape = (event) => {
            if (event.key === "Escape") {
                event.stopPropagation();
                end(false);
            }
        };
        own.addEventListener("pointermove", move);
        own.addEventListener("pointerup", up);
        own.addEventListener("pointercancel", cancel);
        document.addEventListener("keydown", escape, true);
    }

    /**
     * Puts fields where they were left: perhaps on another page.
     * @param {Map<string, Box>} boxes
     * @param {boolean} isSizing
     */
    function drop(boxes, isSizing) {
        composer.draft.edit((content) => changeFields(content, new Set(boxes.keys()), (field) => {
            const box = boxes.get(field.id);
            const page = view.page(field.documentId, field.page);
            if (box === undefined || page === undefined) {
                return {};
            }
            const sheet = page.sheet.getBoundingClientRect();
            const scale = sheet.width / page.size.width;
            const middle = { x: sheet.left + (box.x + box.width / 2) * scale, y: sheet.top + (box.y + box.height / 2) * scale };
            const there = isSizing ? null : layer.at(middle.x, middle.y);
            if (there === null || there.page === page) {
                return { frame: onPage(box, page.size) };
            }
            return {
                documentId: there.page.file.id, page: there.page.number,
                frame: onPage({ ...box, x: there.x - box.width / 2, y: there.y - box.height / 2 }, there.page.size),
            };
        }));
    }
}

"""#),
("edits.js", "text/javascript; charset=utf-8", "0b8c1ef3cac43c68d587dec2577fdfba9acd7d623e3f12996d2308d68a1d27da", #"""
// Edits of a draft as pure functions: each takes the content and returns a new one, or the same where nothing changes.

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./pages.js").PageSize} PageSize */

// Documents

/**
 * @param {Content} content
 * @param {{id: string, name: string}} file
 * @returns {Content}
 */
export function addDocument(content, { id, name }) {
    return { ...content, documents: [...content.documents, { id, name }] };
}

/**
 * @param {Content} content
 * @param {string} id
 * @param {string} name
 * @returns {Content}
 */
export function renameDocument(content, id, name) {
    return { ...content, documents: content.documents.map((one) => one.id === id ? { ...one, name } : one) };
}

/**
 * Takes a document out, and the fields on it.
 * @param {Content} content
 * @param {string} id
 * @returns {Content}
 */
export function removeDocument(content, id) {
    return {
        ...content,
        documents: content.documents.filter((one) => one.id !== id),
        tabs: content.tabs.filter((tab) => tab.documentId !== id),
    };
}

/**
 * @param {Content} content
 * @param {string} id
 * @param {number} by how many places down
 * @returns {Content}
 */
export function moveDocument(content, id, by) {
    const documents = [...content.documents];
    const from = documents.findIndex((one) => one.id === id);
    const to = Math.min(Math.max(from + by, 0), documents.length - 1);
    if (from < 0 || from === to) {
        return content;
    }
    documents.splice(to, 0, ...documents.splice(from, 1));
    return { ...content, documents };
}

// People

/**
 * Adds somebody who acts after all others.
 * @param {Content} content
 * @param {Partial<Person>} [known]
 * @returns {Content}
 */
export function addPerson(content, known = {}) {
    const numbers = content.recipients.map((person) => Number(person.id)).filter(Number.isInteger);
    const routingOrder = Math.max(0, ...content.recipients.map((person) => person.routingOrder)) + 1;
    const person = { name: "", email: "", routingOrder, ...known, id: String(Math.max(0, ...numbers) + 1) };
    return { ...content, recipients: [...content.recipients, person] };
}

/**
 * Changes a person. A change to undefined takes the member away.
 * @param {Content} content
 * @param {string} id
 * @param {Partial<Person>} changes
 * @returns {Content}
 */
export function changePerson(content, id, changes) {
    return { ...content, recipients: content.recipients.map((one) => one.id === id ? changed(one, changes) : one) };
}

/**
 * Takes a person out, and their fields.
 * @param {Content} content
 * @param {string} id
 * @returns {Content}
 */
export function removePerson(content, id) {
    return {
        ...content,
        recipients: content.recipients.filter((one) => one.id !== id),
        tabs: content.tabs.filter((tab) => tab.recipientId !== id),
    };
}

/**
 * People in the order in which they act.
 * @param {Content} content
 * @returns {Person[]}
 */
export function inTurn(content) {
    return [...content.recipients].sort((one, other) => one.routingOrder - other.routingOrder);
}

/** @param {Person} person */
export function signs(person) {
    return person.kind === undefined || person.kind === "signer" || person.kind === "inPersonSigner";
}

// Templates

/** @typedef {import("./types.js").TemplatePart} TemplatePart */

/**
 * Adds what a template brings: its people act after those who are there.
 * @param {Content} content
 * @param {TemplatePart} part
 * @param {Map<string, {name: string, email: string}>} people by the ids of their roles
 * @param {() => string} newId
 * @returns {Content}
 */
export function addTemplate(content, part, people, newId) {
    const after = Math.max(0, ...content.recipients.map((person) => person.routingOrder));
    const first = Math.min(...part.recipients.map(({ person }) => person.routingOrder));
    /** @type {Map<string, string>} */
    const ids = new Map();
    let made = content;
    for (const { id, role, person } of part.recipients) {
        const known = people.get(id);
        made = addPerson(made, {
            ...person, id: undefined, ...role !== "" && { name: known?.name || role, email: known?.email ?? "" },
            routingOrder: after + person.routingOrder - first + 1,
        });
        ids.set(id, made.recipients[made.recipients.length - 1].id);
    }
    for (const { id, name } of part.files) {
        made = addDocument(made, { id, name });
    }
    const tabs = part.tabs.map((tab) => ({ ...tab, id: newId(), recipientId: ids.get(tab.recipientId) ?? "" }));
    return {
        ...addFields(made, tabs), emailSubject: content.emailSubject || part.emailSubject,
        ...(content.emailBlurb || part.emailBlurb) && { emailBlurb: content.emailBlurb || part.emailBlurb },
    };
}

// Fields

/**
 * @param {Content} content
 * @param {Field[]} fields
 * @returns {Content}
 */
export function addFields(content, fields) {
    return { ...content, tabs: [...content.tabs, ...fields] };
}

/**
 * @param {Content} content
 * @param {Set<string>} ids
 * @param {(field: Field) => Partial<Field>} change
 * @returns {Content}
 */
export function changeFields(content, ids, change) {
    return { ...content, tabs: content.tabs.map((tab) => ids.has(tab.id) ? changed(tab, change(tab)) : tab) };
}

/**
 * @param {Content} content
 * @param {Set<string>} ids
 * @returns {Content}
 */
export function removeFields(content, ids) {
    return { ...content, tabs: content.tabs.filter((tab) => !ids.has(tab.id)) };
}

/**
 * Copies of fields a little further down, or at the same place of other pages.
 * @param {Field[]} fields
 * @param {() => string} newId
 * @param {(field: Field) => PageSize|undefined} sizeOf the size of a field's page
 * @param {{documentId: string, page: number}} [page]
 * @returns {Field[]}
 */
export function copies(fields, newId, sizeOf, page) {
    return fields.map((field) => {
        const copy = { ...field, id: newId(), ...page };
        const shift = page === undefined ? 12 : 0;
        const size = sizeOf(copy);
        const frame = { ...field.frame, x: field.frame.x + shift, y: field.frame.y + shift };
        return { ...copy, frame: size === undefined ? frame : onPage(frame, size) };
    });
}

/**
 * The box moved, and where it is larger than the page made smaller, so that all of it lies on the page.
 * @param {Box} box
 * @param {PageSize} page
 * @returns {Box}
 */
export function onPage(box, page) {
    const width = Math.min(Math.max(box.width, 1), page.width);
    const height = Math.min(Math.max(box.height, 1), page.height);
    return {
        x: rounded(Math.min(Math.max(box.x, 0), page.width - width)),
        y: rounded(Math.min(Math.max(box.y, 0), page.height - height)),
        width: rounded(width), height: rounded(height),
    };
}

/**
 * The pairs of fields that lie on each other.
 * @param {Field[]} fields
 * @returns {[Field, Field][]}
 */
export function overlaps(fields) {
    /** @type {Map<string, Field[]>} */
    const pages = new Map();
    for (const field of fields) {
        const page = `${field.documentId} ${field.page}`;
        pages.set(page, [...pages.get(page) ?? [], field]);
    }
    /** @type {[Field, Field][]} */
    const found = [];
    for (const page of pages.values()) {
        const sorted = page.sort((one, other) => one.frame.y - other.frame.y);
        sorted.forEach((one, index) => {
            for (const other of sorted.slice(index + 1)) {
                if (other.frame.y >= one.frame.y + one.frame.height) {
                    break;
                }
                if (other.frame.x < one.frame.x + one.frame.width && one.frame.x < other.frame.x + other.frame.width) {
                    found.push([one, other]);
                }
            }
        });
    }
    return found;
}

/** @typedef {"left"|"center"|"right"|"top"|"middle"|"bottom"|"size"} Alignment */

/**
 * Boxes in one line with the first of them, or as large as it.
 * @param {Box} first
 * @param {Box} box
 * @param {Alignment} way
 * @returns {Box}
 */
export function aligned(first, box, way) {
    switch (way) {
    case "left": return { ...box, x: first.x };
    case "center": return { ...box, x: first.x + (first.width - box.width) / 2 };
    case "right": return { ...box, x: first.x + first.width - box.width };
    case "top": return { ...box, y: first.y };
    case "middle": return { ...box, y: first.y + (first.height - box.height) / 2 };
    case "bottom": return { ...box, y: first.y + first.height - box.height };
    default: return { ...box, width: first.width, height: first.height };
    }
}

/** @param {number} points */
function rounded(points) {
    return Math.round(points * 1000) / 1000;
}

/**
 * @template {object} Value
 * @param {Value} value
 * @param {Partial<Value>} changes
 * @returns {Value}
 */
function changed(value, changes) {
    const made = { ...value, ...changes };
    for (const [name, member] of Object.entries(made)) {
        if (member === undefined) {
            delete (/** @type {any} */ (made)[name]);
        }
    }
    return made;
}

"""#),
("fieldkeys.js", "text/javascript; charset=utf-8", "87f5710f1eb613c19ac6fca912799fc0f52fe769b6b034208513d84be0d8ff02", #"""
// What keys do with the chosen fields.

import { newKey } from "./requests.js";
import { addFields, changeFields, copies, onPage, removeFields } from "./edits.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fieldlayer.js").FieldLayer} FieldLayer */
/** @typedef {import("./types.js").Field} Field */

const step = 1; // point
const largeStep = 10;

/** @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Acts on the chosen fields, by keys and by the buttons of the panel. */
export class FieldActs {
    #composer;
    #view;
    #layer;
    /** @type {Field[]} */
    #copied = [];

    /**
     * @param {Composer} composer
     * @param {DocumentView} view
     * @param {FieldLayer} layer
     */
    constructor(composer, view, layer) {
        this.#composer = composer;
        this.#view = view;
        this.#layer = layer;
        view.area.addEventListener("keydown", (event) => {
            if (layer.idOf(/** @type {Element} */ (event.target)) !== null && this.#onKey(event)) {
                event.preventDefault();
                event.stopPropagation();
            }
        });
    }

    /**
     * @param {KeyboardEvent} event
     * @returns {boolean} whether it does something
     */
    #onKey(event) {
        const isCommand = event.ctrlKey || event.metaKey;
        const way = ways[event.key];
        if (way !== undefined && !isCommand) {
            const by = event.shiftKey ? largeStep : step;
            this.#shift(way[0] * by, way[1] * by, event.altKey);
            return true;
        }
        switch (isCommand ? event.key.toLowerCase() : event.key) {
        case "Delete": case "Backspace": this.remove(); return !isCommand;
        case "d": if (isCommand) { this.duplicate(); } return isCommand;
        case "c": if (isCommand) { this.#copied = this.#layer.chosenFields; } return isCommand;
        case "a": if (isCommand) { this.#chooseAll(); } return isCommand;
        case "v": if (isCommand) { this.#paste(); } return isCommand;
        case "Enter": case " ": this.#composer.openProperties(); return true;
        case "Escape": this.#layer.choose([]); this.#composer.focusPalette(); return true;
        default: return false;
        }
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {boolean} isSizing
     */
    #shift(x, y, isSizing) {
        const ids = this.#layer.chosen;
        this.#composer.draft.edit((content) => changeFields(content, ids, (field) => {
            const size = this.#sizeOf(field);
            const { frame } = field;
            const wished = isSizing
                ? { ...frame, width: Math.max(8, frame.width + x), height: Math.max(8, frame.height + y) }
                : { ...frame, x: frame.x + x, y: frame.y + y };
            return { frame: size === undefined ? wished : onPage(wished, size) };
        }), { key: `${isSizing ? "size" : "move"} ${[...ids].join(" ")}` });
        const [first] = this.#layer.chosenFields;
        if (first !== undefined) {
            this.#layer.focus(first.id);
            this.#composer.announcer.say(isSizing
                ? text("field.sized", { width: Math.round(first.frame.width), height: Math.round(first.frame.height) })
                : text("field.moved", { left: Math.round(first.frame.x), top: Math.round(first.frame.y) }));
        }
    }

    /** Chooses every field of the page. */
    #chooseAll() {
        const [first] = this.#layer.chosenFields;
        this.#layer.choose(this.#composer.draft.content.tabs
            .filter((field) => field.documentId === first?.documentId && field.page === first.page)
            .map((field) => field.id));
    }

    /** @param {{documentId: string, page: number}} place */
    #sizeOf({ documentId, page }) {
        return this.#view.page(documentId, page)?.size;
    }

    remove() {
        const fields = this.#layer.chosenFields;
        const ids = new Set(fields.map((field) => field.id));
        const order = this.#composer.draft.content.tabs;
        const next = order.slice(order.findIndex((one) => ids.has(one.id))).find((one) => !ids.has(one.id))
            ?? order.filter((one) => !ids.has(one.id)).pop();
        this.#composer.draft.edit((content) => removeFields(content, ids));
        this.#composer.announcer.say(text("field.removed", { count: fields.length }));
        if (next === undefined) {
            this.#composer.focusPalette();
        } else {
            this.#layer.focus(next.id);
        }
    }

    duplicate() { this.#add(copies(this.#layer.chosenFields, newKey, (field) => this.#sizeOf(field))); }

    #paste() {
        const [target] = this.#layer.chosenFields;
        const place = target && { documentId: target.documentId, page: target.page };
        const isThere = this.#copied.every((field) => field.documentId === place?.documentId && field.page === place.page);
        this.#add(copies(this.#copied, newKey, (field) => this.#sizeOf(field), isThere ? undefined : place));
    }

    /** Puts copies at the same place of every other page of the document. */
    toEveryPage() {
        const fields = this.#layer.chosenFields;
        this.#add(fields.flatMap((field) => this.#view.pages
            .filter((page) => page.file.id === field.documentId && page.number !== field.page)
            .flatMap((page) => copies([field], newKey, (copy) => this.#sizeOf(copy),
                { documentId: field.documentId, page: page.number }))), fields);
    }

    /**
     * @param {Field[]} fields
     * @param {Field[]} [chosen] what is chosen then
     */
    #add(fields, chosen = fields) {
        if (fields.length === 0) {
            return;
        }
        this.#composer.draft.edit((content) => addFields(content, fields));
        this.#layer.choose(chosen.map((field) => field.id));
        this.#layer.focus(chosen[0].id);
        this.#composer.announcer.say(text("field.copied", { count: fields.length }));
    }
}

"""#),
("fieldlayer.js", "text/javascript; charset=utf-8", "e44b0ad62f647d347d9cfc1e6802ce4c5f23f797c9bdb9757e56479f48c8cc73", #"""
// The fields on their pages: each is an element that can have the focus, with a name that says what, whose and where.

import { drawing, element, icon, setAttribute } from "./dom.js";
import { kinds } from "./kinds.js";
import { hueClass, initials, nameOf } from "./people.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Field} Field */

/** @typedef {{field: Field, element: HTMLElement, page: Page, isDrawn: boolean}} Shown */

export class FieldLayer {
    /** @type {Map<string, Shown>} */
    shown = new Map();
    /** The ids of the chosen fields, the first one first. */
    chosen = /** @type {Set<string>} */ (new Set());
    /** @type {import("./types.js").Person[]} as the fields were drawn last */
    #people = [];
    #composer;
    #view;
    #onChoice;

    /**
     * @param {Composer} composer
     * @param {DocumentView} view
     * @param {() => void} onChoice called when other fields are chosen
     */
    constructor(composer, view, onChoice) {
        this.#composer = composer;
        this.#view = view;
        this.#onChoice = onChoice;
        for (const page of view.pages) {
            page.sheet.style.setProperty("--pt", `${100 / page.size.width}cqw`);
        }
        view.area.addEventListener("focusin", (event) => {
            const id = this.idOf(/** @type {Element} */ (event.target));
            if (id !== null && !this.chosen.has(id)) {
                this.choose([id]);
            }
        });
    }

    /** Makes what is shown the draft's. */
    show() {
        const { content } = this.#composer.draft;
        const fields = new Map(content.tabs.map((field) => [field.id, field]));
        const arePeopleSame = this.#people === content.recipients;
        this.#people = content.recipients;
        for (const [id, { element: old }] of this.shown) {
            if (!fields.has(id)) {
                old.remove();
                this.shown.delete(id);
            }
        }
        for (const field of content.tabs) {
            const page = this.#view.page(field.documentId, field.page);
            const known = this.shown.get(field.id);
            if (page === undefined) {
                known?.element.remove();
                this.shown.delete(field.id);
                continue;
            }
            const own = known ?? { field, page, element: this.#made(field), isDrawn: false };
            if (known === undefined || known.page !== page) {
                own.page = page;
                this.#insert(own);
            }
            this.shown.set(field.id, own);
            // An edit makes a new field, so the same one looks as before.
            if (own.field !== field || !own.isDrawn || !arePeopleSame) {
                own.field = field;
                this.#draw(own);
            }
        }
        const left = [...this.chosen].filter((id) => fields.has(id));
        if (left.length !== this.chosen.size) {
            this.choose(left);
        }
    }

    /**
     * Puts an element where a reader meets it: before the first that lies further down, or beside it to the right.
     * @param {Shown} own
     */
    #insert({ element: made, field, page }) {
        const later = [...page.layer.querySelectorAll(".placed")].find((other) => {
            const frame = this.shown.get(this.idOf(other) ?? "")?.field.frame;
            return other !== made && frame !== undefined
                && (frame.y > field.frame.y || frame.y === field.frame.y && frame.x > field.frame.x);
        });
        if (later === undefined) {
            page.layer.append(made);
        } else {
            later.before(made);
        }
    }

    /** @param {Field} field */
    #made(field) {
        const made = element("div", {
            role: "button", tabindex: "0", "aria-pressed": "false", "aria-describedby": "field-keys",
        });
        made.dataset.field = field.id;
        return made;
    }

    /** @param {Shown} shown */
    #draw(shown) {
        const { field, element: own, page } = shown;
        shown.isDrawn = true;
        const { content } = this.#composer.draft;
        const person = content.recipients.find((one) => one.id === field.recipientId);
        const isChosen = this.chosen.has(field.id);
        own.className = `field placed ${person === undefined ? "hue-none" : hueClass(content, person.id)}`;
        own.classList.toggle("is-chosen", isChosen);
        own.classList.toggle("is-small", field.frame.width < 40);
        own.classList.toggle("is-optional", !field.required);
        own.classList.toggle("is-fixed", this.#isFixed(field));
        setAttribute(own, "aria-disabled", this.#isFixed(field) && "true");
        setAttribute(own, "aria-pressed", String(isChosen));
        own.setAttribute("aria-label", text("field.name", {
            kind: field.label, person: nameOf(person), page: page.number,
            left: Math.round(field.frame.x), top: Math.round(field.frame.y),
        }));
        this.place(own, field.frame);
        own.replaceChildren(
            icon(kinds[field.kind].icon),
            element("span", { class: "field-label", "aria-hidden": "true" }, field.label),
            element("span", { class: "field-initials", "aria-hidden": "true" }, initials(person)),
            ...isChosen ? [element("span", { class: "handle", "aria-hidden": "true" })] : []);
    }

    /**
     * Puts an element where a box is, before the draft has it.
     * @param {HTMLElement} own
     * @param {Box} box
     */
    place(own, { x, y, width, height }) {
        own.style.setProperty("--x", String(x));
        own.style.setProperty("--y", String(y));
        own.style.setProperty("--w", String(width));
        own.style.setProperty("--h", String(height));
    }

    /**
     * @param {Element|null} target
     * @returns {string|null}
     */
    idOf(target) {
        return /** @type {HTMLElement|null} */ (target?.closest(".placed") ?? null)?.dataset.field ?? null;
    }

    /** @returns {Field[]} */
    get chosenFields() {
        return [...this.chosen].flatMap((id) => this.#composer.draft.content.tabs.find((field) => field.id === id) ?? []);
    }

    /** @param {Field} field */
    #isFixed(field) { return this.#composer.draft.isFixed(field); }

    /**
     * Chooses fields, but none that stays as it is.
     * @param {Iterable<string>} ids
     */
    choose(ids) {
        const before = this.chosen;
        const fixed = new Set(this.#composer.draft.content.tabs.filter((field) => this.#isFixed(field)).map((field) => field.id));
        this.chosen = new Set([...ids].filter((id) => !fixed.has(id)));
        for (const id of new Set([...before, ...this.chosen])) {
            const shown = this.shown.get(id);
            if (shown !== undefined) {
                this.#draw(shown);
            }
        }
        this.#onChoice();
    }

    /** @param {string} id */
    focus(id) {
        const own = this.shown.get(id)?.element;
        own?.focus({ preventScroll: true });
        own?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    /**
     * The page at a place of the window, and the place on it in points.
     * @param {number} clientX
     * @param {number} clientY
     * @returns {{page: Page, x: number, y: number}|null}
     */
    at(clientX, clientY) {
        for (const page of this.#view.pages) {
            const box = page.sheet.getBoundingClientRect();
            if (clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom) {
                const scale = page.size.width / box.width;
                return { page, x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
            }
        }
        return null;
    }

    /** @param {Page} page */
    boxesOn(page) {
        return [...this.shown.values()].filter((shown) => shown.page === page && !this.chosen.has(shown.field.id))
            .map((shown) => shown.field.frame);
    }

    /**
     * Shows what a box has been put in line with.
     * @param {Page|null} page
     * @param {import("./snapping.js").GuideLine[]} lines
     * @param {Box} [box] whose distance from the left and the top is shown
     */
    showLines(page, lines, box) {
        this.#view.area.querySelectorAll(".guide, .distance").forEach((old) => old.remove());
        if (box !== undefined && page !== null) {
            const distance = element("div", { class: "distance", "aria-hidden": "true" },
                `${Math.round(box.x)}, ${Math.round(box.y)}`);
            this.place(distance, box);
            page.layer.append(distance);
        }
        for (const line of lines) {
            const guide = drawing("svg", { class: "guide", "aria-hidden": "true" });
            guide.classList.toggle("is-across", line.across);
            guide.style.setProperty("--at", String(line.at));
            page?.layer.append(guide);
        }
    }
}

"""#),
("fields.css", "text/css; charset=utf-8", "9b7c54a7acb180d3ee7403119864d939323e9b28970b3d5580d39c2c220b1a8a", #"""
/* Fields on the paper, exactly where they will be: --pt is a point, in the measure of the sheet. */

.placed {
    display: flex;
    gap: 0.3em;
    align-items: center;
    justify-content: center;
    position: absolute;
    z-index: 1;
    inset-block-start: calc(var(--pt) * var(--y));
    inset-inline-start: calc(var(--pt) * var(--x));
    inline-size: calc(var(--pt) * var(--w));
    block-size: calc(var(--pt) * var(--h));
    padding-inline: 2px;
    border: 1.5px solid var(--hue);
    border-radius: 2px;
    background:
        repeating-linear-gradient(var(--pattern), transparent 0 5px, color-mix(in srgb, var(--hue) 16%, transparent) 5px 6px),
        color-mix(in srgb, var(--hue) 9%, rgb(255 255 255 / 85%));
    color: #1b2326;
    font-size: clamp(9px, calc(var(--pt) * min(var(--h) * 0.5, 12)), 18px);
    font-weight: 600;
    line-height: 1;
    cursor: move;
    touch-action: none;
    user-select: none;
}

/* Something to hit, also where the field is small. */
.placed::after {
    content: "";
    position: absolute;
    inset: min(0px, (100% - 24px) / 2);
}

.placed.is-optional {
    border-style: dashed;
}

.placed .icon {
    inline-size: 1.15em;
    block-size: 1.15em;
    color: var(--hue);
}

.field-label {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
}

.field-initials {
    flex: none;
    padding: 0.15em 0.35em;
    border-radius: 2px;
    background: var(--hue);
    color: #ffffff;
    font-size: 0.75em;
}

.placed.is-small {
    padding: 0;
}

.placed.is-small > .field-label, .placed.is-small > .field-initials {
    display: none;
}

.placed:focus, .placed.is-chosen {
    z-index: 3;
}

.placed.is-chosen {
    box-shadow: 0 0 0 2px #ffffff, 0 0 0 4px var(--hue);
}

.placed:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 4px;
}

.handle {
    position: absolute;
    z-index: 1;
    inset-block-end: -12px;
    inset-inline-end: -12px;
    inline-size: 24px;
    block-size: 24px;
    border: 6px solid transparent;
    border-radius: 50%;
    background: var(--hue) padding-box;
    cursor: nwse-resize;
    touch-action: none;
}

.documents.is-armed, .documents.is-armed .sheet, .documents.is-armed .run {
    cursor: crosshair;
}

.is-armed .run, .is-moving .run {
    user-select: none;
}

.guide {
    position: absolute;
    z-index: 2;
    inset-block: 0;
    inset-inline-start: calc(var(--pt) * var(--at));
    inline-size: 1px;
    block-size: 100%;
    background: #d6006c;
    pointer-events: none;
}

.guide.is-across {
    inset-block: calc(var(--pt) * var(--at)) auto;
    inset-inline: 0;
    inline-size: 100%;
    block-size: 1px;
}

/* The frame that chooses, and how far from the left and the top a dragged field lies. */
.choosing, .distance {
    position: absolute;
    z-index: 3;
    inset-block-start: calc(var(--pt) * var(--y));
    inset-inline-start: calc(var(--pt) * var(--x));
    pointer-events: none;
}

.choosing {
    inline-size: calc(var(--pt) * var(--w));
    block-size: calc(var(--pt) * var(--h));
    border: 1px solid #0a66d6;
    background: rgb(10 102 214 / 12%);
}

.distance {
    margin-block-start: -1.9em;
    padding: 0.1em 0.5em;
    border-radius: 4px;
    background: #1d2330;
    color: #fff;
    font-size: 0.75rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
}

.is-framing .run {
    user-select: none;
}

.placed.is-fixed {
    border-style: dotted;
    cursor: not-allowed;
    filter: grayscale(1);
}

@media (forced-colors: active) {
    .placed, .guide, .choosing {
        forced-color-adjust: none;
    }
}

/* Where a field is meant: only an outline, until it is accepted. */
button.suggested {
    position: absolute;
    z-index: 1;
    inset-block-start: calc(var(--pt) * var(--y));
    inset-inline-start: calc(var(--pt) * var(--x));
    inline-size: calc(var(--pt) * var(--w));
    block-size: calc(var(--pt) * var(--h));
    min-inline-size: 0;
    min-block-size: 0;
    padding: 0 2px;
    border: 2px dashed #0a66d6;
    border-radius: 2px;
    background: rgb(10 102 214 / 8%);
    color: #063c80;
    font-size: clamp(9px, calc(var(--pt) * min(var(--h) * 0.5, 12)), 18px);
}

button.suggested::after {
    content: "";
    position: absolute;
    inset: min(0px, (100% - 24px) / 2);
}

button.suggested:hover {
    border-color: #0a66d6;
    background: rgb(10 102 214 / 18%);
}

"""#),
("fieldsstep.js", "text/javascript; charset=utf-8", "9e245fbef1f4aa6dbb3a5856f3b533f43f1cb244dd2af4be1f71e686fc73b0dc", #"""
// The step at which fields are placed: the palette, the documents with their fields, and the properties.

import { DocumentView } from "./documentview.js";
import { dragFields } from "./dragging.js";
import { pageSource } from "./draftapi.js";
import { element } from "./dom.js";
import { addFields, onPage } from "./edits.js";
import { FieldActs } from "./fieldkeys.js";
import { FieldLayer } from "./fieldlayer.js";
import { chooseByFrame } from "./framing.js";
import { newField } from "./kinds.js";
import { nameOf } from "./people.js";
import { pageNumber, seenPage } from "./pagenumber.js";
import { palette } from "./palette.js";
import { properties } from "./properties.js";
import { newKey } from "./requests.js";
import { suggesting } from "./suggesting.js";
import { text } from "./text.js";
import { zoomButtons } from "./zoombuttons.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").FieldKind} FieldKind */

/**
 * @typedef {object} FieldsStep
 * @property {HTMLElement} element
 * @property {() => void} show
 * @property {() => void} check
 * @property {() => void} begin called once it is in the window
 * @property {(id: string) => void} choose leads to a field
 * @property {() => void} focusPalette
 * @property {() => void} openProperties
 * @property {(isArmed: boolean) => void} onArmed
 */

/**
 * @param {Composer} composer
 * @returns {FieldsStep}
 */
export function fieldsStep(composer) {
    const { draft, announcer } = composer;
    const view = new DocumentView(draft.documents, { source: pageSource, announcer, takesFocus: true });
    const layer = new FieldLayer(composer, view, () => panel.show());
    const acts = new FieldActs(composer, view, layer);
    const panel = properties(composer, view, layer, acts);
    const chooser = palette(composer, { drop, put });
    dragFields(composer, view, layer);
    chooseByFrame(view, layer);
    chooser.element.append(suggesting(composer, view, acceptAll));
    const root = element("div", { class: "step tagging" },
        element("h1", { class: "unseen", tabindex: "-1" }, text("step.fields")),
        element("p", { class: "unseen", id: "field-keys" }, text("field.keys")),
        chooser.element,
        view.area,
        panel.element,
        element("div", { class: "view-tools" }, pageNumber(view, announcer), zoomButtons(view.zoom)));
    view.area.append(...draft.documents.length === 0 ? [element("p", { class: "nothing" }, text("documents.none"))] : []);
    view.area.addEventListener("click", (event) => {
        const kind = chooser.armed();
        const target = /** @type {Element} */ (event.target);
        if (target.closest("button, a, .placed") !== null) {
            return;
        }
        if (kind !== null) {
            drop(kind, event.clientX, event.clientY, event.shiftKey);
        } else if (getSelection()?.isCollapsed !== false) {
            layer.choose([]);
        }
    });
    root.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && chooser.armed() !== null) {
            chooser.arm(null);
        }
    });

    /**
     * @param {FieldKind} kind
     * @param {number} clientX
     * @param {number} clientY
     * @param {boolean} [isMore] whether another one follows
     */
    function drop(kind, clientX, clientY, isMore = false) {
        const there = layer.at(clientX, clientY);
        if (there !== null) {
            add(kind, there.page, there.x, there.y);
            if (!isMore) {
                chooser.arm(null);
            }
        }
    }

    /**
     * Into the middle of what is seen of the page that is read, below what lies there.
     * @param {FieldKind} kind
     */
    function put(kind) {
        const page = view.pages[seenPage(view.pages, view.area)];
        if (page === undefined) {
            announcer.warn(text("documents.none"), "placing");
            return;
        }
        const [sheet, window] = [page.sheet.getBoundingClientRect(), view.area.getBoundingClientRect()];
        const scale = page.size.height / sheet.height;
        const top = Math.max(sheet.top, window.top);
        const bottom = Math.min(sheet.bottom, window.bottom);
        const x = page.size.width / 2;
        let y = ((top + bottom) / 2 - sheet.top) * scale;
        const boxes = layer.boxesOn(page);
        for (const chosen of layer.chosenFields) {
            boxes.push(chosen.frame);
        }
        while (boxes.some((box) => Math.abs(box.x + box.width / 2 - x) < 4 && Math.abs(box.y + box.height / 2 - y) < 4)) {
            y += 24;
        }
        add(kind, page, x, y);
        chooser.arm(null);
    }

    /**
     * @param {FieldKind} kind
     * @param {Page} page
     * @param {number} x
     * @param {number} y
     */
    function add(kind, page, x, y) {
        const recipientId = chooser.person();
        if (recipientId === undefined) {
            announcer.warn(text("palette.nobody"), "placing", {
                label: text("step.prepare"), act: () => composer.go("prepare"),
            });
            return;
        }
        announcer.withdraw("placing");
        const made = newField({ id: newKey(), kind, documentId: page.file.id, page: page.number, recipientId, x, y },
            text(`kind.${kind}`), draft.content.tabs);
        const field = { ...made, frame: onPage(made.frame, page.size) };
        if (draft.isFixed(field)) {
            announcer.warn(composer.fixedNote, "placing");
            return;
        }
        draft.edit((content) => addFields(content, [field]));
        layer.choose([field.id]);
        layer.focus(field.id);
        announcer.say(text("field.added", {
            kind: field.label, person: nameOf(draft.content.recipients.find((one) => one.id === recipientId)), page: page.number,
        }));
    }

    /** @param {(import("./suggestions.js").Suggestion & {page: Page})[]} places */
    function acceptAll(places) {
        const recipientId = chooser.person();
        if (recipientId === undefined) {
            announcer.warn(text("palette.nobody"), "placing");
            return false;
        }
        const fields = places.map(({ kind, box, page, form }) => ({
            ...newField({
                id: newKey(), kind, documentId: page.file.id, page: page.number, recipientId, x: 0, y: 0,
            }, text(`kind.${kind}`), draft.content.tabs), ...form, label: form?.label || text(`kind.${kind}`), kind,
            page: page.number, frame: box,
        })).filter((field) => !draft.isFixed(field));
        if (fields.length === 0) {
            announcer.warn(composer.fixedNote, "placing");
            return false;
        }
        draft.edit((content) => addFields(content, fields));
        layer.choose(fields.map((field) => field.id));
        layer.focus(fields[0].id);
        return true;
    }

    return {
        element: root,
        show() {
            layer.show();
            chooser.show();
            panel.show();
        },
        check: () => panel.check(),
        begin: () => view.begin(),
        choose(id) {
            layer.choose([id]);
            layer.focus(id);
            panel.focus();
        },
        focusPalette: () => chooser.focus(),
        openProperties: () => panel.focus(),
        onArmed: (isArmed) => view.area.classList.toggle("is-armed", isArmed),
    };
}

"""#),
("fixed.js", "text/javascript; charset=utf-8", "f30e491925ec106bf7d79b513df67f11677e764cdfcc90d46f8a72dba6bf1a2a", #"""
// What an edit of a sent envelope must leave as it is. The host checks it too; here it is put back before it is seen.

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Fixed} Fixed */
/** @typedef {import("./types.js").Field} Field */

/**
 * Whether a field stays as it is.
 * @param {Fixed|null} fixed
 * @param {{documentId: string, recipientId: string}} field
 */
export function isFixed(fixed, { documentId, recipientId }) {
    return fixed !== null && (fixed.fieldsOf.includes(documentId) || fixed.finished.includes(recipientId));
}

/**
 * The content after an edit, with everything fixed as it was before; the same content where the edit kept to the rules.
 * @param {Content} before
 * @param {Content} after
 * @param {Fixed|null} fixed
 * @returns {Content}
 */
export function keepingFixed(before, after, fixed) {
    if (fixed === null || before === after) {
        return after;
    }
    const documents = fixed.closesDocuments ? before.documents : withThese(fixed.documents, before.documents, after.documents);
    const recipients = kept(before.recipients, after.recipients, (person) => fixed.finished.includes(person.id));
    const people = new Set(recipients.map((person) => person.id));
    const files = new Set(documents.map((file) => file.id));
    const tabs = kept(before.tabs, after.tabs, (tab) => isFixed(fixed, tab))
        .filter((tab) => people.has(tab.recipientId) && files.has(tab.documentId));
    const same = documents === after.documents && isSame(recipients, after.recipients) && isSame(tabs, after.tabs);
    return same ? after : { ...after, documents, recipients, tabs };
}

/**
 * The content after an edit, with the parts that an app keeps as they were before; the same content where the edit left
 * them alone.
 * @param {Content} before
 * @param {Content} after
 * @param {import("./types.js").Part[]} locked
 * @returns {Content}
 */
export function keepingLocked(before, after, locked) {
    const changed = locked.flatMap((part) => membersOf[part]).filter((member) => before[member] !== after[member]);
    return changed.length === 0 ? after
        : { ...after, ...Object.fromEntries(changed.map((member) => [member, before[member]])) };
}

/** @type {Record<import("./types.js").Part, (keyof Content)[]>} */
const membersOf = {
    documents: ["documents"], recipients: ["recipients"], fields: ["tabs"],
    message: ["emailSubject", "emailBlurb", "notification"],
};

/**
 * The documents after an edit, with those that stay, which may have got other names and another order.
 * @param {string[]} staying
 * @param {Content["documents"]} before
 * @param {Content["documents"]} after
 */
function withThese(staying, before, after) {
    const own = new Set(after.map((file) => file.id));
    const lost = before.filter((file) => staying.includes(file.id) && !own.has(file.id));
    return lost.length === 0 ? after : [...lost, ...after];
}

/**
 * @template {{id: string}} Value
 * @param {Value[]} before
 * @param {Value[]} after
 * @param {(value: Value) => boolean} stays
 * @returns {Value[]}
 */
function kept(before, after, stays) {
    const held = new Map(before.filter(stays).map((value) => [value.id, value]));
    const own = new Set(after.map((value) => value.id));
    const lost = [...held.values()].filter((value) => !own.has(value.id));
    return [...lost, ...after.flatMap((value) => {
        const old = held.get(value.id);
        // A new one that would be fixed at once cannot be added.
        return old !== undefined ? [old] : stays(value) ? [] : [value];
    })];
}

/**
 * @param {unknown[]} one
 * @param {unknown[]} other
 */
function isSame(one, other) {
    return one.length === other.length && one.every((value, index) => value === other[index]);
}

"""#),
("framing.js", "text/javascript; charset=utf-8", "7a9515a2e1d314aad393eeed852e875672c294b0adb5ae53d2457454819e385e", #"""
// A frame that is drawn with a mouse or a pen chooses the fields that it touches. It begins on blank paper, or with Shift
// anywhere, since text can be selected.

import { element } from "./dom.js";
import { touches } from "./suggestions.js";

/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fieldlayer.js").FieldLayer} FieldLayer */

const threshold = 4; // pixels until a press is a frame

/**
 * @param {DocumentView} view
 * @param {FieldLayer} layer
 */
export function chooseByFrame(view, layer) {
    const { area } = view;
    area.addEventListener("pointerdown", (event) => {
        const target = /** @type {Element} */ (event.target);
        const isTaken = target.closest(event.shiftKey ? "button, a, .placed" : "button, a, .placed, .run") !== null;
        if (event.button === 0 && event.pointerType !== "touch" && !isTaken && !area.classList.contains("is-armed")) {
            follow(event);
        }
    });

    /** @param {PointerEvent} start */
    function follow(start) {
        const from = layer.at(start.clientX, start.clientY);
        if (from === null) {
            return;
        }
        const { page } = from;
        const before = start.shiftKey ? [...layer.chosen] : [];
        const frame = element("div", { class: "choosing", "aria-hidden": "true" });
        let isDrawn = false;
        area.classList.add("is-framing");

        /** @param {PointerEvent} event */
        const move = (event) => {
            isDrawn ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > threshold;
            if (!isDrawn) {
                return;
            }
            const sheet = page.sheet.getBoundingClientRect();
            const scale = page.size.width / sheet.width;
            const to = { x: (event.clientX - sheet.left) * scale, y: (event.clientY - sheet.top) * scale };
            const box = {
                x: Math.min(from.x, to.x), y: Math.min(from.y, to.y),
                width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y),
            };
            layer.place(frame, box);
            page.layer.append(frame);
            const found = [...layer.shown.values()].filter((one) => one.page === page && touches(one.field.frame, box));
            layer.choose([...new Set([...before, ...found.map((one) => one.field.id)])]);
        };
        const end = () => {
            removeEventListener("pointermove", move);
            removeEventListener("pointerup", end);
            removeEventListener("pointercancel", end);
            area.classList.remove("is-framing");
            frame.remove();
            if (!isDrawn) {
                return;
            }
            // The click that follows would choose nothing.
            const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
            area.addEventListener("click", swallow, { capture: true });
            setTimeout(() => area.removeEventListener("click", swallow, { capture: true }));
            const [first] = layer.chosen;
            if (first !== undefined) {
                layer.focus(first);
            }
        };
        addEventListener("pointermove", move);
        addEventListener("pointerup", end);
        addEventListener("pointercancel", end);
    }
}

"""#),
("history.js", "text/javascript; charset=utf-8", "0a3299612a6b32297b6f4ddc15094b8d281df4875ef09a68caf56cf3c2f2b953", #"""
// What was edited, as values: each edit keeps the content before it, so undoing leads back exactly.

/** @typedef {import("./types.js").Content} Content */

/**
 * @typedef {object} History
 * @property {Content[]} past oldest first
 * @property {Content} present
 * @property {Content[]} future the next first
 * @property {{key: string, at: number}|null} latest what the last edit was about, and when
 */

const most = 200; // edits that can be undone
const together = 1000; // milliseconds within which edits of one thing are one

/**
 * @param {Content} content
 * @returns {History}
 */
export function begun(content) {
    return { past: [], present: content, future: [], latest: null };
}

/**
 * An edit. Several of one thing in a short time, such as letters typed into one field, are undone together.
 * @param {History} history
 * @param {Content} content
 * @param {string|null} key what the edit is about; null for one that stands alone
 * @param {number} at milliseconds
 * @returns {History}
 */
export function edited(history, content, key, at) {
    if (content === history.present) {
        return history;
    }
    const { latest } = history;
    const goesOn = key !== null && latest !== null && latest.key === key && at - latest.at < together
        && history.past.length > 0;
    return {
        past: goesOn ? history.past : [...history.past, history.present].slice(-most),
        present: content, future: [], latest: key === null ? null : { key, at },
    };
}

/**
 * @param {History} history
 * @returns {History}
 */
export function undone(history) {
    const before = history.past[history.past.length - 1];
    return before === undefined ? history : {
        past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], latest: null,
    };
}

/**
 * @param {History} history
 * @returns {History}
 */
export function redone(history) {
    const [next, ...future] = history.future;
    return next === undefined ? history : { past: [...history.past, history.present], present: next, future, latest: null };
}

/** @type {WeakMap<Content, string>} contents never change, so each is written once */
const texts = new WeakMap();

/**
 * The history as a text for a reload, as far back as there is room.
 * @param {History} history
 * @param {number} room characters
 * @returns {string} empty if there is none for the present
 */
export function written({ past, present, future }, room) {
    let left = room - textOf(present).length;
    /** @param {Content[]} contents */
    const asManyAsFit = (contents) => {
        const fitting = contents.findIndex((content) => (left -= textOf(content).length) < 0);
        return contents.slice(0, fitting < 0 ? undefined : fitting).map(textOf);
    };
    if (left < 0) {
        return "";
    }
    const before = asManyAsFit([...past].reverse()).reverse();
    const after = before.length < past.length ? [] : asManyAsFit(future);
    return `{"past":[${before}],"present":${textOf(present)},"future":[${after}]}`;
}

/** @param {Content} content */
function textOf(content) {
    const known = texts.get(content) ?? JSON.stringify(content);
    texts.set(content, known);
    return known;
}

/**
 * The history from before a reload, if it led to this content.
 * @param {string|null} text
 * @param {Content} content
 * @returns {History}
 */
export function resumed(text, content) {
    try {
        const { past, present, future } = JSON.parse(text ?? "");
        if (Array.isArray(past) && Array.isArray(future) && canonical(present) === canonical(content)) {
            return { past, present: content, future, latest: null };
        }
    } catch {
        // Nothing was written, or something that is no history.
    }
    return begun(content);
}

/**
 * The value as a text that is the same whatever the order of its members.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
    return JSON.stringify(value, (name, member) => member !== null && typeof member === "object" && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => one < other ? -1 : 1))
        : member);
}

"""#),
("index.html", "text/html; charset=utf-8", "764d27326ec8738d0592725eb63e833297fdbba305d762343bf33f8937925397", #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Countersign</title>
<link rel="icon" type="image/svg+xml" href="icon.svg">
<script src="words.js"></script>
<link rel="stylesheet" href="base.css">
<link rel="stylesheet" href="paper.css">
<link rel="stylesheet" href="dialogs.css">
<link rel="stylesheet" href="layout.css">
<link rel="stylesheet" href="prepare.css">
<link rel="stylesheet" href="palette.css">
<link rel="stylesheet" href="fields.css">
<script type="module" src="app.js"></script>
</head>
<body>
<div id="screen" class="screen"></div>
<div id="dialogs"></div>
<div id="announcements" class="unseen" role="status" aria-live="polite"></div>
<noscript><p class="noscript">This page needs JavaScript. Please allow it and load the page again.</p></noscript>
</body>
</html>

"""#),
("kinds.js", "text/javascript; charset=utf-8", "97face24643e5d4aae034296e8686ba22a8a5097cd551fd7e5a735a538c253ea", #"""
// The kinds of fields: how large each is at first, as those of the API without a size are, and its sign.

/** @typedef {import("./types.js").FieldKind} FieldKind */
/** @typedef {import("./types.js").Field} Field */

/** @type {Record<FieldKind, {width: number, height: number, icon: string}>} in points, and path data of 24 by 24 units */
export const kinds = {
    signHere: { width: 120, height: 36, icon: "M3 17c3 0 5-10 8-10s-2 10 1 10 3-5 5-5 0 4 4 4M3 21h18" },
    initialHere: { width: 48, height: 36, icon: "M6 18V6M11 18l4-12 4 12M12.500 14h5" },
    dateSigned: { width: 90, height: 18, icon: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" },
    fullName: { width: 160, height: 18, icon: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6" },
    email: { width: 180, height: 18, icon: "M3 6h18v12H3zM3 7l9 7 9-7" },
    text: { width: 160, height: 18, icon: "M5 7V5h14v2M12 5v14M9 19h6" },
    checkbox: { width: 16, height: 16, icon: "M5 5h14v14H5zM8 12l3 3 5-6" },
    radio: { width: 16, height: 16, icon: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4z" },
    list: { width: 160, height: 18, icon: "M4 6h16v12H4zM14 11l2 2 2-2" },
    signerAttachment: {
        width: 120, height: 24,
        icon: "M20 11.500l-8 8a5 5 0 0 1-7-7l8.500-8.500a3.300 3.300 0 0 1 4.700 4.700l-8.500 8.500a1.700 1.700 0 0 1-2.400-2.400l7.500-7.500",
    },
};

/** In the order of the palette. */
export const kindNames = /** @type {FieldKind[]} */ (Object.keys(kinds));

/**
 * A field as it is at first.
 * @param {object} place
 * @param {string} place.id
 * @param {FieldKind} place.kind
 * @param {string} place.documentId
 * @param {number} place.page
 * @param {string} place.recipientId
 * @param {number} place.x of its middle
 * @param {number} place.y of its middle
 * @param {string} label
 * @param {Field[]} others fields of the draft, whose newest of the same kind it takes after
 * @returns {Field}
 */
export function newField({ id, kind, documentId, page, recipientId, x, y }, label, others) {
    const alike = others.filter((field) => field.kind === kind).pop();
    const { width, height } = alike?.frame ?? kinds[kind];
    /** @type {Field} */
    const field = {
        id, kind, documentId, page, recipientId, label,
        frame: { x: x - width / 2, y: y - height / 2, width, height },
        required: alike?.required ?? (kind !== "checkbox" && kind !== "radio"), locked: false,
    };
    if (kind === "radio") {
        field.choice = nextChoice(others.filter((one) => one.kind === "radio" && one.recipientId === recipientId
            && one.documentId === documentId), label);
    }
    if (kind === "list") {
        field.options = alike?.options ?? [1, 2].map((number) => ({ text: `${label} ${number}`, value: String(number) }));
    }
    return field;
}

/**
 * The next button of the newest group.
 * @param {Field[]} buttons
 * @param {string} label
 */
function nextChoice(buttons, label) {
    const group = buttons[buttons.length - 1]?.choice?.group ?? label;
    const taken = buttons.filter((button) => button.choice?.group === group).map((button) => button.choice?.value);
    let number = taken.length + 1;
    while (taken.includes(String(number))) {
        number += 1;
    }
    return { group, value: String(number) };
}

"""#),
("knownpeople.js", "text/javascript; charset=utf-8", "5c96522198711d5c657d7d086bc87fd43792f5630e7356f1af7499038236f534", #"""
// People to whom the sender has sent before, offered where a name is typed.

import { readPeople } from "./draftapi.js";
import { element } from "./dom.js";

/** @type {Promise<Map<string, string>>|null} names with their addresses, read once */
let known = null;

/**
 * Offers these people, and enters the address of the one whose name was chosen.
 * @param {HTMLInputElement} name
 * @param {HTMLInputElement} email
 */
export function suggestPeople(name, email) {
    name.setAttribute("list", "known-people");
    name.addEventListener("focus", () => { read(); }, { once: true });
    name.addEventListener("input", async () => {
        const address = (await read()).get(name.value);
        if (address !== undefined && email.value === "") {
            email.value = address;
            email.dispatchEvent(new Event("input"));
        }
    });
}

function read() {
    known ??= readPeople().then((people) => {
        document.body.append(element("datalist", { id: "known-people" }, ...people.map((person) =>
            element("option", { value: person.name, label: person.email }))));
        return new Map(people.map((person) => [person.name, person.email]));
    }).catch(() => new Map());
    return known;
}

"""#),
("layout.css", "text/css; charset=utf-8", "22370b7aae5640bb501f4b3edbce32c775f80de3d025cdf18f08604553d78e48", #"""
/* The frame: a bar with the steps, and one step below it that scrolls for itself. */

.composing {
    display: grid;
    grid-template: "bar" auto "notice" auto "main" minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100vh;
    block-size: 100dvh;
}

.bar {
    display: grid;
    grid-area: bar;
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    gap: 0 1.25rem;
    align-items: center;
    min-block-size: 64px;
    padding: 0.5rem 1rem;
    border-block-end: 1px solid var(--line);
    background: var(--surface);
}

.bar-facts p {
    overflow: hidden;
    font-size: 0.8125rem;
    line-height: 1.35;
    text-overflow: ellipsis;
    white-space: nowrap;
}

.bar-facts .bar-title {
    font-size: 1.0625rem;
    font-weight: 700;
}

.bar-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    justify-content: flex-end;
}

.bar-actions .icon-only {
    border-color: transparent;
    background: none;
}

.steps ol {
    display: flex;
    gap: 0.25rem;
    margin: 0;
    padding: 4px;
    border-radius: 12px;
    background: var(--ground);
    list-style: none;
}

.step-button {
    min-block-size: 40px;
    border-color: transparent;
    border-radius: 9px;
    background: none;
    color: var(--quiet);
}

.step-button[aria-current] {
    border-color: var(--edge);
    background: var(--raised);
    color: var(--text);
}

.step-number {
    display: grid;
    flex: none;
    inline-size: 1.5em;
    block-size: 1.5em;
    border: 1.5px solid currentColor;
    border-radius: 50%;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    place-items: center;
}

.step-button[aria-current] .step-number {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
}

.notice-place {
    grid-area: notice;
    padding-inline: 1rem;
    background: var(--surface);
}

.notice {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 0.75rem;
    align-items: center;
    margin-block: 0.6rem;
    padding: 0.3rem 0.3rem 0.3rem 0.9rem;
    border: 1px solid var(--notice-line);
    border-radius: var(--radius);
    background: var(--notice);
    color: var(--notice-text);
}

.notice.is-good {
    border-color: var(--good);
    background: var(--surface);
    color: var(--good);
}

.notice-words {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
    align-items: center;
}

.step {
    grid-area: main;
    min-block-size: 0;
}

/* The colour of a person, with a pattern and letters for whoever does not see it. */
.hue-0 { --hue: #0c5460; --pattern: 0deg; }
.hue-1 { --hue: #7a3fb8; --pattern: 45deg; }
.hue-2 { --hue: #a8431c; --pattern: 90deg; }
.hue-3 { --hue: #1d6b45; --pattern: 135deg; }
.hue-4 { --hue: #a1176f; --pattern: 20deg; }
.hue-5 { --hue: #6d5600; --pattern: 70deg; }
.hue-6 { --hue: #2a4fc4; --pattern: 110deg; }
.hue-7 { --hue: #4a4f57; --pattern: 160deg; }
.hue-none { --hue: #767f7e; --pattern: 0deg; }

.badge {
    display: inline-grid;
    flex: none;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    border: 2px solid var(--hue);
    border-radius: 50%;
    background: var(--hue);
    color: #ffffff;
    font-size: 0.8125rem;
    font-weight: 700;
    letter-spacing: 0.02em;
    place-items: center;
}

.view-tools {
    display: flex;
    gap: 0.5rem;
}

.zoom {
    display: flex;
}

.zoom button {
    padding-inline: 0;
    border-radius: 0;
}

.zoom button + button {
    margin-inline-start: -1px;
}

.zoom button:first-child {
    border-start-start-radius: var(--radius);
    border-end-start-radius: var(--radius);
}

.zoom button:last-child {
    border-start-end-radius: var(--radius);
    border-end-end-radius: var(--radius);
}

.zoom-fit {
    min-inline-size: 3.5rem;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
}

.page-number {
    gap: 0.3em;
    font-variant-numeric: tabular-nums;
}

/* Selects, as tall as other entries. */
select {
    inline-size: 100%;
    min-block-size: var(--target);
    padding: 0.5rem 0.6rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    font: inherit;
}

select.language {
    inline-size: fit-content;
    max-inline-size: 100%;
}

.keys {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.5rem 1.25rem;
    margin: 0;
}

.keys dt {
    font-weight: 600;
}

.keys dd {
    margin: 0;
}

.both {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
    gap: 1rem;
}

.both h3 {
    margin: 0 0 0.35rem;
    font-size: 1rem;
}

.both ul {
    padding-inline-start: 1.2rem;
}

@media (max-width: 63.99rem) {
    .bar {
        grid-template-columns: minmax(0, 1fr) auto;
    }

    .steps {
        grid-row: 2;
        grid-column: 1 / -1;
        margin-block-start: 0.4rem;
    }

    .steps li {
        flex: 1;
    }

    .step-button {
        inline-size: 100%;
    }
}

@media (max-width: 40rem) {
    .bar {
        gap: 0 0.5rem;
        padding: 0.4rem 0.6rem;
    }

    .bar-facts .bar-title {
        font-size: 0.9375rem;
    }

    .bar-actions {
        gap: 0.15rem;
    }

    .bar-actions button:not(.icon-only) {
        padding-inline: 0.7rem;
        font-size: 0.9375rem;
    }

    .bar-actions #next {
        margin-inline-start: 0.25rem;
    }

    .step-button {
        padding-inline: 0.3rem;
        font-size: 0.875rem;
    }

    .step-button:not([aria-current]) .step-name {
        overflow: hidden;
        text-overflow: ellipsis;
    }
}

@media (forced-colors: active) {
    .badge {
        forced-color-adjust: none;
    }

    .step-button[aria-current] {
        border: 3px solid Highlight;
    }
}

"""#),
("palette.css", "text/css; charset=utf-8", "492f7c8bc5ca6e030a1ce7fbb523d3d66f36432d2e621b86aba58b15bdea8a1d", #"""
/* Placing fields: the palette at one side, the documents, and the properties at the other. */

.tagging {
    display: grid;
    grid-template: "palette main side" minmax(0, 1fr) "palette tools side" auto / 15.5rem minmax(0, 1fr) auto;
}

/* Room for the properties from the start, so that the pages do not change their size as a field is chosen. */
@media (min-width: 75rem) {
    .tagging {
        grid-template-columns: 15.5rem minmax(0, 1fr) 19rem;
    }

    .tagging:not(:has(.properties:not([hidden])))::after {
        content: "";
        grid-area: side;
        border-inline-start: 1px solid var(--line);
        background: var(--surface);
    }
}

.palette, .properties {
    display: grid;
    gap: 0.9rem;
    align-content: start;
    padding: 1rem;
    overflow: auto;
    background: var(--surface);
}

.palette {
    grid-area: palette;
    border-inline-end: 1px solid var(--line);
}

.palette-person {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.6rem;
    align-items: end;
}

.palette-person .badge {
    margin-block-end: 4px;
}

.kinds {
    display: grid;
    gap: 0.4rem;
}

.kind {
    justify-content: flex-start;
    gap: 0.7em;
    padding-inline: 0.75rem;
    font-weight: 500;
    text-align: start;
    white-space: normal;
    cursor: grab;
    user-select: none;
}

.kind .icon {
    color: var(--accent);
}

.kind[aria-pressed="true"] {
    border-color: var(--accent);
    background: var(--tint);
    box-shadow: inset 0 0 0 1px var(--accent);
}

.palette-hint {
    font-size: 0.875rem;
    line-height: 1.4;
}

.palette-note .quiet {
    padding-inline: 0;
    white-space: normal;
    text-align: start;
}

.ghost {
    position: fixed;
    z-index: 40;
    inline-size: max-content;
    block-size: auto;
    padding: 0.35rem 0.8rem;
    border: 2px solid var(--hue);
    border-radius: 4px;
    background: #ffffff;
    color: #1b2326;
    font-size: 0.875rem;
    font-weight: 600;
    transform: translate(-50%, -50%);
    pointer-events: none;
}

.tagging .view-tools {
    grid-area: tools;
    justify-content: center;
    padding: 0.5rem;
    border-block-start: 1px solid var(--line);
    background: var(--surface);
}

.properties {
    grid-area: side;
    inline-size: 19rem;
    border-inline-start: 1px solid var(--line);
}

.properties-head {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    justify-content: space-between;
}

.properties-head h2 {
    font-size: 1.0625rem;
}

.properties-head button {
    border-color: transparent;
    background: none;
}

.properties-body {
    display: grid;
    gap: 0.9rem;
}

.properties-tools {
    display: flex;
}

.properties-head .properties-toggle, .properties-head .properties-remove {
    display: none;
}

.numbers {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.5rem;
    min-inline-size: 0;
    border: 0;
}

.numbers legend {
    margin-block-end: 0.35rem;
    font-weight: 600;
}

.arranging {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.4rem;
}

.arranging button {
    padding-inline: 0.5rem;
    font-size: 0.875rem;
    white-space: normal;
}

.properties .card-actions button {
    flex: 1 1 auto;
    padding-inline: 0.7rem;
    font-size: 0.9375rem;
    white-space: normal;
}

.nothing {
    margin: 3rem auto;
    text-align: center;
    color: var(--quiet);
}

@media (max-width: 63.99rem) {
    .tagging {
        grid-template: "main" minmax(0, 1fr) "side" auto "palette" auto / minmax(0, 1fr);
    }

    .tagging .view-tools {
        display: none;
    }

    .palette {
        gap: 0.4rem;
        padding: 0.5rem 0.6rem calc(0.5rem + env(safe-area-inset-bottom));
        border-block-start: 1px solid var(--line);
        border-inline-end: 0;
    }

    .palette-person {
        grid-template-columns: auto minmax(0, 1fr);
    }

    .palette-person label {
        position: absolute;
        clip-path: inset(50%);
    }

    .kinds {
        display: flex;
        gap: 0.4rem;
        padding: 4px;
        margin: -4px;
        overflow-x: auto;
        scrollbar-width: thin;
    }

    .kind {
        flex: none;
        flex-direction: column;
        gap: 0.15rem;
        min-inline-size: 5rem;
        padding: 0.4rem 0.5rem;
        font-size: 0.8125rem;
    }

    .palette-note {
        display: flex;
        gap: 0.75rem;
        align-items: center;
        justify-content: space-between;
    }

    .palette-hint {
        font-size: 0.8125rem;
    }

    .properties {
        inline-size: auto;
        max-block-size: 42dvh;
        border-block-start: 1px solid var(--line);
        border-inline-start: 0;
        box-shadow: var(--shadow);
    }

    .properties:not(.is-open) {
        padding: 0.25rem 0.6rem;
        box-shadow: none;
    }

    .properties:not(.is-open) .properties-body {
        display: none;
    }

    .properties-head .properties-toggle, .properties-head .properties-remove {
        display: inline-flex;
    }

    .properties-head .properties-toggle {
        padding-inline: 0.5rem;
        color: var(--accent);
        text-decoration: underline;
        text-underline-offset: 0.2em;
    }

    .properties-head h2 {
        overflow: hidden;
        font-size: 1rem;
        text-overflow: ellipsis;
        white-space: nowrap;
    }

    .tagging:has(.properties.is-open:not([hidden])) .palette {
        display: none;
    }
}

.suggesting {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.5rem;
    align-items: center;
}

.suggesting .quiet {
    padding-inline: 0;
}

.suggesting p {
    inline-size: 100%;
}

.suggesting p:empty {
    display: none;
}

/* On a small window, one line below the kinds: what to do next, or the search. */
@media (max-width: 63.99rem) {
    .palette:not(.is-armed, .has-nobody) .palette-note, .palette:is(.is-armed, .has-nobody) .suggesting {
        display: none;
    }
}

"""#),
("palette.js", "text/javascript; charset=utf-8", "6bffc4b5962e2301e5d8c22c9043225f2616fc406c5802ce9625ac233a30d6f4", #"""
// The palette: whose field, which kind. A kind is put on a page by a tap there, by dragging it, or by a key.

import { element, icon, setAttribute } from "./dom.js";
import { inTurn, signs } from "./edits.js";
import { kindNames, kinds } from "./kinds.js";
import { hueClass, initials, nameOf } from "./people.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").FieldKind} FieldKind */

const threshold = 6; // pixels until a press on a kind is a drag

/**
 * @typedef {object} PaletteActs
 * @property {(kind: FieldKind, clientX: number, clientY: number) => void} drop puts a field at a place of the window
 * @property {(kind: FieldKind) => void} put puts a field in the middle of what is seen
 */

/**
 * @typedef {object} Palette
 * @property {HTMLElement} element
 * @property {() => void} show
 * @property {() => string|undefined} person whose fields are placed
 * @property {() => FieldKind|null} armed the kind that the next tap places
 * @property {(kind: FieldKind|null) => void} arm
 * @property {() => void} focus
 */

/**
 * @param {Composer} composer
 * @param {PaletteActs} acts
 * @returns {Palette}
 */
export function palette(composer, acts) {
    const { draft } = composer;
    /** @type {FieldKind|null} */
    let armed = null;
    const chip = element("span", { class: "badge", "aria-hidden": "true" });
    const choice = element("select", { id: "palette-person", onchange: show });
    const hint = element("p", { class: "palette-hint quiet-text", id: "palette-hint" }, text("palette.hint"));
    const middle = element("button", {
        type: "button", id: "palette-middle", class: "quiet",
        onclick: () => { if (armed !== null) { acts.put(armed); } },
    }, text("palette.middle"));
    /** @type {Map<FieldKind, HTMLElement>} */
    const buttons = new Map(kindNames.map((kind) => [kind, element("button", {
        type: "button", class: "kind", "aria-pressed": "false", "aria-describedby": "palette-hint", id: `kind-${kind}`,
        onclick: (/** @type {MouseEvent} */ event) => {
            // A key has no place: the field comes to where one looks.
            if (event.detail === 0) {
                acts.put(kind);
            } else {
                arm(armed === kind ? null : kind);
            }
        },
        onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, kind),
    }, icon(kinds[kind].icon), element("span", {}, text(`kind.${kind}`)))]));
    const root = element("section", { class: "palette", "aria-label": text("palette.title") },
        element("div", { class: "palette-person" }, chip,
            element("div", { class: "entry" }, element("label", { for: choice.id }, text("palette.person")), choice)),
        element("div", { class: "kinds" }, ...buttons.values()),
        element("div", { class: "palette-note" }, hint, middle));

    /** Those for whom fields can be placed. */
    function signers() {
        return inTurn(draft.content).filter((person) => signs(person) && draft.fixed?.finished.includes(person.id) !== true);
    }

    function show() {
        const people = signers();
        const wanted = choice.value;
        choice.replaceChildren(...people.map((person) => element("option", { value: person.id }, nameOf(person))));
        choice.value = people.some((person) => person.id === wanted) ? wanted : people[0]?.id ?? "";
        const person = people.find((one) => one.id === choice.value);
        chip.className = `badge ${person === undefined ? "hue-none" : hueClass(draft.content, person.id)}`;
        chip.textContent = initials(person);
        root.classList.toggle("has-nobody", person === undefined);
        root.hidden = draft.locks("fields");
        arm(armed);
    }

    /** @param {FieldKind|null} kind */
    function arm(kind) {
        armed = kind;
        for (const [one, button] of buttons) {
            setAttribute(button, "aria-pressed", String(one === kind));
        }
        middle.hidden = kind === null;
        root.classList.toggle("is-armed", kind !== null);
        hint.textContent = signers().length > 0
            ? kind === null ? text("palette.hint") : text("palette.armed", { kind: text(`kind.${kind}`) })
            : text("palette.nobody");
        composer.onArmed(kind !== null);
    }

    /**
     * @param {PointerEvent} start
     * @param {FieldKind} kind
     */
    function drag(start, kind) {
        // A finger scrolls the palette.
        if (start.pointerType === "touch" || start.button !== 0) {
            return;
        }
        const button = /** @type {HTMLElement} */ (buttons.get(kind));
        /** @type {HTMLElement|null} */
        let ghost = null;
        button.setPointerCapture(start.pointerId);
        /** @param {PointerEvent} event */
        const move = (event) => {
            if (ghost === null && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > threshold) {
                ghost = element("div", { class: `ghost ${chip.className}` }, text(`kind.${kind}`));
                document.body.append(ghost);
            }
            if (ghost !== null) {
                ghost.style.left = `${event.clientX}px`;
                ghost.style.top = `${event.clientY}px`;
            }
        };
        /** @param {PointerEvent} event */
        const end = (event) => {
            button.removeEventListener("pointermove", move);
            if (ghost !== null) {
                ghost.remove();
                // The click that follows a drag chooses nothing.
                const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
                button.addEventListener("click", swallow, { capture: true });
                setTimeout(() => button.removeEventListener("click", swallow, { capture: true }));
                if (event.type === "pointerup") {
                    acts.drop(kind, event.clientX, event.clientY);
                }
            }
        };
        button.addEventListener("pointermove", move);
        button.addEventListener("pointerup", end, { once: true });
        button.addEventListener("pointercancel", end, { once: true });
    }

    return {
        element: root, show, arm, armed: () => armed, person: () => choice.value || undefined,
        focus: () => buttons.get("signHere")?.focus(),
    };
}

"""#),
("people.js", "text/javascript; charset=utf-8", "cdcabc8520fe2e9904afd24704910ba2ba804802b18eb4f67ddae9765a105601", #"""
// How people are told apart: a colour, a pattern and initials, the same wherever their fields are.

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Person} Person */

import { element } from "./dom.js";
import { text } from "./text.js";

const hues = 8;

/**
 * @param {Content} content
 * @param {string} id
 */
export function hueClass(content, id) {
    const index = content.recipients.findIndex((person) => person.id === id);
    return `hue-${Math.max(index, 0) % hues}`;
}

/**
 * @param {Person|undefined} person
 * @returns {string}
 */
export function nameOf(person) {
    return person === undefined ? text("people.unknown") : person.name.trim() || person.email.trim() || text("people.unnamed");
}

/**
 * At most two letters.
 * @param {Person|undefined} person
 */
export function initials(person) {
    const words = (person?.name ?? "").trim().split(/\s+/).filter((word) => word !== "");
    const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
    return letters.map((word) => [...word][0] ?? "").join("").toLocaleUpperCase() || "?";
}

/**
 * @param {Content} content
 * @param {Person} person
 */
export function badge(content, person) {
    return element("span", { class: `badge ${hueClass(content, person.id)}`, "aria-hidden": "true" }, initials(person));
}

"""#),
("peoplelist.js", "text/javascript; charset=utf-8", "7b8fe1a192f2d227f47e2993469a378a49652cd865a885bb0849dc507301dfdf", #"""
// The people of the draft: who signs, who hosts, who gets a copy, in which order, and how each proves who they are.

import { action } from "./documentlist.js";
import { element, icon, icons } from "./dom.js";
import { addPerson, changePerson, inTurn, removePerson } from "./edits.js";
import { suggestPeople } from "./knownpeople.js";
import { badge, nameOf } from "./people.js";
import { labelled, problemAt, showProblem } from "./problems.js";
import { languages, text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").PersonKind} PersonKind */

/** @type {PersonKind[]} */
const personKinds = ["signer", "inPersonSigner", "carbonCopy", "certifiedDelivery"];
// The host's names of the members, and the ends of the controls' ids.
const members = /** @type {const} */ ({
    name: "name", email: "email", host: "host-name", hostName: "host-name", hostEmail: "host-email", note: "note",
    routingOrder: "order", language: "language",
});

/**
 * @param {Composer} composer
 * @returns {{element: HTMLElement, show: () => void, check: () => void}}
 */
export function peopleList(composer) {
    const { draft, announcer } = composer;
    /** @type {Set<string>} whose further settings are open */
    const opened = new Set();
    const list = element("ol", { class: "people" });
    const adding = element("button", {
        type: "button", id: "person-add",
        onclick: () => add({}),
    }, icon(icons.plus), text("people.add"));
    const addingMe = element("button", {
        type: "button", id: "person-me", class: "quiet",
        onclick: () => add({ name: draft.sender.name, email: draft.sender.email }),
    }, text("people.addMe"));
    const card = element("section", { class: "card", "aria-labelledby": "people-title" },
        element("h2", { id: "people-title", tabindex: "-1" }, text("people.title")),
        element("p", { id: "people-problem", class: "problem" }),
        list,
        element("div", { class: "card-actions" }, adding, addingMe));

    /** @param {Partial<Person>} known */
    function add(known) {
        draft.edit((content) => addPerson(content, known));
        const person = draft.content.recipients[draft.content.recipients.length - 1];
        document.getElementById(`person-${person.id}-${known.name === undefined ? "name" : "remove"}`)?.focus();
    }

    function show() {
        composer.keepingFocus(() => list.replaceChildren(...inTurn(draft.content).map(row)));
        adding.hidden = draft.locks("recipients");
        addingMe.hidden = adding.hidden || draft.content.recipients.some((person) => person.email === draft.sender.email);
        check();
    }

    /** @param {Person} person */
    function row(person) {
        const { id } = person;
        if (draft.fixed?.finished.includes(id) === true) {
            return fixedRow(person, icon(icons.check), " ", text("people.finished"));
        }
        if (draft.locks("recipients")) {
            return fixedRow(person, text(`people.kind.${person.kind ?? "signer"}`));
        }
        const kind = person.kind ?? "signer";
        const start = `person-${id}`;
        const name = nameOf(person);
        const sign = badge(draft.content, person);
        /**
         * @param {Partial<Person>} changes
         * @param {string} key
         */
        const type = (changes, key) => {
            draft.edit((content) => changePerson(content, id, changes), { key: `${start}-${key}`, isTyped: true });
            const now = draft.content.recipients.find((one) => one.id === id);
            if (now !== undefined) {
                sign.textContent = badge(draft.content, now).textContent;
            }
        };
        const choice = element("select", {
            onchange: () => draft.edit((content) => changePerson(content, id, ofKind(
                person, /** @type {PersonKind} */ (choice.value)))),
        }, ...personKinds.map((one) => element("option", { value: one, selected: one === kind }, text(`people.kind.${one}`))));
        const nameEntry = entry("text", person.name, "off", (value) => type({ name: value }, "name"));
        const emailEntry = entry("email", person.email, "off", (value) => type({ email: value }, "email"));
        suggestPeople(nameEntry, emailEntry);
        const count = Math.max(draft.content.recipients.length, person.routingOrder);
        const order = element("select", {
            onchange: () => draft.edit((content) => changePerson(content, id, { routingOrder: Number(order.value) })),
        }, ...Array.from({ length: count }, (_, index) => element("option", {
            value: index + 1, selected: person.routingOrder === index + 1,
        }, String(index + 1))));
        return element("li", {}, element("div", { class: "person", role: "group", "aria-label": name },
            sign,
            element("div", { class: "person-entries" },
                labelled(`${start}-name`, text("people.name"), nameEntry),
                labelled(`${start}-email`, text("people.email"), emailEntry),
                labelled(`${start}-kind`, text("people.kind"), choice),
                labelled(`${start}-order`, text("people.order"), order),
                ...kind === "inPersonSigner" ? hostEntries(person, start, type) : [],
                furtherSettings(person, start, type)),
            action("remove", text("people.remove", { name }), `${start}-remove`, false, () => {
                draft.edit((content) => removePerson(content, id));
                announcer.say(text("people.removed", { name }));
                adding.focus();
            })));
    }

    /**
     * Somebody of whom nothing changes.
     * @param {Person} person
     * @param {(string|Node)[]} note
     */
    function fixedRow(person, ...note) {
        return element("li", {}, element("div", { class: "person", role: "group", "aria-label": nameOf(person) },
            badge(draft.content, person),
            element("div", { class: "person-entries" },
                element("p", { id: `person-${person.id}-name`, tabindex: "-1" }, nameOf(person), " ",
                    element("span", { class: "quiet-text", dir: "auto" }, person.email)),
                element("p", { class: "quiet-text" }, ...note))));
    }

    /**
     * @param {Person} person
     * @param {string} start
     * @param {(changes: Partial<Person>, key: string) => void} type
     */
    function hostEntries(person, start, type) {
        const host = () => draft.content.recipients.find((one) => one.id === person.id)?.host ?? { name: "", email: "" };
        return [
            labelled(`${start}-host-name`, text("people.hostName"), entry("text", host().name, "off",
                (name) => type({ host: { ...host(), name } }, "host-name"))),
            labelled(`${start}-host-email`, text("people.hostEmail"), entry("email", host().email, "off",
                (email) => type({ host: { ...host(), email } }, "host-email"))),
        ];
    }

    /**
     * @param {Person} person
     * @param {string} start
     * @param {(changes: Partial<Person>, key: string) => void} type
     */
    function furtherSettings(person, start, type) {
        const code = entry("text", typeof person.code === "string" ? person.code : "", "off",
            (value) => type({ code: value === "" ? undefined : value }, "code"));
        code.maxLength = 50;
        if (person.code === true) {
            code.placeholder = text("people.codeKept");
        }
        const note = element("textarea", { rows: 2, maxlength: 1000, dir: "auto" }, person.note ?? "");
        note.addEventListener("input", () => type({ note: note.value || undefined }, "note"));
        const language = element("select", {
            onchange: () => type({
                emailNotification: { ...person.emailNotification, language: language.value || undefined },
            }, "language"),
        }, element("option", { value: "" }, text("people.languageOpen")),
        ...languages.map(({ tag, name }) => element("option", {
            value: tag, lang: tag, selected: person.emailNotification?.language === tag,
        }, name)));
        const mailCode = element("input", {
            type: "checkbox", id: `${start}-mail-code`, checked: person.mailCode === true,
            onchange: () => type({ mailCode: mailCode.checked || undefined }, "mail-code"),
        });
        const details = element("details", { class: "further", open: opened.has(person.id) },
            element("summary", {}, text("people.further")),
            element("div", { class: "person-entries" },
                labelled(`${start}-code`, text("people.code"), code),
                labelled(`${start}-language`, text("people.language"), language),
                element("div", { class: "tick" }, mailCode,
                    element("label", { for: mailCode.id }, text("people.mailCode"))),
                labelled(`${start}-note`, text("people.note"), note)));
        details.addEventListener("toggle", () => {
            if (details.open) { opened.add(person.id); } else { opened.delete(person.id); }
        });
        return details;
    }

    function check() {
        for (const { id } of draft.content.recipients) {
            for (const end of new Set(Object.values(members))) {
                showProblem(`person-${id}-${end}`, problemAt(draft, composer.isStrict, (place) =>
                    place.part === "recipients" && place.id === id && controlOf(place.member) === end));
            }
        }
        const line = /** @type {HTMLElement} */ (card.querySelector("#people-problem"));
        line.textContent = composer.isStrict
            ? problemAt(draft, true, (place) => place.part === "recipients" && place.id === undefined) : "";
    }

    return { element: card, show, check };
}

/**
 * The end of the id of the control that a member of a person is entered in.
 * @param {string|undefined} member
 */
export function controlOf(member) {
    return /** @type {Record<string, string>} */ (members)[member ?? ""] ?? "name";
}

/**
 * What changes as a person gets another part.
 * @param {Person} person
 * @param {PersonKind} kind
 * @returns {Partial<Person>}
 */
function ofKind(person, kind) {
    return {
        kind: kind === "signer" ? undefined : kind,
        host: kind === "inPersonSigner" ? person.host ?? { name: "", email: "" } : undefined,
    };
}

/**
 * @param {string} type
 * @param {string} value
 * @param {string} autocomplete
 * @param {(value: string) => void} change
 */
function entry(type, value, autocomplete, change) {
    const input = element("input", { type, value, autocomplete, maxlength: 255, dir: "auto", spellcheck: "false" });
    input.addEventListener("input", () => change(input.value));
    return input;
}

"""#),
("prepare.css", "text/css; charset=utf-8", "5803be9c80fe8529c3057b97cd27e83aa19efb472092dc014e466025fee3919d", #"""
/* Documents, people, and the message. */

.prepare {
    display: grid;
    gap: 1.25rem;
    align-content: start;
    padding: clamp(0.75rem, 3vw, 2.25rem) clamp(0.6rem, 3vw, 2rem) 4rem;
    overflow: auto;
}

.card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    inline-size: 100%;
    max-inline-size: 56rem;
    margin-inline: auto;
    padding: clamp(1rem, 3vw, 1.75rem);
    border: 1px solid var(--line);
    border-radius: 16px;
    background: var(--surface);
    box-shadow: var(--shadow);
}

.card h1, .card h2 {
    font-size: 1.25rem;
}

.card h2:focus {
    outline: none;
}

.card-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
}

.file-list, .upload-list, .people, .turns, .problem-list {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
    margin: 0;
    padding: 0;
    list-style: none;
}

.file-list:empty, .upload-list:empty, .people:empty {
    display: none;
}

.file {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0.9rem;
    align-items: center;
    padding: 0.6rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
}

.thumbnail {
    inline-size: 3.5rem;
    block-size: 4.5rem;
    border: 1px solid var(--line);
    border-radius: 3px;
    background: #ffffff;
    object-fit: contain;
}

.row-actions {
    display: flex;
}

.row-actions button, .person > button {
    border-color: transparent;
    background: none;
}

.drop-zone {
    display: grid;
    gap: 0.35rem;
    padding: clamp(1rem, 3vw, 1.75rem);
    border: 2px dashed var(--edge);
    border-radius: 12px;
    place-items: center;
    text-align: center;
    transition: background-color 0.15s, border-color 0.15s;
}

.drop-zone.is-over {
    border-color: var(--accent);
    background: var(--tint);
}

.pick {
    display: inline-flex;
    gap: 0.45em;
    align-items: center;
    min-block-size: var(--target);
    padding: 0.4rem 1.05rem;
    border: 1px solid var(--accent);
    border-radius: var(--radius);
    background: var(--accent);
    color: var(--on-accent);
    cursor: pointer;
}

:focus-visible + .pick {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
}

.person {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0.9rem;
    align-items: start;
    padding: 0.9rem 0.6rem 0.9rem 0.9rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
}

.person > .badge {
    margin-block-start: 1.7rem;
}

.person-entries {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    gap: 0.75rem;
}

.entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.2rem;
    align-content: start;
    min-inline-size: 0;
}

.entry label {
    font-size: 0.875rem;
}

.entry .problem, .entry .quiet-text {
    font-size: 0.875rem;
}

.further {
    grid-column: 1 / -1;
}

.further summary {
    display: inline-block;
    min-block-size: 32px;
    padding-block: 0.25rem;
    color: var(--accent);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
}

.tick {
    display: flex;
    gap: 0.6rem;
    align-items: center;
    min-block-size: var(--target);
}

.tick input {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    margin: 0;
}

.turns li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 0.8rem;
    align-items: center;
    padding-block: 0.4rem;
}

.turns li + li {
    border-block-start: 1px solid var(--line);
}

.turn-name {
    flex: 1 1 12rem;
    min-inline-size: 0;
    font-weight: 600;
}

.turn-name .quiet-text {
    font-weight: 400;
}

.problem-list {
    gap: 0;
}

.problem-list button {
    justify-content: flex-start;
    max-inline-size: 100%;
    padding-inline: 0;
    color: var(--danger);
    text-align: start;
    white-space: normal;
}

.good {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    color: var(--good);
    font-weight: 600;
}

@media (max-width: 40rem) {
    .person, .file {
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.6rem;
    }

    .person > .badge {
        margin-block-start: 0;
    }

    .person > button {
        grid-area: 1 / 2;
        justify-self: end;
    }

    .person-entries:not(.further .person-entries) {
        grid-column: 1 / -1;
    }

    .thumbnail {
        display: none;
    }

    .row-actions {
        grid-column: 1 / -1;
        justify-content: flex-end;
    }
}

.remark {
    color: var(--quiet);
    font-size: 0.9375rem;
}

button.remark {
    justify-content: flex-start;
    padding-inline: 0;
    text-align: start;
    white-space: normal;
}

/* What a dialog offers: a list of templates, and the roles of one. */
.offers {
    display: grid;
    gap: 0.5rem;
    padding: 0;
    list-style: none;
}

.offers .offer {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    justify-content: space-between;
    inline-size: 100%;
    padding-block: 0.6rem;
    text-align: start;
    white-space: normal;
}

.role {
    margin-block: 0.75rem 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
}

.role legend {
    padding: 0;
    font-weight: 600;
}

"""#),
("problems.js", "text/javascript; charset=utf-8", "9c40a1fa16e77a0957433d0d9c9f6c182112cdea3f7ef1163058ce2ac2b2587f", #"""
// What keeps a draft from being sent, as sentences at their places.

import { element, setAttribute } from "./dom.js";
import { nameOf } from "./people.js";
import { text } from "./text.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./types.js").Problem} Problem */

// A blank is only shown once the sender wants to send.
const blanks = new Set(["empty", "not-an-email", "host-missing", "host-not-an-email"]);

/**
 * @param {Problem} problem
 * @returns {string}
 */
export function sentence(problem) {
    const { code, facts } = problem;
    const name = ["not-an-email", "host-not-an-email"].includes(code) && !facts.email ? `${code}-blank` : code;
    try {
        return text(/** @type {WordKey} */ (`problem.${name}`), facts);
    } catch {
        return text("problem.other");
    }
}

/**
 * The sentence with what it is about, for a list of all.
 * @param {Draft} draft
 * @param {Problem} problem
 */
export function wholeSentence(draft, problem) {
    const { part, id } = problem.place;
    const about = part === "recipients" ? draft.content.recipients.find((person) => person.id === id)
        : undefined;
    const field = part === "tabs" ? draft.content.tabs.find((tab) => tab.id === id) : undefined;
    const file = part === "documents" ? draft.content.documents.find((one) => one.id === id) : undefined;
    const name = about && nameOf(about) || field?.label || file?.name;
    return name === undefined ? sentence(problem) : text("problem.of", { name, problem: sentence(problem) });
}

/**
 * The first problem of a place that is shown now.
 * @param {Draft} draft
 * @param {boolean} isStrict whether blanks count
 * @param {(place: Problem["place"]) => boolean} isThere
 * @returns {string}
 */
export function problemAt(draft, isStrict, isThere) {
    const found = draft.problems.find((problem) => isThere(problem.place) && (isStrict || !isBlank(problem)));
    return found === undefined ? "" : sentence(found);
}

/** @param {Problem} problem */
function isBlank(problem) {
    return blanks.has(problem.code) && !problem.facts.email;
}

/**
 * A form's control with its label and a place for its problem.
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 * @returns {HTMLElement}
 */
export function labelled(id, label, control) {
    control.id = id;
    return element("div", { class: "entry" },
        element("label", { for: id }, label), control, element("p", { id: `${id}-problem`, class: "problem" }));
}

/**
 * Shows the problem of a control, or takes it away.
 * @param {string} id
 * @param {string} problem
 */
export function showProblem(id, problem) {
    const control = document.getElementById(id);
    const line = document.getElementById(`${id}-problem`);
    if (control !== null && line !== null && line.textContent !== problem) {
        line.textContent = problem;
        setAttribute(control, "aria-invalid", problem !== "" && "true");
        setAttribute(control, "aria-describedby", problem !== "" && line.id);
    }
}

"""#),
("properties.js", "text/javascript; charset=utf-8", "e80557b64dd03a7d2d75e7d785212dcb1f8f2ae4c337d9587df6e2cc95eab6cd", #"""
// The properties of the chosen fields.

import { action } from "./documentlist.js";
import { element, icon, icons } from "./dom.js";
import { aligned, changeFields, inTurn, onPage, signs } from "./edits.js";
import { nameOf } from "./people.js";
import { labelled, problemAt, showProblem } from "./problems.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fieldlayer.js").FieldLayer} FieldLayer */
/** @typedef {import("./fieldkeys.js").FieldActs} FieldActs */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./edits.js").Alignment} Alignment */

const typed = new Set(["text"]);
/** @type {Alignment[]} */
const alignments = ["left", "center", "right", "top", "middle", "bottom", "size"];

/**
 * @param {Composer} composer
 * @param {DocumentView} view
 * @param {FieldLayer} layer
 * @param {FieldActs} acts
 * @returns {{element: HTMLElement, show: () => void, check: () => void, focus: () => void}}
 */
export function properties(composer, view, layer, acts) {
    const { draft } = composer;
    const root = element("section", { class: "properties", "aria-label": text("properties.title"), hidden: true });
    root.addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
            const [first] = layer.chosen;
            open(false);
            layer.focus(first);
        }
    });

    /**
     * @param {(field: Field) => Partial<Field>} change
     * @param {string} key
     */
    function edit(change, key) {
        const ids = layer.chosen;
        draft.edit((content) => changeFields(content, ids, change), { key: `${key} ${[...ids].join(" ")}`, isTyped: true });
        layer.show();
    }

    function show() {
        const fields = layer.chosenFields;
        root.hidden = fields.length === 0;
        if (fields.length === 0) {
            root.replaceChildren();
            return;
        }
        const [first] = fields;
        composer.keepingFocus(() => root.replaceChildren(
            element("div", { class: "properties-head" },
                element("h2", {}, fields.length === 1 ? text(`kind.${first.kind}`) : text("properties.several", { count: fields.length })),
                element("div", { class: "properties-tools" },
                    toggle(),
                    removing(),
                    action("close", text("properties.close"), "property-close", false, () => {
                        open(false);
                        layer.choose([]);
                        composer.focusPalette();
                    }))),
            element("div", { class: "properties-body" }, person(first),
            ...fields.length === 1 ? own(first) : [arranging(first)],
            tick("property-required", text("properties.required"), fields.every((field) => field.required),
                (required) => edit(() => ({ required }), "required")),
            ...fields.length === 1 ? place(first) : [],
            element("div", { class: "card-actions" },
                element("button", { type: "button", id: "property-duplicate", onclick: () => acts.duplicate() },
                    icon(icons.plus), text("properties.duplicate")),
                pagesOf(first) > 1 && element("button", {
                    type: "button", id: "property-pages", onclick: () => acts.toEveryPage(),
                }, text("properties.everyPage")),
                element("button", { type: "button", id: "property-remove", onclick: () => acts.remove() },
                    icon(icons.remove), text("properties.remove"))))));
        check();
    }

    /** On a small window, the entries are shown only when they are asked for. */
    function toggle() {
        return element("button", {
            type: "button", id: "property-toggle", class: "properties-toggle",
            "aria-expanded": String(root.classList.contains("is-open")),
            onclick: () => open(!root.classList.contains("is-open")),
        }, text("properties.title"));
    }

    function removing() {
        const button = action("remove", text("properties.remove"), "property-remove-now", false, () => acts.remove());
        button.classList.add("properties-remove");
        return button;
    }

    /** @param {boolean} isOpen */
    function open(isOpen) {
        root.classList.toggle("is-open", isOpen);
        document.getElementById("property-toggle")?.setAttribute("aria-expanded", String(isOpen));
    }

    /** @param {Field} field */
    function pagesOf(field) { return view.pages.filter((page) => page.file.id === field.documentId).length; }

    /** @param {Field} first */
    function person(first) {
        const choice = element("select", {
            onchange: () => edit(() => ({ recipientId: choice.value }), "person"),
        }, ...inTurn(draft.content).filter(signs).map((one) => element("option", {
            value: one.id, selected: one.id === first.recipientId,
        }, nameOf(one))));
        return labelled("property-recipient", text("properties.person"), choice);
    }

    /**
     * What a kind has of its own.
     * @param {Field} field
     */
    function own(field) {
        const entries = [labelled("property-label", text("properties.label"), entry(field.label, 500,
            (label) => edit(() => ({ label }), "label")))];
        if (field.kind === "radio") {
            entries.push(
                labelled("property-radioGroup", text("properties.group"), entry(field.choice?.group ?? "", 500,
                    (group) => edit((one) => ({ choice: { value: "", ...one.choice, group } }), "group"))),
                labelled("property-radioValue", text("properties.choice"), entry(field.choice?.value ?? "", 500,
                    (value) => edit((one) => ({ choice: { group: "", ...one.choice, value } }), "choice"))));
        }
        if (field.kind === "list") {
            const lines = element("textarea", { rows: 4, dir: "auto" }, (field.options ?? []).map((one) => one.text).join("\n"));
            lines.addEventListener("input", () => edit(() => ({
                options: lines.value.split("\n").map((line) => line.trim()).filter((line) => line !== "")
                    .map((line) => ({ text: line, value: line })),
            }), "options"));
            entries.push(labelled("property-options", text("properties.options"), lines));
        }
        if (typed.has(field.kind)) {
            entries.push(labelled("property-value", text("properties.value"), entry(field.value ?? "", 4000,
                (value) => edit(() => ({ value: value === "" ? undefined : value }), "value"))));
            entries.push(labelled("property-maxLength", text("properties.maxLength"), number(field.maxLength ?? "", (length) =>
                edit(() => ({ maxLength: length ?? undefined }), "length"))));
        }
        entries.push(labelled("property-tooltip", text("properties.tooltip"), entry(field.tooltip ?? "", 500,
            (tooltip) => edit(() => ({ tooltip: tooltip === "" ? undefined : tooltip }), "tooltip"))));
        return entries;
    }

    /** @param {Field} field */
    function place(field) {
        const size = view.page(field.documentId, field.page)?.size;
        return [element("fieldset", { class: "numbers" },
            element("legend", {}, text("properties.place")),
            ...(/** @type {const} */ (["x", "y", "width", "height"])).map((name) =>
                labelled(`property-${name}`, text(`properties.${name}`), number(
                    Math.round(field.frame[name] * 100) / 100, (points) => {
                        if (points !== null && size !== undefined) {
                            edit((one) => ({ frame: onPage({ ...one.frame, [name]: points }, size) }), name);
                        }
                    }))))];
    }

    /** @param {Field} first */
    function arranging(first) {
        return element("div", { class: "arranging", role: "group", "aria-label": text("properties.arrange") },
            ...alignments.map((way) => element("button", {
                type: "button", id: `property-align-${way}`,
                onclick: () => edit((field) => {
                    const size = view.page(field.documentId, field.page)?.size;
                    const box = aligned(first.frame, field.frame, way);
                    return { frame: size === undefined ? box : onPage(box, size) };
                }, `align ${way}`),
            }, text(`properties.align.${way}`))));
    }

    function check() {
        const [first] = layer.chosenFields;
        const shown = new Set(["label", "radioGroup", "radioValue", "options", "value", "maxLength", "tooltip", "recipient"]);
        for (const member of shown) {
            showProblem(`property-${member}`, first === undefined ? "" : problemAt(draft, true, (where) =>
                where.part === "tabs" && where.id === first.id
                && (where.member === member || member === "label" && !shown.has(where.member ?? ""))));
        }
    }

    return {
        element: root, show, check,
        focus() {
            open(true);
            document.getElementById(layer.chosen.size === 1 ? "property-label" : "property-recipient")?.focus();
        },
    };
}

/**
 * @param {string} value
 * @param {number} most
 * @param {(value: string) => void} change
 */
function entry(value, most, change) {
    const input = element("input", { type: "text", value, maxlength: most, dir: "auto" });
    input.addEventListener("input", () => change(input.value));
    return input;
}

/**
 * @param {number|string} value
 * @param {(value: number|null) => void} change
 */
function number(value, change) {
    const input = element("input", { type: "text", inputmode: "decimal", maxlength: 9, value: String(value) });
    input.addEventListener("change", () => {
        const digits = input.value.trim().replace(",", ".");
        if (digits === "" || /^\d+(\.\d+)?$/.test(digits)) {
            change(digits === "" ? null : Number(digits));
        }
    });
    return input;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} change
 */
function tick(id, label, isOn, change) {
    const input = element("input", { type: "checkbox", id, checked: isOn, onchange: () => change(input.checked) });
    return element("div", { class: "tick" }, input, element("label", { for: id }, label));
}

"""#),
("reviewstep.js", "text/javascript; charset=utf-8", "81ff703ce1a3b0813268676b11f430956fb4549c17a87f57f81496fe9823adf5", #"""
// The last step: the message, reminders and the end of the time to sign, what is still missing, and sending.

import { element, icon, icons } from "./dom.js";
import { inTurn, overlaps, signs } from "./edits.js";
import { badge, nameOf } from "./people.js";
import { labelled, problemAt, showProblem, wholeSentence } from "./problems.js";
import { saveAsTemplate } from "./templates.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */

const standardExpiry = 120; // days
const mostPairs = 5; // of overlapping fields that are named

/**
 * @param {Composer} composer
 * @returns {{element: HTMLElement, show: () => void, check: () => void}}
 */
export function reviewStep(composer) {
    const { draft } = composer;
    const form = element("section", { class: "card", "aria-labelledby": "message-title" });
    const state = element("section", { class: "card", "aria-labelledby": "state-title" });
    const who = element("section", { class: "card", "aria-labelledby": "who-title" });
    const main = element("main", { class: "step prepare" },
        element("h1", { class: "unseen", tabindex: "-1" }, text("step.review")), state, form, who);

    let hasProposed = false;

    /** A subject, where the sender has none: the name of the first document. */
    function proposeSubject() {
        const [first] = draft.content.documents;
        if (!hasProposed && !draft.locks("message") && draft.content.emailSubject === "" && first !== undefined) {
            hasProposed = true;
            const name = first.name.replace(/\.(pdf|png|jpe?g)$/i, "");
            draft.edit((now) => ({ ...now, emailSubject: text("message.proposed", { name }) }), { isTyped: true });
        }
    }

    function show() {
        proposeSubject();
        const { content } = draft;
        const subject = element("input", { type: "text", value: content.emailSubject, maxlength: 255, dir: "auto", readonly: draft.locks("message") });
        subject.addEventListener("input", () => draft.edit((now) => ({ ...now, emailSubject: subject.value }),
            { key: "subject", isTyped: true }));
        const message = element("textarea", { rows: 5, maxlength: 10000, dir: "auto", readonly: draft.locks("message") }, content.emailBlurb ?? "");
        message.addEventListener("input", () => draft.edit((now) => ({ ...now, emailBlurb: message.value || undefined }),
            { key: "message", isTyped: true }));
        composer.keepingFocus(() => {
            form.replaceChildren(
                element("h2", { id: "message-title" }, text("message.title")),
                labelled("message-emailSubject", text("message.subject"), subject),
                labelled("message-emailBlurb", text("message.text"), message),
                ...timing());
            who.replaceChildren(
                element("h2", { id: "who-title" }, text("review.who")),
                element("ol", { class: "turns" }, ...inTurn(content).map((person) => element("li", {},
                    badge(content, person),
                    element("span", { class: "turn-name" }, nameOf(person), " ",
                        element("span", { class: "quiet-text", dir: "auto" }, person.email)),
                    element("span", { class: "quiet-text" }, text(`people.kind.${person.kind ?? "signer"}`), ", ",
                        text("review.fields", { count: content.tabs.filter((tab) => tab.recipientId === person.id).length })),
                    draft.previews && person.kind !== "carbonCopy" && element("button", {
                        type: "button", id: `preview-${person.id}`, class: "quiet",
                        "aria-label": text("review.previewAs", { name: nameOf(person) }),
                        onclick: () => composer.preview(content.recipients.indexOf(person)),
                    }, text("review.preview"))))),
                ...draft.makesTemplates ? [element("div", { class: "card-actions" }, element("button", {
                    type: "button", id: "template-save", class: "quiet", onclick: () => saveAsTemplate(composer),
                }, text("template.save")))] : []);
        });
        check();
    }

    function timing() {
        const { notification } = draft.content;
        /** @param {Partial<NonNullable<import("./types.js").Content["notification"]>>} changes */
        const change = (changes) => draft.edit((now) => {
            const { reminders, expiry } = { expiry: { after: standardExpiry, warn: 0 }, ...now.notification, ...changes };
            return { ...now, notification: { ...reminders && { reminders }, ...expiry && { expiry } } };
        }, { key: "timing", isTyped: true });
        const delay = number(notification?.reminders?.delay ?? "", (days) =>
            change({ reminders: days === null ? undefined : { delay: days, frequency: notification?.reminders?.frequency ?? days } }));
        const expiry = number(notification === undefined ? standardExpiry : notification.expiry?.after ?? "", (days) =>
            change({ expiry: days === null ? undefined : { after: days, warn: notification?.expiry?.warn ?? 0 } }));
        for (const entry of [delay, expiry]) {
            entry.readOnly = draft.locks("message");
        }
        return [element("div", { class: "person-entries" },
            labelled("message-reminderDelay", text("message.reminder"), delay),
            labelled("message-expiry", text("message.expiry"), expiry))];
    }

    function check() {
        for (const member of ["emailSubject", "emailBlurb", "reminderDelay", "expiry"]) {
            showProblem(`message-${member}`, problemAt(draft, true,
                (place) => place.part === "message" && place.member === member));
        }
        const problems = draft.problems;
        state.replaceChildren(
            element("h2", { id: "state-title" }, problems.length === 0 ? text("review.ready") : text("review.missing")),
            problems.length === 0
                ? element("p", { class: "good" }, icon(icons.check),
                    text(draft.corrects ? "review.canCorrect" : draft.sends ? "review.canSend" : "review.canReturn"))
                : element("ul", { class: "problem-list" }, ...problems.map((problem) => element("li", {},
                    element("button", { type: "button", class: "quiet", onclick: () => composer.goTo(problem) },
                        wholeSentence(draft, problem))))),
            ...remarks());
    }

    /** What does not keep the draft from being sent, but is perhaps not meant. */
    function remarks() {
        const { recipients, tabs } = draft.content;
        const without = recipients.filter((person) => signs(person) && !tabs.some((tab) => tab.recipientId === person.id));
        const pairs = overlaps(tabs).slice(0, mostPairs);
        return [
            ...without.map((person) => element("p", { class: "remark" }, text("review.noFields", { name: nameOf(person) }))),
            ...pairs.map(([one, other]) => element("button", {
                type: "button", class: "quiet remark",
                onclick: () => composer.goTo({ code: "", facts: {}, place: { part: "tabs", id: other.id } }),
            }, text("review.overlap", { one: one.label, other: other.label, page: one.page }))),
        ];
    }

    return { element: main, show, check };
}

/**
 * @param {number|string} value
 * @param {(value: number|null) => void} change
 */
function number(value, change) {
    const input = element("input", { type: "text", inputmode: "numeric", maxlength: 3, value: String(value) });
    input.addEventListener("input", () => {
        const digits = input.value.trim();
        if (digits === "" || /^\d+$/.test(digits)) {
            change(digits === "" ? null : Number(digits));
        }
    });
    return input;
}

"""#),
("snapping.js", "text/javascript; charset=utf-8", "00e01a2f03176e59652fea563e0a338e0eaf650db44220675bdb9be748e5e80f", #"""
// Where a box comes to lie when it is moved near the edges and centres of others, or the middle of its page.

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./pages.js").PageSize} PageSize */

/**
 * A line that shows what the box has been put in line with.
 * @typedef {{across: boolean, at: number}} GuideLine across the page at that many points from the top, or down it
 */

/**
 * @param {Box} box
 * @param {Box[]} others on the same page
 * @param {PageSize} page
 * @param {number} reach points within which it snaps
 * @param {number[]} [writing] heights at which its lower edge may stand, where no other box is as near
 * @returns {{box: Box, lines: GuideLine[]}}
 */
export function snapped(box, others, page, reach, writing = []) {
    const across = nearest([box.x, box.x + box.width / 2, box.x + box.width],
        [...others.flatMap((one) => [one.x, one.x + one.width / 2, one.x + one.width]), page.width / 2], reach);
    const down = nearest([box.y, box.y + box.height / 2, box.y + box.height],
        others.flatMap((one) => [one.y, one.y + one.height / 2, one.y + one.height]), reach)
        ?? nearest([box.y + box.height], writing, reach);
    /** @type {GuideLine[]} */
    const lines = [];
    if (across !== null) {
        lines.push({ across: false, at: across.at });
    }
    if (down !== null) {
        lines.push({ across: true, at: down.at });
    }
    return { box: { ...box, x: box.x + (across?.by ?? 0), y: box.y + (down?.by ?? 0) }, lines };
}

/**
 * The shortest way from one of the places to one of the targets.
 * @param {number[]} places
 * @param {number[]} targets
 * @param {number} reach
 * @returns {{by: number, at: number}|null}
 */
function nearest(places, targets, reach) {
    /** @type {{by: number, at: number}|null} */
    let found = null;
    for (const place of places) {
        for (const at of targets) {
            const by = at - place;
            if (Math.abs(by) <= reach && (found === null || Math.abs(by) < Math.abs(found.by))) {
                found = { by, at };
            }
        }
    }
    return found;
}

"""#),
("suggesting.js", "text/javascript; charset=utf-8", "aabfa0fdf37551e941f7bfdb6e17b5b75650e05f4fbd500731e6dc0058c3fce1", #"""
// Shows the places where fields are meant. Each is accepted by itself, or all at once, for the person who is chosen.

import { pageSource } from "./draftapi.js";
import { element, icon, icons } from "./dom.js";
import { onPage } from "./edits.js";
import { kinds } from "./kinds.js";
import { suggestionsOn, touches } from "./suggestions.js";
import { text } from "./text.js";
import { placesOf } from "./textlines.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").Box} Box */

/** @typedef {import("./suggestions.js").Suggestion} Suggestion */

/** @typedef {Suggestion & {page: Page, element: HTMLElement}} Shown */

const mostPages = 300; // that are looked through at once

/**
 * @param {Composer} composer
 * @param {DocumentView} view
 * @param {(places: (Suggestion & {page: Page})[]) => boolean} accept adds fields; whether it could
 * @returns {HTMLElement} the button that looks for places, and what it has found
 */
export function suggesting(composer, view, accept) {
    const { announcer, draft } = composer;
    /** @type {Shown[]} */
    let shown = [];
    const count = element("p", { class: "palette-hint", role: "status" });
    const find = element("button", { type: "button", id: "suggest", class: "quiet", onclick: look }, text("suggest.find"));
    const all = element("button", { type: "button", id: "suggest-all", hidden: true, onclick: () => take([...shown]) },
        icon(icons.check), text("suggest.all"));
    const none = element("button", { type: "button", id: "suggest-none", class: "quiet", hidden: true, onclick: dismiss },
        text("suggest.dismiss"));

    async function look() {
        dismiss();
        find.setAttribute("aria-busy", "true");
        try {
            for (const page of view.pages.slice(0, mostPages)) {
                const { file, number } = page;
                const found = await placesOf(file);
                const words = await pageSource.words(page, false);
                suggestionsOn(words, found.fields.filter((one) => one.page === number),
                    found.rules.filter((one) => one.page === number))
                    .filter(({ box }) => isFree(page, box)).forEach((one) => show(page, one));
            }
            tell();
            shown[0]?.element.scrollIntoView({ block: "center" });
        } catch (failure) {
            announcer.warn(composer.reason(failure), "suggesting");
        } finally {
            find.removeAttribute("aria-busy");
        }
    }

    /**
     * Whether no field lies there.
     * @param {Page} page
     * @param {Box} box
     */
    function isFree(page, box) {
        return !draft.content.tabs.some(({ documentId, page: number, frame }) =>
            documentId === page.file.id && number === page.number && touches(frame, box));
    }

    /**
     * @param {Page} page
     * @param {Suggestion} suggestion
     */
    function show(page, suggestion) {
        const box = onPage(suggestion.box, page.size);
        const made = element("button", {
            type: "button", class: "suggested", "aria-label": text("suggest.name", {
                kind: text(`kind.${suggestion.kind}`), page: page.number,
            }),
            onclick: () => take([own]),
        }, icon(kinds[suggestion.kind].icon), element("span", { class: "field-label" }, text(`kind.${suggestion.kind}`)));
        for (const [name, length] of Object.entries({ x: box.x, y: box.y, w: box.width, h: box.height })) {
            made.style.setProperty(`--${name}`, String(length));
        }
        const own = { ...suggestion, box, page, element: made };
        shown.push(own);
        page.layer.append(made);
    }

    /** @param {Shown[]} places */
    function take(places) {
        if (accept(places)) {
            places.forEach((place) => place.element.remove());
            shown = shown.filter((place) => !places.includes(place));
            if (shown.length === 0) {
                dismiss();
            } else {
                tell();
            }
        }
    }

    function dismiss() {
        shown.forEach((place) => place.element.remove());
        shown = [];
        count.textContent = "";
        all.hidden = true;
        none.hidden = true;
    }

    function tell() {
        count.textContent = text("suggest.found", { count: shown.length });
        all.hidden = shown.length === 0;
        none.hidden = shown.length === 0;
    }

    return element("div", { class: "suggesting" }, find, count, all, none);
}

"""#),
("suggestions.js", "text/javascript; charset=utf-8", "9b23283e1d7c80d2894a6e7dcb3c2131171e787fc2f0de917aec12edfd351a19", #"""
// Places of a page where a field is meant: fields of the file's own form, underscores and boxes in the text, and printed
// lines and squares, with the words beside them.

import { kinds } from "./kinds.js";

/** @typedef {import("./pages.js").Word} Word */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").FieldKind} FieldKind */

/** @typedef {import("./types.js").FoundPlaces} FoundPlaces */

/** @typedef {{kind: FieldKind, box: Box, form?: import("./types.js").FoundField}} Suggestion */

const blank = /_{3,}|\.{6,}|…{3,}/;
const boxes = /^[\[(]?[☐□❏❑▢][\])]?$|^\[_?\]$/;
const nearBelow = 24; // points from a line to the words under it that say what it is for
const nearBeside = 40; // points from a word to the line that it is the label of
const writing = 13; // points above a line that have to be empty

/**
 * Words that stand beside a place, in the languages that people read here. The first that fits counts.
 * @type {[FieldKind, string[]][]}
 */
const labels = [
    ["signHere", ["signature", "signed", "sign here", "unterschrift", "unterzeichn", "firma", "assinatura", "handtekening",
        "подпись", "署名", "서명", "签名", "簽名", "签字", "簽字", "签署", "簽署", "חתימ", "توقيع", "التوقيع"]],
    ["initialHere", ["initial", "paraphe", "paraaf", "iniziali", "iniciales", "rubrica", "rúbrica", "инициал", "イニシャル",
        "이니셜", "ראשי תיבות"]],
    ["dateSigned", ["date", "datum", "fecha", "data", "дата", "日付", "日期", "날짜", "תאריך", "تاريخ", "التاريخ"]],
    ["email", ["mail", "correo", "почт", "メール", "邮箱", "郵件", "邮件", "이메일", "דוא", "البريد"]],
    ["fullName", ["name", "nom", "nombre", "nome", "naam", "имя", "фио", "氏名", "姓名", "성명", "이름", "שם", "الاسم"]],
];

/**
 * Everything on a page, each place once: what the form says counts more than the text, and the text more than print.
 * @param {Word[]} words of the page, in reading order
 * @param {FoundPlaces["fields"]} fields of the page
 * @param {FoundPlaces["rules"]} rules of the page
 * @returns {Suggestion[]} from the top down
 */
export function suggestionsOn(words, fields = [], rules = []) {
    /** @type {Suggestion[]} */
    let kept = [];
    for (const found of [fields.map(ofForm), inText(words), inPrint(words, rules)]) {
        const known = kept;
        kept = [...known, ...found.filter((one) => !known.some((other) => touches(one.box, other.box)))];
    }
    return kept.sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x);
}

/**
 * A text field that is named after a signature is meant for one: many forms have no other.
 * @param {import("./types.js").FoundField} form
 * @returns {Suggestion}
 */
function ofForm(form) {
    const named = form.kind === "text" ? kindOf(form.label) : form.kind;
    const kind = named === "signHere" || named === "initialHere" ? named : form.kind;
    return { kind, box: form.frame, form };
}

/**
 * @param {Word[]} words
 * @returns {Suggestion[]}
 */
function inText(words) {
    return words.flatMap((word) => {
        if (boxes.test(word.text)) {
            const side = Math.min(word.height, kinds.checkbox.height);
            return [{ kind: /** @type {FieldKind} */ ("checkbox"), box: {
                x: word.x, y: word.y + (word.height - side) / 2, width: side, height: side,
            } }];
        }
        const found = blank.exec(word.text);
        if (found === null) {
            return [];
        }
        const letter = word.width / word.text.length;
        const line = { x: word.x + found.index * letter, width: found[0].length * letter, bottom: word.y + word.height };
        const kind = kindOf(beside(word, words, word.text.slice(0, found.index)) || below(line, words));
        const { height } = kinds[kind];
        return [{ kind, box: { x: line.x, y: Math.max(0, line.bottom - height), width: line.width, height } }];
    });
}

/**
 * Lines over which nothing is written, with a label, and squares with words behind them. Other lines divide or underline.
 * @param {Word[]} words
 * @param {FoundPlaces["rules"]} rules
 * @returns {Suggestion[]}
 */
function inPrint(words, rules) {
    return rules.flatMap(({ kind: form, frame }) => {
        if (form === "box") {
            const isLabelled = words.some((word) => isLevel(word, frame.y, frame.y + frame.height)
                && (isNear(word.x - frame.x - frame.width) || isNear(frame.x - word.x - word.width)));
            const isEmpty = !words.some((word) => touches(word, frame));
            return isLabelled && isEmpty ? [{ kind: /** @type {FieldKind} */ ("checkbox"), box: frame }] : [];
        }
        const isFree = !words.some((word) => touches(word, { ...frame, y: frame.y - writing, height: writing - 1 }));
        const label = labelBefore(frame, words) || below({ x: frame.x, width: frame.width, bottom: frame.y + frame.height }, words);
        if (!isFree || label === "") {
            return [];
        }
        const kind = kindOf(label);
        const { height } = kinds[kind];
        return [{ kind, box: { x: frame.x, y: Math.max(0, frame.y - height), width: frame.width, height } }];
    });
}

/**
 * The words that end just before a printed line, on its level.
 * @param {Box} frame
 * @param {Word[]} words
 */
function labelBefore(frame, words) {
    const before = words.filter((word) => isLevel(word, frame.y - writing, frame.y + 3) && word.x + word.width <= frame.x + 2);
    const nearest = before.reduce((found, word) => Math.max(found, word.x + word.width), -Infinity);
    if (!isNear(frame.x - nearest)) {
        return "";
    }
    const line = before.find((word) => word.x + word.width === nearest)?.line;
    return before.filter((word) => word.line === line).map((word) => word.text).join(" ");
}

/** @param {number} gap in points */
function isNear(gap) { return gap >= -2 && gap <= nearBeside; }

/**
 * Whether the middle of a word lies between two heights.
 * @param {Word} word
 * @param {number} top
 * @param {number} bottom
 */
function isLevel(word, top, bottom) {
    const middle = word.y + word.height / 2;
    return middle >= top && middle <= bottom;
}

/**
 * Whether two boxes have a point in common.
 * @param {Box} one
 * @param {Box} other
 */
export function touches(one, other) {
    return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height
        && other.y < one.y + one.height;
}

/**
 * What stands before the line, in the same line of the text: from the blank before it on.
 * @param {Word} word
 * @param {Word[]} words
 * @param {string} start of the word itself
 */
function beside(word, words, start) {
    const before = words.filter((other) => other.line === word.line && other.x < word.x).map((other) => other.text);
    const from = before.map((text) => blank.test(text)).lastIndexOf(true) + 1;
    return [...before.slice(from), start].join(" ").trim();
}

/**
 * What stands under the line.
 * @param {{x: number, width: number, bottom: number}} line
 * @param {Word[]} words
 */
function below({ x, width, bottom }, words) {
    return words.filter((word) => word.y > bottom - 2 && word.y < bottom + nearBelow && word.x < x + width
        && word.x + word.width > x && !blank.test(word.text)).map((word) => word.text).join(" ");
}

/**
 * @param {string} label
 * @returns {FieldKind}
 */
function kindOf(label) {
    const text = label.toLowerCase();
    return labels.find(([, words]) => words.some((word) => text.includes(word)))?.[0] ?? "text";
}

"""#),
("templates.js", "text/javascript; charset=utf-8", "1e32484be282d709bdb091957be7e6f3f63d8b6725ad59f984a8126a81c3c48d", #"""
// Starting from a template, and making one: a list to choose from, people for its roles, names for the roles of a new one.

import { makeTemplate, readTemplates, takeTemplate } from "./draftapi.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { addTemplate, inTurn, signs } from "./edits.js";
import { suggestPeople } from "./knownpeople.js";
import { nameOf } from "./people.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").OfferedTemplate} OfferedTemplate */
/** @typedef {import("./types.js").TemplatePart} TemplatePart */

const searchPause = 250; // milliseconds without a letter until the list is read anew

/** @param {Composer} composer */
export async function startFromTemplate(composer) {
    const list = element("ul", { class: "offers" });
    const state = element("p", { class: "quiet-text", role: "status" });
    const search = element("input", { type: "search", id: "template-search", maxlength: 100, dir: "auto" });
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    search.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(show, searchPause);
    });
    const { dialog, showProblem } = openDialog({
        name: "templates", title: text("template.start"),
        content: [element("div", { class: "entry" }, element("label", { for: search.id }, text("template.search")), search), state, list],
        buttons: [element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"))],
        onSubmit: show,
        onClosed: () => clearTimeout(timer),
    });
    await show();

    async function show() {
        const wanted = search.value.trim();
        try {
            const templates = await readTemplates(wanted);
            if (wanted !== search.value.trim()) {
                return;
            }
            state.textContent = templates.length > 0 ? "" : text(wanted === "" ? "template.none" : "template.notFound");
            list.replaceChildren(...templates.map((template) => element("li", {}, element("button", {
                type: "button", class: "offer", onclick: () => choose(template),
            }, element("strong", { dir: "auto" }, template.name), element("span", { class: "quiet-text" },
                text("document.pages", { count: template.pages }))))));
        } catch (failure) {
            showProblem(composer.reason(failure));
        }
    }

    /** @param {OfferedTemplate} template */
    async function choose(template) {
        try {
            const part = await takeTemplate(template.id);
            dialog.close();
            askForPeople(composer, template.name, part);
        } catch (failure) {
            showProblem(composer.reason(failure));
        }
    }
}

/**
 * Whoever is not known yet is left blank, and is then entered among the recipients.
 * @param {Composer} composer
 * @param {string} name
 * @param {TemplatePart} part
 */
function askForPeople(composer, name, part) {
    const roles = part.recipients.filter(({ role }) => role !== "");
    /** @type {Map<string, {name: string, email: string}>} */
    const people = new Map();
    const take = () => {
        const { draft } = composer;
        draft.files = [...draft.files.filter((one) => !part.files.some((file) => file.id === one.id)), ...part.files];
        draft.edit((content) => addTemplate(content, part, people, newKey));
        composer.announcer.say(text("template.added", { name }));
    };
    if (roles.length === 0) {
        take();
        return;
    }
    const entries = roles.map(({ id, role }, index) => {
        const person = element("input", { type: "text", id: `role-${index}-name`, maxlength: 255, dir: "auto", autocomplete: "off" });
        const email = element("input", { type: "email", id: `role-${index}-email`, maxlength: 320, dir: "auto", autocomplete: "off" });
        suggestPeople(person, email);
        const keep = () => people.set(id, { name: person.value.trim(), email: email.value.trim() });
        person.addEventListener("input", keep);
        email.addEventListener("input", keep);
        return element("fieldset", { class: "role" }, element("legend", { dir: "auto" }, role),
            element("div", { class: "person-entries" },
                element("div", { class: "entry" }, element("label", { for: person.id }, text("people.name")), person),
                element("div", { class: "entry" }, element("label", { for: email.id }, text("people.email")), email)));
    });
    const { dialog } = openDialog({
        name: "roles", title: text("template.roles"),
        content: [element("p", {}, text("template.rolesExplained")), ...entries],
        buttons: [
            element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel")),
            element("button", { type: "submit", class: "primary" }, text("template.use")),
        ],
        onSubmit: () => { dialog.close(); take(); },
    });
}

/** @param {Composer} composer */
export function saveAsTemplate(composer) {
    const { draft } = composer;
    const name = element("input", {
        type: "text", id: "template-name", maxlength: 100, dir: "auto", required: true, value: draft.content.emailSubject,
    });
    const roles = inTurn(draft.content).map((person, index) => {
        const role = element("input", {
            type: "text", id: `role-${person.id}`, maxlength: 100, dir: "auto",
            value: text(signs(person) ? "template.signer" : "template.reader", { number: index + 1 }),
        });
        return { person, role, entry: element("div", { class: "entry" },
            element("label", { for: role.id }, text("template.roleOf", { name: nameOf(person) })), role) };
    });
    const { dialog, showProblem } = openDialog({
        name: "new-template", title: text("template.save"),
        content: [
            element("p", {}, text("template.saveExplained")),
            element("div", { class: "entry" }, element("label", { for: name.id }, text("template.name")), name),
            ...roles.map(({ entry }) => entry),
        ],
        buttons: [
            element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel")),
            element("button", { type: "submit", class: "primary" }, text("template.save")),
        ],
        onSubmit: async () => {
            const names = roles.map(({ role }) => role.value.trim());
            if (name.value.trim() === "") {
                showProblem(text("template.nameMissing"));
            } else if (names.includes("") || new Set(names).size < names.length) {
                showProblem(text("template.rolesAlike"));
            } else {
                await save(Object.fromEntries(roles.map(({ person }, index) => [person.id, names[index]])));
            }
        },
    });

    /** @param {Record<string, string>} named */
    async function save(named) {
        try {
            await draft.flush();
            await makeTemplate(name.value.trim(), named);
            dialog.close();
            composer.announcer.confirm(text("template.saved", { name: name.value.trim() }), "template");
        } catch (failure) {
            showProblem(composer.reason(failure));
        }
    }
}

"""#),
("textlines.js", "text/javascript; charset=utf-8", "ae73d6308b663d2c2a8ac51d9b99136f218595f8019201e3c62ce58e8ae03b8f", #"""
// The heights of a page at which people write: the lower edges of its text, and printed lines.

import { pageSource, readPlaces } from "./draftapi.js";

/** @typedef {import("./pages.js").Page} Page */

/** @type {WeakMap<Page, number[]>} */
const known = new WeakMap();
/** @type {Map<string, Promise<import("./types.js").FoundPlaces>>} by file */
const places = new Map();

/**
 * In points from the top. Before they have come, none.
 * @param {Page} page
 * @returns {number[]}
 */
export function writingLines(page) {
    const lines = known.get(page);
    if (lines === undefined) {
        known.set(page, []);
        read(page).then((found) => known.set(page, found), () => known.delete(page));
    }
    return lines ?? [];
}

/** @param {Page} page */
async function read(page) {
    const [words, { rules }] = await Promise.all([pageSource.words(page, false), placesOf(page.file)]);
    const printed = rules.filter((rule) => rule.kind === "line" && rule.page === page.number).map((rule) => rule.frame.y);
    return [...new Set([...words.map((word) => word.y + word.height), ...printed].map((height) => Math.round(height * 10) / 10))];
}

/**
 * What a file has for people who write on it, read once.
 * @param {import("./types.js").PagedFile} file
 */
export function placesOf(file) {
    const key = `${file.id} ${file.version}`;
    const found = places.get(key) ?? readPlaces(file).catch((failure) => {
        places.delete(key);
        throw failure;
    });
    places.set(key, found);
    return found;
}

"""#),
("types.js", "text/javascript; charset=utf-8", "6c1d52550bfb8ca15798ec6d0896796a964040ebc11878ff165af2c591976661", #"""
// The shapes of what goes to the host and comes from it. Lengths are in points here, from the top left of the page as a
// reader sees it (draftapi.js).

/** @typedef {import("./pages.js").Box} Box */

/**
 * @typedef {"signHere"|"initialHere"|"dateSigned"|"fullName"|"email"|"text"|"checkbox"|"radio"|"list"
 *   |"signerAttachment"} FieldKind
 */

/**
 * A field for a person. Members that this page does not know come back as they were.
 * @typedef {object} Field
 * @property {string} id
 * @property {FieldKind} kind
 * @property {string} documentId
 * @property {string} recipientId
 * @property {number} page counted from 1
 * @property {Box} frame
 * @property {string} label
 * @property {boolean} required
 * @property {boolean} locked
 * @property {string} [value]
 * @property {number} [maxLength]
 * @property {string} [tooltip]
 * @property {{group: string, value: string}} [choice]
 * @property {{text: string, value: string}[]} [options]
 */

/** @typedef {"signer"|"inPersonSigner"|"carbonCopy"|"certifiedDelivery"} PersonKind */

/**
 * @typedef {object} Person
 * @property {string} id
 * @property {string} name
 * @property {string} email
 * @property {PersonKind} [kind] a signer where there is none
 * @property {number} routingOrder from 1; people with the same number act at the same time
 * @property {{name: string, email: string}} [host]
 * @property {string} [note]
 * @property {string|true} [code] an access code: a new one, or the one that the host has
 * @property {boolean} [mailCode] whether they have to enter a code from a message
 * @property {{subject?: string, body?: string, language?: string}} [emailNotification]
 */

/**
 * What the sender decides, as one value. An edit makes a new one.
 * @typedef {object} Content
 * @property {string} emailSubject
 * @property {string} [emailBlurb]
 * @property {{reminders?: {delay: number, frequency: number, days?: number[]}, expiry?: {after: number, warn: number}}} [notification]
 * @property {{id: string, name: string}[]} documents in their order
 * @property {Person[]} recipients
 * @property {Field[]} tabs
 */

/**
 * @typedef {object} Problem
 * @property {string} code
 * @property {{part: "documents"|"recipients"|"tabs"|"message"|"envelope", id?: string, member?: string}} place
 * @property {Record<string, string>} facts
 */

/** @typedef {import("./pages.js").PagedFile} PagedFile */

/**
 * A place of a file where its maker meant a field: one of the file's own form.
 * @typedef {Pick<Field, "kind"|"page"|"frame"|"label"|"required"|"maxLength"|"tooltip"|"choice"|"options">} FoundField
 */

/**
 * What a file has for people who write on it: fields of its form, printed lines and empty squares.
 * @typedef {object} FoundPlaces
 * @property {FoundField[]} fields
 * @property {{kind: "line"|"box", page: number, frame: Box}[]} rules
 */

/** @typedef {{id: string, name: string, pages: number, roles: string[]}} OfferedTemplate */

/**
 * What a template brings. Its people and fields get ids of their own.
 * @typedef {object} TemplatePart
 * @property {PagedFile[]} files
 * @property {{id: string, role: string, person: Person}[]} recipients a fixed person has no role
 * @property {Field[]} tabs
 * @property {string} emailSubject
 * @property {string} [emailBlurb]
 */

/**
 * The draft as the host has it.
 * @typedef {object} HeldDraft
 * @property {number} version
 * @property {Content} content
 * @property {PagedFile[]} files
 * @property {Problem[]} problems
 * @property {boolean} sends
 * @property {boolean} beginsWithFields
 * @property {boolean} [previews] whether the page can be shown as each recipient sees it
 * @property {{name: string, email: string}} sender
 * @property {Fixed|null} [fixed]
 * @property {boolean} [makesTemplates]
 * @property {boolean} [offersTemplates]
 * @property {boolean} [hasClosingWindow] whether the window around the page has a control that closes and saves
 * @property {string|null} [pickerTitle] the words of a button with which documents of the app are picked
 * @property {Part[]} [locked]
 */

/**
 * What an app can keep from being changed.
 * @typedef {"documents"|"recipients"|"fields"|"message"} Part
 */

/**
 * What stays as it is in an envelope that was sent and is corrected.
 * @typedef {object} Fixed
 * @property {string[]} documents that stay
 * @property {boolean} closesDocuments whether documents can be added, renamed and moved no more
 * @property {string[]} fieldsOf the documents whose fields stay
 * @property {string[]} finished the people who have finished
 */

export {};

"""#),
    ]
}
