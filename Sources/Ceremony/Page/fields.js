// The recipient's tabs as controls over the page's picture.

import { listControl, radioControl } from "./choicefields.js";
import { element, icon, icons, setAttribute } from "./dom.js";
import { fieldFont, naturalWidth } from "./measure.js";
import { signControl } from "./signfield.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").PageSize} PageSize */

/**
 * A control of one kind.
 * @typedef {object} Control
 * @property {HTMLElement} element what takes the focus
 * @property {Node[]} content what stands in the frame, the control's element among it
 * @property {(tab: Tab) => void} update
 */

const largestText = 12; // points, as in the PDF
const lineExtent = 0.925; // from ascender to descender of Helvetica at size 1
const narrow = 100; // points: on a small screen there is no room for words
const comfortable = 32; // pixels: a lower text field grows while it is being filled
const editingWidth = 256; // pixels

/**
 * @typedef {object} Field
 * @property {Tab} tab
 * @property {HTMLElement} frame
 * @property {HTMLElement} control
 * @property {(size: PageSize) => void} place
 * @property {() => void} update
 */

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Field}
 */
export function createField(tab, ceremony) {
    const note = element("p", { class: "field-note", id: `note-${tab.id}`, hidden: true });
    const control = controlFor(tab, ceremony);
    setAttribute(control.element, "title", tab.tooltip);
    const frame = element("div", { class: `field field-${tab.kind}` }, ...control.content, note);
    const { state } = ceremony;
    return {
        tab,
        frame,
        control: control.element,
        place(size) {
            frame.style.left = `${(100 * tab.x) / size.width}%`;
            frame.style.top = `${(100 * tab.y) / size.height}%`;
            frame.style.width = `${(100 * tab.width) / size.width}%`;
            frame.style.height = `${(100 * tab.height) / size.height}%`;
            /** @type {(name: string, points: number) => void} */
            const setLength = (name, points) => {
                frame.style.setProperty(name, `${(100 * points) / size.width}cqw`);
            };
            setLength("--box-width", tab.width);
            setLength("--box-height", tab.height);
            setLength("--text-size", textSize(tab));
            setLength("--text-margin", textMargin(tab));
            const isRight = tab.x + tab.width / 2 > 0.6 * size.width;
            setLength("--room", (isRight ? tab.x + tab.width : size.width - tab.x) - 6);
            frame.classList.toggle("is-right", isRight);
            frame.classList.toggle("is-narrow", tab.width < narrow);
        },
        update() {
            const draft = state.drafts.get(tab.id);
            frame.hidden = !this.tab.shown;
            frame.classList.toggle("is-done", state.isDone(this.tab));
            frame.classList.toggle("is-required", this.tab.required);
            frame.classList.toggle("is-still", state.readOnly || !isFillable(this.tab));
            control.update(this.tab);
            frame.style.setProperty("--fit", String(fit(this.tab, state.value(this.tab))));
            const sentence = draft?.status === "refused" ? draft.message
                : draft?.status === "failed" ? text("field.unsaved") : undefined;
            note.textContent = sentence ?? "";
            note.hidden = sentence === undefined;
            frame.classList.toggle("is-refused", draft?.status === "refused");
            setAttribute(control.element, "aria-invalid", draft?.status === "refused" && "true");
            if (sentence !== undefined) {
                control.element.setAttribute("aria-describedby", note.id);
            } else if (control.element.getAttribute("aria-describedby") === note.id) {
                control.element.removeAttribute("aria-describedby");
            }
        },
    };
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
function controlFor(tab, ceremony) {
    switch (tab.kind) {
    case "signHere":
        return signControl(tab, ceremony, "signature");
    case "initialHere":
        return signControl(tab, ceremony, "initials");
    case "checkbox":
        return checkControl(tab, ceremony);
    case "radio":
        return radioControl(tab, ceremony);
    case "list":
        return listControl(tab, ceremony);
    default:
        return textControl(tab, ceremony);
    }
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
function textControl(tab, ceremony) {
    const { state, saving } = ceremony;
    const id = `field-${tab.id}`;
    const input = element("input", {
        id, type: "text", dir: "auto", maxlength: tab.maxLength, placeholder: isFillable(tab) ? tab.label : null,
        autocomplete: "off", enterkeyhint: "next", "aria-required": tab.required && isFillable(tab) ? "true" : null,
    });
    const label = element("label", { class: "field-label", for: id }, tab.label);
    input.addEventListener("input", () => saving.enter(state.tab(tab), input.value));
    input.addEventListener("change", () => saving.save(tab));
    input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.isComposing) {
            // The key leads on and does nothing where it leads to, neither now nor while it is held down.
            event.preventDefault();
            if (!event.repeat) {
                saving.save(tab);
                ceremony.goToNext(tab);
            }
        }
    });
    input.addEventListener("focus", () => grow(input));
    input.addEventListener("blur", () => {
        shrink(input);
        saving.save(tab);
    });
    return {
        element: input,
        content: [label, input],
        update(current) {
            input.readOnly = state.readOnly || state.leaving || !isFillable(current);
            if (input.value !== state.value(current)) {
                input.value = state.value(current);
            }
        },
    };
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
function checkControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const box = element("input", { id, type: "checkbox", "aria-required": tab.required ? "true" : null });
    const label = element("label", { class: "field-label", for: id }, tab.label);
    box.addEventListener("change", () => {
        const current = state.tab(tab);
        saving.enter(current, String(box.checked));
        saving.save(current);
    });
    return {
        element: box,
        content: [
            element("span", { class: "check-area" }, box),
            element("span", { class: "check-box" }, icon(icons.check)),
            label,
        ],
        update(current) {
            box.checked = state.value(current) === "true";
            box.disabled = state.readOnly || !isFillable(current);
        },
    };
}

/**
 * How much smaller a text has to be set than its size, so that it stays within its field.
 * @param {Tab} tab
 * @param {string} value
 */
function fit(tab, value) {
    return Math.min(1, (tab.width - 2 * textMargin(tab)) / naturalWidth(value, textSize(tab), fieldFont));
}

/**
 * The size in points of a short text, as the PDF sets it.
 * @param {Tab} tab
 */
function textSize(tab) {
    return Math.min(tab.fontSize ?? largestText, (tab.height - 1) / lineExtent);
}

/**
 * Points free at the left and the right of a text, as in the PDF.
 * @param {Tab} tab
 */
function textMargin(tab) {
    return Math.min(2, tab.width * 0.05);
}

/**
 * On a small screen a text field is lower than a line of legible text. While it has the focus it grows,
 * and stays within the sheet.
 * @param {HTMLInputElement} input
 */
function grow(input) {
    const frame = /** @type {HTMLElement} */ (input.parentElement);
    const sheet = frame.closest(".sheet");
    const box = frame.getBoundingClientRect();
    if (input.readOnly || sheet === null || box.height >= comfortable) {
        return;
    }
    const room = sheet.getBoundingClientRect();
    const width = Math.min(Math.max(box.width, editingWidth), room.width - 8);
    const shift = Math.min(0, room.right - 4 - width - box.left);
    input.style.width = `${width}px`;
    input.style.left = `${Math.max(shift, room.left + 4 - box.left)}px`;
    frame.classList.add("is-grown");
}

/** @param {HTMLInputElement} input */
function shrink(input) {
    input.style.width = "";
    input.style.left = "";
    input.parentElement?.classList.remove("is-grown");
}
