// Finds room for what is written beside a field: its label while it is pointed at or in focus, and what is wrong with it.

const gap = 5; // pixels between a field and its label

const farthest = 240; // pixels from a field, behind its neighbours

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{box: Box, isAnswer: boolean}} Other */

/**
 * Puts the label and the note of a field where they cover no answer: above it, below it or beside it. A label for which
 * there is no such place is not shown; a note always is.
 * @param {HTMLElement} frame the field's
 */
export function placeCallouts(frame) {
    const sheet = frame.closest(".sheet");
    const control = frame.querySelector(".text-input, select, .sign-button, .check-area");
    if (sheet === null || control === null || frame.hidden) {
        return;
    }
    const paper = sheet.getBoundingClientRect();
    const own = control.getBoundingClientRect();
    /** @type {Other[]} */
    const others = [];
    for (const other of sheet.querySelectorAll(".field:not([hidden])")) {
        const shown = other === frame ? null : other.querySelector(".text-input, select, .sign-button, .check-area");
        if (shown !== null) {
            const isAnswer = other.matches(".is-done, .is-still, .is-refused, :focus-within");
            others.push({ box: shown.getBoundingClientRect(), isAnswer });
        }
        const note = other === frame ? null : other.querySelector(".field-note:not([hidden])");
        if (note !== null) {
            others.push({ box: note.getBoundingClientRect(), isAnswer: true });
        }
    }
    const note = frame.querySelector(":scope > .field-note:not([hidden])");
    if (note instanceof HTMLElement) {
        const sides = ["below", "above", "end", "start"];
        const box = free(note, sides, others) ?? near(note, sides) ?? beside(note, "below");
        move(note, box);
        others.push({ box, isAnswer: true });
    }
    const tools = frame.querySelector(":scope > .date-tools:not([hidden])");
    if (tools instanceof HTMLElement && frame.contains(document.activeElement)) {
        const sides = ["below", "above", "end", "start"];
        const box = free(tools, sides, others) ?? free(tools, sides, others.filter((other) => other.isAnswer))
            ?? near(tools, sides) ?? beside(tools, "below");
        move(tools, box);
        others.push({ box, isAnswer: true });
    }
    const label = frame.querySelector(".field-label");
    if (label instanceof HTMLElement) {
        const sides = ["above", "below", "end", "start"];
        const answers = others.filter((other) => other.isAnswer);
        const box = free(label, sides, others) ?? free(label, sides, answers) ?? near(label, sides);
        label.classList.toggle("is-crowded-out", box === undefined);
        if (box !== undefined) {
            move(label, box);
        }
    }

    /**
     * The first place right at the field where none of these is covered.
     * @param {HTMLElement} callout
     * @param {string[]} sides
     * @param {Other[]} taken
     */
    function free(callout, sides, taken) {
        return sides.map((side) => beside(callout, side)).find((box) =>
            isOnPaper(box) && !taken.some((other) => overlap(box, other.box)));
    }

    /**
     * The nearest place behind those fields that lie right at this one.
     * @param {HTMLElement} callout
     * @param {string[]} sides
     */
    function near(callout, sides) {
        const found = sides.map((side) => {
            let box = beside(callout, side);
            let far = 0;
            for (let other = others.find((one) => overlap(box, one.box)); other !== undefined && far < farthest;) {
                const by = distancePast(other.box, box, side);
                box = moved(box, side, by);
                // Above or below another field it would seem to be about that one.
                far += side === "above" || side === "below" ? 4 * by : by;
                other = others.find((one) => overlap(box, one.box));
            }
            return { box, far };
        });
        return found.filter(({ box, far }) => far < farthest && isOnPaper(box))
            .sort((one, other) => one.far - other.far)[0]?.box;
    }

    /** @param {Box} box */
    function isOnPaper(box) {
        return box.left >= paper.left && box.right <= paper.right && box.top >= paper.top && box.bottom <= paper.bottom;
    }

    /**
     * @param {HTMLElement} callout
     * @param {string} side
     * @returns {Box}
     */
    function beside(callout, side) {
        const { width, height } = callout.getBoundingClientRect();
        const left = side === "start" ? own.left - gap - width
            : side === "end" ? own.right + gap
                : Math.max(paper.left, Math.min(own.left, paper.right - width));
        const top = side === "above" ? own.top - gap - height
            : side === "below" ? own.bottom + gap
                : (own.top + own.bottom - height) / 2;
        return { left, top, right: left + width, bottom: top + height };
    }

    /**
     * @param {HTMLElement} callout
     * @param {Box} box
     */
    function move(callout, box) {
        const origin = frame.getBoundingClientRect();
        callout.style.left = `${box.left - origin.left}px`;
        callout.style.top = `${box.top - origin.top}px`;
    }
}

/**
 * How far a box has to go towards that side to be past another one.
 * @param {Box} other
 * @param {Box} box
 * @param {string} side
 */
function distancePast(other, box, side) {
    switch (side) {
    case "above": return box.bottom - other.top + gap;
    case "below": return other.bottom - box.top + gap;
    case "end": return other.right - box.left + gap;
    default: return box.right - other.left + gap;
    }
}

/**
 * @param {Box} box
 * @param {string} side
 * @param {number} by pixels
 * @returns {Box}
 */
function moved({ left, top, right, bottom }, side, by) {
    const across = side === "end" ? by : side === "start" ? -by : 0;
    const down = side === "below" ? by : side === "above" ? -by : 0;
    return { left: left + across, top: top + down, right: right + across, bottom: bottom + down };
}

/**
 * Places again what is to be seen: some field has become larger or smaller, or come into focus.
 * @param {Element|null|undefined} area
 */
export function placeCalloutsAgain(area) {
    for (const frame of area?.querySelectorAll(".field:focus-within, .field:has(> .field-note:not([hidden]))") ?? []) {
        placeCallouts(/** @type {HTMLElement} */ (frame));
    }
}

/**
 * @param {Box} one
 * @param {Box} other
 */
export function overlap(one, other) {
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
