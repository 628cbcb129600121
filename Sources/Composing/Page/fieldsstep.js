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
