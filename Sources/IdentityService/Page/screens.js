// Shows one screen after the other, and says what went wrong.

import { element } from "./dom.js";
import { Refusal, Unreachable } from "./service.js";
import { text } from "./text.js";

const place = /** @type {HTMLElement} */ (document.getElementById("screen"));

/**
 * Shows a screen; its heading or, if it has one, its field gets the focus.
 * @param {string} title
 * @param {...(import("./dom.js").Child)} content
 */
export function show(title, ...content) {
    const heading = element("h1", { tabindex: "-1" }, title);
    document.title = title;
    place.removeAttribute("aria-busy");
    place.replaceChildren(heading, ...content.filter((one) => one !== null && one !== undefined && one !== false)
        .map((one) => /** @type {Node|string} */ (one)));
    const field = /** @type {HTMLElement|null} */ (place.querySelector("[data-first]"));
    (field ?? heading).focus({ preventScroll: true });
}

/**
 * A button that is busy while its work goes on.
 * @param {string} label
 * @param {string} kind
 * @param {() => Promise<void>|void} work
 * @param {(failure: unknown) => void} onFailure
 */
export function button(label, kind, work, onFailure) {
    const made = element("button", { type: "button", class: kind, onclick: () => busy(made, work, onFailure) }, label);
    return made;
}

/**
 * Does some work once at a time.
 * @param {HTMLButtonElement} control
 * @param {() => Promise<void>|void} work
 * @param {(failure: unknown) => void} onFailure
 */
export async function busy(control, work, onFailure) {
    if (control.getAttribute("aria-busy") === "true") {
        return;
    }
    control.setAttribute("aria-busy", "true");
    try {
        await work();
    } catch (failure) {
        onFailure(failure);
    } finally {
        control.removeAttribute("aria-busy");
    }
}

/**
 * A form with one field, its problem and a button.
 * @param {{label: string, button: string, input: Record<string, unknown>, missing: string,
 *     isComplete: (value: string) => boolean, submit: (value: string) => Promise<void>,
 *     sentence?: (failure: unknown) => string}} parts
 */
export function oneFieldForm({ label, button: words, input, missing, isComplete, submit, sentence = describe }) {
    const problem = element("p", { class: "problem", id: "problem", role: "alert" });
    const field = element("input", { id: "field", "data-first": true, "aria-describedby": "problem", ...input });
    const control = element("button", { class: "primary" }, words);
    /** @param {string} what */
    const say = (what) => {
        problem.textContent = what;
        field.setAttribute("aria-invalid", "true");
        field.focus();
    };
    const form = element("form", { novalidate: true }, element("label", { for: "field" }, label), field, problem, control);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const value = field.value.trim();
        if (!isComplete(value)) {
            say(missing);
            return;
        }
        problem.textContent = "";
        field.removeAttribute("aria-invalid");
        busy(control, () => submit(value), (failure) => say(sentence(failure)));
    });
    return form;
}

/**
 * A sentence about a failure.
 * @param {unknown} failure
 */
export function describe(failure) {
    if (failure instanceof Unreachable) {
        return text("error.unreachable");
    }
    if (failure instanceof Refusal) {
        // The service says how long to wait; a proxy may not.
        return failure.message || text(failure.status === 429 ? "error.tooMany" : "error.unexpected");
    }
    return text("error.unexpected");
}
