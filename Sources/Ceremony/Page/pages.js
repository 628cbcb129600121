// The documents' pages, one under the other. A page keeps its room from the start;
// its picture and its words come when it nears the window.

import { pageAddress } from "./api.js";
import { element } from "./dom.js";
import { enlargement, Pictures } from "./pictures.js";
import { canPrint, printPages } from "./printing.js";
import { Seen } from "./seen.js";
import { text } from "./text.js";
import { layWords } from "./textlayer.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./types.js").SignedDocument} SignedDocument */
/** @typedef {import("./types.js").PageSize} PageSize */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @typedef {object} Page
 * @property {SignedDocument} signed
 * @property {number} number counted from 1
 * @property {PageSize} size
 * @property {HTMLElement} sheet
 * @property {HTMLElement} layer holds words and fields in reading order
 * @property {Field[]} fields
 * @property {number} pictureWidth the width of the loaded picture in pixels; 0 if none is loaded
 * @property {boolean} hasWords
 * @property {number} failures how often in a row its picture did not load
 * @property {boolean} isResting whether its picture did not load, and is not asked for again yet
 */

/**
 * @typedef {object} WatchedPages
 * @property {() => Promise<void>} settleShown brings to the host which pages were shown
 * @property {(() => void)|null} print prints every page; null where that is not possible
 * @property {() => Page|undefined} unreadPage a page that has to be read and did not load, if there is one
 */

const wideToKeep = 2200; // pixels: a wider picture is loaded only for pages that stay near, and goes again after that
const pause = 200; // milliseconds without scrolling from page to page
const readAhead = 40; // pages whose words are fetched even before they come near

/**
 * @param {SignedDocument} signed
 * @param {Field[]} fields every field of the envelope, in reading order
 * @returns {{element: HTMLElement, pages: Page[]}}
 */
export function documentSection(signed, fields) {
    const pages = signed.pages.map((size, index) => {
        const number = index + 1;
        const own = fields.filter((field) => field.tab.documentId === signed.id && field.tab.page === number);
        return pageSheet(signed, number, size, own);
    });
    const title = element("h2", { class: "document-title" },
        signed.name, " ",
        element("span", { class: "quiet-text" }, text("document.pages", { count: signed.pages.length })));
    return { element: element("div", { class: "document" }, title, ...pages.map((page) => page.sheet)), pages };
}

/**
 * @param {SignedDocument} signed
 * @param {number} number
 * @param {PageSize} size
 * @param {Field[]} fields
 * @returns {Page}
 */
function pageSheet(signed, number, size, fields) {
    const name = text("document.page", { page: number, pages: signed.pages.length });
    const layer = element("div", { class: "layer" }, element("h3", { class: "unseen" }, name));
    /** @type {Map<string|null, HTMLElement>} */
    const groups = new Map();
    for (const field of fields) {
        field.place(size);
        groupOf(field.tab, layer, groups).append(field.frame);
    }
    const sheet = element("div", {
        class: "sheet", role: "group", tabindex: "-1",
        "aria-label": name,
    }, layer);
    sheet.style.aspectRatio = `${size.width} / ${size.height}`;
    sheet.style.setProperty("--ratio", String(size.width / size.height));
    sheet.style.setProperty("--full-size", `${size.width * enlargement}px`);
    return { signed, number, size, sheet, layer, fields, pictureWidth: 0, hasWords: false, failures: 0, isResting: false };
}

/**
 * What holds a field: the buttons of one group stand in an element that screen readers take for the group. It has no
 * place of its own on the paper.
 * @param {Tab} tab
 * @param {HTMLElement} layer
 * @param {Map<string|null, HTMLElement>} groups those of the page so far
 */
function groupOf(tab, layer, groups) {
    if (tab.kind !== "radio") {
        return layer;
    }
    const known = groups.get(tab.group);
    const group = known ?? element("div", { class: "choices" });
    if (known === undefined) {
        groups.set(tab.group, group);
        layer.append(group);
    }
    return group;
}

