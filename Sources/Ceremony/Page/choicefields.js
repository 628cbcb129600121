// Controls with which one of several things is chosen: radio buttons and lists.

import { element } from "./dom.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Control} Control */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * A radio button; those of one group share a name, so that arrow keys lead from one to the next.
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function radioControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const name = text("field.radio", { group: tab.group ?? "", choice: tab.choice ?? tab.label });
    const button = element("input", { id, type: "radio", name: `group-${tab.group}` });
    const label = element("label", { class: "field-label", for: id }, name);
    button.addEventListener("change", () => {
        const current = state.tab(tab);
        saving.enter(current, "true");
        saving.save(current);
    });
    return {
        element: button,
        content: [
            element("span", { class: "check-area" }, button),
            element("span", { class: "check-box radio-box" }),
            label,
        ],
        update(current) {
            button.checked = state.value(current) === "true";
            button.disabled = state.readOnly || !isFillable(current);
        },
    };
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function listControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const list = element("select", { id, "aria-required": tab.required && isFillable(tab) ? "true" : null },
        element("option", { value: "" }, text("field.choose")),
        ...tab.options.map((option) => element("option", { value: option.value }, option.text)));
    const label = element("label", { class: "field-label", for: id }, tab.label);
    list.addEventListener("change", () => {
        const current = state.tab(tab);
        saving.enter(current, list.value);
        saving.save(current);
    });
    return {
        element: list,
        content: [label, list],
        update(current) {
            list.value = state.value(current);
            list.disabled = state.readOnly || state.leaving || !isFillable(current);
        },
    };
}
