// The buttons and keys with which the documents are shown larger and smaller.

import { element, icon, icons, setAttribute } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./zoom.js").Zoom} Zoom */

/**
 * @param {Zoom} zoom
 * @returns {HTMLElement}
 */
export function zoomButtons(zoom) {
    const smaller = element("button", {
        type: "button", class: "icon-only", "aria-label": text("zoom.out"), "aria-keyshortcuts": "-",
        onclick: () => zoom.out(),
    }, icon(icons.minus));
    const fit = element("button", { type: "button", class: "zoom-fit", "aria-keyshortcuts": "0", onclick: () => zoom.fit() });
    const larger = element("button", {
        type: "button", class: "icon-only", "aria-label": text("zoom.in"), "aria-keyshortcuts": "+",
        onclick: () => zoom.in(),
    }, icon(icons.plus));
    zoom.subscribe(() => {
        const { percent, isCloser } = zoom;
        fit.replaceChildren(isCloser ? icon(icons.page) : text("zoom.percent", { percent }));
        fit.setAttribute("aria-label", isCloser ? text("zoom.whole") : text("zoom.fit", { percent }));
        // A button that were disabled would lose the focus.
        setAttribute(smaller, "aria-disabled", zoom.isLeast && "true");
        setAttribute(larger, "aria-disabled", zoom.isMost && "true");
    });
    return element("div", { class: "zoom", role: "group", "aria-label": text("zoom.label") }, smaller, fit, larger);
}

/**
 * Plus, minus and 0 enlarge, reduce and fit while the focus is in the documents and not in one of their fields: a single
 * character must do nothing elsewhere (WCAG 2.1.4), and those with Control belong to the browser.
 * @param {HTMLElement} documents
 * @param {Zoom} zoom
 */
export function zoomWithKeys(documents, zoom) {
    /** @type {Record<string, () => void>} */
    const steps = { "+": () => zoom.in(), "=": () => zoom.in(), "-": () => zoom.out(), "0": () => zoom.fit() };
    documents.addEventListener("keydown", (event) => {
        const target = /** @type {Element} */ (event.target);
        const isInField = target.closest("input, textarea, select, button, a, .field") !== null;
        const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
        if (step === undefined || isInField || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        event.preventDefault();
        step();
    });
}
