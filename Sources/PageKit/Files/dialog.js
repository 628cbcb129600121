// One modal dialog: the browser's own, with a title, a way to say what went wrong, and a row of buttons.

import { element } from "./dom.js";

/**
 * @typedef {object} DialogParts
 * @property {string} name prefix of the ids in it
 * @property {string} title
 * @property {(Node|null)[]} content
 * @property {(Node|null)[]} buttons
 * @property {() => void} onSubmit
 * @property {() => void} [onClosed]
 */

/**
 * Opens a dialog and returns it with the function that shows a problem in it.
 * Escape closes it; the focus goes back to where it was.
 * @param {DialogParts} parts
 * @returns {{dialog: HTMLDialogElement, showProblem: (sentence: string) => void}}
 */
export function openDialog({ name, title, content, buttons, onSubmit, onClosed }) {
    const problem = element("p", { id: `${name}-problem`, class: "problem", role: "alert" });
    const form = element("form", { class: "dialog-form", novalidate: true },
        element("h2", { id: `${name}-title` }, title),
        element("div", { class: "dialog-content" }, ...content),
        problem,
        element("div", { class: "dialog-buttons" }, ...buttons));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        onSubmit();
    });
    // What confirms a dialog is pressed for it: a key still held down from before does not.
    form.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.repeat && !(event.target instanceof HTMLTextAreaElement)) {
            event.preventDefault();
        }
    });
    const dialog = element("dialog", { class: `dialog dialog-${name}`, "aria-labelledby": `${name}-title` }, form);
    const origin = /** @type {HTMLElement|null} */ (document.activeElement);
    dialog.addEventListener("close", () => {
        dialog.remove();
        origin?.focus({ preventScroll: true });
        onClosed?.();
    });
    document.getElementById("dialogs")?.append(dialog);
    dialog.showModal();
    return { dialog, showProblem: (sentence) => { problem.textContent = sentence; } };
}
