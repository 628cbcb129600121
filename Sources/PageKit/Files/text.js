// Looks up what the page says in the table of strings.

import { language, strings } from "./strings.en.js";

const mostNamed = 5;
const plural = new Intl.PluralRules(language);

/**
 * The sentence with that key, its placeholders replaced.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
    const entry = strings[key];
    if (entry === undefined) {
        throw new Error(`There is no string called ${key}.`);
    }
    const sentence = typeof entry === "string"
        ? entry
        : plural.select(Number(values.count)) === "one" ? entry.one : entry.other;
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name) =>
        name in values ? String(values[name]) : placeholder);
}

/**
 * Several names as a phrase: "A, B and C".
 * @param {string[]} names
 * @returns {string}
 */
export function listed(names) {
    return new Intl.ListFormat(language, { style: "long", type: "conjunction" }).format(names);
}

/**
 * The first of many names as a phrase: a notice stays short.
 * @param {string[]} names
 * @returns {string}
 */
export function listedBriefly(names) {
    const left = names.length - mostNamed;
    return listed(left > 1 ? [...names.slice(0, mostNamed), text("list.more", { count: left })] : names);
}

export { language };
