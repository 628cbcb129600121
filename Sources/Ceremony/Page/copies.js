// Copies of the documents to keep: before signing the unsigned ones, afterwards with what was signed.

import { downloadLink } from "./access.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").Session} Session */

/**
 * A link for each file that can be kept.
 * @param {Session} session
 * @returns {HTMLAnchorElement[]}
 */
export function copyLinks({ envelope, documents, rules }) {
    if (!rules.copies) {
        return [];
    }
    const links = documents.map((signed) =>
        downloadLink(`documents/${encodeURIComponent(signed.id)}/file`, signed.name, fileName(signed.name)));
    if (envelope.status === "completed" && links.length > 1) {
        links.unshift(downloadLink("combined", text("copies.combined"), fileName(envelope.subject)));
    }
    if (envelope.status === "completed" && rules.certificate) {
        links.push(downloadLink("certificate", text("copies.certificate"), fileName(text("copies.certificate"))));
    }
    return links;
}

/**
 * Downloads the only file, or asks which one.
 * @param {Session} session
 */
export function download(session) {
    const links = copyLinks(session);
    if (links.length === 1) {
        links[0].click();
        return;
    }
    const close = element("button", { type: "submit", class: "primary" }, text("action.close"));
    const { dialog } = openDialog({
        name: "copies",
        title: text("copies.title"),
        content: [
            element("p", { class: "quiet-text" }, text("copies.explain")),
            element("ul", { class: "copies" }, ...links.map((file) => element("li", {}, file))),
        ],
        buttons: [close],
        onSubmit: () => dialog.close(),
    });
    links[0].focus();
}

/** @param {string} name */
function fileName(name) {
    return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
