// Leads from field to field.

import { nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

const farAway = 2; // pages: a longer way is jumped, so that nothing between is fetched or seems to have been shown

/**
 * Scrolls a control to the middle of the window and puts the focus on it.
 * @param {HTMLElement} control
 */
export function reveal(control) {
    control.focus({ preventScroll: true });
    const { top } = control.getBoundingClientRect();
    const page = control.closest(".sheet")?.clientHeight ?? innerHeight;
    const isFar = Math.abs(top - innerHeight / 2) > farAway * page;
    control.scrollIntoView({
        block: "center", inline: "nearest", behavior: lessMotion.matches || isFar ? "auto" : "smooth",
    });
}

/**
 * Goes to the next thing that has to be done: the first one behind the field that was last in focus, and from the end on
 * with the first of all. Where the host wants Next to lead everywhere, goes to the next field whether or not it has to be
 * filled. Then come the pages that the signer has not looked at; when nothing is left to do, goes to Finish.
 * @param {Ceremony} ceremony
 * @param {HTMLElement} finish
 * @param {string} [after] id of the field to look behind
 */
export function goToNext(ceremony, finish, after) {
    const { state, announcer } = ceremony;
    if (state.needsMark) {
        announcer.say(text("next.place"));
        ceremony.goToPlacing();
        return;
    }
    const order = state.session.tabs.map((tab) => tab.id);
    const here = order.indexOf(after ?? state.visited ?? "");
    /** @param {{tab: Tab}} place */
    const isBehind = ({ tab }) => order.indexOf(tab.id) > here;
    const missing = state.missingItems;
    const everywhere = state.session.rules.nextOnlyToBlankRequired
        ? []
        : state.fillableTabs.map((tab) => ({ tab, label: nameOf(tab) }));
    /** @type {import("./state.js").Item|{tab: Tab, label: string, rule?: string}|undefined} */
    const next = everywhere.find(isBehind) ?? missing.find(isBehind) ?? missing[0];
    if (next === undefined) {
        state.visited = undefined;
        const [unseen] = state.unseenPages;
        if (unseen !== undefined) {
            const { name } = state.session.documents.find((signed) => signed.id === unseen.documentId) ?? { name: "" };
            announcer.say(text("next.page", { page: unseen.page, name, progress: state.progressText }));
            ceremony.goToPage(unseen.documentId, unseen.page);
            return;
        }
        announcer.withdraw("action");
        announcer.say(text("next.allDone"));
        finish.focus({ preventScroll: true });
        return;
    }
    const { tab, label, rule } = next;
    const words = { label, page: tab.page, progress: state.progressText };
    announcer.say(rule === undefined ? text("next.field", words) : text("next.group", { ...words, rule }));
    ceremony.goTo(tab);
}
