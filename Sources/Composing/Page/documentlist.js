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
