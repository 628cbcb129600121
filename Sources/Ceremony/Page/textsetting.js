// How a text is set in a field: by the same rule as in the PDF, so that what is seen is what is sealed.

import { fieldFont, lineCount, naturalWidth } from "./measure.js";

/** @typedef {import("./types.js").Tab} Tab */

/**
 * @typedef {object} Setting
 * @property {number} size the largest in points at which the whole text is seen
 * @property {number} lines how many it has
 * @property {boolean} isBroken whether there are more of them than the value has
 */

const largestText = 12; // points
const comfortable = 8; // points: lines are broken rather than that they are set smaller
const wordBreaking = 6; // points: words are broken rather than that they are set smaller
const smallest = 2; // points: such a text is refused
const step = 0.96; // from one attempt to the next
const betweenWords = /[ \n]|(?=[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60])/u; // and before ideographs
const lineExtent = 0.925; // from ascender to descender of Helvetica at size 1
const lineHeight = 1.15; // between baselines at size 1

/**
 * The size in points of a short text.
 * @param {Tab} tab
 */
export function textSize(tab) {
    return Math.min(wantedSize(tab), room(tab).height / lineExtent);
}

/**
 * Points free at the left and the right of a text.
 * @param {Tab} tab
 */
export function textMargin(tab) {
    return Math.min(2, tab.width * 0.05);
}

/**
 * Whether a person may begin a new line: whether two of them have room in full size.
 * @param {Tab} tab
 */
export function takesLines(tab) {
    return tab.lines && largestSize(tab, 2) >= wantedSize(tab);
}

/**
 * @param {Tab} tab
 * @param {string} value
 * @returns {Setting}
 */
export function setting(tab, value) {
    const { width } = room(tab);
    const paragraphs = value.split("\n");
    const widest = Math.max(...paragraphs.map(widthOf));
    const unbroken = Math.min(largestSize(tab, paragraphs.length), width / widest);
    const most = largestSize(tab, paragraphs.length + 1);
    if (tab.lines && unbroken < Math.min(wantedSize(tab), comfortable) && most > unbroken) {
        const widestWord = Math.max(...value.split(betweenWords).map(widthOf));
        const largest = Math.min(wantedSize(tab), most, Math.max(width / widestWord, wordBreaking));
        const found = largestBroken(tab, value, width, largest, Math.max(unbroken, smallest));
        if (found !== undefined) {
            return found;
        }
    }
    return { size: unbroken, lines: paragraphs.length, isBroken: false };
}

/**
 * The largest size, in steps, at which a text that is broken into lines is seen whole. Each size tried costs a layout, so
 * the steps are halved: what fits in one size fits in every smaller one.
 * @param {Tab} tab
 * @param {string} value
 * @param {number} width
 * @param {number} largest
 * @param {number} least no size is as small as this
 * @returns {Setting|undefined}
 */
function largestBroken(tab, value, width, largest, least) {
    let found;
    let low = 0;
    let high = Math.ceil(Math.log(least / largest) / Math.log(step)) - 1;
    while (low <= high) {
        const middle = Math.floor((low + high) / 2);
        const size = largest * step ** middle;
        const lines = lineCount(value, width / size);
        if (largestSize(tab, lines) >= size) {
            found = { size, lines, isBroken: true };
            high = middle - 1;
        } else {
            low = middle + 1;
        }
    }
    return found;
}

/** @param {string} words */
function widthOf(words) {
    return naturalWidth(words, 1, fieldFont);
}

/** @param {Tab} tab */
function wantedSize(tab) {
    return tab.fontSize ?? largestText;
}

/** @param {Tab} tab */
function room(tab) {
    return { width: tab.width - 2 * textMargin(tab), height: Math.max(tab.height - 1, tab.height / 2) };
}

/**
 * The largest size in points at which so many lines are no higher than the field.
 * @param {Tab} tab
 * @param {number} lines
 */
function largestSize(tab, lines) {
    return room(tab).height / (lineExtent + lineHeight * (lines - 1));
}
