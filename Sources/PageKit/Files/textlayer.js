// The page's own text, transparent over its picture: it can be selected, searched and read aloud.

import { element } from "./dom.js";
import { layerFont, naturalWidth } from "./measure.js";

/** @typedef {import("./pages.js").Word} Word */
/** @typedef {import("./pages.js").Page} Page */

/**
 * A stretch of a line without a wide gap. Measures in points from the top left of the page.
 * @typedef {object} Run
 * @property {string} text
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

const larger = 1.12; // times as high as most letters of a page are those of a heading
const mostHeadingRuns = 2;
const farAcross = 150; // points: beyond that it matters no more how far a run stands beside an item

/**
 * Lays the words over the page's picture. Each run comes into the document where a reader meets it:
 * behind the items that stand before it and ahead of those that follow. Items are never moved, so a field keeps the
 * focus; and nothing comes between those that one element holds, such as the buttons of a choice.
 * @param {Page} page
 * @param {Word[]} words in reading order
 */
export function layWords(page, words) {
    const lines = runs(words);
    const ends = itemPositions(page, lines);
    const usualHeight = middleOf(lines.flatMap((run) => Array(run.text.length).fill(run.height)));
    let from = 0;
    /** @type {Set<Element>} */
    const passed = new Set();
    page.items.forEach(({ element: place }, index) => {
        if (!passed.has(place)) {
            passed.add(place);
            place.before(...paragraphs(lines.slice(from, ends[index]), page, usualHeight));
            from = ends[index];
        }
    });
    page.layer.append(...paragraphs(lines.slice(from), page, usualHeight));
}

/**
 * Runs as paragraphs and headings, so that a screen reader leads from one to the next.
 * @param {Run[]} lines
 * @param {Page} page
 * @param {number} usualHeight of the letters on the page, in points
 * @returns {HTMLElement[]}
 */
function paragraphs(lines, page, usualHeight) {
    const usual = usualGap(lines);
    /** @type {Run[][]} */
    const found = [];
    lines.forEach((run, index) => {
        if (index === 0 || beginsParagraph(run, lines[index - 1], usual)) {
            found.push([]);
        }
        found[found.length - 1].push(run);
    });
    /** @param {Run[]} part */
    const isHeading = (part) => part.length <= mostHeadingRuns && part.every((run) => run.height > larger * usualHeight);
    return found.map((part) => element(isHeading(part) ? "h4" : "p", { class: "paragraph" },
        ...part.flatMap((run, index) => index === 0 ? [runElement(run, page)] : [" ", runElement(run, page)])));
}

/**
 * The room between one line and the next in most of these, in points.
 * @param {Run[]} lines
 */
function usualGap(lines) {
    return middleOf(lines.slice(1).map((run, index) => run.y - lines[index].y - lines[index].height)
        .filter((gap, index) => gap > -lines[index].height / 2));
}

/** @param {number[]} numbers */
function middleOf(numbers) {
    return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/**
 * @param {Run} run
 * @param {Run} last the run before
 * @param {number} usual points between lines
 */
function beginsParagraph(run, last, usual) {
    const isSameLine = Math.abs(run.y + run.height / 2 - last.y - last.height / 2) < last.height / 2;
    const gap = run.y - last.y - last.height;
    const higher = Math.max(run.height, last.height);
    return !isSameLine && (gap < -last.height || gap > Math.max(0.45 * higher, 1.4 * usual)
        || higher > 1.3 * Math.min(run.height, last.height));
}

/**
 * @param {Word[]} words in reading order: in a line that runs to the left, from right to left
 * @returns {Run[]}
 */
function runs(words) {
    /** @type {Map<number, Word[]>} */
    const lines = new Map();
    for (const word of words) {
        lines.set(word.line, [...(lines.get(word.line) ?? []), word]);
    }
    return [...lines.values()].flatMap(lineRuns);
}

/**
 * The stretches of one line; their places tell what belongs together, the order of the words how it reads.
 * @param {Word[]} line
 * @returns {Run[]}
 */
function lineRuns(line) {
    /** @type {Map<Word, Run>} */
    const runOf = new Map();
    /** @type {Run | undefined} */
    let last;
    for (const word of [...line].sort((one, other) => one.x - other.x)) {
        const gap = last === undefined ? Infinity : word.x - (last.x + last.width);
        if (last === undefined || gap <= -word.height || gap >= 1.5 * word.height) {
            last = { text: "", x: word.x, y: word.y, width: word.width, height: word.height };
        } else {
            const bottom = Math.max(last.y + last.height, word.y + word.height);
            last.width = Math.max(last.width, word.x + word.width - last.x);
            last.y = Math.min(last.y, word.y);
            last.height = bottom - last.y;
        }
        runOf.set(word, last);
    }
    /** @type {Set<Run>} */
    const found = new Set();
    for (const word of line) {
        const run = runOf.get(word);
        if (run !== undefined) {
            run.text += run.text === "" ? word.text : ` ${word.text}`;
            found.add(run);
        }
    }
    return [...found];
}

/**
 * For each item of the page the number of runs that a reader meets before it.
 * @param {Page} page
 * @param {Run[]} lines
 * @returns {number[]}
 */
function itemPositions(page, lines) {
    let least = 0;
    return page.items.map(({ box }) => {
        const middle = box.y + box.height / 2;
        let nearest = 0;
        let nearestDistance = Infinity;
        lines.forEach((run, index) => {
            const across = Math.max(0, run.x - (box.x + box.width), box.x - (run.x + run.width));
            const down = Math.abs(run.y + run.height / 2 - middle);
            const distance = 4 * down + Math.min(across, farAcross);
            if (distance < nearestDistance) {
                nearestDistance = distance;
                nearest = index;
            }
        });
        const run = lines[nearest];
        const runMiddle = run.y + run.height / 2;
        const isBeside = Math.abs(runMiddle - middle) <= Math.max(run.height, box.height) / 2;
        const runIsFirst = isBeside ? run.x <= box.x : runMiddle < middle;
        least = Math.max(least, runIsFirst ? nearest + 1 : nearest);
        return least;
    });
}

/**
 * @param {Run} run
 * @param {Page} page
 */
function runElement(run, page) {
    const { width, height } = page.size;
    const line = element("span", { class: "run", dir: "auto" }, run.text);
    line.style.left = `${(100 * run.x) / width}%`;
    line.style.top = `${(100 * run.y) / height}%`;
    line.style.fontSize = `${(100 * run.height) / width}cqw`;
    const natural = naturalWidth(run.text, run.height, layerFont);
    if (natural > 0) {
        line.style.transform = `scaleX(${run.width / natural})`;
    }
    return line;
}
