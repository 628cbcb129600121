// How people are told apart: a colour, a pattern and initials, the same wherever their fields are.

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Person} Person */

import { element } from "./dom.js";
import { text } from "./text.js";

const hues = 8;

/**
 * @param {Content} content
 * @param {string} id
 */
export function hueClass(content, id) {
    const index = content.recipients.findIndex((person) => person.id === id);
    return `hue-${Math.max(index, 0) % hues}`;
}

/**
 * @param {Person|undefined} person
 * @returns {string}
 */
export function nameOf(person) {
    return person === undefined ? text("people.unknown") : person.name.trim() || person.email.trim() || text("people.unnamed");
}

/**
 * At most two letters.
 * @param {Person|undefined} person
 */
export function initials(person) {
    const words = (person?.name ?? "").trim().split(/\s+/).filter((word) => word !== "");
    const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
    return letters.map((word) => [...word][0] ?? "").join("").toLocaleUpperCase() || "?";
}

/**
 * @param {Content} content
 * @param {Person} person
 */
export function badge(content, person) {
    return element("span", { class: `badge ${hueClass(content, person.id)}`, "aria-hidden": "true" }, initials(person));
}
