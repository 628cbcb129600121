// Finding words in the documents. The host searches, a number of pages with each request, so that pages which are far
// away need not be fetched; what it finds is marked on the pages.

import { element, icon, icons } from "./dom.js";
import { bringIntoSight } from "./navigation.js";
import { seenPage } from "./pagenumber.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").SearchHit} SearchHit */

/**
 * Something found, and its marks on the page.
 * @typedef {object} Found
 * @property {Page} page
 * @property {HTMLElement[]} marks
 */

const pauseAfterKey = 350; // milliseconds without a key until the search begins
const most = 500; // hits that are marked

/**
 * @param {Ceremony} ceremony
 * @param {DocumentView} view
 * @returns {{row: HTMLElement, open: () => void}} the row is empty while nobody searches
 */
export function search({ api, announcer, sentence }, view) {
    const input = element("input", {
        type: "search", id: "search", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", dir: "auto",
        maxlength: 100, "aria-label": text("search.label"), placeholder: text("search.label"),
    });
    const count = element("span", { class: "search-count quiet-text" });
    /** @type {(key: "search.previous"|"search.next"|"search.close", path: string, act: () => void) => HTMLElement} */
    const button = (key, path, act) => element("button", {
        type: "button", class: "quiet icon-only", "aria-label": text(key), onclick: act,
    }, icon(path));
    const form = element("form", { class: "search", role: "search" },
        input, count,
        button("search.previous", icons.up, () => step(-1)), button("search.next", icons.more, () => step(1)),
        button("search.close", icons.close, close));
    const row = element("div", { class: "search-place" });

    /** @type {Found[]} */
    let found = [];
    let current = -1;
    let searched = "";
    /** Counts the searches, so that an answer to an earlier one is dropped. */
    let turn = 0;
    /** @type {number|undefined} */
    let timer;
    /** @type {HTMLElement|null} */
    let origin = null;

    input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(begin, pauseAfterKey);
    });
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        stepOrBegin(1);
    });
    form.addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
            event.preventDefault();
            close();
        } else if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            stepOrBegin(-1);
        }
    });

    function open() {
        if (!row.contains(form)) {
            origin = /** @type {HTMLElement|null} */ (document.activeElement);
            row.replaceChildren(form);
        }
        input.focus();
        input.select();
    }

    function close() {
        clear();
        searched = "";
        form.remove();
        origin?.focus({ preventScroll: true });
    }

    function clear() {
        clearTimeout(timer);
        turn += 1;
        found.forEach(({ marks }) => marks.forEach((mark) => mark.remove()));
        found = [];
        current = -1;
        count.textContent = "";
    }

    /** @param {1|-1} by */
    function stepOrBegin(by) {
        if (input.value.trim() === searched) {
            step(by);
        } else {
            begin();
        }
    }

    /** @param {1|-1} by */
    function step(by) {
        if (found.length > 0) {
            show((current + by + found.length) % found.length);
        }
    }

    async function begin() {
        const wanted = input.value.trim();
        if (wanted === searched) {
            return;
        }
        clear();
        searched = wanted;
        if (wanted === "") {
            return;
        }
        const own = turn;
        count.textContent = text("search.busy");
        const here = seenPage(view.pages, view.area);
        try {
            /** @type {number|null} */
            let next = 0;
            while (next !== null && found.length < most) {
                /** @type {{hits: SearchHit[], next: number|null}} */
                const answer = await api.search(wanted, next);
                if (own !== turn) {
                    return;
                }
                mark(answer.hits.slice(0, most - found.length));
                next = answer.next;
                count.textContent = found.length > 0 && next !== null
                    ? text("search.count", { at: "…", count: found.length }) : count.textContent;
            }
            finish(here, next !== null);
        } catch (failure) {
            if (own === turn) {
                searched = "";
                count.textContent = "";
                announcer.warn(sentence(failure), "action");
            }
        }
    }

    /** @param {SearchHit[]} hits */
    function mark(hits) {
        for (const hit of hits) {
            const page = view.page(hit.documentId, hit.page);
            if (page !== undefined) {
                const marks = hit.boxes.map((box) => markOn(page, box));
                page.layer.before(...marks);
                found.push({ page, marks });
            }
        }
    }

    /**
     * @param {number} here index of the page that is read: what is found there or behind it comes first
     * @param {boolean} hasMore
     */
    function finish(here, hasMore) {
        if (found.length === 0) {
            count.textContent = text("search.none");
            announcer.say(text("search.none"));
            return;
        }
        if (hasMore) {
            announcer.say(text("search.most", { most: found.length }));
        }
        const indexes = new Map(view.pages.map((page, index) => [page, index]));
        show(Math.max(0, found.findIndex(({ page }) => (indexes.get(page) ?? 0) >= here)));
    }

    /** @param {number} index */
    function show(index) {
        found[current]?.marks.forEach((mark) => mark.classList.remove("is-current"));
        current = index;
        const { page, marks } = found[index];
        marks.forEach((mark) => mark.classList.add("is-current"));
        bringIntoSight(marks[0]);
        count.textContent = text("search.count", { at: index + 1, count: found.length });
        announcer.say(text("search.at", {
            at: index + 1, count: found.length, page: page.number, name: page.file.name,
        }));
    }

    return { row, open };
}

/**
 * @param {Page} page
 * @param {import("./pages.js").Box} box
 */
function markOn({ size }, { x, y, width, height }) {
    const mark = element("div", { class: "hit", "aria-hidden": "true" });
    mark.style.left = `${(100 * x) / size.width}%`;
    mark.style.top = `${(100 * y) / size.height}%`;
    mark.style.width = `${(100 * width) / size.width}%`;
    mark.style.height = `${(100 * height) / size.height}%`;
    return mark;
}
