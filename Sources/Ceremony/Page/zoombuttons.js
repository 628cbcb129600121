// The buttons with which the documents are shown larger and smaller. There are no keys of their own for it: a single
// character must not do anything unasked (WCAG 2.1.4), and those with Control belong to the browser.

import { element, icon, icons, setAttribute } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./zoom.js").Zoom} Zoom */

/**
 * @param {Zoom} zoom
 * @returns {HTMLElement}
 */
export function zoomButtons(zoom) {
    const smaller = element("button", {
        type: "button", class: "icon-only", "aria-label": text("zoom.out"), onclick: () => zoom.out(),
    }, icon(icons.minus));
    const fit = element("button", { type: "button", class: "zoom-fit", onclick: () => zoom.fit() });
    const larger = element("button", {
        type: "button", class: "icon-only", "aria-label": text("zoom.in"), onclick: () => zoom.in(),
    }, icon(icons.plus));
    zoom.subscribe(() => {
        const { percent } = zoom;
        fit.textContent = text("zoom.percent", { percent });
        fit.setAttribute("aria-label", text("zoom.fit", { percent }));
        // A button that were disabled would lose the focus.
        setAttribute(smaller, "aria-disabled", zoom.isLeast && "true");
        setAttribute(larger, "aria-disabled", zoom.isMost && "true");
    });
    return element("div", { class: "zoom", role: "group", "aria-label": text("zoom.label") }, smaller, fit, larger);
}
