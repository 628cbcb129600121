// Shows documents: their pages in an area that is scrolled and enlarged. A page's picture and its words come when it
// nears the window.

import { element } from "./dom.js";
import { Eventful } from "./events.js";
import { zoomWithGestures } from "./gestures.js";
import { documentSection } from "./pages.js";
import { panWithMouse, scrollWithKeys } from "./panning.js";
import { Pictures } from "./pictures.js";
import { canPrint, printPages } from "./printing.js";
import { text } from "./text.js";
import { layWords } from "./textlayer.js";
import { Zoom } from "./zoom.js";
import { zoomWithKeys } from "./zoombuttons.js";

/** @typedef {import("./announcer.js").Announcer} Announcer */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./pages.js").PagedFile} PagedFile */
/** @typedef {import("./pages.js").PageSource} PageSource */

const wideToKeep = 2200; // pixels: a wider picture is loaded only for pages that stay near, and goes again after that
const pause = 200; // milliseconds without scrolling from page to page
const readAhead = 40; // pages whose words are fetched even before they come near

/**
 * Whoever asks what stands in the window looks again after each of them but `problem`.
 * @typedef {object} DocumentViewEvents
 * @property {null} near other pages are near the window
 * @property {null} resize the window has another size, or the pages have kept a new one for a moment
 * @property {Page} picture the page's picture is in place
 * @property {Page} problem the page's picture did not load; it is asked for again after a while
 * @property {Page} text the page's text is shown in place of its picture
 */

/** @extends {Eventful<DocumentViewEvents>} */
export class DocumentView extends Eventful {
    /** What the pages are scrolled in. */
    area;
    /** The pages of all documents. */
    pages;
    zoom;
    /**
     * The pages in the window and around it.
     * @type {Set<Page>}
     */
    near = new Set();
    /** Where the pages' pictures and words come from. */
    source;
    #announcer;
    #pictures;

    /**
     * @param {PagedFile[]} files
     * @param {object} parts
     * @param {PageSource} parts.source
     * @param {Announcer} parts.announcer
     * @param {boolean} parts.takesFocus whether the area itself is reached with the keyboard: a region that scrolls has
     *   to be, unless something in it is
     */
    constructor(files, { source, announcer, takesFocus }) {
        super();
        const sections = files.map(documentSection);
        this.pages = sections.flatMap((section) => section.pages);
        this.area = element("main", { class: "documents", tabindex: takesFocus ? "0" : null },
            ...sections.map((section) => section.element));
        this.zoom = new Zoom(this.area, announcer);
        this.source = source;
        this.#announcer = announcer;
        this.#pictures = new Pictures(this.area, source);
        zoomWithGestures(this.area, this.zoom);
        panWithMouse(this.area);
        scrollWithKeys(this.area);
        zoomWithKeys(this.area, this.zoom);
    }

