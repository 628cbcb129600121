// The recipient's tabs as controls over the page's picture.

import { attachControl } from "./attachfield.js";
import { placeCallouts, placeCalloutsAgain } from "./callouts.js";
import { listControl, radioControl } from "./choicefields.js";
import { dateControl } from "./datefield.js";
import { element, icon, icons, setAttribute } from "./dom.js";
import { signControl } from "./signfield.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";
import { textControl } from "./textfield.js";
import { textMargin, textSize } from "./textsetting.js";

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

const takesRequired = new Set(["text", "checkbox", "list"]); // of radio buttons the group is required
const narrow = 100; // points: on a small screen there is no room for words

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
    const side = tab.alignment === null ? "" : ` is-set-${tab.alignment}`;
    const frame = element("div", { class: `field field-${tab.kind}${side}` }, ...control.content, note);
    const { state } = ceremony;
    frame.addEventListener("pointerenter", () => placeCallouts(frame));
    frame.addEventListener("focusin", () => placeCalloutsAgain(frame.closest(".sheet")));
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
            setLength("--point", 1);
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
            frame.classList.toggle("is-required", this.tab.required || state.isAskedForInGroup(this.tab));
            frame.classList.toggle("is-still", state.readOnly || !isFillable(this.tab));
            control.update(this.tab);
            if (takesRequired.has(this.tab.kind)) {
                setAttribute(control.element, "aria-required", this.tab.required && isFillable(this.tab) && "true");
            }
            const sentence = draft?.status === "refused" ? draft.message
                : draft?.status === "failed" ? text("field.unsaved") : undefined;
            const isNew = note.textContent !== (sentence ?? "");
            note.textContent = sentence ?? "";
            note.hidden = sentence === undefined;
            if (isNew) {
                placeCallouts(frame);
            }
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
    case "signerAttachment":
        return attachControl(tab, ceremony);
    default:
        return tab.dateFormat === null ? textControl(tab, ceremony) : dateControl(tab, tab.dateFormat, ceremony);
    }
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
function checkControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const box = element("input", { id, type: "checkbox" });
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
            const group = state.session.groups.find((other) => other.tabs.includes(tab.id));
            setAttribute(box, "aria-description", group && text("finish.group", { label: group.label, rule: group.rule }));
        },
    };
}
