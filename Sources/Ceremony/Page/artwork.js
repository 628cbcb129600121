// Shows a signature as the vector path that it is.

import { drawing } from "./dom.js";

/** @typedef {import("./types.js").Artwork} Artwork */
/** @typedef {import("./types.js").Evidence} Evidence */

/**
 * A signature with the line below it, where its field has one.
 * @param {Artwork} artwork
 * @param {{width: number, height: number, evidence?: Evidence|null}} field
 */
export function signatureDrawing(artwork, { width, height, evidence = null }) {
    if (evidence === null) {
        return artworkDrawing(artwork, "left");
    }
    const ink = artworkDrawing(artwork, "left");
    for (const [name, value] of Object.entries({ class: "ink", width, height: height - evidence.height })) {
        ink.setAttribute(name, String(value));
    }
    return drawing("svg", {
        class: "artwork", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none",
        "aria-hidden": "true", focusable: "false",
    }, ink, ...evidence.lines.map(({ text, baseline, width: long }) => drawing("text", {
        class: "evidence", x: 0, y: baseline, "font-size": evidence.fontSize, textLength: long,
        lengthAdjust: "spacingAndGlyphs",
    }, text)));
}

/**
 * The adopted path as it will stand in the PDF: filled for a typed signature, a line for a drawn one.
 * @param {{path: string, width: number, height: number, stroke?: number|null}} artwork
 * @param {"left"|"centre"} place in a field it stands at the left, in the middle of the height, as in the PDF
 */
export function artworkDrawing({ path, width, height, stroke }, place) {
    const line = stroke === null || stroke === undefined
        ? { class: "ink-filled" }
        : { class: "ink-line", "stroke-width": stroke };
    return drawing("svg", {
        class: "artwork", viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: place === "left" ? "xMinYMid meet" : "xMidYMid meet",
        "aria-hidden": "true", focusable: "false",
    }, drawing("path", { d: path, ...line }));
}
