// The last screen: what has happened, while the browser goes back to where it came from.

import { element, icon, icons } from "./dom.js";
import { text } from "./text.js";

/**
 * @typedef {"signed"|"declined"|"delegated"|"othersDeclined"|"signedOthersDeclined"|"later"|"unkept"|"voided"|"expired"|"viewed"
 *   |"broken"} Ending
 */

/**
 * @typedef {object} ClosingFacts
 * @property {string} [sender]
 * @property {string} [person] who has this person's place now
 * @property {string} [sentence] instead of the ending's own
 * @property {string|null} [reason] why the sender did it
 * @property {HTMLElement[]} [copies] links to what can be kept
 * @property {boolean} leaving whether the browser goes elsewhere now
 */

/**
 * @param {Ending} ending
 * @param {ClosingFacts} facts
 * @returns {HTMLElement}
 */
export function closingScreen(ending, { sender = "", person = "", sentence, reason = null, copies = [], leaving }) {
    const good = ["signed", "later", "viewed", "delegated"].includes(ending);
    return element("main", { class: "closing" },
        element("div", { class: `card ending-${ending}` },
            element("div", { class: good ? "medal good" : "medal" }, icon(good ? icons.check : icons.warning)),
            element("h1", { tabindex: "-1" }, text(`closing.${ending}.title`, { person })),
            element("p", {}, sentence ?? text(`closing.${ending}.text`, { sender, person })),
            reason === null ? null : element("figure", { class: "message" },
                element("figcaption", {}, text("closing.reason", { sender })),
                element("blockquote", { dir: "auto" }, reason)),
            copies.length === 0 ? null : element("ul", { class: "copies" }, ...copies.map((link) => element("li", {}, link))),
            element("p", { class: "quiet-text" },
                ending === "viewed" ? null : text(leaving ? "closing.leaving" : "closing.mayClose"))));
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
