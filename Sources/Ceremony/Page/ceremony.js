// The ceremony from consent to the last act: what each screen may ask for.

import { Refusal } from "./api.js";
import { closingScreen, leaveTo, ownClosing } from "./closing.js";
import { copyLinks } from "./copies.js";
import { consentScreen } from "./consent.js";
import { embedding } from "./embedding.js";
import { newKey, Unreachable } from "./requests.js";
import { Saving } from "./saving.js";
import { signingScreen } from "./signing.js";
import { nameOf } from "./state.js";
import { listedBriefly, text } from "./text.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./announcer.js").Announcer} Announcer */
/** @typedef {import("./types.js").Closing} Closing */
/** @typedef {import("./types.js").VisitEnd} VisitEnd */
/** @typedef {"signed"|"declined"|"delegated"|"othersDeclined"|"later"|"voided"|"viewed"} Ending */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").Tab} Tab */

export class Ceremony {
    /**
     * The document's screen, while it is shown.
     * @type {import("./signing.js").SigningScreen|null}
     */
    #screen = null;
    /**
     * One key over all attempts to finish with the same entries.
     * @type {string|null}
     */
    #finishKey = null;
    #show;

    /**
     * @param {State} state
     * @param {Api} api
     * @param {Announcer} announcer
     * @param {(content: HTMLElement[], title: string) => void} show
     * @param {import("./memory.js").Memory|null} memory what this device remembers for the person
     */
    constructor(state, api, announcer, show, memory) {
        this.state = state;
        this.api = api;
        this.announcer = announcer;
        this.memory = memory;
        this.saving = new Saving(state, api, announcer);
        this.#show = show;
        // After the change that brought the news is complete.
        state.on("corrected", () => queueMicrotask(() => state.leaving || this.#beginAgain()));
        api.on("envelopeEnd", () => {
            // Who is leaving hears of it from the answer to their last request.
            if (!state.leaving) {
                this.#reopen();
            }
        });
    }

    /** Shows the screen that the session calls for. */
    begin() {
        const { envelope, recipient, closing, rules } = this.state.session;
        this.#screen = null;
        if (rules.preview && recipient.consented) {
            this.announcer.warn(text("preview.note"), "preview");
        }
        if (closing !== null) {
            this.#close(overAs(envelope.status, recipient.status), { redirect: null, closing });
        } else if (recipient.consented || this.state.readOnly) {
            const title = this.state.readOnly ? "title.read" : "title.sign";
            this.#screen = signingScreen(this);
            this.#show(this.#screen.content, text(title, { subject: envelope.subject }));
        } else {
            this.#show([consentScreen(this)], text("title.consent", { subject: envelope.subject }));
        }
    }

    async consent() {
        this.state.session = await this.api.consent();
        embedding.tell("consented");
        this.begin();
    }

    /** Signs the document, or leads to what is missing. */
    async finish() {
        if (this.state.leaving) {
            return;
        }
        await this.saving.flush();
        await this.#screen?.marks?.flush();
        if (!this.#isComplete()) {
            return;
        }
        this.#finishKey ??= newKey();
        const key = this.#finishKey;
        const request = async () => {
            // The host refuses a signature on a page that was not reported as shown.
            await this.#screen?.seen.settle();
            return this.api.finish(key);
        };
        await this.#leave("signed", text("finish.busy"), request, (failure) => {
            if (failure instanceof Refusal) {
                this.#finishKey = null;
                this.#leadTo(failure.fields);
                if (failure.pages.length > 0) {
                    this.#screen?.guide.goToPage(failure.pages[0].documentId, failure.pages[0].page);
                }
            }
        });
    }

    /** Goes away with everything kept that the host keeps; asks first where it does not have an entry. */
    async later() {
        if (this.state.leaving) {
            return;
        }
        const { keepsEntries } = this.state.session.rules;
        if (keepsEntries) {
            await this.saving.flush();
            const left = this.state.session.tabs.find((tab) => this.state.drafts.has(tab.id));
            if (left !== undefined) {
                this.announcer.warn(text("later.refused", { label: nameOf(left) }), "action",
                    { label: text("later.anyway"), act: () => this.#goLater("later.busy") });
                this.#screen?.guide.goTo(left);
                return;
            }
        }
        await this.#goLater(keepsEntries ? "later.busy" : "unkept.busy");
    }

    /** @param {"later.busy"|"unkept.busy"} busy */
    async #goLater(busy) {
        await this.#leave("later", text(busy), () => this.api.later());
    }

    /** Leaves a document that could only be read. */
    async close() {
        await this.#leave("viewed", text("later.busy"), () => this.api.later());
    }

    /**
     * Declines to sign. Throws the host's refusal.
     * @param {string} reason
     * @param {string} key
     */
    async decline(reason, key) {
        const end = await this.api.decline(reason, key);
        this.state.update((state) => { state.leaving = true; });
        this.#close("declined", end);
    }

    /**
     * Puts somebody else in this person's place, which ends the visit. Throws the host's refusal.
     * @param {{name: string, email: string, reason: string}} person
     * @param {string} key
     */
    async delegate(person, key) {
        const end = await this.api.delegate(person, key);
        this.state.update((state) => { state.leaving = true; });
        // Closed first, since a dialog gives the focus back to where it was.
        document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
        this.#close("delegated", end);
    }

    /**
     * The sentence that tells a person what went wrong.
     * @param {unknown} failure
     */
    sentence(failure) {
        if (failure instanceof Unreachable) {
            return text("error.unreachable");
        }
        return failure instanceof Refusal && failure.message ? failure.message : text("error.unknown");
    }

    /** @param {unknown} failure */
    showFailure(failure) {
        if (!(failure instanceof Refusal && failure.status === 401)) {
            this.announcer.warn(this.sentence(failure), "action");
        }
    }

    /** Whether every entry is at the host and no required field is empty; says what is not. */
    #isComplete() {
        const refused = this.state.session.tabs.find((tab) => this.state.drafts.get(tab.id)?.status === "refused");
        if (refused !== undefined) {
            this.announcer.warn(text("finish.refused", { label: nameOf(refused) }), "action");
            this.#screen?.guide.goTo(refused);
            return false;
        }
        const view = this.#screen?.view;
        // The first page, and pages with fields.
        const unread = view?.pages.find((page) =>
            (page.number === 1 || page.items.length > 0) && view.hasFailed(page));
        if (unread !== undefined) {
            this.announcer.warn(text("finish.unread", { page: unread.number, name: unread.file.name }), "action");
            this.#screen?.guide.goToPage(unread.file.id, unread.number);
            return false;
        }
        if (this.state.needsMark) {
            this.announcer.warn(text("finish.unplaced"), "action");
            this.#screen?.guide.goToPlacing();
            return false;
        }
        const missing = this.state.missingTabs;
        if (missing.length > 0) {
            const labels = listedBriefly(missing.map(nameOf));
            this.announcer.warn(text("finish.missing", { count: missing.length, labels }), "action");
            this.#screen?.guide.goTo(missing[0]);
            return false;
        }
        const unmet = this.state.session.groups.find((group) => !group.met);
        if (unmet !== undefined && this.state.drafts.size === 0) {
            this.announcer.warn(text("finish.group", { label: unmet.label, rule: unmet.rule }), "action");
            this.#leadTo(unmet.tabs);
            return false;
        }
        return this.state.drafts.size === 0;
    }

