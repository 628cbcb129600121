// Moves and sizes fields with mouse, pen and finger. What is dragged follows at once; the draft changes at the end.

import { changeFields, onPage } from "./edits.js";
import { snapped } from "./snapping.js";
import { writingLines } from "./textlines.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fieldlayer.js").FieldLayer} FieldLayer */
/** @typedef {import("./types.js").Box} Box */

const threshold = 4; // pixels until a press is a drag
const reach = 5; // pixels within which a field snaps
const edge = 48; // pixels from the edge of the window within which the pages scroll

/**
 * @param {Composer} composer
 * @param {DocumentView} view
 * @param {FieldLayer} layer
 */
export function dragFields(composer, view, layer) {
    const { area } = view;
    area.addEventListener("pointerdown", (event) => {
        const target = /** @type {Element} */ (event.target);
        const id = layer.idOf(target);
        if (id === null || event.button !== 0 || !event.isPrimary) {
            return;
        }
        event.preventDefault();
        const toggles = event.shiftKey || event.ctrlKey || event.metaKey;
        const wasChosen = layer.chosen.has(id);
        const others = [...layer.chosen].filter((one) => one !== id);
        if (toggles) {
            layer.choose(wasChosen ? others : [...others, id]);
        } else if (!wasChosen) {
            layer.choose([id]);
        }
        layer.shown.get(id)?.element.focus({ preventScroll: true });
        if (layer.chosen.has(id)) {
            follow(event, id, target.closest(".handle") !== null);
        }
    });

    /**
     * @param {PointerEvent} start
     * @param {string} id
     * @param {boolean} isSizing
     */
    function follow(start, id, isSizing) {
        const held = layer.shown.get(id);
        if (held === undefined) {
            return;
        }
        const { element: own, page } = held;
        const before = new Map([...layer.chosen].flatMap((one) => {
            const shown = layer.shown.get(one);
            return shown === undefined ? [] : [[one, shown]];
        }));
        const frame = held.field.frame;
        const scrolledAt = area.scrollTop;
        /** @type {Map<string, Box>} */
        let boxes = new Map();
        let isDragged = false;
        let { clientX, clientY } = start;
        own.setPointerCapture(start.pointerId);

        const draw = () => {
            const scale = page.size.width / page.sheet.getBoundingClientRect().width;
            const by = {
                x: (clientX - start.clientX) * scale,
                y: (clientY - start.clientY + area.scrollTop - scrolledAt) * scale,
            };
            const wished = isSizing
                ? { ...frame, width: Math.max(8, frame.width + by.x), height: Math.max(8, frame.height + by.y) }
                : { ...frame, x: frame.x + by.x, y: frame.y + by.y };
            const { box, lines } = isSizing ? { box: wished, lines: [] }
                : snapped(wished, layer.boxesOn(page), page.size, reach * scale, writingLines(page));
            layer.showLines(page, lines, isSizing ? undefined : box);
            boxes = new Map([...before].map(([one, { field }]) => [one, isSizing
                ? { ...field.frame, width: box.width, height: box.height }
                : { ...field.frame, x: field.frame.x + box.x - frame.x, y: field.frame.y + box.y - frame.y }]));
            for (const [one, at] of boxes) {
                const shown = before.get(one);
                if (shown !== undefined) {
                    layer.place(shown.element, at);
                }
            }
        };
        /** @type {number|undefined} */
        let frameRequest;
        const scroll = () => {
            const box = area.getBoundingClientRect();
            const way = clientY < box.top + edge ? clientY - box.top - edge
                : clientY > box.bottom - edge ? clientY - box.bottom + edge : 0;
            if (way !== 0) {
                area.scrollTop += way / 4;
                draw();
            }
            frameRequest = requestAnimationFrame(scroll);
        };
        /** @param {PointerEvent} event */
        const move = (event) => {
            ({ clientX, clientY } = event);
            if (!isDragged && Math.hypot(clientX - start.clientX, clientY - start.clientY) > threshold) {
                isDragged = true;
                area.classList.add("is-moving");
                frameRequest = requestAnimationFrame(scroll);
            }
            if (isDragged) {
                draw();
            }
        };
        /** @param {boolean} keeps */
        const end = (keeps) => {
            own.removeEventListener("pointermove", move);
            own.removeEventListener("pointerup", up);
            own.removeEventListener("pointercancel", cancel);
            document.removeEventListener("keydown", escape, true);
            cancelAnimationFrame(frameRequest ?? 0);
            area.classList.remove("is-moving");
            layer.showLines(null, []);
            if (keeps && isDragged) {
                drop(boxes, isSizing);
            } else {
                for (const { element: moved, field } of before.values()) {
                    layer.place(moved, field.frame);
                }
            }
        };
        const up = () => end(true);
        const cancel = () => end(false);
        /** @param {KeyboardEvent} event */
        const escape = (event) => {
            if (event.key === "Escape") {
                event.stopPropagation();
                end(false);
            }
        };
        own.addEventListener("pointermove", move);
        own.addEventListener("pointerup", up);
        own.addEventListener("pointercancel", cancel);
        document.addEventListener("keydown", escape, true);
    }

    /**
     * Puts fields where they were left: perhaps on another page.
     * @param {Map<string, Box>} boxes
     * @param {boolean} isSizing
     */
    function drop(boxes, isSizing) {
        composer.draft.edit((content) => changeFields(content, new Set(boxes.keys()), (field) => {
            const box = boxes.get(field.id);
            const page = view.page(field.documentId, field.page);
            if (box === undefined || page === undefined) {
                return {};
            }
            const sheet = page.sheet.getBoundingClientRect();
            const scale = sheet.width / page.size.width;
            const middle = { x: sheet.left + (box.x + box.width / 2) * scale, y: sheet.top + (box.y + box.height / 2) * scale };
            const there = isSizing ? null : layer.at(middle.x, middle.y);
            if (there === null || there.page === page) {
                return { frame: onPage(box, page.size) };
            }
            return {
                documentId: there.page.file.id, page: there.page.number,
                frame: onPage({ ...box, x: there.x - box.width / 2, y: there.y - box.height / 2 }, there.page.size),
            };
        }));
    }
}
