// Tells people who cannot see it that a choice made fields appear or go away.

import { nameOf } from "./state.js";
import { listedBriefly, text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */

/** @param {Ceremony} ceremony */
export function announceAppearing({ state, announcer }) {
    /** @type {Map<string, Tab>} */
    let known = new Map();
    let isFirst = true;
    state.subscribe(() => {
        const now = new Map((state.readOnly ? [] : state.fillableTabs).map((tab) => [tab.id, tab]));
        const before = known;
        known = now;
        if (isFirst || state.readOnly) {
            isFirst = false;
            return;
        }
        tell("field.appeared", [...now.values()].filter((tab) => !before.has(tab.id)).map((tab) =>
            tab.required ? text("field.name.required", { label: nameOf(tab) }) : nameOf(tab)));
        tell("field.gone", [...before.values()].filter((tab) => !now.has(tab.id)).map(nameOf));
    });

    /**
     * @param {WordKey} key
     * @param {string[]} names
     */
    function tell(key, names) {
        if (names.length > 0) {
            announcer.say(text(key, { count: names.length, labels: listedBriefly(names) }));
        }
    }
}
