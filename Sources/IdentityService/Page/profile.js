// The user's own details: the fields of the application's schema, and a form for those that the user may change.

import { element } from "./dom.js";
import { busy, describe } from "./screens.js";
import { text } from "./text.js";

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} type
 * @property {boolean} required
 * @property {boolean} mayChange whether users may, while the field is empty
 * @property {boolean} stays whether a value, once set, stays
 */

const simple = ["string", "number", "boolean"];
const identifiers = ["email", "phone_number", "user_id"]; // shown above, and changed by signing in
const first = ["first_name", "last_name"];

/**
 * The fields of a schema that people can read, in their order on the page.
 * @param {Record<string, any>} schema
 * @returns {Field[]}
 */
export function fields(schema) {
    const found = Object.entries(schema ?? {})
        .filter(([name, field]) => !identifiers.includes(name) && simple.includes(field.type)
            && field.encryption?.state !== "enabled")
        .map(([name, field]) => ({
            name, label: field.display_name || name, type: field.type, required: field.required === true,
            mayChange: field.owned_by === "user", stays: field.read_only === true,
        }));
    /** @param {Field} field */
    const place = ({ name }) => (first.includes(name) ? first.indexOf(name) : first.length);
    return found.sort((one, other) => place(one) - place(other) || one.label.localeCompare(other.label));
}

/**
 * The details as a form, or as rows where nothing may be changed.
 * @param {Field[]} shown
 * @param {Record<string, any>} values
 * @param {(changes: Record<string, any>) => Promise<void>} save
 */
export function details(shown, values, save) {
    const isOpen = (/** @type {Field} */ field) => field.mayChange && !(field.stays && isSet(values[field.name]));
    const open = shown.filter(isOpen);
    const fixed = shown.filter((field) => !isOpen(field) && isSet(values[field.name]));
    return [
        fixed.length > 0 && element("ul", { class: "rows" }, ...fixed.map((field) => element("li", {},
            element("span", { dir: "auto" }, `${field.label}: ${words(values[field.name])}`)))),
        open.length > 0 && form(open, values, save),
    ];
}

/** @param {unknown} value */
function isSet(value) {
    return value !== undefined && value !== null && value !== "";
}

/** @param {unknown} value */
function words(value) {
    return typeof value === "boolean" ? text(value ? "details.yes" : "details.no") : String(value);
}

/**
 * @param {Field[]} open
 * @param {Record<string, any>} values
 * @param {(changes: Record<string, any>) => Promise<void>} save
 */
function form(open, values, save) {
    const problem = element("p", { class: "problem", id: "details-problem", role: "alert" });
    const controls = open.map((field) => ({ field, input: input(field, values[field.name]) }));
    const control = element("button", {}, text("details.save"));
    const made = element("form", { novalidate: true, class: "details" },
        ...controls.map(({ field, input }) => row(field, input)), problem, control);
    made.addEventListener("submit", (event) => {
        event.preventDefault();
        problem.textContent = "";
        /** @type {Record<string, any>} */
        const changes = {};
        for (const { field, input } of controls) {
            input.removeAttribute("aria-invalid");
            const entered = entry(field, input);
            if (entered === undefined || (field.required && entered === null)) {
                problem.textContent = text(entered === null ? "details.needed" : "details.number", { label: field.label });
                input.setAttribute("aria-invalid", "true");
                input.focus();
                return;
            }
            if (entered !== (values[field.name] ?? (field.type === "boolean" ? false : null))) {
                changes[field.name] = entered;
            }
        }
        busy(control, () => save(changes), (failure) => { problem.textContent = describe(failure); });
    });
    return made;
}

/**
 * @param {Field} field
 * @param {unknown} value
 */
function input(field, value) {
    const id = `details-${field.name}`;
    if (field.type === "boolean") {
        return element("input", { id, type: "checkbox", checked: value === true });
    }
    return element("input", {
        id, type: "text", dir: "auto", value: isSet(value) ? String(value) : "", required: field.required,
        inputmode: field.type === "number" ? "decimal" : null, "aria-describedby": "details-problem",
        autocomplete: { first_name: "given-name", last_name: "family-name" }[field.name] ?? "off",
    });
}

/**
 * @param {Field} field
 * @param {HTMLInputElement} control
 */
function row(field, control) {
    const label = element("label", { for: control.id },
        field.required ? text("details.required", { label: field.label }) : field.label);
    return field.type === "boolean" ? element("div", { class: "tick" }, control, label) : element("div", {}, label, control);
}

/**
 * What was entered; null for nothing, undefined for what is no number.
 * @param {Field} field
 * @param {HTMLInputElement} control
 */
function entry(field, control) {
    if (field.type === "boolean") {
        return control.checked;
    }
    const entered = control.value.trim();
    if (entered === "") {
        return null;
    }
    if (field.type === "string") {
        return entered;
    }
    const number = Number(entered.replace(",", "."));
    return Number.isFinite(number) ? number : undefined;
}