    /**
     * Loads pictures and words of the pages that are near the window, from now on and as it is scrolled, resized or
     * enlarged. What lies on the pages is there before: words are laid around it.
     */
    begin() {
        const { near, pages } = this;
        const pictures = this.#pictures;
        const bySheet = new Map(pages.map((page) => [/** @type {Element} */ (page.sheet), page]));
        pictures.on("picture", (page) => this.tell("picture", page));
        pictures.on("problem", (page) => {
            this.#showProblem(page);
            this.tell("problem", page);
        });
        /** @type {number|undefined} */
        let timer;
        const watch = new IntersectionObserver((entries) => {
            for (const entry of entries) {
                const page = bySheet.get(entry.target);
                if (page !== undefined && entry.isIntersecting) {
                    near.add(page);
                    if (page.sheet.clientWidth * devicePixelRatio <= wideToKeep) {
                        pictures.want(page);
                    }
                } else if (page !== undefined && near.delete(page)) {
                    pictures.giveUp(page);
                }
            }
            this.tell("near");
            clearTimeout(timer);
            timer = setTimeout(keepNear, pause);
        }, { root: this.area, rootMargin: "80% 80%" });
        const keepNear = () => {
            near.forEach((page) => pictures.want(page));
            near.forEach((page) => this.#loadWords(page));
            pages.filter((page) => !near.has(page)).forEach(dropLargePicture);
        };
        for (const page of pages) {
            watch.observe(page.sheet);
        }
        addEventListener("resize", () => {
            near.forEach((page) => pictures.want(page));
            this.tell("resize");
        });
        addEventListener("online", () => near.forEach((page) => pictures.wantAgain(page)));
        this.zoom.on("rest", () => {
            keepNear();
            this.tell("resize");
        });
        this.#readWordsAhead(pages.slice(0, readAhead));
    }

    /**
     * @param {string} id of the document
     * @param {number} number
     * @returns {Page|undefined}
     */
    page(id, number) {
        return this.pages.find((page) => page.file.id === id && page.number === number);
    }

    /**
     * Leads to a page.
     * @param {Page|undefined} page
     */
    goTo(page) {
        page?.sheet.scrollIntoView({ block: "start" });
        page?.sheet.focus({ preventScroll: true });
    }

    /**
     * Whether a page can be read neither as a picture nor as text, since its picture did not load.
     * @param {Page} page
     */
    hasFailed(page) {
        return page.sheet.querySelector(".picture-problem") !== null;
    }

    get canPrint() {
        return canPrint;
    }

    /** Prints every page. */
    print() {
        printPages(this.#announcer, this.pages, (page) => this.#pictures.want(page));
    }

    /**
     * One after the other, so that a person who listens to the document need not scroll through it first. Pictures that
     * are on their way come before.
     * @param {Page[]} pages
     */
    async #readWordsAhead(pages) {
        for (const page of pages) {
            await this.#pictures.rest();
            await this.#loadWords(page);
        }
    }

    /** @param {Page} page */
    #showProblem(page) {
        const isRead = page.sheet.classList.contains("is-text");
        if (isRead || page.sheet.querySelector(".picture, .picture-problem") !== null) {
            return;
        }
        page.sheet.prepend(element("div", { class: "picture-problem" },
            element("p", {}, text("document.pictureFailed")),
            element("button", { type: "button", onclick: () => this.#pictures.wantAgain(page) },
                text("document.pictureAgain", { page: page.number })),
            element("button", { type: "button", onclick: () => this.#showText(page) }, text("document.readText"))));
    }

    /**
     * Shows the words of a page in place of a picture that does not load.
     * @param {Page} page
     */
    async #showText(page) {
        await this.#loadWords(page, true);
        if (page.sheet.querySelector(".run") === null) {
            const why = page.hasWords ? text("document.noText", { page: page.number }) : text("error.unreachable");
            this.#announcer.warn(why, "action");
        } else if (page.sheet.querySelector(".picture") === null) {
            page.sheet.classList.add("is-text");
            page.sheet.querySelector(".picture-problem")?.remove();
            page.sheet.focus({ preventScroll: true });
            this.tell("text", page);
        }
    }

    /**
     * @param {Page} page
     * @param {boolean} [isRead] whether a person reads them in place of the picture
     */
    async #loadWords(page, isRead = false) {
        if (page.hasWords && !isRead) {
            return;
        }
        const isLaid = page.hasWords;
        page.hasWords = true;
        try {
            const words = await this.source.words(page, isRead);
            if (isLaid) {
                return;
            }
            if (words.length === 0) {
                page.layer.prepend(element("p", { class: "unseen" }, text("document.noText", { page: page.number })));
            } else {
                layWords(page, words);
            }
        } catch {
            page.hasWords = isLaid;
        }
    }
}

/**
 * Takes a picture away that needs much memory.
 * @param {Page} page
 */
function dropLargePicture(page) {
    const picture = /** @type {HTMLImageElement|null} */ (page.sheet.querySelector(".picture"));
    if (picture !== null && picture.naturalWidth > wideToKeep) {
        picture.remove();
    }
    if (page.pictureWidth > wideToKeep) {
        page.pictureWidth = 0;
    }
}
