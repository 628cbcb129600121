// The More button and what it opens: the search, copies to keep, and the ways out: finish later, assign, decline.

import { download } from "./copies.js";
import { openDecline } from "./decline.js";
import { openDelegate } from "./delegate.js";
import { element, icon, icons } from "./dom.js";
import { offersElsewhere, openElsewhere } from "./elsewhere.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

/**
 * @param {Ceremony} ceremony
 * @param {{print?: (() => void)|null, search?: (() => void)|null}} parts null where pages cannot be printed, and where no
 *   documents are shown
 * @returns {HTMLElement}
 */
export function moreMenu(ceremony, { print = null, search = null }) {
    const isOpen = !ceremony.state.readOnly;
    const offersCopies = ceremony.state.session.rules.copies;
    const list = element("ul", { id: "more-list", class: "menu", hidden: true },
        search === null ? null : entry(text("search.open"), search),
        offersCopies ? entry(text("action.download"), () => download(ceremony.state.session)) : null,
        print === null || !offersCopies ? null : entry(text("action.print"), print),
        isOpen && offersElsewhere(ceremony) ? entry(text("action.elsewhere"), () => openElsewhere(ceremony)) : null,
        isOpen && ceremony.state.session.rules.later ? entry(text("action.later"), () => ceremony.later()) : null,
        isOpen && ceremony.state.session.rules.reassign
            ? entry(text("action.delegate"), () => openDelegate(ceremony)) : null,
        isOpen && ceremony.state.session.rules.decline ? entry(text("action.decline"), () => openDecline(ceremony)) : null);
    const opener = element("button", {
        type: "button", class: "more", "aria-expanded": "false", "aria-controls": list.id,
        onclick: () => show(list.hidden),
    }, text("action.more"), icon(icons.more));
    const place = element("div", { class: "more-place" }, opener, list);

    /** @param {boolean} open */
    function show(open) {
        list.hidden = !open;
        opener.setAttribute("aria-expanded", String(open));
        if (open) {
            list.querySelector("button")?.focus();
            document.addEventListener("pointerdown", closeOutside);
        } else {
            document.removeEventListener("pointerdown", closeOutside);
        }
    }

    /** @param {Event} event */
    function closeOutside(event) {
        if (!place.contains(/** @type {Node} */ (event.target))) {
            show(false);
        }
    }

    /**
     * @param {string} label
     * @param {() => void} act
     */
    function entry(label, act) {
        return element("li", {}, element("button", {
            type: "button",
            onclick: () => {
                show(false);
                opener.focus();
                act();
            },
        }, label));
    }

    place.addEventListener("keydown", (event) => {
        if (list.hidden) {
            return;
        }
        if (event.key === "Escape") {
            event.preventDefault();
            show(false);
            opener.focus();
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            step(list, event.key === "ArrowDown" ? 1 : -1);
        }
    });
    place.addEventListener("focusout", (event) => {
        if (!list.hidden && event.relatedTarget !== null && !place.contains(/** @type {Node} */ (event.relatedTarget))) {
            show(false);
        }
    });
    return place;
}

/**
 * Moves the focus to the entry before or after.
 * @param {HTMLElement} list
 * @param {number} by
 */
function step(list, by) {
    const entries = [...list.querySelectorAll("button")];
    const at = entries.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    entries[(at + by + entries.length) % entries.length]?.focus();
}
