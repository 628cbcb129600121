// Loads the pages' pictures: what is in the window comes first, then what is around it, and nothing that was scrolled past.

import { element } from "./dom.js";
import { Eventful } from "./events.js";
import { enlargement } from "./pages.js";
import { text } from "./text.js";

/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./pages.js").PagedFile} PagedFile */
/** @typedef {import("./pages.js").PageSource} PageSource */

const offeredWidths = [640, 720, 1000, 1600, 2200, 3200, 4000]; // what the host makes, in pixels
const mostAtOnce = 3; // pictures on their way of pages around the window
const firstPause = 2000; // milliseconds until a picture that did not load is asked for again; each time twice as long
const longestPause = 30_000; // milliseconds

/**
 * @typedef {object} PictureEvents
 * @property {Page} picture the picture of this page is in place
 * @property {Page} problem the picture of this page did not load; it is asked for again after a while
 */

/** @extends {Eventful<PictureEvents>} */
export class Pictures extends Eventful {
    /**
     * The pages whose picture is to come, on its way or not.
     * @type {Set<Page>}
     */
    #wanted = new Set();
    #isAsked = false;
    /** @type {Map<Page, AbortController>} */
    #loading = new Map();
    /** @type {(() => void)[]} */
    #waiting = [];
    #area;
    #source;

    /**
     * @param {HTMLElement} area what the pages are scrolled in
     * @param {PageSource} source
     */
    constructor(area, source) {
        super();
        this.#area = area;
        this.#source = source;
    }

    /**
     * Loads a page's picture, or a larger one where the page has become larger.
     * @param {Page} page
     */
    want(page) {
        if (neededWidth(page) === 0) {
            return;
        }
        this.#wanted.add(page);
        showSkeleton(page);
        this.#goOnSoon();
    }

    /**
     * Loads a picture that did not load, without waiting.
     * @param {Page} page
     */
    wantAgain(page) {
        page.isResting = false;
        this.want(page);
    }

    /**
     * Gives a picture up that has not come yet: its page is far away now.
     * @param {Page} page
     */
    giveUp(page) {
        this.#wanted.delete(page);
        this.#loading.get(page)?.abort();
        this.#loading.delete(page);
        this.#goOnSoon();
    }

    /**
     * Comes back when no picture is on its way.
     * @returns {Promise<void>}
     */
    rest() {
        return this.#loading.size === 0 ? Promise.resolve() : new Promise((resolve) => { this.#waiting.push(resolve); });
    }

    /** Once all pages are known that came near at one time, so that the one in the window is the first. */
    #goOnSoon() {
        if (!this.#isAsked) {
            this.#isAsked = true;
            queueMicrotask(() => {
                this.#isAsked = false;
                this.#goOn();
            });
        }
    }

    #goOn() {
        const order = [...this.#wanted]
            .filter((page) => !page.isResting && !this.#loading.has(page))
            .map((page) => ({ page, ...this.#place(page) }))
            .sort((one, other) => one.away - other.away);
        // What is in the window comes one after the other, so that a slow network is not shared out among pictures.
        const isUrgent = [...this.#loading.keys()].some((page) => this.#place(page).isInWindow);
        const most = isUrgent ? 0 : order[0]?.isInWindow ? 1 : Math.max(0, mostAtOnce - this.#loading.size);
        for (const { page } of order.slice(0, most)) {
            this.#load(page);
        }
        if (this.#loading.size === 0) {
            this.#waiting.splice(0).forEach((resolve) => resolve());
        }
    }

    /**
     * How far a page's middle is from the window's, in pixels, and whether a part of the page is in the window.
     * @param {Page} page
     */
    #place({ sheet }) {
        const [one, other] = [sheet.getBoundingClientRect(), this.#area.getBoundingClientRect()];
        return {
            away: Math.abs(one.top + one.height / 2 - other.top - other.height / 2),
            isInWindow: one.bottom > other.top && one.top < other.bottom,
        };
    }

    /** @param {Page} page */
    #load(page) {
        const width = neededWidth(page);
        if (width === 0) {
            this.#wanted.delete(page);
            return;
        }
        const stop = new AbortController();
        this.#loading.set(page, stop);
        const picture = element("img", { class: "picture", alt: "", draggable: "false" });
        picture.decoding = "async";
        picture.addEventListener("load", async () => {
            // A picture that is not decoded yet would be a white sheet, and count as shown.
            await picture.decode().catch(() => {});
            if (!stop.signal.aborted) {
                this.#loading.delete(page);
                this.#show(page, picture, width);
            }
        });
        picture.addEventListener("error", () => {
            if (!stop.signal.aborted) {
                this.#loading.delete(page);
                this.#rest(page);
            }
        });
        this.#source.loadPicture(page, width, picture, stop.signal);
    }

    /**
     * @param {Page} page
     * @param {HTMLElement} picture
     * @param {number} width
     */
    #show(page, picture, width) {
        page.failures = 0;
        page.pictureWidth = width;
        page.sheet.querySelectorAll(".picture, .picture-problem, .skeleton").forEach((old) => old.remove());
        page.sheet.classList.remove("is-text");
        page.sheet.prepend(picture);
        if (neededWidth(page) === 0) {
            this.#wanted.delete(page);
        }
        this.tell("picture", page);
        this.#goOn();
    }

    /**
     * Waits before a picture that did not load is asked for again.
     * @param {Page} page
     */
    #rest(page) {
        page.isResting = true;
        page.sheet.querySelector(".skeleton")?.remove();
        this.tell("problem", page);
        setTimeout(() => {
            page.isResting = false;
            if (page.sheet.isConnected) {
                this.#goOn();
            }
        }, Math.min(firstPause * 2 ** page.failures, longestPause));
        page.failures += 1;
        this.#goOn();
    }
}

/**
 * The width in pixels of the picture that a page has to get; 0 where the one in place is large enough.
 * @param {Page} page
 */
function neededWidth(page) {
    const { clientWidth } = page.sheet;
    const width = offeredWidth(clientWidth);
    return clientWidth === 0 || width <= page.pictureWidth ? 0 : width;
}

/** @param {number} width of the sheet in CSS pixels */
function offeredWidth(width) {
    const wanted = width * devicePixelRatio;
    return offeredWidths.find((offered) => offered >= wanted) ?? offeredWidths[offeredWidths.length - 1];
}

/**
 * Fetches the first page's picture into the browser's cache, before the page is shown.
 * @param {PagedFile[]} files
 * @param {PageSource} source
 */
export function fetchFirst([first], source) {
    if (first !== undefined) {
        const room = innerWidth - 2 * Math.min(Math.max(8, 0.02 * innerWidth), 32);
        const width = offeredWidth(Math.min(room, first.pages[0].width * enlargement));
        source.loadPicture({ file: first, number: 1 }, width, element("img"));
    }
}

/**
 * Says that a page is on its way, so that nobody takes it for an empty one. Screen readers read the page's words.
 * @param {Page} page
 */
function showSkeleton({ sheet, number }) {
    if (sheet.querySelector(".picture, .picture-problem, .skeleton") === null && !sheet.classList.contains("is-text")) {
        sheet.prepend(element("div", { class: "skeleton", "aria-hidden": "true" },
            element("p", {}, text("document.loading", { page: number }))));
    }
}
