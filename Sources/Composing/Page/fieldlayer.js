// The fields on their pages: each is an element that can have the focus, with a name that says what, whose and where.

import { drawing, element, icon, setAttribute } from "./dom.js";
import { kinds } from "./kinds.js";
import { hueClass, initials, nameOf } from "./people.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Field} Field */

/** @typedef {{field: Field, element: HTMLElement, page: Page, isDrawn: boolean}} Shown */

export class FieldLayer {
    /** @type {Map<string, Shown>} */
    shown = new Map();
    /** The ids of the chosen fields, the first one first. */
    chosen = /** @type {Set<string>} */ (new Set());
    /** @type {import("./types.js").Person[]} as the fields were drawn last */
    #people = [];
    #composer;
    #view;
    #onChoice;

    /**
     * @param {Composer} composer
     * @param {DocumentView} view
     * @param {() => void} onChoice called when other fields are chosen
     */
    constructor(composer, view, onChoice) {
        this.#composer = composer;
        this.#view = view;
        this.#onChoice = onChoice;
        for (const page of view.pages) {
            page.sheet.style.setProperty("--pt", `${100 / page.size.width}cqw`);
        }
        view.area.addEventListener("focusin", (event) => {
            const id = this.idOf(/** @type {Element} */ (event.target));
            if (id !== null && !this.chosen.has(id)) {
                this.choose([id]);
            }
        });
    }

    /** Makes what is shown the draft's. */
    show() {
        const { content } = this.#composer.draft;
        const fields = new Map(content.tabs.map((field) => [field.id, field]));
        const arePeopleSame = this.#people === content.recipients;
        this.#people = content.recipients;
        for (const [id, { element: old }] of this.shown) {
            if (!fields.has(id)) {
                old.remove();
                this.shown.delete(id);
            }
        }
        for (const field of content.tabs) {
            const page = this.#view.page(field.documentId, field.page);
            const known = this.shown.get(field.id);
            if (page === undefined) {
                known?.element.remove();
                this.shown.delete(field.id);
                continue;
            }
            const own = known ?? { field, page, element: this.#made(field), isDrawn: false };
            if (known === undefined || known.page !== page) {
                own.page = page;
                this.#insert(own);
            }
            this.shown.set(field.id, own);
            // An edit makes a new field, so the same one looks as before.
            if (own.field !== field || !own.isDrawn || !arePeopleSame) {
                own.field = field;
                this.#draw(own);
            }
        }
        const left = [...this.chosen].filter((id) => fields.has(id));
        if (left.length !== this.chosen.size) {
            this.choose(left);
        }
    }

    /**
     * Puts an element where a reader meets it: before the first that lies further down, or beside it to the right.
     * @param {Shown} own
     */
    #insert({ element: made, field, page }) {
        const later = [...page.layer.querySelectorAll(".placed")].find((other) => {
            const frame = this.shown.get(this.idOf(other) ?? "")?.field.frame;
            return other !== made && frame !== undefined
                && (frame.y > field.frame.y || frame.y === field.frame.y && frame.x > field.frame.x);
        });
        if (later === undefined) {
            page.layer.append(made);
        } else {
            later.before(made);
        }
    }

