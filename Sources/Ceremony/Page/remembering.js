// In the dialog to adopt a signature: whether this device may remember it, and the way to make it forget.

import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */

/**
 * @param {Memory} memory
 * @param {AdoptionKind} kind
 * @param {string} email
 * @returns {{element: HTMLElement, note: (artwork: object) => void}} `note` remembers what was adopted, or forgets
 */
export function remembering(memory, kind, email) {
    const isKnown = memory.recall(kind) !== null;
    const box = element("input", {
        id: "remember", type: "checkbox", checked: isKnown, "aria-describedby": "remember-rule",
    });
    const known = element("p", { class: "quiet-text", role: "status" });
    if (isKnown) {
        const forget = element("button", { type: "button", class: "quiet", onclick: () => {
            memory.forget(kind);
            box.checked = false;
            known.textContent = text("remember.forgotten");
            box.focus();
        } }, text("remember.forget"));
        known.append(text("remember.known"), " ", forget);
    }
    return {
        element: element("div", { class: "remember" },
            known,
            element("label", { class: "remember-choice", for: box.id }, box, text(`remember.${kind}`)),
            element("p", { class: "quiet-text", id: "remember-rule" }, text("remember.rule", { email }))),
        note(artwork) {
            if (box.checked) {
                memory.keep(kind, artwork);
            } else {
                memory.forget(kind);
            }
        },
    };
}
