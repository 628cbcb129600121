// Choices that stand too close together for a finger. A tap on them opens them as a list with their labels; a mouse
// chooses the nearest. For the keyboard they stay what they are.

import { placeCallouts } from "./callouts.js";
import { openChoices } from "./choicelist.js";
import { element } from "./dom.js";
import { nameOf } from "./state.js";
import { listed, text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./targets.js").Target} Target */

export const least = 24; // pixels: what a finger and WCAG 2.5.8 ask for

/**
 * The crowds of a page by the choices in them.
 * @type {WeakMap<Page, Map<string, HTMLElement>>}
 */
const known = new WeakMap();

/**
 * @param {Ceremony} ceremony
 * @param {Page} page
 * @param {Target[]} choices those of the page that can be made
 * @param {Target[]} all the fields of the page that can be filled in
 */
export function showCrowds(ceremony, page, choices, all) {
    const before = known.get(page) ?? new Map();
    const now = new Map();
    known.set(page, now);
    for (const crowd of ceremony.state.leaving ? [] : crowdsOf(choices)) {
        const fields = crowd.map(({ field }) => field);
        const id = fields.map(({ tab }) => tab.id).join(" ");
        const button = before.get(id) ?? crowdButton(ceremony, fields);
        now.set(id, button);
        place(button, crowd, all);
    }
    for (const [id, button] of before) {
        if (!now.has(id)) {
            button.remove();
        }
    }
}

/**
 * Choices that a finger cannot tell apart, and what is crowded together with them.
 * @param {Target[]} choices
 * @returns {Target[][]}
 */
function crowdsOf(choices) {
    const left = new Set(choices);
    /** @type {Target[][]} */
    const found = [];
    for (const first of left) {
        left.delete(first);
        const crowd = [first];
        for (const member of crowd) {
            for (const other of [...left].filter((one) => isTooClose(member, one))) {
                left.delete(other);
                crowd.push(other);
            }
        }
        if (crowd.length > 1) {
            found.push(crowd.sort((one, other) => choices.indexOf(one) - choices.indexOf(other)));
        }
    }
    return found;
}

/**
 * @param {Target} one
 * @param {Target} other
 */
function isTooClose(one, other) {
    const [x, y] = middle(one);
    const [otherX, otherY] = middle(other);
    const wide = (Math.max(least, one.right - one.left) + Math.max(least, other.right - other.left)) / 2;
    const high = (Math.max(least, one.bottom - one.top) + Math.max(least, other.bottom - other.top)) / 2;
    return Math.abs(x - otherX) < wide - 0.5 && Math.abs(y - otherY) < high - 0.5;
}

/** @param {Target} target */
function middle({ left, top, right, bottom }) {
    return [(left + right) / 2, (top + bottom) / 2];
}

/**
 * Lays the button over its choices; where another field lies among them it is not shown.
 * @param {HTMLElement} button
 * @param {Target[]} crowd
 * @param {Target[]} all
 */
function place(button, crowd, all) {
    // Also where the browser rounds, nothing of a choice is beside it.
    const left = Math.min(...crowd.map((one) => one.left - one.reach.left)) - 1;
    const top = Math.min(...crowd.map((one) => one.top - one.reach.top)) - 1;
    const right = Math.max(...crowd.map((one) => one.right + one.reach.right)) + 1;
    const bottom = Math.max(...crowd.map((one) => one.bottom + one.reach.bottom)) + 1;
    button.style.left = `${left}px`;
    button.style.top = `${top}px`;
    button.style.width = `${right - left}px`;
    button.style.height = `${bottom - top}px`;
    button.hidden = all.some((other) => !crowd.includes(other) && other.left < right && left < other.right
        && other.top < bottom && top < other.bottom);
}

/**
 * @param {Ceremony} ceremony
 * @param {Field[]} fields
 * @returns {HTMLElement}
 */
function crowdButton(ceremony, fields) {
    const names = [...new Set(fields.map(({ tab }) => nameOf(tab)))];
    const button = element("button", {
        type: "button", class: "crowd", tabindex: "-1", "aria-label": text("choices.open", { labels: listed(names) }),
        onclick: (/** @type {PointerEvent} */ event) => {
            const field = nearest(fields, event);
            if (event.pointerType === "mouse") {
                field.control.focus({ preventScroll: true });
                field.control.click();
            } else {
                openChoices(ceremony, fields, field);
            }
        },
        onpointermove: (/** @type {PointerEvent} */ event) => {
            if (event.pointerType === "mouse") {
                point(fields, nearest(fields, event));
            }
        },
        onpointerleave: () => point(fields, null),
    });
    for (const { control } of fields) {
        control.addEventListener("click", (event) => {
            const { pointerType } = /** @type {PointerEvent} */ (event);
            const isByFinger = pointerType === "touch" || pointerType === "pen";
            if (isByFinger && button.isConnected) {
                event.preventDefault();
                openChoices(ceremony, fields, nearest(fields, /** @type {PointerEvent} */ (event)));
            }
        });
    }
    (fields[0].frame.closest(".choices") ?? fields[0].frame).before(button);
    return button;
}

/**
 * @param {Field[]} fields
 * @param {PointerEvent} event
 */
function nearest(fields, event) {
    const isByHand = event.pointerType !== "" && event.pointerType !== undefined;
    /** @param {Field} field */
    const distance = ({ frame }) => {
        const { left, top, right, bottom } = frame.getBoundingClientRect();
        return Math.hypot((left + right) / 2 - event.clientX, (top + bottom) / 2 - event.clientY);
    };
    return isByHand ? fields.reduce((one, other) => distance(other) < distance(one) ? other : one) : fields[0];
}

/**
 * Shows the label of the one that a click would choose.
 * @param {Field[]} fields
 * @param {Field|null} pointed
 */
function point(fields, pointed) {
    for (const field of fields) {
        if (field.frame.classList.toggle("is-pointed", field === pointed)) {
            placeCallouts(field.frame);
        }
    }
}
