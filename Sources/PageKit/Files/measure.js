// Measures text.

import { element } from "./dom.js";

/** The font of what stands in text fields. */
export const fieldFont = 'Helvetica, Arial, "Liberation Sans", sans-serif';

/** The font of the text layer. */
export const layerFont = "sans-serif";

const ruler = document.createElement("canvas").getContext("2d");
const rulerSize = 100; // pixels

/**
 * How wide a text is when it is set in this size; in the unit of the size.
 * @param {string} words
 * @param {number} size
 * @param {string} font
 */
export function naturalWidth(words, size, font) {
    if (ruler === null) {
        return 0;
    }
    ruler.font = `${rulerSize}px ${font}`;
    return (ruler.measureText(words).width * size) / rulerSize;
}

const column = element("div", { class: "measured-column" });
const columnSize = 20; // pixels
const caution = 0.99; // in small sizes browsers round the widths of letters

/**
 * How many lines a text takes in a field's font when lines of that width are broken at spaces, and within words that
 * are wider.
 * @param {string} words
 * @param {number} width for a size of 1
 */
export function lineCount(words, width) {
    if (!column.isConnected) {
        document.body.append(element("div", { class: "measured", "aria-hidden": "true" }, column));
    }
    column.style.inlineSize = `${caution * width * columnSize}px`;
    column.textContent = words;
    const lines = Math.round(column.offsetHeight / columnSize);
    column.textContent = "";
    // A last line without anything in it has no height.
    return Math.max(1, words.endsWith("\n") ? lines + 1 : lines);
}