    /** @param {string[]} fields */
    #leadTo(fields) {
        const first = this.state.session.tabs.find((tab) => fields.includes(tab.id));
        if (first !== undefined) {
            this.#screen?.guide.goTo(first);
        }
    }

    /**
     * The last request of a session, and the way out.
     * @param {Ending} ending
     * @param {string} busy
     * @param {() => Promise<VisitEnd>} request
     * @param {(failure: unknown) => void} [failed]
     */
    async #leave(ending, busy, request, failed = () => {}) {
        if (this.state.leaving) {
            return;
        }
        this.state.update((state) => { state.leaving = true; });
        this.announcer.withdraw("action");
        this.announcer.say(busy);
        try {
            const end = await request();
            if (end.redirect === null && ending !== "later") {
                // What there is to download depends on whether everybody has signed.
                await this.api.session().then((session) => { this.state.session = session; }, () => {});
            }
            this.#close(ending, end);
        } catch (failure) {
            if (failure instanceof Refusal && failure.redirect !== null) {
                const { redirect } = failure;
                this.#close(failure.code === "already_declined" ? "declined" : "signed", { redirect, closing: null });
                return;
            }
            this.state.update((state) => { state.leaving = false; });
            if (failure instanceof Refusal && failure.endsEnvelope) {
                await this.#reopen();
                return;
            }
            this.showFailure(failure);
            failed(failure);
        }
    }

    /** Draws everything anew after the sender has changed something; entries stay. */
    #beginAgain() {
        this.state.clearViews();
        document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
        this.begin();
        this.announcer.warn(text("corrected", { sender: this.state.session.envelope.sender.name }), "action");
    }

    /** Shows that the envelope was withdrawn, declined, or signed in another window. */
    async #reopen() {
        try {
            this.state.session = await this.api.session();
        } catch {
            return;
        }
        this.state.drafts.clear();
        document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
        this.announcer.withdraw("action");
        this.begin();
    }

    /**
     * @param {Ending} ending
     * @param {VisitEnd} end
     */
    #close(ending, { redirect, closing }) {
        this.state.clearViews();
        tellEnding(ending, redirect, closing, this.state);
        const leaving = !embedding.isFramed && leaveTo(redirect);
        const { session } = this.state;
        const copies = ["signed", "viewed"].includes(ending) && !leaving ? copyLinks(session) : [];
        const words = closing ?? ownClosing("left");
        this.#show([closingScreen(words, { brand: session.envelope.brand, copies, leaving })], text("title.closing"));
    }
}

/**
 * Tells the page around a frame how the visit has ended.
 * @param {Ending} ending
 * @param {string|null} redirect where the sender wants the browser to go
 * @param {Closing|null} closing
 * @param {State} state
 */
function tellEnding(ending, redirect, closing, state) {
    switch (ending) {
        case "signed":
            embedding.tell("completed", { redirect });
            break;
        case "declined":
            // Also shown to somebody who comes back after declining, which is no news.
            if (state.leaving) {
                embedding.tell("declined", { declineReason: state.declineReason.trim(), redirect });
            } else {
                embedding.tell("error", { code: "declined", message: closing?.title ?? "" });
            }
            break;
        case "delegated":
            embedding.tell("delegated");
            break;
        case "later": case "viewed":
            embedding.tell("closed");
            break;
        case "voided": case "othersDeclined":
            embedding.tell("error", { code: ending === "voided" ? "voided" : "declined", message: closing?.title ?? "" });
            break;
        default:
            break;
    }
}

/**
 * How a visit to an envelope ends that nobody can sign any more.
 * @param {string} status the envelope's
 * @param {string} own the recipient's
 * @returns {Ending}
 */
function overAs(status, own) {
    if (status === "voided") {
        return "voided";
    }
    return own === "declined" ? "declined" : "othersDeclined";
}
