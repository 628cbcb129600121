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
