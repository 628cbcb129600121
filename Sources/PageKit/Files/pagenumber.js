// Which page of how many is seen. The button leads to another one, by its number or its small picture.

import { openDialog } from "./dialog.js";
import { element, setAttribute } from "./dom.js";
import { outline } from "./outline.js";
import { text } from "./text.js";

/** @typedef {import("./announcer.js").Announcer} Announcer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./pages.js").Page} Page */

const eyeLine = 0.4; // of the window's height: the page there is the one that is read

/**
 * The pages of all documents are counted together.
 * @param {DocumentView} view
 * @param {Announcer} announcer
 * @returns {HTMLElement|null} null where there is no other page to go to
 */
export function pageNumber(view, announcer) {
    const { pages, area } = view;
    if (pages.length < 2) {
        return null;
    }
    const number = element("span");
    const button = element("button", {
        type: "button", class: pages.length > 99 ? "page-number has-many" : "page-number",
        // A fraction, which runs from left to right in every language.
        dir: "ltr", onclick: () => askForPage(view, announcer),
    }, number, element("span", { class: "page-count" }, text("page.count", { pages: pages.length })));
    let isAsked = false;
    const show = () => {
        isAsked = false;
        const words = { page: seenPage(pages, area) + 1, pages: pages.length };
        number.textContent = text("page.seen", words);
        button.setAttribute("aria-label", text("page.now", words));
    };
    const showSoon = () => {
        if (!isAsked) {
            isAsked = true;
            requestAnimationFrame(show);
        }
    };
    area.addEventListener("scroll", showSoon, { passive: true });
    new ResizeObserver(showSoon).observe(area);
    return button;
}

/**
 * The index of the page that is read. Found by halves: there may be a thousand.
 * @param {Page[]} pages
 * @param {HTMLElement} area
 */
export function seenPage(pages, area) {
    const isAtEnd = area.scrollTop > 0 && area.scrollTop + area.clientHeight >= area.scrollHeight - 2;
    if (isAtEnd) {
        return pages.length - 1;
    }
    const line = area.getBoundingClientRect().top + eyeLine * area.clientHeight;
    let low = 0;
    let high = pages.length - 1;
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (pages[middle].sheet.getBoundingClientRect().top <= line) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/**
 * @param {DocumentView} view
 * @param {Announcer} announcer
 */
function askForPage(view, announcer) {
    const { pages, area } = view;
    const here = seenPage(pages, area);
    const input = element("input", {
        id: "page-number", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 6,
        value: String(here + 1), "aria-describedby": "page-problem",
    });
    /** @type {Page|undefined} */
    let chosen;
    const { list, show, end } = outline(pages, here, view.source, (page) => {
        chosen = page;
        dialog.close();
    });
    const { dialog, showProblem } = openDialog({
        name: "page",
        title: text("page.title"),
        content: [element("label", { for: input.id }, text("page.number", { pages: pages.length })), input, list],
        buttons: [
            element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel")),
            element("button", { type: "submit", class: "primary" }, text("page.go")),
        ],
        onSubmit: () => {
            chosen = pages[typedNumber(input) - 1];
            setAttribute(input, "aria-invalid", chosen === undefined && "true");
            if (chosen === undefined) {
                showProblem(text("page.wrong", { pages: pages.length }));
                input.select();
            } else {
                dialog.close();
            }
        },
        onClosed: () => {
            end();
            if (chosen !== undefined) {
                view.goTo(chosen);
                announcer.say(text("page.arrived", { page: chosen.number, name: chosen.file.name }));
            }
        },
    });
    const showTyped = () => {
        const number = typedNumber(input);
        if (pages[number - 1] !== undefined) {
            show(number - 1);
        }
    };
    input.addEventListener("input", showTyped);
    input.addEventListener("keydown", (event) => {
        const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        if (step !== 0) {
            event.preventDefault();
            input.value = String(Math.min(Math.max(typedNumber(input) + step, 1), pages.length));
            showTyped();
        }
    });
    show(here);
    input.focus();
    input.select();
}

/**
 * The number in an input; 0 where there is none.
 * @param {HTMLInputElement} input
 */
function typedNumber({ value }) {
    return /^\s*\d+\s*$/.test(value) ? Number(value) : 0;
}
