// The document's screen: a bar with the progress, the documents' pages below it, and the actions.

import { announceAppearing } from "./appearing.js";
import { bars } from "./bar.js";
import { placeCalloutsAgain } from "./callouts.js";
import { element } from "./dom.js";
import { createField } from "./fields.js";
import { zoomWithGestures } from "./gestures.js";
import { placeMarks } from "./marks.js";
import { Guide } from "./navigation.js";
import { pageNumber } from "./pagenumber.js";
import { documentSection, watchPages } from "./pages.js";
import { panWithMouse, scrollWithKeys } from "./panning.js";
import { keepTargetsApart } from "./targets.js";
import { Zoom } from "./zoom.js";
import { zoomWithKeys } from "./zoombuttons.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * What the ceremony asks of the document's screen.
 * @typedef {object} SigningScreen
 * @property {HTMLElement[]} content
 * @property {import("./navigation.js").Guide} guide
 * @property {import("./marks.js").Marks|null} marks where the signer chooses the place
 * @property {import("./pages.js").WatchedPages} watched
 */

/**
 * @param {Ceremony} ceremony
 * @returns {SigningScreen}
 */
export function signingScreen(ceremony) {
    const { state } = ceremony;
    const { documents } = state.session;
    state.clearViews();

    /** @type {Map<string, Field>} */
    const fields = new Map();
    for (const tab of state.session.tabs) {
        const field = createField(tab, ceremony);
        field.control.addEventListener("focus", () => { state.visited = tab.id; });
        fields.set(tab.id, field);
    }

    const sections = documents.map((signed) => documentSection(signed, [...fields.values()]));
    // A region that scrolls is reached with the keyboard: by its fields, or itself.
    const main = element("main", { class: "documents", tabindex: state.readOnly || state.session.rules.free ? "0" : null },
        ...sections.map((section) => section.element));
    const pages = sections.flatMap((section) => section.pages);
    const guide = new Guide(ceremony, fields, pages);
    if (!state.readOnly) {
        main.addEventListener("onward", (event) => guide.goToNext(/** @type {CustomEvent<Tab>} */ (event).detail));
    }
    const zoom = new Zoom(main, ceremony.announcer);
    zoom.subscribe(() => placeCalloutsAgain(main));
    zoomWithGestures(main, zoom);
    panWithMouse(main);
    scrollWithKeys(main);
    zoomWithKeys(main, zoom);
    announceAppearing(ceremony);
    const watched = watchPages(ceremony, pages, main, zoom);
    const marks = state.session.rules.free && !state.readOnly ? placeMarks(ceremony, pages, main, guide) : null;
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
    keepTargetsApart(ceremony, pages);
    // What comes before the documents and what comes after them, as the Tab key meets it.
    const { before, after } = bars(ceremony, {
        zoom, pageNumber: pageNumber(ceremony, pages, main, guide), guide, marks, print: watched.print,
    });
    return { content: [element("div", { class: "signing" }, ...before, main, after)], guide, marks, watched };
}
