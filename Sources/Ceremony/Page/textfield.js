// A text field of the document. Where there is room for several lines it shows them as the PDF does.

import { overlap, placeCalloutsAgain } from "./callouts.js";
import { element, setAttribute } from "./dom.js";
import { isFillable } from "./state.js";
import { setting, takesLines } from "./textsetting.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Control} Control */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {HTMLInputElement|HTMLTextAreaElement} TextInput */

const comfortable = 24; // pixels: a lower text field grows while it is being filled
const legible = 11; // pixels: so does one whose letters are smaller
const editingWidth = 256; // pixels
const unset = { size: 1000, lines: 1, isBroken: false };
const editingHeight = { least: 42, most: 160 }; // pixels

/**
 * Where Enter begins no line, its input has the event `onward`, with the tab as its detail: on to what follows.
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function textControl(tab, ceremony) {
    const { state, saving } = ceremony;
    const id = `field-${tab.id}`;
    const beginsLines = takesLines(tab);
    const attributes = {
        id, dir: "auto", maxlength: tab.maxLength, autocomplete: tab.autocomplete ?? "off",
        enterkeyhint: beginsLines ? "enter" : "next",
    };
    const suggestions = tab.options.length > 0
        ? element("datalist", { id: `suggestions-${tab.id}` },
            ...tab.options.map((option) => element("option", { value: option.text })))
        : null;
    const input = tab.lines && suggestions === null
        ? element("textarea", { ...attributes, class: "text-input", rows: 1 })
        : element("input", { ...attributes, class: "text-input", type: "text", list: suggestions?.id });
    const label = element("label", { class: "field-label", for: id }, tab.label);
    input.addEventListener("input", () => {
        if (!beginsLines && /[\r\n]/.test(input.value)) {
            input.value = input.value.replace(/\s*[\r\n]+\s*/g, " ");
        }
        saving.enter(state.tab(tab), input.value);
        grow(input);
    });
    input.addEventListener("change", () => saving.save(tab));
    input.addEventListener("keydown", (event) => {
        if (/** @type {KeyboardEvent} */ (event).key === "Enter" && !(/** @type {KeyboardEvent} */ (event).isComposing)
            && !beginsLines) {
            // The key leads on and does nothing where it leads to, neither now nor while it is held down.
            event.preventDefault();
            if (!(/** @type {KeyboardEvent} */ (event).repeat)) {
                saving.save(tab);
                input.dispatchEvent(new CustomEvent("onward", { bubbles: true, detail: tab }));
            }
        }
    });
    // Also while the documents are enlarged with the field in focus.
    const watch = new ResizeObserver(() => {
        shrink(input);
        grow(input);
    });
    input.addEventListener("focus", () => {
        grow(input);
        watch.observe(/** @type {HTMLElement} */ (input.parentElement));
    });
    input.addEventListener("blur", () => {
        watch.disconnect();
        shrink(input);
        saving.save(tab);
    });
    let seen = "";
    return {
        element: input,
        content: suggestions === null ? [label, input] : [label, input, suggestions],
        update(current) {
            input.readOnly = state.readOnly || state.leaving || !isFillable(current);
            setAttribute(input, "placeholder", isFillable(current) && (current.placeholder ?? current.label));
            const value = state.value(current);
            if (input.value !== value) {
                input.value = value;
            }
            // The form of a date is read whole before anything is typed.
            const words = value === "" && current.dateFormat !== null ? input.placeholder : value;
            if (seen !== words) {
                seen = words;
                showWhole(input.parentElement, current, words);
            }
        },
    };
}

/**
 * Sets a text so small that the whole of it is seen.
 * @param {HTMLElement|null} frame the field's
 * @param {Tab} tab
 * @param {string} words
 */
function showWhole(frame, tab, words) {
    if (frame === null) {
        return;
    }
    const { size, lines, isBroken } = words === "" ? unset : setting(tab, words);
    frame.style.setProperty("--whole-text", `calc(var(--point) * ${size})`);
    frame.classList.toggle("has-lines", lines > 1);
    frame.classList.toggle("is-broken", isBroken);
}

/**
 * On a small screen a text field is lower than a line of legible text. While it has the focus it grows,
 * stays within the sheet, and covers no other field where there is room beside it.
 * @param {TextInput} input
 */
function grow(input) {
    const frame = /** @type {HTMLElement} */ (input.parentElement);
    const sheet = frame.closest(".sheet");
    if (input.readOnly || sheet === null || document.activeElement !== input) {
        return;
    }
    const box = frame.getBoundingClientRect();
    const room = roomOf(sheet);
    if (!frame.classList.contains("is-grown")) {
        const isLegible = parseFloat(getComputedStyle(input).fontSize) >= legible;
        if (box.height >= comfortable && isLegible) {
            return;
        }
        const width = Math.min(Math.max(box.width, editingWidth), room.width - 8);
        const shift = Math.min(0, room.right - 4 - width - box.left);
        input.style.width = `${width}px`;
        input.style.left = `${Math.max(shift, room.left + 4 - box.left)}px`;
        frame.classList.add("is-grown");
    }
    const { least, most } = editingHeight;
    frame.style.setProperty("--grown-height", `${least}px`);
    const height = Math.max(least, Math.min(input.scrollHeight + 2, most));
    frame.style.setProperty("--grown-height", `${height}px`);
    const isCramped = box.bottom - height < room.top;
    frame.classList.toggle("is-down", isCramped || hasMoreRoomBelow(input, frame, sheet));
    placeCalloutsAgain(sheet);
}

/**
 * Whether a field that grows upwards covers another one, and would cover none if it grew downwards.
 * @param {TextInput} input
 * @param {HTMLElement} frame
 * @param {Element} sheet
 */
function hasMoreRoomBelow(input, frame, sheet) {
    const { left, right } = input.getBoundingClientRect();
    const { top, bottom } = frame.getBoundingClientRect();
    const others = [...sheet.querySelectorAll(".field:not([hidden])")]
        .filter((other) => other !== frame)
        .map((other) => other.getBoundingClientRect());
    /** @type {(from: number, to: number) => boolean} */
    const isFree = (from, to) => others.every((other) => !overlap({ left, right, top: from, bottom: to }, other));
    const least = editingHeight.least;
    return !isFree(bottom - least, top) && isFree(bottom, top + least)
        && top + least < sheet.getBoundingClientRect().bottom;
}

/**
 * What is seen of a sheet's width, and where it begins.
 * @param {Element} sheet
 */
function roomOf(sheet) {
    const { left, right, top } = sheet.getBoundingClientRect();
    const window = (sheet.closest(".documents") ?? sheet).getBoundingClientRect();
    const seen = { left: Math.max(left, window.left), right: Math.min(right, window.right) };
    return { ...seen, width: seen.right - seen.left, top };
}

/** @param {TextInput} input */
function shrink(input) {
    input.style.width = "";
    input.style.left = "";
    input.scrollTop = 0;
    input.parentElement?.classList.remove("is-grown", "is-down");
}
