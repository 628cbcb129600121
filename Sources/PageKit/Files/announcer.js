// Tells people what happened: a polite region for screen readers, and a visible notice for what needs attention.

import { element, icon, icons } from "./dom.js";
import { text } from "./text.js";

/** @typedef {{label: string, act: () => void}} Offer */

export class Announcer {
    /** The visible notice; a screen places it where it is always in sight. */
    notice = element("div", { class: "notice-place", role: "alert" });
    #region = /** @type {HTMLElement} */ (document.getElementById("announcements"));
    /**
     * What the notice is about.
     * @type {string|null}
     */
    #subject = null;
    /**
     * What is about to be said.
     * @type {string[]}
     */
    #sentences = [];

    /**
     * Says something to people who use a screen reader, after what is said at the same moment.
     * @param {string} sentence
     */
    say(sentence) {
        this.#sentences.push(sentence);
        if (this.#sentences.length > 1) {
            return;
        }
        this.#region.textContent = "";
        setTimeout(() => { this.#region.textContent = this.#sentences.splice(0).join(" "); }, 50);
    }

    /**
     * Shows a notice until it is dismissed or withdrawn; screen readers say it at once.
     * @param {string} sentence
     * @param {string} subject
     * @param {Offer} [offer]
     */
    warn(sentence, subject, offer) { this.#show(icons.warning, sentence, subject, offer); }

    /**
     * Shows that something has been done, in the same place.
     * @param {string} sentence
     * @param {string} subject
     */
    confirm(sentence, subject) { this.#show(icons.check, sentence, subject); }

    /**
     * @param {string} sign
     * @param {string} sentence
     * @param {string} subject
     * @param {Offer} [offer]
     */
    #show(sign, sentence, subject, offer) {
        this.#subject = subject;
        const offered = offer && element("button", { type: "button", class: "quiet", onclick: offer.act }, offer.label);
        const dismiss = element("button", {
            type: "button", class: "quiet icon-only", "aria-label": text("action.dismiss"),
            onclick: () => this.withdraw(subject),
        }, icon(icons.close));
        this.notice.replaceChildren(element("div", { class: sign === icons.check ? "notice is-good" : "notice" },
            icon(sign),
            element("div", { class: "notice-words" }, element("p", {}, sentence), offered),
            dismiss));
    }

    /**
     * Takes the notice away if it is about that.
     * @param {string} subject
     */
    withdraw(subject) {
        if (this.#subject === subject) {
            this.#subject = null;
            this.notice.replaceChildren();
        }
    }
}
