// Shows a signature as the vector path that it is.

import { drawing } from "./dom.js";

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
