// Looks up what the page says in the sentences of its language, which the page has loaded before this script.

/** @typedef {string | Record<string, string>} Entry */
/** @type {{language: string, locale: string, strings: Record<string, Entry>, languages: {tag: string, name: string}[]}} */
const words = /** @type {any} */ (globalThis).countersignWords;

const mostNamed = 5;
const plural = new Intl.PluralRules(words.locale);

/** The tag of the page's language, and all that there are. */
export const language = words.language;
export const locale = words.locale;
export const languages = words.languages;

/**
 * The sentence with that key, its placeholders replaced.
 * @param {WordKey} key
 * @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
    const entry = words.strings[key];
    if (entry === undefined) {
        throw new Error(`There is no string called ${key}.`);
    }
    const sentence = typeof entry === "string"
        ? entry
        : entry[plural.select(Number(values.count))] ?? entry.other;
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name) =>
        name in values ? isolated(String(values[name])) : placeholder);
}

const runsFromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A value that may run in the other direction than the sentence keeps its own.
 * @param {string} value
 */
function isolated(value) {
    const mayDiffer = document.documentElement.dir === "rtl" || runsFromRightToLeft.test(value);
    return value && mayDiffer && Number.isNaN(Number(value)) ? `\u2068${value}\u2069` : value;
}

/**
 * Several names as a phrase: "A, B and C".
 * @param {string[]} names
 * @returns {string}
 */
export function listed(names) {
    return new Intl.ListFormat(locale, { style: "long", type: "conjunction" }).format(names.map(isolated));
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
