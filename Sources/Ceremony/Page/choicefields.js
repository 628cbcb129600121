// Controls with which one of several things is chosen: radio buttons and lists.

import { element, setAttribute } from "./dom.js";
import { fieldFont, naturalWidth } from "./measure.js";
import { isFillable, nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Control} Control */
/** @typedef {import("./types.js").Tab} Tab */

const arrow = 28; // pixels beside the words of a list
const smallest = 8; // pixels: the words of a list are cut rather than that they are set smaller

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
            describeGroup(button.closest(".choices"), current, state);
        },
    };
}

/**
 * Says what the element around the buttons of a group is, while one of them is shown.
 * @param {Element|null} place
 * @param {Tab} tab one of the buttons
 * @param {import("./state.js").State} state
 */
function describeGroup(place, tab, state) {
    if (place === null) {
        return;
    }
    const shown = state.session.tabs.filter((other) =>
        other.kind === "radio" && other.group === tab.group && other.page === tab.page && other.shown);
    setAttribute(place, "role", shown.length > 0 && "radiogroup");
    setAttribute(place, "aria-label", shown.length > 0 && nameOf(tab));
    setAttribute(place, "aria-required", shown.some((other) => other.required && isFillable(other)) && "true");
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function listControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const list = element("select", { id },
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
            // What is chosen stands in one line beside the arrow, whatever room there is.
            const width = naturalWidth(list.selectedOptions[0]?.text ?? "", 1, fieldFont);
            list.parentElement?.style.setProperty("--whole-text",
                `max(${smallest}px, (var(--box-width) - ${arrow}px) / ${width})`);
        },
    };
}
