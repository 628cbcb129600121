// What keeps a draft from being sent, as sentences at their places.

import { element, setAttribute } from "./dom.js";
import { nameOf } from "./people.js";
import { text } from "./text.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./types.js").Problem} Problem */

// A blank is only shown once the sender wants to send.
const blanks = new Set(["empty", "not-an-email", "host-missing", "host-not-an-email"]);

/**
 * @param {Problem} problem
 * @returns {string}
 */
export function sentence(problem) {
    const { code, facts } = problem;
    const name = ["not-an-email", "host-not-an-email"].includes(code) && !facts.email ? `${code}-blank` : code;
    try {
        return text(/** @type {WordKey} */ (`problem.${name}`), facts);
    } catch {
        return text("problem.other");
    }
}

/**
 * The sentence with what it is about, for a list of all.
 * @param {Draft} draft
 * @param {Problem} problem
 */
export function wholeSentence(draft, problem) {
    const { part, id } = problem.place;
    const about = part === "recipients" ? draft.content.recipients.find((person) => person.id === id)
        : undefined;
    const field = part === "tabs" ? draft.content.tabs.find((tab) => tab.id === id) : undefined;
    const file = part === "documents" ? draft.content.documents.find((one) => one.id === id) : undefined;
    const name = about && nameOf(about) || field?.label || file?.name;
    return name === undefined ? sentence(problem) : text("problem.of", { name, problem: sentence(problem) });
}

/**
 * The first problem of a place that is shown now.
 * @param {Draft} draft
 * @param {boolean} isStrict whether blanks count
 * @param {(place: Problem["place"]) => boolean} isThere
 * @returns {string}
 */
export function problemAt(draft, isStrict, isThere) {
    const found = draft.problems.find((problem) => isThere(problem.place) && (isStrict || !isBlank(problem)));
    return found === undefined ? "" : sentence(found);
}

/** @param {Problem} problem */
function isBlank(problem) {
    return blanks.has(problem.code) && !problem.facts.email;
}

/**
 * A form's control with its label and a place for its problem.
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 * @returns {HTMLElement}
 */
export function labelled(id, label, control) {
    control.id = id;
    return element("div", { class: "entry" },
        element("label", { for: id }, label), control, element("p", { id: `${id}-problem`, class: "problem" }));
}

/**
 * Shows the problem of a control, or takes it away.
 * @param {string} id
 * @param {string} problem
 */
export function showProblem(id, problem) {
    const control = document.getElementById(id);
    const line = document.getElementById(`${id}-problem`);
    if (control !== null && line !== null && line.textContent !== problem) {
        line.textContent = problem;
        setAttribute(control, "aria-invalid", problem !== "" && "true");
        setAttribute(control, "aria-describedby", problem !== "" && line.id);
    }
}
