// A frame that is drawn with a mouse or a pen chooses the fields that it touches. It begins on blank paper, or with Shift
// anywhere, since text can be selected.

import { element } from "./dom.js";
import { touches } from "./suggestions.js";

/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fieldlayer.js").FieldLayer} FieldLayer */

const threshold = 4; // pixels until a press is a frame

/**
 * @param {DocumentView} view
 * @param {FieldLayer} layer
 */
export function chooseByFrame(view, layer) {
    const { area } = view;
    area.addEventListener("pointerdown", (event) => {
        const target = /** @type {Element} */ (event.target);
        const isTaken = target.closest(event.shiftKey ? "button, a, .placed" : "button, a, .placed, .run") !== null;
        if (event.button === 0 && event.pointerType !== "touch" && !isTaken && !area.classList.contains("is-armed")) {
            follow(event);
        }
    });

    /** @param {PointerEvent} start */
    function follow(start) {
        const from = layer.at(start.clientX, start.clientY);
        if (from === null) {
            return;
        }
        const { page } = from;
        const before = start.shiftKey ? [...layer.chosen] : [];
        const frame = element("div", { class: "choosing", "aria-hidden": "true" });
        let isDrawn = false;
        area.classList.add("is-framing");

        /** @param {PointerEvent} event */
        const move = (event) => {
            isDrawn ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > threshold;
            if (!isDrawn) {
                return;
            }
            const sheet = page.sheet.getBoundingClientRect();
            const scale = page.size.width / sheet.width;
            const to = { x: (event.clientX - sheet.left) * scale, y: (event.clientY - sheet.top) * scale };
            const box = {
                x: Math.min(from.x, to.x), y: Math.min(from.y, to.y),
                width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y),
            };
            layer.place(frame, box);
            page.layer.append(frame);
            const found = [...layer.shown.values()].filter((one) => one.page === page && touches(one.field.frame, box));
            layer.choose([...new Set([...before, ...found.map((one) => one.field.id)])]);
        };
        const end = () => {
            removeEventListener("pointermove", move);
            removeEventListener("pointerup", end);
            removeEventListener("pointercancel", end);
            area.classList.remove("is-framing");
            frame.remove();
            if (!isDrawn) {
                return;
            }
            // The click that follows would choose nothing.
            const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
            area.addEventListener("click", swallow, { capture: true });
            setTimeout(() => area.removeEventListener("click", swallow, { capture: true }));
            const [first] = layer.chosen;
            if (first !== undefined) {
                layer.focus(first);
            }
        };
        addEventListener("pointermove", move);
        addEventListener("pointerup", end);
        addEventListener("pointercancel", end);
    }
}
