// Where a box comes to lie when it is moved near the edges and centres of others, or the middle of its page.

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./pages.js").PageSize} PageSize */

/**
 * A line that shows what the box has been put in line with.
 * @typedef {{across: boolean, at: number}} GuideLine across the page at that many points from the top, or down it
 */

/**
 * @param {Box} box
 * @param {Box[]} others on the same page
 * @param {PageSize} page
 * @param {number} reach points within which it snaps
 * @param {number[]} [writing] heights at which its lower edge may stand, where no other box is as near
 * @returns {{box: Box, lines: GuideLine[]}}
 */
export function snapped(box, others, page, reach, writing = []) {
    const across = nearest([box.x, box.x + box.width / 2, box.x + box.width],
        [...others.flatMap((one) => [one.x, one.x + one.width / 2, one.x + one.width]), page.width / 2], reach);
    const down = nearest([box.y, box.y + box.height / 2, box.y + box.height],
        others.flatMap((one) => [one.y, one.y + one.height / 2, one.y + one.height]), reach)
        ?? nearest([box.y + box.height], writing, reach);
    /** @type {GuideLine[]} */
    const lines = [];
    if (across !== null) {
        lines.push({ across: false, at: across.at });
    }
    if (down !== null) {
        lines.push({ across: true, at: down.at });
    }
    return { box: { ...box, x: box.x + (across?.by ?? 0), y: box.y + (down?.by ?? 0) }, lines };
}

/**
 * The shortest way from one of the places to one of the targets.
 * @param {number[]} places
 * @param {number[]} targets
 * @param {number} reach
 * @returns {{by: number, at: number}|null}
 */
function nearest(places, targets, reach) {
    /** @type {{by: number, at: number}|null} */
    let found = null;
    for (const place of places) {
        for (const at of targets) {
            const by = at - place;
            if (Math.abs(by) <= reach && (found === null || Math.abs(by) < Math.abs(found.by))) {
                found = { by, at };
            }
        }
    }
    return found;
}
