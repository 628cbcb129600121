// The document's screen: a bar with the progress and the actions, and the documents' pages below it.

import { announceAppearing } from "./appearing.js";
import { bar } from "./bar.js";
import { message } from "./consent.js";
import { element } from "./dom.js";
import { createField } from "./fields.js";
import { reveal } from "./navigation.js";
import { documentSection, watchPages } from "./pages.js";
import { inReadingOrder } from "./state.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */

/**
 * @param {Ceremony} ceremony
 * @returns {HTMLElement[]}
 */
export function signingScreen(ceremony) {
    const { state } = ceremony;
    const { envelope, documents } = state.session;
    state.clearViews();

    /** @type {Map<string, Field>} */
    const fields = new Map();
    for (const tab of inReadingOrder(state.session)) {
        const field = createField(tab, ceremony);
        field.control.addEventListener("focus", () => { state.visited = tab.id; });
        fields.set(tab.id, field);
    }
    ceremony.goTo = (tab) => {
        const field = fields.get(tab.id);
        if (field !== undefined) {
            reveal(field.control);
        }
    };

    const sections = documents.map((signed) => documentSection(signed, [...fields.values()]));
    const main = element("main", { class: "documents" },
        message(envelope.message, envelope.sender.name),
        ...sections.map((section) => section.element));
    announceAppearing(ceremony);
    watchPages(ceremony, sections.flatMap((section) => section.pages));
    state.subscribe(() => {
        const byId = new Map(state.session.tabs.map((tab) => [tab.id, tab]));
        for (const field of fields.values()) {
            const tab = byId.get(field.tab.id);
            if (tab !== undefined) {
                field.tab = tab;
            }
            field.update();
        }
        main.inert = state.leaving;
    });
    return [bar(ceremony), main];
}
