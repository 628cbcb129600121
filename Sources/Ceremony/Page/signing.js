// The document's screen: a bar with the progress, the documents' pages below it, and the actions.

import { announceAppearing } from "./appearing.js";
import { bars } from "./bar.js";
import { placeCalloutsAgain } from "./callouts.js";
import { DocumentView } from "./documentview.js";
import { element } from "./dom.js";
import { createField } from "./fields.js";
import { placeMarks } from "./marks.js";
import { Guide } from "./navigation.js";
import { placeFields } from "./pagefields.js";
import { pageSource } from "./pagesource.js";
import { Seen } from "./seen.js";
import { keepTargetsApart } from "./targets.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * What the ceremony asks of the document's screen.
 * @typedef {object} SigningScreen
 * @property {HTMLElement[]} content
 * @property {import("./navigation.js").Guide} guide
 * @property {import("./marks.js").Marks|null} marks where the signer chooses the place
 * @property {import("./seen.js").Seen} seen
 * @property {DocumentView} view
 */

/**
 * @param {Ceremony} ceremony
 * @returns {SigningScreen}
 */
export function signingScreen(ceremony) {
    const { state, api, announcer } = ceremony;
    const { documents } = state.session;
    state.clearViews();

    /** @type {Map<string, Field>} */
    const fields = new Map();
    for (const tab of state.session.tabs) {
        const field = createField(tab, ceremony);
        field.control.addEventListener("focus", () => { state.visited = tab.id; });
        fields.set(tab.id, field);
    }

    const view = new DocumentView(documents, {
        source: pageSource(api), announcer, takesFocus: state.readOnly || state.session.rules.free,
    });
    const fieldsOf = placeFields(view.pages, [...fields.values()]);
    const guide = new Guide(ceremony, fields, view);
    if (!state.readOnly) {
        view.area.addEventListener("onward", (event) => guide.goToNext(/** @type {CustomEvent<Tab>} */ (event).detail));
    }
    view.zoom.subscribe(() => placeCalloutsAgain(view.area));
    announceAppearing(ceremony);
    const seen = new Seen(ceremony, view);
    view.begin();
    const marks = state.session.rules.free && !state.readOnly ? placeMarks(ceremony, view, guide) : null;
    state.subscribe(() => {
        const byId = new Map(state.session.tabs.map((tab) => [tab.id, tab]));
        for (const field of fields.values()) {
            const tab = byId.get(field.tab.id);
            if (tab !== undefined) {
                field.tab = tab;
            }
            field.update();
        }
        view.area.inert = state.leaving;
    });
    keepTargetsApart(ceremony, fieldsOf);
    // What comes before the documents and what comes after them, as the Tab key meets it.
    const { before, after } = bars(ceremony, view, guide, marks);
    return { content: [element("div", { class: "signing" }, ...before, view.area, after)], view, guide, marks, seen };
}
