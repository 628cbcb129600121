// A text field for a date: the form that the sender wants stands beside it while it is filled in, with today's date and
// a calendar for those who would rather not type.

import { dateText, hasClock } from "./dateformat.js";
import { element, setAttribute } from "./dom.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";
import { textControl } from "./textfield.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Control} Control */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @param {Tab} tab
 * @param {string} form such as DD/MM/YYYY
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function dateControl(tab, form, ceremony) {
    const { state, saving } = ceremony;
    const control = textControl(tab, ceremony);
    const picker = element("input", {
        type: hasClock(form) ? "datetime-local" : "date", step: hasClock(form) ? 1 : null, class: "date-picker",
        tabindex: "-1", "aria-label": text("date.pick"), min: "0001-01-01", max: "9999-12-31",
        onchange: () => {
            // A day alone would be midnight in another zone.
            const time = new Date(hasClock(form) ? picker.value : `${picker.value}T00:00:00`);
            if (!Number.isNaN(time.getTime())) {
                enter(time);
            }
        },
    });
    const tools = element("div", { class: "date-tools" },
        element("span", {}, form, element("span", { class: "date-example" },
            text("date.example", { example: dateText(form, new Date()) }))),
        element("button", { type: "button", onclick: () => enter(new Date()) }, text("date.today")),
        element("button", { type: "button", onclick: () => openPicker(picker) }, text("date.calendar")),
        picker);
    // The focus stays in the field, which would lose its tools.
    tools.addEventListener("pointerdown", (event) => {
        if (event.target !== picker) {
            event.preventDefault();
        }
    });

    /** @param {Date} time */
    function enter(time) {
        const current = state.tab(tab);
        saving.enter(current, dateText(form, time));
        saving.save(current);
        control.element.focus({ preventScroll: true });
    }

    return {
        element: control.element,
        content: [...control.content, tools],
        update(current) {
            control.update(current);
            const isOpen = !state.readOnly && !state.leaving && isFillable(current);
            tools.hidden = !isOpen;
            setAttribute(control.element, "aria-description", isOpen && text("date.form", { form }));
        },
    };
}

/** @param {HTMLInputElement} picker */
function openPicker(picker) {
    if (typeof picker.showPicker === "function") {
        picker.showPicker();
    } else {
        picker.focus();
        picker.click();
    }
}
