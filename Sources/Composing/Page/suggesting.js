// Shows the places where fields are meant. Each is accepted by itself, or all at once, for the person who is chosen.

import { pageSource } from "./draftapi.js";
import { element, icon, icons } from "./dom.js";
import { onPage } from "./edits.js";
import { kinds } from "./kinds.js";
import { suggestionsOn, touches } from "./suggestions.js";
import { text } from "./text.js";
import { placesOf } from "./textlines.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").Box} Box */

/** @typedef {import("./suggestions.js").Suggestion} Suggestion */

/** @typedef {Suggestion & {page: Page, element: HTMLElement}} Shown */

const mostPages = 300; // that are looked through at once

/**
 * @param {Composer} composer
 * @param {DocumentView} view
 * @param {(places: (Suggestion & {page: Page})[]) => boolean} accept adds fields; whether it could
 * @returns {HTMLElement} the button that looks for places, and what it has found
 */
export function suggesting(composer, view, accept) {
    const { announcer, draft } = composer;
    /** @type {Shown[]} */
    let shown = [];
    const count = element("p", { class: "palette-hint", role: "status" });
    const find = element("button", { type: "button", id: "suggest", class: "quiet", onclick: look }, text("suggest.find"));
    const all = element("button", { type: "button", id: "suggest-all", hidden: true, onclick: () => take([...shown]) },
        icon(icons.check), text("suggest.all"));
    const none = element("button", { type: "button", id: "suggest-none", class: "quiet", hidden: true, onclick: dismiss },
        text("suggest.dismiss"));

    async function look() {
        dismiss();
        find.setAttribute("aria-busy", "true");
        try {
            for (const page of view.pages.slice(0, mostPages)) {
                const { file, number } = page;
                const found = await placesOf(file);
                const words = await pageSource.words(page, false);
                suggestionsOn(words, found.fields.filter((one) => one.page === number),
                    found.rules.filter((one) => one.page === number))
                    .filter(({ box }) => isFree(page, box)).forEach((one) => show(page, one));
            }
            tell();
            shown[0]?.element.scrollIntoView({ block: "center" });
        } catch (failure) {
            announcer.warn(composer.reason(failure), "suggesting");
        } finally {
            find.removeAttribute("aria-busy");
        }
    }

    /**
     * Whether no field lies there.
     * @param {Page} page
     * @param {Box} box
     */
    function isFree(page, box) {
        return !draft.content.tabs.some(({ documentId, page: number, frame }) =>
            documentId === page.file.id && number === page.number && touches(frame, box));
    }

    /**
     * @param {Page} page
     * @param {Suggestion} suggestion
     */
    function show(page, suggestion) {
        const box = onPage(suggestion.box, page.size);
        const made = element("button", {
            type: "button", class: "suggested", "aria-label": text("suggest.name", {
                kind: text(`kind.${suggestion.kind}`), page: page.number,
            }),
            onclick: () => take([own]),
        }, icon(kinds[suggestion.kind].icon), element("span", { class: "field-label" }, text(`kind.${suggestion.kind}`)));
        for (const [name, length] of Object.entries({ x: box.x, y: box.y, w: box.width, h: box.height })) {
            made.style.setProperty(`--${name}`, String(length));
        }
        const own = { ...suggestion, box, page, element: made };
        shown.push(own);
        page.layer.append(made);
    }

    /** @param {Shown[]} places */
    function take(places) {
        if (accept(places)) {
            places.forEach((place) => place.element.remove());
            shown = shown.filter((place) => !places.includes(place));
            if (shown.length === 0) {
                dismiss();
            } else {
                tell();
            }
        }
    }

    function dismiss() {
        shown.forEach((place) => place.element.remove());
        shown = [];
        count.textContent = "";
        all.hidden = true;
        none.hidden = true;
    }

    function tell() {
        count.textContent = text("suggest.found", { count: shown.length });
        all.hidden = shown.length === 0;
        none.hidden = shown.length === 0;
    }

    return element("div", { class: "suggesting" }, find, count, all, none);
}
