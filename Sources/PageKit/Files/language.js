// The language of the page: which one it is, and the choice of another, which this device remembers.

import { element } from "./dom.js";
import { language, languages, text } from "./text.js";

const remembered = "countersign.language";
const parameter = "lang";

/**
 * Loads the page again if the person has chosen another language on this device before.
 * @returns {boolean} whether the page is about to be loaded again
 */
export function goToChosenLanguage() {
    const chosen = read();
    const isOffered = languages.some(({ tag }) => tag === chosen);
    if (chosen === null || !isOffered || chosen === language || new URLSearchParams(location.search).has(parameter)) {
        return false;
    }
    location.replace(address(chosen));
    return true;
}

/**
 * The choice of another language, each under its own name.
 * @returns {HTMLElement}
 */
export function languageChoice() {
    const options = languages.map(({ tag, name }) =>
        element("option", { value: tag, lang: tag, selected: tag === language }, name));
    const select = element("select", {
        class: "language", "aria-label": text("language.label"),
        onchange: () => {
            keep(select.value);
            location.assign(address(select.value));
        },
    }, ...options);
    return select;
}

/**
 * The address of this page in a language.
 * @param {string} tag
 */
function address(tag) {
    const url = new URL(location.href);
    url.searchParams.set(parameter, tag);
    return url.href;
}

/** @returns {string|null} */
function read() {
    try {
        return localStorage.getItem(remembered);
    } catch {
        // Frames of other sites may have no storage.
        return null;
    }
}

/** @param {string} tag */
function keep(tag) {
    try {
        localStorage.setItem(remembered, tag);
    } catch {
        // The page itself is in that language all the same.
    }
}
