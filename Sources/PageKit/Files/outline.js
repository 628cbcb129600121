// All documents at a glance: small pictures of their pages under the documents' names. A picture comes when it is near
// the part of the list that is in sight.

import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./pages.js").PageSource} PageSource */

const pictureWidth = 200; // pixels: what the host makes for a glance, which does not count as shown
const mostAtOnce = 3; // pictures on their way

/**
 * @typedef {object} Outline
 * @property {HTMLElement} list
 * @property {(index: number) => void} show brings a page into sight; the Tab key leads to it
 * @property {() => void} end gives up the pictures that have not come
 */

/**
 * The pages of all documents are counted together.
 * @param {Page[]} pages
 * @param {number} here index of the page that is read
 * @param {PageSource} source
 * @param {(page: Page) => void} choose
 * @returns {Outline}
 */
export function outline(pages, here, source, choose) {
    const buttons = pages.map((page, index) => pageButton(page, index, pages.length, index === here, choose));
    const list = element("div", { class: "outline" }, ...sections(pages, buttons));
    const end = loadInSight(list, pages, buttons, source);
    let reached = here;

    /** @param {number} index */
    function show(index) {
        buttons[reached].tabIndex = -1;
        buttons[index].tabIndex = 0;
        reached = index;
        // Not `scrollIntoView`, which would also scroll the dialog.
        const { offsetTop, offsetHeight } = buttons[index];
        if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) {
            list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2;
        }
    }

    list.addEventListener("keydown", (event) => {
        const to = reachedBy(event.key, reached, buttons);
        if (to !== undefined) {
            event.preventDefault();
            show(to);
            buttons[to].focus();
        }
    });
    return { list, show, end };
}

/**
 * @param {Page} page
 * @param {number} index
 * @param {number} count
 * @param {boolean} isHere
 * @param {(page: Page) => void} choose
 */
function pageButton(page, index, count, isHere, choose) {
    const paper = element("span", { class: "glance" });
    paper.style.aspectRatio = `${page.size.width} / ${page.size.height}`;
    return element("button", {
        type: "button", class: "quiet", tabindex: isHere ? "0" : "-1", "aria-current": isHere && "page",
        "aria-label": text("document.page", { page: index + 1, pages: count }), onclick: () => choose(page),
    }, paper, element("span", {}, String(index + 1)));
}

/**
 * @param {Page[]} pages
 * @param {HTMLElement[]} buttons
 * @returns {HTMLElement[]}
 */
function sections(pages, buttons) {
    /** @type {Map<Page["file"], HTMLElement[]>} */
    const byFile = new Map();
    pages.forEach(({ file }, index) => {
        const own = byFile.get(file) ?? [];
        own.push(buttons[index]);
        byFile.set(file, own);
    });
    return [...byFile].flatMap(([file, own]) => [
        element("h3", { dir: "auto" }, file.name),
        element("ol", {}, ...own.map((button) => element("li", {}, button))),
    ]);
}

/**
 * The index that a key leads to; undefined for a key that leads nowhere.
 * @param {string} key
 * @param {number} from
 * @param {HTMLElement[]} buttons
 * @returns {number|undefined}
 */
function reachedBy(key, from, buttons) {
    const onward = document.documentElement.dir === "rtl" ? -1 : 1;
    const last = buttons.length - 1;
    switch (key) {
    case "ArrowRight":
        return within(from + onward, last);
    case "ArrowLeft":
        return within(from - onward, last);
    case "ArrowDown":
        return below(from, buttons, 1);
    case "ArrowUp":
        return below(from, buttons, -1);
    case "Home":
        return 0;
    case "End":
        return last;
    default:
        return undefined;
    }
}

/**
 * The nearest page in the next row, or in the one before.
 * @param {number} from
 * @param {HTMLElement[]} buttons
 * @param {1|-1} step
 */
function below(from, buttons, step) {
    const { offsetTop, offsetLeft } = buttons[from];
    /** @type {number|undefined} */
    let row;
    let found = from;
    for (let index = from + step; buttons[index] !== undefined; index += step) {
        const { offsetTop: top, offsetLeft: left } = buttons[index];
        if (top !== offsetTop) {
            row ??= top;
            if (top !== row) {
                break;
            }
            const isNearer = Math.abs(left - offsetLeft) < Math.abs(buttons[found].offsetLeft - offsetLeft);
            found = found === from || isNearer ? index : found;
        }
    }
    return found;
}

/**
 * @param {number} index
 * @param {number} last
 */
function within(index, last) {
    return Math.min(Math.max(index, 0), last);
}

/**
 * @param {HTMLElement} list
 * @param {Page[]} pages
 * @param {HTMLElement[]} buttons
 * @param {PageSource} source
 * @returns {() => void} gives up what has not come
 */
function loadInSight(list, pages, buttons, source) {
    /** @type {Set<number>} */
    const wanted = new Set();
    /** @type {Map<number, AbortController>} */
    const loading = new Map();
    const indexOf = new Map(buttons.map((button, index) => [/** @type {Element} */ (button), index]));

    function goOn() {
        for (const index of wanted) {
            if (loading.size >= mostAtOnce) {
                return;
            }
            wanted.delete(index);
            const stop = new AbortController();
            loading.set(index, stop);
            const picture = element("img", { alt: "", draggable: "false" });
            /** @param {boolean} isThere */
            const done = (isThere) => {
                loading.delete(index);
                if (isThere) {
                    watch.unobserve(buttons[index]);
                    buttons[index].firstElementChild?.replaceChildren(picture);
                }
                goOn();
            };
            picture.addEventListener("load", () => done(true));
            picture.addEventListener("error", () => done(false));
            source.loadPicture(pages[index], pictureWidth, picture, stop.signal);
        }
    }

    const watch = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
            const index = indexOf.get(target) ?? 0;
            if (isIntersecting) {
                wanted.add(index);
            } else {
                wanted.delete(index);
                loading.get(index)?.abort();
                loading.delete(index);
            }
        }
        goOn();
    }, { root: list, rootMargin: "30% 0%" });
    buttons.forEach((button) => watch.observe(button));
    return () => {
        watch.disconnect();
        wanted.clear();
        loading.forEach((stop) => stop.abort());
    };
}
