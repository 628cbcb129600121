// After an adoption further places of its kind may be left: one button fills them all.

import { element } from "./dom.js";
import { newKey } from "./requests.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").Tab} Tab */

/** @type {Record<AdoptionKind, Tab["kind"]>} */
const kinds = { signature: "signHere", initials: "initialHere" };

/**
 * The fields for artwork of a kind that are shown.
 * @param {State} state
 * @param {AdoptionKind} kind
 * @returns {Tab[]}
 */
export function placesOf(state, kind) {
    return state.session.tabs.filter((tab) => tab.kind === kinds[kind] && isFillable(tab));
}

/**
 * The button that fills all required places of a kind that are left. It is hidden while there are none, and before an
 * adoption.
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @param {() => void} focusOnward puts the focus on the button that leads on
 * @returns {HTMLElement}
 */
function placeAll(ceremony, kind, focusOnward) {
    const { state, api, announcer } = ceremony;
    const button = element("button", { type: "button", onclick: place });
    const left = () => placesOf(state, kind).filter((tab) => tab.required && !state.isDone(tab));
    let key = newKey();
    state.subscribe(() => {
        const count = left().length;
        const hadFocus = document.activeElement === button;
        button.hidden = state.readOnly || state.session[kind] === null || count === 0;
        button.textContent = text(`placing.${kind}`, { count });
        if (button.hidden && hadFocus) {
            focusOnward();
        }
    });

    async function place() {
        if (button.getAttribute("aria-busy") === "true") {
            return;
        }
        button.setAttribute("aria-busy", "true");
        const fields = left().map((tab) => tab.id);
        try {
            const session = await api.place(fields, key);
            state.update((changing) => { changing.session = session; });
            announcer.withdraw("action");
            announcer.say(text("placing.done", { count: fields.length, progress: state.progressText }));
        } catch (failure) {
            ceremony.showFailure(failure);
        } finally {
            key = newKey();
            button.removeAttribute("aria-busy");
        }
    }

    return button;
}

/**
 * @param {Ceremony} ceremony
 * @param {() => void} focusOnward puts the focus on the button that leads on
 * @returns {HTMLElement}
 */
export function placing(ceremony, focusOnward) {
    return element("section", { class: "placing", "aria-label": text("placing.label") },
        placeAll(ceremony, "signature", focusOnward), placeAll(ceremony, "initials", focusOnward));
}
