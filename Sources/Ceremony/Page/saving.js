// Brings entries to the host: one write per changed value, again and again while the network is away.

import { Refusal } from "./api.js";
import { newKey } from "./requests.js";
import { nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./announcer.js").Announcer} Announcer */

const pauseAfterFailure = 10_000; // milliseconds until failed entries are tried again

export class Saving {
    #state;
    #api;
    #announcer;
    /**
     * Writes under way, by tab; those of a radio group's buttons by their group, one after the other: what is written
     * last is what was chosen last.
     * @type {Map<string, Promise<void>>}
     */
    #underWay = new Map();
    /**
     * The fields whose last write got no answer. The host may or may not have stored the value.
     * @type {Set<string>}
     */
    #unsure = new Set();
    /** @type {number|undefined} */
    #timer;

    /**
     * @param {State} state
     * @param {Api} api
     * @param {Announcer} announcer
     */
    constructor(state, api, announcer) {
        this.#state = state;
        this.#api = api;
        this.#announcer = announcer;
        addEventListener("online", () => this.retry());
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "hidden") {
                this.flush();
            }
        });
        addEventListener("beforeunload", (event) => {
            if (state.drafts.size > 0 && !state.leaving) {
                this.flush();
                event.preventDefault();
            }
        });
    }

    /**
     * Keeps an entry; it is written by `save` or `flush`.
     * @param {Tab} tab
     * @param {string} value
     */
    enter(tab, value) {
        if (value === this.#state.value(tab)) {
            return;
        }
        this.#state.update((state) => {
            // Also what another button of the group was about to say is given up.
            for (const other of state.session.tabs.filter((other) => key(other) === key(tab))) {
                state.drafts.delete(other.id);
            }
            if (value !== (state.tab(tab).value ?? "") || !this.#isKnown(tab)) {
                state.drafts.set(tab.id, { value, status: "changed", key: newKey() });
            }
        });
    }

    /**
     * Writes the field's entry, if it has one that was not refused.
     * @param {Tab} tab
     * @returns {Promise<void>}
     */
    save(tab) {
        const earlier = this.#underWay.get(key(tab));
        if (earlier !== undefined) {
            return earlier.then(() => this.#state.drafts.get(tab.id)?.status === "changed" ? this.save(tab) : undefined);
        }
        const draft = this.#state.drafts.get(tab.id);
        if (draft === undefined || draft.status === "refused") {
            return Promise.resolve();
        }
        const writing = this.#write(tab, draft).finally(() => this.#underWay.delete(key(tab)));
        this.#underWay.set(key(tab), writing);
        return writing;
    }

    /** Writes everything that is not written yet. */
    async flush() {
        const open = this.#state.session.tabs.filter((tab) => this.#state.drafts.has(tab.id));
        await Promise.all(open.map((tab) => this.save(tab)));
    }

    /** Writes again what failed. */
    retry() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.flush();
    }

    /**
     * Whether the host has what it said last.
     * @param {Tab} tab
     */
    #isKnown(tab) {
        return !this.#underWay.has(key(tab)) && !this.#unsure.has(key(tab));
    }

    /** Whether an entry could not be brought to the host. */
    get hasFailed() {
        return [...this.#state.drafts.values()].some((draft) => draft.status === "failed");
    }

    /**
     * @param {Tab} tab
     * @param {Draft} draft
     */
    async #write(tab, draft) {
        this.#mark(tab, draft, "saving");
        try {
            const session = await this.#api.fill(tab.id, draft.value, draft.key);
            this.#unsure.delete(key(tab));
            this.#state.update((state) => {
                state.session = session;
                this.#giveUp(tab, draft);
            });
            this.#withdraw();
        } catch (problem) {
            // While the sender changes the documents, entries wait here.
            const hasToWait = problem instanceof Refusal && problem.code === "being_changed";
            const isRefused = problem instanceof Refusal && problem.status < 500 && !hasToWait;
            if (!isRefused && !hasToWait) {
                this.#unsure.add(key(tab));
            }
            if (this.#state.drafts.get(tab.id) !== draft) {
                // Something else has been entered meanwhile.
                return;
            }
            if (isRefused && problem.code === "field_hidden") {
                // Another answer has hidden the field in the meantime: there is nothing to correct.
                this.#state.update(() => this.#giveUp(tab, draft));
            } else if (isRefused) {
                draft.message = problem.message || text("error.unknown");
                this.#mark(tab, draft, "refused");
                this.#announcer.say(`${nameOf(tab)}: ${draft.message}`);
                this.#withdraw();
            } else {
                this.#mark(tab, draft, "failed");
                this.#announcer.warn(hasToWait ? problem.message : text("saving.failedNotice"), "saving",
                    { label: text("action.tryAgain"), act: () => this.retry() });
                this.#timer ??= setTimeout(() => this.retry(), pauseAfterFailure);
            }
        }
    }

    /**
     * @param {Tab} tab
     * @param {Draft} draft
     * @param {Draft["status"]} status
     */
    #mark(tab, draft, status) {
        this.#state.update((state) => {
            if (state.drafts.get(tab.id) === draft) {
                draft.status = status;
            }
        });
    }

    /** Takes the warning back once nothing is left that failed. */
    #withdraw() {
        if (!this.hasFailed) {
            this.#announcer.withdraw("saving");
        }
    }

    /**
     * @param {Tab} tab
     * @param {Draft} draft
     */
    #giveUp(tab, draft) {
        if (this.#state.drafts.get(tab.id) === draft) {
            this.#state.drafts.delete(tab.id);
        }
    }
}

/**
 * What is entered and written as one: a field, or all buttons of a radio group.
 * @param {Tab} tab
 */
function key(tab) {
    return tab.kind === "radio" ? `group ${tab.group}` : `field ${tab.id}`;
}
