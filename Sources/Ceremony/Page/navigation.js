// Leads from field to field.

import { comeCloser, stepBack } from "./closer.js";
import { Eventful } from "./events.js";
import { nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").Tab} Tab */

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

const farAway = 2; // pages: a longer way is jumped, so that nothing between is fetched or seems to have been shown

/**
 * Scrolls a control to the middle of the window and puts the focus on it.
 * @param {HTMLElement} control
 */
export function reveal(control) {
    control.focus({ preventScroll: true });
    bringIntoSight(control);
}

/**
 * Scrolls something on a page to the middle of the window.
 * @param {HTMLElement} target
 */
export function bringIntoSight(target) {
    const { top } = target.getBoundingClientRect();
    const page = target.closest(".sheet")?.clientHeight ?? innerHeight;
    const isFar = Math.abs(top - innerHeight / 2) > farAway * page;
    target.scrollIntoView({
        block: "center", inline: "nearest", behavior: lessMotion.matches || isFar ? "auto" : "smooth",
    });
}

/**
 * @typedef {object} GuideEvents
 * @property {null} place a signature has to be placed: the focus belongs on the button for it
 * @property {null} finish nothing is left but to finish: the focus belongs on the button for it
 */

/**
 * Leads to fields and pages of the document's screen.
 * @extends {Eventful<GuideEvents>}
 */
export class Guide extends Eventful {
    #ceremony;
    #fields;
    #view;

    /**
     * @param {Ceremony} ceremony
     * @param {Map<string, Field>} fields by the ids of their tabs
     * @param {import("./documentview.js").DocumentView} view
     */
    constructor(ceremony, fields, view) {
        super();
        this.#ceremony = ceremony;
        this.#fields = fields;
        this.#view = view;
    }

    /**
     * Puts the focus on a field.
     * @param {Tab} tab
     */
    goTo(tab) {
        const field = this.#fields.get(tab.id);
        if (field !== undefined) {
            reveal(field.control);
        }
    }

    /**
     * @param {string} documentId
     * @param {number} number of the page
     */
    goToPage(documentId, number) {
        this.#view.goTo(this.#view.page(documentId, number));
    }

    goToPlacing() {
        this.tell("place");
    }

    /**
     * Goes to the next thing that has to be done: the first one behind the field that was last in focus, and from the
     * end on with the first of all. Where the host wants Next to lead everywhere, goes to the next field whether or not
     * it has to be filled. On a phone the documents are enlarged around a field, to be read. Then come the pages that the signer has not looked at; when nothing is left to do, goes to
     * Finish.
     * @param {Tab} [after] the field to look behind
     */
    goToNext(after) {
        const { state, announcer } = this.#ceremony;
        state.update((changing) => { changing.started = true; });
        if (state.needsMark) {
            announcer.say(text("next.place"));
            this.goToPlacing();
            return;
        }
        const next = nextPlace(state, after?.id ?? state.visited ?? "");
        if (next !== undefined) {
            const { tab, label, rule } = next;
            const words = { label, page: tab.page, progress: state.progressText };
            announcer.say(rule === undefined ? text("next.field", words) : text("next.group", { ...words, rule }));
            const field = this.#fields.get(tab.id);
            if (field !== undefined) {
                comeCloser(this.#view, field);
            }
            this.goTo(tab);
            return;
        }
        state.visited = undefined;
        stepBack(this.#view);
        const [unseen] = state.unseenPages;
        if (unseen !== undefined) {
            const { name } = state.session.documents.find((signed) => signed.id === unseen.documentId) ?? { name: "" };
            announcer.say(text("next.page", { page: unseen.page, name, progress: state.progressText }));
            this.goToPage(unseen.documentId, unseen.page);
            return;
        }
        announcer.withdraw("action");
        announcer.say(text("next.allDone"));
        this.tell("finish");
    }
}

/**
 * The next field or group of fields to go to, if there is one.
 * @param {State} state
 * @param {string} from id of the field to look behind
 * @returns {{tab: Tab, label: string, rule?: string}|undefined}
 */
function nextPlace(state, from) {
    const order = state.session.tabs.map((tab) => tab.id);
    const here = order.indexOf(from);
    /** @param {{tab: Tab}} place */
    const isBehind = ({ tab }) => order.indexOf(tab.id) > here;
    const missing = state.missingItems;
    const everywhere = state.session.rules.nextOnlyToBlankRequired
        ? []
        : state.fillableTabs.map((tab) => ({ tab, label: nameOf(tab) }));
    return everywhere.find(isBehind) ?? missing.find(isBehind) ?? missing[0];
}
