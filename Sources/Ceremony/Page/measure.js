// Measures text.

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
