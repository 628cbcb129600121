// A place to sign or initial: a button that opens the adoption, and afterwards shows what was adopted. Each place is
// filled when it is chosen itself, or with all others by the bar's button.

import { openAdoption } from "./adopt.js";
import { signatureDrawing } from "./artwork.js";
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
    const name = tab.required ? tab.label : text("field.optional", { label: tab.label });
    const invitation = element("span", { class: "invitation" },
        icon(icons.pen), element("span", { class: "invitation-text" }, name));
    const button = element("button", {
        type: "button", class: "sign-button", id: `field-${tab.id}`,
        onclick: () => activate(tab, ceremony, kind),
        // A key that is held down after it led here from another field signs nothing.
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.repeat && event.key === "Enter") {
                event.preventDefault();
            }
        },
    }, invitation);
    /** @type {Artwork|null} */
    let shown = null;
    return {
        element: button,
        content: [button],
        update(current) {
            const artwork = state.isDone(current) ? state.session[kind] : null;
            button.disabled = state.readOnly;
            setAttribute(button, "aria-description", !state.readOnly && description(current, kind, artwork !== null));
            if (artwork === shown) {
                return;
            }
            shown = artwork;
            if (artwork === null) {
                button.replaceChildren(invitation);
            } else {
                button.replaceChildren(signatureDrawing(artwork, current), element("span", { class: "unseen" }, name));
            }
        },
    };
}

/**
 * Places what is adopted already; anything else is for the dialog.
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 */
function activate(tab, ceremony, kind) {
    const { state, saving, announcer } = ceremony;
    const current = state.tab(tab);
    if (state.session[kind] === null || state.isDone(current)) {
        openAdoption(ceremony, kind, current);
        return;
    }
    saving.enter(current, "true");
    saving.save(current);
    announcer.say(current.required
        ? text(`field.signed.${kind}`, { label: current.label, progress: state.progressText })
        : text(`field.placed.${kind}`, { label: current.label }));
}

/**
 * @param {Tab} tab
 * @param {AdoptionKind} kind
 * @param {boolean} isDone
 */
function description(tab, kind, isDone) {
    if (!isDone) {
        return tab.required && text("field.required");
    }
    return text(tab.required ? `field.done.${kind}` : `field.done.${kind}.optional`);
}
