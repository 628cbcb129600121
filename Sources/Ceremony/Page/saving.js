// Brings entries to the host: one write per changed value, again and again while the network is away.

import { newKey, Refusal } from "./api.js";
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
     * Writes under way, by tab.
     * @type {Map<string, Promise<void>>}
     */
    #underWay = new Map();
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
            if (value === (tab.value ?? "") && !this.#underWay.has(tab.id)) {
                state.drafts.delete(tab.id);
            } else {
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
        const earlier = this.#underWay.get(tab.id);
        if (earlier !== undefined) {
            return earlier.then(() => this.#state.drafts.get(tab.id)?.status === "changed" ? this.save(tab) : undefined);
        }
        const draft = this.#state.drafts.get(tab.id);
        if (draft === undefined || draft.status === "refused") {
            return Promise.resolve();
        }
        const writing = this.#write(tab, draft).finally(() => this.#underWay.delete(tab.id));
        this.#underWay.set(tab.id, writing);
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
            this.#state.update((state) => {
                state.session = session;
                if (state.drafts.get(tab.id) === draft) {
                    state.drafts.delete(tab.id);
                }
            });
            if (!this.hasFailed) {
                this.#announcer.withdraw("saving");
            }
        } catch (problem) {
            if (problem instanceof Refusal && problem.code === "field_hidden") {
                // Another answer has hidden the field in the meantime: there is nothing to correct.
                this.#state.update((state) => {
                    if (state.drafts.get(tab.id) === draft) {
                        state.drafts.delete(tab.id);
                    }
                });
            } else if (problem instanceof Refusal && problem.status < 500) {
                draft.message = problem.message || text("error.unknown");
                this.#mark(tab, draft, "refused");
                this.#announcer.say(`${nameOf(tab)}: ${draft.message}`);
            } else {
                this.#mark(tab, draft, "failed");
                this.#announcer.warn(text("saving.failedNotice"), "saving",
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
}
