// Puts the fields on their pages.

import { element } from "./dom.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @param {Page[]} pages
 * @param {Field[]} fields every field of the envelope, in reading order
 * @returns {Map<Page, Field[]>} the fields of each page that has some
 */
export function placeFields(pages, fields) {
    /** @type {Map<Page, Field[]>} */
    const placed = new Map();
    for (const page of pages) {
        const own = fields.filter(({ tab }) => tab.documentId === page.file.id && tab.page === page.number);
        /** @type {Map<string|null, HTMLElement>} */
        const groups = new Map();
        for (const field of own) {
            field.place(page.size);
            const place = groupOf(field.tab, page.layer, groups);
            place.append(field.frame);
            // The page's words do not come between the buttons of a choice.
            page.items.push({ element: place === page.layer ? field.frame : place, box: field.tab });
        }
        if (own.length > 0) {
            placed.set(page, own);
        }
    }
    return placed;
}

/**
 * What holds a field: the buttons of one group stand in an element that screen readers take for the group. It has no
 * place of its own on the paper.
 * @param {Tab} tab
 * @param {HTMLElement} layer
 * @param {Map<string|null, HTMLElement>} groups those of the page so far
 */
function groupOf(tab, layer, groups) {
    if (tab.kind !== "radio") {
        return layer;
    }
    const known = groups.get(tab.group);
    const group = known ?? element("div", { class: "choices" });
    if (known === undefined) {
        groups.set(tab.group, group);
        layer.append(group);
    }
    return group;
}
