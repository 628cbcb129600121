// Which pages a person was shown. A page counts once its picture, or its text in place of the picture, has stood in the
// window for a moment: more than half of what the window has room for. The host hears of it in reports.

import { refetch } from "./access.js";
import { pageAddress } from "./api.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./pages.js").Page} Page */

const moment = 500; // milliseconds in the window
const share = 0.5; // of the page, or of the window where the page is larger
const pause = 300; // milliseconds in which news are gathered for one report
const mostAtOnce = 100; // pages in one report

export class Seen {
    /** @type {Set<Page>} */
    #shown = new Set();
    /**
     * When pages that do not count yet came into the window.
     * @type {Map<Page, number>}
     */
    #since = new Map();
    /**
     * What the host has not heard of.
     * @type {Page[]}
     */
    #news = [];
    /** @type {Promise<void>} */
    #reports = Promise.resolve();
    /** @type {number|undefined} */
    #timer;
    /** @type {number|undefined} */
    #reportTimer;
    #ceremony;
    #near;
    #area;

    /**
     * @param {Ceremony} ceremony
     * @param {import("./documentview.js").DocumentView} view
     */
    constructor(ceremony, view) {
        const { near, area } = view;
        this.#ceremony = ceremony;
        this.#near = near;
        this.#area = area;
        for (const type of /** @type {const} */ (["near", "resize", "picture", "text"])) {
            view.on(type, () => this.look());
        }
        let isAsked = false;
        area.addEventListener("scroll", () => {
            if (!isAsked) {
                isAsked = true;
                requestAnimationFrame(() => {
                    isAsked = false;
                    this.look();
                });
            }
        }, { passive: true });
        document.addEventListener("visibilitychange", () => {
            this.look();
            this.#report();
        });
        addEventListener("pagehide", () => this.#tellAtOnce());
        addEventListener("online", () => this.#report());
    }

    /** Looks at what stands in the window now. */
    look() {
        clearTimeout(this.#timer);
        if (this.#ceremony.state.session.finished) {
            return;
        }
        const now = performance.now();
        let soonest = Infinity;
        for (const page of [...this.#since.keys()].filter((other) => !this.#stands(other))) {
            this.#since.delete(page);
        }
        for (const page of this.#near) {
            if (this.#shown.has(page) || !this.#stands(page)) {
                continue;
            }
            const since = this.#since.get(page) ?? now;
            this.#since.set(page, since);
            if (now - since >= moment) {
                this.#note(page);
            } else {
                soonest = Math.min(soonest, since + moment - now);
            }
        }
        if (soonest < Infinity) {
            this.#timer = setTimeout(() => this.look(), Math.ceil(soonest));
        }
    }

    /** Waits for what is in the window now, and brings every report to the host. */
    async settle() {
        this.look();
        if (this.#since.size > 0) {
            // A timer may end a fraction of a millisecond early.
            await new Promise((resolve) => { setTimeout(resolve, moment + 20); });
            this.look();
        }
        await this.#report();
    }

    /**
     * Whether a page can be seen now.
     * @param {Page} page
     */
    #stands({ sheet }) {
        if (document.visibilityState !== "visible"
            || (sheet.querySelector(".picture") === null && !sheet.classList.contains("is-text"))) {
            return false;
        }
        const [page, room] = [sheet.getBoundingClientRect(), this.#area.getBoundingClientRect()];
        const width = Math.min(page.right, room.right) - Math.max(page.left, room.left);
        const height = Math.min(page.bottom, room.bottom) - Math.max(page.top, room.top);
        const most = Math.min(page.width, room.width) * Math.min(page.height, room.height);
        return width > 0 && height > 0 && width * height > share * most;
    }

    /** @param {Page} page */
    #note(page) {
        this.#shown.add(page);
        this.#since.delete(page);
        this.#news.push(page);
        this.#ceremony.state.noteShown(nameOf(page));
        this.#reportTimer ??= setTimeout(() => this.#report(), pause);
    }

    /** Reports newly shown pages to the host, one report at a time. The next report repeats pages of a failed one. */
    #report() {
        clearTimeout(this.#reportTimer);
        this.#reportTimer = undefined;
        this.#reports = this.#reports.then(async () => {
            while (this.#news.length > 0) {
                const pages = this.#news.slice(0, mostAtOnce);
                await this.#send(pages);
                this.#news.splice(0, pages.length);
            }
        }).catch(() => {});
        return this.#reports;
    }

    /** Sends the news of a page that is being left, which cannot wait for an earlier report's answer. */
    #tellAtOnce() {
        if (this.#news.length > 0) {
            this.#ceremony.api.shown(this.#news.slice(0, mostAtOnce).map(nameOf)).catch(() => {});
        }
    }

    /** @param {Page[]} pages */
    async #send(pages) {
        const { api, state } = this.#ceremony;
        let { unserved, received } = await api.shown(pages.map(nameOf));
        if (unserved.length > 0) {
            // The browser had them from an earlier visit, of which the host knows nothing any more.
            const { version } = pages[0].file;
            await Promise.all(unserved.map(({ documentId, page }) =>
                refetch(`${pageAddress(documentId, page)}/image?v=${encodeURIComponent(version)}`)));
            ({ received } = await api.shown(unserved));
        }
        if (received) {
            state.session = await api.session();
            state.update(() => {});
        }
    }
}

/** @param {Page} page */
function nameOf({ file, number }) {
    return { documentId: file.id, page: number };
}
