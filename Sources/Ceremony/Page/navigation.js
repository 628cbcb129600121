// Leads from field to field.

import { nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Scrolls a control to the middle of the window and puts the focus on it.
 * @param {HTMLElement} control
 */
export function reveal(control) {
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "center", inline: "nearest", behavior: lessMotion.matches ? "auto" : "smooth" });
}

/**
 * Goes to the next empty required field: the first one after the field in focus, else the first of all. Where the host
 * wants Next to lead everywhere, goes to the next field whether or not it has to be filled.
 * When nothing is empty any more, goes to Finish.
 * @param {Ceremony} ceremony
 * @param {HTMLElement} finish
 * @param {string} [after] id of the field to look behind
 */
export function goToNext(ceremony, finish, after) {
    const { state, announcer } = ceremony;
    const missing = state.missingTabs;
    const everywhere = state.session.rules.nextOnlyToBlankRequired ? [] : state.fillableTabs;
    const visited = everywhere.findIndex((tab) => tab.id === (after ?? state.visited));
    const neighbour = everywhere[visited + 1];
    if (missing.length === 0 && neighbour === undefined) {
        state.visited = undefined;
        announcer.withdraw("action");
        announcer.say(text("next.allDone"));
        finish.focus();
        return;
    }
    const all = state.requiredTabs.map((tab) => tab.id);
    const start = after === undefined ? -1 : all.indexOf(after);
    const next = neighbour ?? missing.find((tab) => all.indexOf(tab.id) > start) ?? missing[0];
    state.visited = next.id;
    announcer.say(text("next.field", { label: nameOf(next), page: next.page, progress: state.progressText }));
    ceremony.goTo(next);
}