/**
 * Loads pictures and words of the pages that are near the window, now and as it is scrolled, resized or enlarged.
 * @param {Ceremony} ceremony
 * @param {Page[]} pages
 * @param {HTMLElement} area what the pages are scrolled in
 * @param {import("./zoom.js").Zoom} zoom
 * @returns {WatchedPages}
 */
export function watchPages(ceremony, pages, area, zoom) {
    const bySheet = new Map(pages.map((page) => [/** @type {Element} */ (page.sheet), page]));
    /** @type {Set<Page>} */
    const near = new Set();
    const pictures = new Pictures(area);
    const seen = new Seen(ceremony, near, area);
    pictures.on("picture", () => seen.look());
    pictures.on("problem", (page) => showPictureProblem(ceremony, page, pictures, seen));
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
        seen.look();
        clearTimeout(timer);
        timer = setTimeout(keepNear, pause);
    }, { root: area, rootMargin: "80% 80%" });
    const keepNear = () => {
        near.forEach((page) => pictures.want(page));
        near.forEach((page) => loadWords(ceremony, page));
        pages.filter((page) => !near.has(page)).forEach(dropLargePicture);
    };
    for (const page of pages) {
        watch.observe(page.sheet);
    }
    addEventListener("resize", () => {
        near.forEach((page) => pictures.want(page));
        seen.look();
    });
    addEventListener("online", () => near.forEach((page) => pictures.wantAgain(page)));
    zoom.on("rest", () => {
        keepNear();
        seen.look();
    });
    readWordsAhead(ceremony, pages.slice(0, readAhead), pictures);
    return {
        settleShown: () => seen.settle(),
        print: canPrint ? () => printPages(ceremony, pages, (page) => pictures.want(page)) : null,
        unreadPage: () => pages.find((page) =>
            (page.number === 1 || page.fields.length > 0) && page.sheet.querySelector(".picture-problem") !== null),
    };
}

/**
 * One after the other, so that a person who listens to the document need not scroll through it first. Pictures that are
 * on their way come before.
 * @param {Ceremony} ceremony
 * @param {Page[]} pages
 * @param {Pictures} pictures
 */
async function readWordsAhead(ceremony, pages, pictures) {
    for (const page of pages) {
        await pictures.rest();
        await loadWords(ceremony, page);
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

/**
 * @param {Ceremony} ceremony
 * @param {Page} page
 * @param {Pictures} pictures
 * @param {Seen} seen
 */
function showPictureProblem(ceremony, page, pictures, seen) {
    const isRead = page.sheet.classList.contains("is-text");
    if (isRead || page.sheet.querySelector(".picture, .picture-problem") !== null) {
        return;
    }
    page.sheet.prepend(element("div", { class: "picture-problem" },
        element("p", {}, text("document.pictureFailed")),
        element("button", { type: "button", onclick: () => pictures.wantAgain(page) },
            text("document.pictureAgain", { page: page.number })),
        element("button", { type: "button", onclick: () => showText(ceremony, page, seen) }, text("document.readText"))));
}

/**
 * Shows the words of a page in place of a picture that does not load.
 * @param {Ceremony} ceremony
 * @param {Page} page
 * @param {Seen} seen
 */
async function showText(ceremony, page, seen) {
    await loadWords(ceremony, page, true);
    if (page.sheet.querySelector(".run") === null) {
        const why = page.hasWords ? text("document.noText", { page: page.number }) : text("error.unreachable");
        ceremony.announcer.warn(why, "action");
    } else if (page.sheet.querySelector(".picture") === null) {
        page.sheet.classList.add("is-text");
        page.sheet.querySelector(".picture-problem")?.remove();
        page.sheet.focus({ preventScroll: true });
        seen.look();
    }
}

/**
 * @param {Ceremony} ceremony
 * @param {Page} page
 * @param {boolean} [isRead] whether a person reads them in place of the picture
 */
async function loadWords(ceremony, page, isRead = false) {
    if (page.hasWords && !isRead) {
        return;
    }
    const isLaid = page.hasWords;
    page.hasWords = true;
    try {
        const { id, version } = page.signed;
        const words = await ceremony.api.words(pageAddress(id, page.number), version, isRead);
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
