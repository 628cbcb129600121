// Signatures that the signer places where they choose, for a sender who has marked no place. A button puts one into the
// middle of what is seen; it is moved by dragging, with the arrow keys, or with the buttons beside the first one.

import { openAdoption } from "./adopt.js";
import { signatureDrawing } from "./artwork.js";
import { element, icon, icons } from "./dom.js";
import { reveal } from "./navigation.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").Mark} Mark */

/** @typedef {{mark: Mark, control: HTMLElement, timer: number|undefined}} Placed */
/** @typedef {"ArrowLeft"|"ArrowRight"|"ArrowUp"|"ArrowDown"|"smaller"|"larger"|"remove"} MarkAct */

/**
 * @typedef {object} Marks
 * @property {() => Promise<void>} place puts a signature into the middle of the window
 * @property {(act: MarkAct) => void} change does something with the signature that was last in focus
 * @property {() => Promise<void>} flush brings every moved signature to the host
 */

const usual = { width: 150, height: 45 }; // points
const widths = { least: 60, most: 300 }; // points
const step = 12; // points
const fineStep = 2;
const growth = 1.2;
const pause = 400; // milliseconds without a move until the host hears of it

/** @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Shows the placed signatures on their pages.
 * @param {Ceremony} ceremony
 * @param {import("./documentview.js").DocumentView} view
 * @param {import("./navigation.js").Guide} guide
 * @returns {Marks}
 */
export function placeMarks(ceremony, view, guide) {
    const { state, api, announcer } = ceremony;
    /** @type {Map<string, Placed>} */
    const placed = new Map();
    /** @param {Mark} mark */
    const pageOf = (mark) => view.page(mark.documentId, mark.page);

    state.subscribe(() => {
        for (const [id, { control }] of placed) {
            if (!state.session.marks.some((mark) => mark.id === id)) {
                control.remove();
                placed.delete(id);
            }
        }
        for (const mark of state.session.marks) {
            const known = placed.get(mark.id);
            if (known === undefined) {
                show(mark);
            } else if (known.timer === undefined) {
                known.mark = mark;
                draw(known);
            }
        }
        const { signature } = state.session;
        for (const { control, mark } of placed.values()) {
            control.replaceChildren(...signature === null ? [] : [signatureDrawing(signature, mark)]);
        }
    });

    /** @param {Mark} mark */
    function show(mark) {
        const page = pageOf(mark);
        if (page === undefined) {
            return;
        }
        const control = element("button", {
            type: "button", class: "mark",
            "aria-label": text("mark.label", { page: mark.page, name: page.file.name }),
            "aria-description": text("mark.keys"),
            onfocus: () => { state.update((changing) => { changing.chosenMark = mark.id; }); },
            onkeydown: (/** @type {KeyboardEvent} */ event) => onKey(event, mark.id),
            onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, mark.id),
        });
        const own = { mark, control, timer: undefined };
        placed.set(mark.id, own);
        page.layer.append(control);
        draw(own);
    }

    /** @param {Placed} placed */
    function draw({ mark, control }) {
        const page = pageOf(mark);
        if (page !== undefined) {
            control.style.left = `${(100 * mark.x) / page.size.width}%`;
            control.style.insetBlockStart = `${(100 * mark.y) / page.size.height}%`;
            control.style.inlineSize = `${(100 * mark.width) / page.size.width}%`;
            control.style.blockSize = `${(100 * mark.height) / page.size.height}%`;
        }
    }

    /**
     * Changes a signature's place here at once, and at the host after a moment.
     * @param {string} id
     * @param {(mark: Mark) => Partial<Mark>} change
     */
    function change(id, change) {
        const own = placed.get(id);
        const page = own && pageOf(own.mark);
        if (own === undefined || page === undefined || state.leaving) {
            return;
        }
        own.mark = within(page, { ...own.mark, ...change(own.mark) });
        draw(own);
        clearTimeout(own.timer);
        own.timer = setTimeout(() => save(own), pause);
    }

    /** @param {Placed} own */
    async function save(own) {
        clearTimeout(own.timer);
        own.timer = undefined;
        try {
            const session = await api.mark(own.mark, newKey());
            state.update((changing) => { changing.session = session; });
        } catch (failure) {
            ceremony.showFailure(failure);
            state.update(() => {});
        }
    }

    async function flush() {
        await Promise.all([...placed.values()].filter((own) => own.timer !== undefined).map(save));
    }

    /**
     * @param {KeyboardEvent} event
     * @param {string} id
     */
    function onKey(event, id) {
        const way = ways[event.key];
        if (event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        if (way !== undefined) {
            move(id, way, event.shiftKey ? fineStep : step);
        } else if (event.key === "+" || event.key === "-") {
            resize(id, event.key === "+" ? growth : 1 / growth);
        } else if (event.key === "Delete" || event.key === "Backspace") {
            remove(id);
        } else if (event.key === "Enter" && !event.repeat) {
            openAdoption(ceremony, "signature", null);
        } else {
            return;
        }
        event.preventDefault();
    }

    /**
     * @param {string} id
     * @param {[number, number]} way
     * @param {number} by
     */
    function move(id, [right, down], by) {
        change(id, ({ x, y }) => ({ x: x + right * by, y: y + down * by }));
    }

    /**
     * @param {string} id
     * @param {number} by
     */
    function resize(id, by) {
        change(id, ({ x, y, width, height }) => {
            const wide = Math.min(widths.most, Math.max(widths.least, width * by));
            return { x, y, width: wide, height: height * wide / width };
        });
    }

    /** @param {string} id */
    async function remove(id) {
        const own = placed.get(id);
        if (own === undefined || state.leaving) {
            return;
        }
        clearTimeout(own.timer);
        own.timer = undefined;
        try {
            const session = await api.removeMark(id, newKey());
            state.update((changing) => {
                changing.session = session;
                changing.chosenMark = null;
            });
            announcer.say(text("mark.removed", { progress: state.progressText }));
            guide.goToPlacing();
        } catch (failure) {
            ceremony.showFailure(failure);
        }
    }

    /**
     * @param {PointerEvent} start
     * @param {string} id
     */
    function drag(start, id) {
        const own = placed.get(id);
        const page = own && pageOf(own.mark);
        if (start.button !== 0 || own === undefined || page === undefined) {
            return;
        }
        const points = page.size.width / page.sheet.clientWidth;
        const { x, y } = own.mark;
        own.control.setPointerCapture(start.pointerId);
        /** @param {PointerEvent} event */
        const follow = (event) => change(id, () => ({
            x: x + (event.clientX - start.clientX) * points, y: y + (event.clientY - start.clientY) * points,
        }));
        own.control.addEventListener("pointermove", follow);
        own.control.addEventListener("lostpointercapture", () => {
            own.control.removeEventListener("pointermove", follow);
        }, { once: true });
    }

    /** Opens the dialog to adopt a signature first if there is none. */
    async function place() {
        if (state.leaving) {
            return;
        }
        if (state.session.signature === null) {
            openAdoption(ceremony, "signature", null, () => { place(); });
            return;
        }
        const mark = inSight(view);
        try {
            const session = await api.mark(mark, newKey());
            state.update((changing) => { changing.session = session; });
            announcer.withdraw("action");
            announcer.say(text("mark.placed", { page: mark.page }));
            const control = placed.get(mark.id)?.control;
            if (control !== undefined) {
                reveal(control);
            }
        } catch (failure) {
            ceremony.showFailure(failure);
        }
    }

    /** @param {MarkAct} act */
    function changeChosen(act) {
        const id = state.chosenMark;
        if (id === null) {
            return;
        }
        switch (act) {
        case "remove": remove(id); break;
        case "larger": resize(id, growth); break;
        case "smaller": resize(id, 1 / growth); break;
        default: move(id, ways[act], step);
        }
    }

    return { place, change: changeChosen, flush };
}

