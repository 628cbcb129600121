// The heights of a page at which people write: the lower edges of its text, and printed lines.

import { pageSource, readPlaces } from "./draftapi.js";

/** @typedef {import("./pages.js").Page} Page */

/** @type {WeakMap<Page, number[]>} */
const known = new WeakMap();
/** @type {Map<string, Promise<import("./types.js").FoundPlaces>>} by file */
const places = new Map();

/**
 * In points from the top. Before they have come, none.
 * @param {Page} page
 * @returns {number[]}
 */
export function writingLines(page) {
    const lines = known.get(page);
    if (lines === undefined) {
        known.set(page, []);
        read(page).then((found) => known.set(page, found), () => known.delete(page));
    }
    return lines ?? [];
}

/** @param {Page} page */
async function read(page) {
    const [words, { rules }] = await Promise.all([pageSource.words(page, false), placesOf(page.file)]);
    const printed = rules.filter((rule) => rule.kind === "line" && rule.page === page.number).map((rule) => rule.frame.y);
    return [...new Set([...words.map((word) => word.y + word.height), ...printed].map((height) => Math.round(height * 10) / 10))];
}

/**
 * What a file has for people who write on it, read once.
 * @param {import("./types.js").PagedFile} file
 */
export function placesOf(file) {
    const key = `${file.id} ${file.version}`;
    const found = places.get(key) ?? readPlaces(file).catch((failure) => {
        places.delete(key);
        throw failure;
    });
    places.set(key, found);
    return found;
}
