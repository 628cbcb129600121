// Choices of the document as a list with their labels, for fingers.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { isFillable, nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @param {Ceremony} ceremony
 * @param {Field[]} fields
 * @param {Field} first what the finger was nearest to
 */
export function openChoices(ceremony, fields, first) {
    const { state } = ceremony;
    if (state.readOnly || state.leaving) {
        return;
    }
    const tabs = wholeGroups(ceremony, fields.map(({ tab }) => tab));
    const groups = new Map(tabs.map((tab) => [nameOfGroup(ceremony, tab), /** @type {Tab[]} */ ([])]));
    tabs.forEach((tab) => groups.get(nameOfGroup(ceremony, tab))?.push(tab));
    const isOneQuestion = groups.size === 1 && tabs[0].kind === "radio";
    let last = first.tab;
    /** @type {Map<string, HTMLInputElement>} */
    const inputs = new Map();

    /** @param {Tab} tab */
    function row(tab) {
        const input = element("input", {
            type: tab.kind === "radio" ? "radio" : "checkbox", name: `list-${tab.kind === "radio" ? tab.group : tab.id}`,
            checked: state.value(tab) === "true",
            onchange: () => {
                const current = state.tab(tab);
                last = current;
                ceremony.saving.enter(current, String(input.checked));
                ceremony.saving.save(current);
            },
            // What a finger or a mouse has chosen is chosen; arrow keys lead on.
            onclick: (/** @type {PointerEvent} */ event) => {
                if (isOneQuestion && event.detail > 0) {
                    setTimeout(() => dialog.close());
                }
            },
        });
        inputs.set(tab.id, input);
        const name = tab.kind === "radio" ? tab.choice ?? tab.label : tab.label;
        return element("label", { class: "choice" }, input, element("span", {}, name));
    }

    const { dialog } = openDialog({
        name: "choices",
        title: groups.size === 1 ? [...groups.keys()][0] : text("choices.title"),
        content: [...groups].map(([name, members]) => element("fieldset", { class: "choice-list" },
            element("legend", { class: groups.size === 1 ? "unseen" : null }, name),
            ...rule(ceremony, members),
            ...members.map(row))),
        buttons: [element("button", { type: "submit", class: "primary" }, text("choices.done"))],
        onSubmit: () => dialog.close(),
        onClosed: () => document.getElementById(`field-${last.id}`)?.focus({ preventScroll: true }),
    });
    inputs.get(first.tab.id)?.focus();
}

/**
 * The choices, and the others of their groups.
 * @param {Ceremony} ceremony
 * @param {Tab[]} tabs
 */
function wholeGroups({ state }, tabs) {
    const ids = new Set(tabs.map((tab) => tab.id));
    const buttons = new Set(tabs.filter((tab) => tab.kind === "radio").map((tab) => tab.group));
    const boxes = new Set(state.session.groups.map((group) => group.tabs)
        .filter((members) => members.some((id) => ids.has(id))).flat());
    return state.session.tabs.filter((tab) => isFillable(tab) && (ids.has(tab.id) || boxes.has(tab.id)
        || (tab.kind === "radio" && buttons.has(tab.group))));
}

/**
 * @param {Ceremony} ceremony
 * @param {Tab} tab
 */
function nameOfGroup({ state }, tab) {
    if (tab.kind === "radio") {
        return nameOf(tab);
    }
    return state.session.groups.find((group) => group.tabs.includes(tab.id))?.label ?? text("choices.boxes");
}

/**
 * What the sender asks of a group of check boxes.
 * @param {Ceremony} ceremony
 * @param {Tab[]} members
 */
function rule({ state }, members) {
    const group = state.session.groups.find(({ tabs }) => tabs.includes(members[0].id));
    return group === undefined ? [] : [element("p", { class: "quiet-text" }, group.rule)];
}
