// How far the target of a field reaches beyond the field on the paper. A small field is enlarged so that it can be hit,
// but never into what is another field's: each gets its half of the room between them, so that the nearer one is hit.

import { least, showCrowds } from "./crowds.js";
import { isFillable } from "./state.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./pages.js").Page} Page */

/**
 * A field in pixels from the top left of its sheet, and how far its target reaches beyond each side.
 * @typedef {object} Target
 * @property {Field} field
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 * @property {{left: number, top: number, right: number, bottom: number}} reach
 */

const leastToSign = 28; // pixels
const edge = 1; // pixel around a text field

/**
 * Keeps the targets apart, now and as the sheets change their size and fields come and go.
 * @param {Ceremony} ceremony
 * @param {Map<Page, Field[]>} fieldsOf the fields of each page that has some
 */
export function keepTargetsApart(ceremony, fieldsOf) {
    const bySheet = new Map([...fieldsOf.keys()].map((page) => [/** @type {Element} */ (page.sheet), page]));
    const watch = new ResizeObserver((entries) => {
        for (const { target } of entries) {
            const page = bySheet.get(target);
            if (page !== undefined) {
                setTargets(ceremony, page, fieldsOf.get(page) ?? []);
            }
        }
    });
    fieldsOf.forEach((_, page) => watch.observe(page.sheet));
    let seen = "";
    ceremony.state.subscribe(() => {
        const { session, readOnly, leaving } = ceremony.state;
        const now = JSON.stringify([readOnly, leaving, session.tabs.map((tab) => [tab.shown, tab.locked])]);
        if (now !== seen) {
            seen = now;
            fieldsOf.forEach((fields, page) => setTargets(ceremony, page, fields));
        }
    });
}

/**
 * @param {Ceremony} ceremony
 * @param {Page} page
 * @param {Field[]} fields of the page
 */
function setTargets(ceremony, page, fields) {
    const scale = page.sheet.clientWidth / page.size.width;
    if (scale === 0) {
        return;
    }
    const targets = fields.filter((field) => field.tab.shown).map((field) => targetOf(field, scale));
    // What cannot be filled in lies beneath, and takes nothing from the others.
    const open = targets.filter(({ field }) => !ceremony.state.readOnly && isFillable(field.tab));
    open.forEach((one, index) => open.slice(index + 1).forEach((other) => part(one, other)));
    for (const { field, reach } of targets) {
        const { style } = field.frame;
        style.setProperty("--reach-block", `${2 * Math.min(reach.top, reach.bottom)}px`);
        const inline = isChoice(field) ? 2 * Math.min(reach.left, reach.right) : reach.right;
        style.setProperty("--reach-inline", `${inline}px`);
        style.setProperty("--reach-box", `${Math.min(inline, 2 * reach.top, 2 * reach.bottom)}px`);
    }
    showCrowds(ceremony, page, open.filter(({ field }) => isChoice(field)), open);
}

/**
 * @param {Field} field
 * @param {number} scale pixels per point
 * @returns {Target}
 */
function targetOf(field, scale) {
    const { x, y, width, height, kind } = field.tab;
    const isSigned = kind === "signHere" || kind === "initialHere" || kind === "signerAttachment";
    const down = Math.max(0, ((isSigned ? leastToSign : least) - height * scale) / 2);
    const across = Math.max(0, (least - width * scale) / 2);
    // Text begins where the field does.
    const [left, right] = isChoice(field) ? [across, across] : [0, 2 * across];
    return {
        field, left: x * scale, top: y * scale, right: (x + width) * scale, bottom: (y + height) * scale,
        reach: { left, top: down, right, bottom: down },
    };
}

/** @param {Field} field */
export function isChoice({ tab }) {
    return tab.kind === "checkbox" || tab.kind === "radio";
}

/**
 * Takes from two targets what is nearer to the other one, on the axis on which they are farther apart.
 * @param {Target} one
 * @param {Target} other
 */
function part(one, other) {
    const across = one.left <= other.left ? [one, other] : [other, one];
    const down = one.top <= other.top ? [one, other] : [other, one];
    const roomAcross = across[1].left - across[0].right;
    const roomDown = down[1].top - down[0].bottom;
    const isFree = roomAcross >= across[0].reach.right + across[1].reach.left
        || roomDown >= down[0].reach.bottom + down[1].reach.top;
    if (isFree) {
        return;
    }
    if (roomAcross > roomDown) {
        share(across[0], "right", across[1], "left", roomAcross);
    } else {
        share(down[0], "bottom", down[1], "top", roomDown);
    }
}

/**
 * @param {Target} first
 * @param {"right"|"bottom"} end
 * @param {Target} second
 * @param {"left"|"top"} start
 * @param {number} room between the two fields
 */
function share(first, end, second, start, room) {
    const edges = [first, second].filter(({ field }) => !isChoice(field)).length * edge;
    const free = Math.max(0, room - edges);
    const half = free / 2;
    first.reach[end] = Math.min(first.reach[end], Math.max(half, free - second.reach[start]));
    second.reach[start] = Math.min(second.reach[start], free - first.reach[end]);
}
