// On a phone, where a whole page is too small to read, Next enlarges the documents around the field that it leads to.

/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fields.js").Field} Field */

const narrow = matchMedia("(max-width: 47.99rem)");
const readable = 1.15; // CSS pixels per point, at which the small print of a contract can be read
const mostOfWidth = 0.9; // of the window that a field takes
const worthIt = 1.1; // times as large

/**
 * Enlarges the documents unless they are large enough. Never makes them smaller: a person may have enlarged them more.
 * @param {DocumentView} view
 * @param {Field} field
 */
export function comeCloser({ zoom, area }, { frame, tab }) {
    if (!narrow.matches) {
        return;
    }
    const { left, top, width, height } = frame.getBoundingClientRect();
    const scale = width / tab.width;
    const wanted = Math.min(readable, (mostOfWidth * area.clientWidth) / tab.width);
    if (scale > 0 && wanted / scale > worthIt) {
        zoom.closer((zoom.value * wanted) / scale, { x: left + width / 2, y: top + height / 2 });
    }
}

/**
 * Shows whole pages again where they were enlarged for a field.
 * @param {DocumentView} view
 */
export function stepBack({ zoom }) {
    if (zoom.isCloser) {
        zoom.fit();
    }
}