    /** @param {Field} field */
    #made(field) {
        const made = element("div", {
            role: "button", tabindex: "0", "aria-pressed": "false", "aria-describedby": "field-keys",
        });
        made.dataset.field = field.id;
        return made;
    }

    /** @param {Shown} shown */
    #draw(shown) {
        const { field, element: own, page } = shown;
        shown.isDrawn = true;
        const { content } = this.#composer.draft;
        const person = content.recipients.find((one) => one.id === field.recipientId);
        const isChosen = this.chosen.has(field.id);
        own.className = `field placed ${person === undefined ? "hue-none" : hueClass(content, person.id)}`;
        own.classList.toggle("is-chosen", isChosen);
        own.classList.toggle("is-small", field.frame.width < 40);
        own.classList.toggle("is-optional", !field.required);
        own.classList.toggle("is-fixed", this.#isFixed(field));
        setAttribute(own, "aria-disabled", this.#isFixed(field) && "true");
        setAttribute(own, "aria-pressed", String(isChosen));
        own.setAttribute("aria-label", text("field.name", {
            kind: field.label, person: nameOf(person), page: page.number,
            left: Math.round(field.frame.x), top: Math.round(field.frame.y),
        }));
        this.place(own, field.frame);
        own.replaceChildren(
            icon(kinds[field.kind].icon),
            element("span", { class: "field-label", "aria-hidden": "true" }, field.label),
            element("span", { class: "field-initials", "aria-hidden": "true" }, initials(person)),
            ...isChosen ? [element("span", { class: "handle", "aria-hidden": "true" })] : []);
    }

    /**
     * Puts an element where a box is, before the draft has it.
     * @param {HTMLElement} own
     * @param {Box} box
     */
    place(own, { x, y, width, height }) {
        own.style.setProperty("--x", String(x));
        own.style.setProperty("--y", String(y));
        own.style.setProperty("--w", String(width));
        own.style.setProperty("--h", String(height));
    }

    /**
     * @param {Element|null} target
     * @returns {string|null}
     */
    idOf(target) {
        return /** @type {HTMLElement|null} */ (target?.closest(".placed") ?? null)?.dataset.field ?? null;
    }

    /** @returns {Field[]} */
    get chosenFields() {
        return [...this.chosen].flatMap((id) => this.#composer.draft.content.tabs.find((field) => field.id === id) ?? []);
    }

    /** @param {Field} field */
    #isFixed(field) { return this.#composer.draft.isFixed(field); }

    /**
     * Chooses fields, but none that stays as it is.
     * @param {Iterable<string>} ids
     */
    choose(ids) {
        const before = this.chosen;
        const fixed = new Set(this.#composer.draft.content.tabs.filter((field) => this.#isFixed(field)).map((field) => field.id));
        this.chosen = new Set([...ids].filter((id) => !fixed.has(id)));
        for (const id of new Set([...before, ...this.chosen])) {
            const shown = this.shown.get(id);
            if (shown !== undefined) {
                this.#draw(shown);
            }
        }
        this.#onChoice();
    }

    /** @param {string} id */
    focus(id) {
        const own = this.shown.get(id)?.element;
        own?.focus({ preventScroll: true });
        own?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    /**
     * The page at a place of the window, and the place on it in points.
     * @param {number} clientX
     * @param {number} clientY
     * @returns {{page: Page, x: number, y: number}|null}
     */
    at(clientX, clientY) {
        for (const page of this.#view.pages) {
            const box = page.sheet.getBoundingClientRect();
            if (clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom) {
                const scale = page.size.width / box.width;
                return { page, x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
            }
        }
        return null;
    }

    /** @param {Page} page */
    boxesOn(page) {
        return [...this.shown.values()].filter((shown) => shown.page === page && !this.chosen.has(shown.field.id))
            .map((shown) => shown.field.frame);
    }

    /**
     * Shows what a box has been put in line with.
     * @param {Page|null} page
     * @param {import("./snapping.js").GuideLine[]} lines
     * @param {Box} [box] whose distance from the left and the top is shown
     */
    showLines(page, lines, box) {
        this.#view.area.querySelectorAll(".guide, .distance").forEach((old) => old.remove());
        if (box !== undefined && page !== null) {
            const distance = element("div", { class: "distance", "aria-hidden": "true" },
                `${Math.round(box.x)}, ${Math.round(box.y)}`);
            this.place(distance, box);
            page.layer.append(distance);
        }
        for (const line of lines) {
            const guide = drawing("svg", { class: "guide", "aria-hidden": "true" });
            guide.classList.toggle("is-across", line.across);
            guide.style.setProperty("--at", String(line.at));
            page?.layer.append(guide);
        }
    }
}
