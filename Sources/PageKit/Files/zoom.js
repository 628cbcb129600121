// How large the documents are shown. One is the width of the window; what lies under a point of the window stays there
// while the size changes.

import { Eventful } from "./events.js";
import { text } from "./text.js";

const steps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const largest = steps[steps.length - 1];
const rest = 250; // milliseconds without a change until the size counts as chosen

/**
 * @typedef {object} ZoomEvents
 * @property {null} rest the size has been the same for a moment
 */

/** @extends {Eventful<ZoomEvents>} */
export class Zoom extends Eventful {
    /** Times the width of the window. */
    value = 1;
    /** Whether the page has chosen the size, to show a part of the documents. */
    isCloser = false;
    /** @type {(() => void)[]} */
    #views = [];
    #documents;
    #announcer;
    /** @type {number|undefined} */
    #timer;

    /**
     * @param {HTMLElement} documents what scrolls
     * @param {import("./announcer.js").Announcer} announcer
     */
    constructor(documents, announcer) {
        super();
        this.#documents = documents;
        this.#announcer = announcer;
    }

    /**
     * Calls the view after every change, and once now.
     * @param {() => void} view
     */
    subscribe(view) {
        this.#views.push(view);
        view();
    }

    get percent() {
        return Math.round(100 * this.value);
    }

    get isLeast() {
        return this.value === 1;
    }

    get isMost() {
        return this.value === largest;
    }

    in() {
        this.to(steps.find((step) => step > this.value + 0.01) ?? largest);
    }

    out() {
        this.to(steps.findLast((step) => step < this.value - 0.01) ?? 1);
    }

    fit() {
        this.to(1);
    }

    /**
     * Shows a part of the documents that many times as wide as the window, until another size is chosen.
     * @param {number} wanted
     * @param {{x: number, y: number}} point of the window, in CSS pixels
     */
    closer(wanted, point) {
        this.to(wanted, point, true);
    }

    /**
     * Shows the documents that many times as wide as the window.
     * @param {number} wanted
     * @param {{x: number, y: number}} [point] of the window, in CSS pixels; its middle if there is none
     * @param {boolean} [isCloser]
     */
    to(wanted, point, isCloser = false) {
        const value = wanted < 1.02 ? 1 : Math.min(wanted, largest);
        if (value === this.value) {
            return;
        }
        const keep = this.#anchor(point ?? middle(this.#documents));
        this.value = value;
        this.isCloser = isCloser;
        this.#documents.style.setProperty("--zoom", String(value));
        this.#documents.classList.toggle("is-zoomed", value > 1);
        keep();
        this.#views.forEach((view) => view());
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#announcer.say(text("zoom.now", { percent: this.percent }));
            this.tell("rest");
        }, rest);
    }

    /**
     * Notes which part of a page lies under a point; the function that it returns scrolls that part there again.
     * @param {{x: number, y: number}} point
     * @returns {() => void}
     */
    #anchor({ x, y }) {
        const documents = this.#documents;
        /** @type {Element|undefined} */
        let sheet;
        let nearest = Infinity;
        for (const other of documents.querySelectorAll(".sheet")) {
            const { top, bottom } = other.getBoundingClientRect();
            const distance = Math.max(0, top - y, y - bottom);
            if (distance < nearest) {
                nearest = distance;
                sheet = other;
            }
        }
        if (sheet === undefined) {
            return () => {};
        }
        const page = sheet;
        const before = page.getBoundingClientRect();
        const across = within((x - before.left) / before.width);
        const down = within((y - before.top) / before.height);
        const beside = x - before.left - across * before.width;
        const beyond = y - before.top - down * before.height;
        return () => {
            const after = page.getBoundingClientRect();
            documents.scrollLeft += after.left + across * after.width + beside - x;
            documents.scrollTop += after.top + down * after.height + beyond - y;
        };
    }
}

/** @param {HTMLElement} area */
function middle(area) {
    const { left, top } = area.getBoundingClientRect();
    return { x: left + area.clientWidth / 2, y: top + area.clientHeight / 2 };
}

/** @param {number} part */
function within(part) {
    return Math.min(Math.max(part, 0), 1);
}