/**
 * A new mark in the middle of the part of a page that is seen.
 * @param {import("./documentview.js").DocumentView} view
 * @returns {Mark}
 */
function inSight({ pages, area }) {
    const { left, top } = area.getBoundingClientRect();
    const middle = { x: left + area.clientWidth / 2, y: top + area.clientHeight / 2 };
    /** @param {Page} page */
    const distance = ({ sheet }) => {
        const box = sheet.getBoundingClientRect();
        return Math.max(box.top - middle.y, middle.y - box.bottom, 0);
    };
    const page = pages.reduce((nearest, other) => distance(other) < distance(nearest) ? other : nearest);
    const box = page.sheet.getBoundingClientRect();
    const points = page.size.width / box.width;
    return within(page, {
        id: newKey(), documentId: page.file.id, page: page.number, ...usual,
        x: (middle.x - box.left) * points - usual.width / 2, y: (middle.y - box.top) * points - usual.height / 2,
    });
}

/**
 * @param {Page} page
 * @param {Mark} mark
 * @returns {Mark}
 */
function within({ size }, mark) {
    const width = Math.min(mark.width, size.width);
    const height = Math.min(mark.height, size.height);
    return {
        ...mark, width, height,
        x: Math.max(0, Math.min(mark.x, size.width - width)), y: Math.max(0, Math.min(mark.y, size.height - height)),
    };
}

/**
 * The button that places a signature, and those that move the one that was last in focus.
 * @param {State} state
 * @param {Marks} marks
 * @param {import("./navigation.js").Guide} guide
 * @returns {HTMLElement}
 */
export function markTools(state, marks, guide) {
    const place = element("button", { type: "button", onclick: () => marks.place() });
    /** @type {MarkAct[]} */
    const acts = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "smaller", "larger", "remove"];
    const tools = element("div", { class: "mark-tools", role: "group", "aria-label": text("mark.tools") },
        ...acts.map((act) => element("button", {
            type: "button", class: "quiet icon-only", "aria-label": text(`mark.${act}`), title: text(`mark.${act}`),
            onclick: () => marks.change(act),
        }, icon(icons[act]))));
    state.subscribe(() => {
        const all = state.session.marks;
        place.textContent = text(all.length === 0 ? "mark.place" : "mark.placeAnother");
        place.className = all.length === 0 ? "primary" : "";
        tools.hidden = !all.some((mark) => mark.id === state.chosenMark);
    });
    guide.on("place", () => place.focus());
    return element("section", { class: "placing", "aria-label": text("placing.label") }, place, tools);
}
