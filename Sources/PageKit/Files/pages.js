// The sheets of documents' pages, one under the other. A page keeps its room from the start, before its picture and its
// words have come.

import { element } from "./dom.js";
import { text } from "./text.js";

export const enlargement = 1.42; // CSS pixels per point on a wide screen

/**
 * Points from the top left of the page as a reader sees it.
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * In points.
 * @typedef {object} PageSize
 * @property {number} width
 * @property {number} height
 */

/**
 * A document whose pages are shown.
 * @typedef {object} PagedFile
 * @property {string} id
 * @property {string} name
 * @property {string} version changes with the document's bytes
 * @property {PageSize[]} pages
 */

/**
 * A word of a page, and the number of its line.
 * @typedef {Box & {text: string, line: number}} Word
 */

/** @typedef {{file: PagedFile, number: number}} PageName */

/**
 * Where pictures and words come from.
 * @typedef {object} PageSource
 * @property {(page: PageName, width: number, picture: HTMLImageElement, signal?: AbortSignal) => void} loadPicture
 *   gives an element the page's picture of that many pixels; the element's events tell how it went, and the signal gives
 *   the picture up, which has no events then
 * @property {(page: PageName, isRead: boolean) => Promise<Word[]>} words the page's words in reading order, which a
 *   person perhaps reads in place of its picture; throws where they do not come
 */

/**
 * What lies on a page.
 * @typedef {object} PageItem
 * @property {Element} element its own, or one that holds several items among which there are no words
 * @property {Box} box
 */

/**
 * @typedef {object} Page
 * @property {PagedFile} file
 * @property {number} number counted from 1
 * @property {PageSize} size
 * @property {HTMLElement} sheet
 * @property {HTMLElement} layer holds words and items in reading order
 * @property {PageItem[]} items in reading order
 * @property {number} pictureWidth the width of the loaded picture in pixels; 0 if none is loaded
 * @property {boolean} hasWords
 * @property {number} failures how often in a row its picture did not load
 * @property {boolean} isResting whether its picture did not load, and is not asked for again yet
 */

/**
 * @param {PagedFile} file
 * @returns {{element: HTMLElement, pages: Page[]}}
 */
export function documentSection(file) {
    const pages = file.pages.map((size, index) => pageSheet(file, index + 1, size));
    const title = element("h2", { class: "document-title" },
        file.name, " ",
        element("span", { class: "quiet-text" }, text("document.pages", { count: file.pages.length })));
    return { element: element("div", { class: "document" }, title, ...pages.map((page) => page.sheet)), pages };
}

/**
 * @param {PagedFile} file
 * @param {number} number
 * @param {PageSize} size
 * @returns {Page}
 */
function pageSheet(file, number, size) {
    const name = text("document.page", { page: number, pages: file.pages.length });
    const layer = element("div", { class: "layer" }, element("h3", { class: "unseen" }, name));
    const sheet = element("div", {
        class: "sheet", role: "group", tabindex: "-1",
        "aria-label": name,
    }, layer);
    sheet.style.aspectRatio = `${size.width} / ${size.height}`;
    sheet.style.setProperty("--ratio", String(size.width / size.height));
    sheet.style.setProperty("--full-size", `${size.width * enlargement}px`);
    return {
        file, number, size, sheet, layer, items: [], pictureWidth: 0, hasWords: false, failures: 0, isResting: false,
    };
}
