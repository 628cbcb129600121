// A place to sign or initial: a button that opens the adoption, and afterwards shows what was adopted.

import { openAdoption } from "./adopt.js";
import { artworkDrawing } from "./artwork.js";
import { element, icon, icons, setAttribute } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").Artwork} Artwork */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @returns {import("./fields.js").Control}
 */
export function signControl(tab, ceremony, kind) {
    const { state } = ceremony;
    const invitation = element("span", { class: "invitation" },
        icon(icons.pen), element("span", { class: "invitation-text" }, tab.label));
    const button = element("button", {
        type: "button", class: "sign-button", id: `field-${tab.id}`,
        onclick: () => openAdoption(ceremony, kind),
    }, invitation);
    /** @type {Artwork|null} */
    let shown = null;
    return {
        element: button,
        content: [button],
        update(current) {
            const artwork = current.filled ? state.session[kind] : null;
            button.disabled = state.readOnly;
            if (artwork === shown) {
                return;
            }
            shown = artwork;
            if (artwork === null) {
                button.replaceChildren(invitation);
            } else {
                button.replaceChildren(artworkDrawing(artwork, "left"), element("span", { class: "unseen" }, tab.label));
            }
            setAttribute(button, "aria-description", artwork && !state.readOnly
                && text(kind === "signature" ? "field.signed" : "field.initialled"));
        },
    };
}
