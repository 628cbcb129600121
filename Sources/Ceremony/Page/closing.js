// The last screen. It shows the outcome in the host's words while the browser returns to the page it came from. The
// pages behind links in messages look the same.

import { brandBand } from "./brand.js";
import { element, icon, icons } from "./dom.js";
import { language, text } from "./text.js";

/** @typedef {import("./types.js").Closing} Closing */

/**
 * @param {Closing} closing
 * @param {object} facts
 * @param {import("./types.js").Brand|null} [facts.brand]
 * @param {HTMLElement[]} [facts.copies] links to what can be kept
 * @param {boolean} facts.leaving whether the browser goes elsewhere now
 * @returns {HTMLElement}
 */
export function closingScreen(closing, { brand = null, copies = [], leaving }) {
    const { good, title, sentences, quote = null, language: tag, direction, download, mayClose } = closing;
    return element("main", { class: "closing", lang: tag, dir: direction },
        element("div", { class: "card" },
            brandBand(brand),
            element("div", { class: good ? "medal good" : "medal" }, icon(good ? icons.check : icons.warning)),
            element("h1", { tabindex: "-1" }, title),
            ...sentences.map((sentence) => element("p", {}, sentence)),
            quote === null ? null : element("figure", { class: "message" },
                element("figcaption", {}, quote.caption),
                element("blockquote", { dir: "auto" }, quote.words)),
            copies.length === 0 ? null : element("h2", {}, download),
            copies.length === 0 ? null : element("ul", { class: "copies" }, ...copies.map((link) => element("li", {}, link))),
            element("p", { class: "quiet-text" }, leaving ? text("closing.leaving") : mayClose)));
}

/**
 * The words of an end that the host does not know of.
 * @param {"expired"|"broken"|"left"} ending
 * @param {string} [sentence] instead of the ending's own
 * @returns {Closing}
 */
export function ownClosing(ending, sentence) {
    const own = ending === "broken" ? "error.unknown" : /** @type {const} */ (`closing.${ending}.text`);
    return {
        good: false, title: text(`closing.${ending}.title`), sentences: [sentence ?? text(own)],
        language, direction: document.documentElement.dir, download: "",
        mayClose: text("closing.mayClose"),
    };
}

/**
 * Goes to another address, unless it is one that would run a script.
 * @param {string|null|undefined} address
 * @returns {boolean} whether there was an address to go to
 */
export function leaveTo(address) {
    if (!address || /^\s*(javascript|data|vbscript|blob):/i.test(address)) {
        return false;
    }
    location.assign(address);
    return true;
}
