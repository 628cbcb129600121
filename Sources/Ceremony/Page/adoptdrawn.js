// A signature by drawing, with finger, pen or mouse. It is kept as strokes, not as a picture.

import { element, icon, icons } from "./dom.js";
import { Hint } from "./hint.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {{x: number, y: number, t?: number, p?: number}} Point */

const unitsAcross = 1000; // the drawing area's width in the units that the host is sent
const lineWidth = 8; // in those units, as the host makes it

/**
 * @param {AdoptionKind} kind
 * @returns {import("./adopt.js").Way}
 */
export function drawnWay(kind) {
    const canvas = element("canvas", { class: "drawing", role: "img", "aria-label": text("adopt.canvas") });
    const hint = element("p", { class: "drawing-hint", "aria-hidden": "true" }, text("adopt.hint"));
    const undo = element("button", { type: "button", onclick: () => remove(1) }, icon(icons.undo), text("adopt.undo"));
    const clear = element("button", { type: "button", onclick: () => remove(strokes.length) }, text("adopt.clear"));
    const panel = element("div", { id: "panel-drawn", role: "tabpanel", "aria-labelledby": "way-drawn", hidden: true },
        element("div", { class: `drawing-area drawing-${kind}` }, canvas, hint),
        element("div", { class: "drawing-tools" }, undo, clear));

    /** @type {Point[][]} */
    let strokes = [];
    /**
     * The pointer that is drawing.
     * @type {number|null}
     */
    let pointer = null;
    let began = 0;

    canvas.addEventListener("pointerdown", (event) => {
        if (pointer !== null || event.button !== 0) {
            return;
        }
        event.preventDefault();
        pointer = event.pointerId;
        canvas.setPointerCapture(pointer);
        began ||= event.timeStamp;
        strokes.push([point(event)]);
        redraw();
    });
    canvas.addEventListener("pointermove", (event) => {
        if (event.pointerId !== pointer) {
            return;
        }
        const steps = event.getCoalescedEvents?.() ?? [];
        strokes[strokes.length - 1].push(...(steps.length > 0 ? steps : [event]).map(point));
        redraw();
    });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
        canvas.addEventListener(name, (event) => {
            if (event.pointerId === pointer) {
                pointer = null;
            }
        });
    }
    new ResizeObserver(() => {
        fit();
        redraw();
    }).observe(canvas);

    /**
     * @param {PointerEvent} event
     * @returns {Point}
     */
    function point(event) {
        const box = canvas.getBoundingClientRect();
        const scale = unitsAcross / box.width;
        return {
            x: rounded(within((event.clientX - box.left) * scale, unitsAcross)),
            y: rounded(within((event.clientY - box.top) * scale, box.height * scale)),
            t: Math.max(0, Math.round(event.timeStamp - began)),
            p: event.pointerType === "mouse" || event.pressure === 0 ? 0.5 : rounded(event.pressure),
        };
    }

    /** @param {number} count */
    function remove(count) {
        strokes = strokes.slice(0, strokes.length - count);
        redraw();
    }

    /** Makes a drawing smaller that no longer has room, since the phone was turned. */
    function fit() {
        const height = (unitsAcross * canvas.clientHeight) / canvas.clientWidth;
        const lowest = Math.max(0, ...strokes.map((stroke) => Math.max(...stroke.map(({ y }) => y))));
        if (pointer === null && height > 0 && lowest > height) {
            const scale = height / lowest;
            strokes = strokes.map((stroke) =>
                stroke.map((point) => ({ ...point, x: rounded(point.x * scale), y: rounded(point.y * scale) })));
        }
    }

    function redraw() {
        const ratio = devicePixelRatio;
        const width = Math.round(canvas.clientWidth * ratio);
        const height = Math.round(canvas.clientHeight * ratio);
        hint.hidden = strokes.length > 0;
        undo.disabled = clear.disabled = strokes.length === 0;
        const pen = canvas.getContext("2d");
        if (width === 0 || pen === null) {
            return;
        }
        if (canvas.width !== width || canvas.height !== height) {
            canvas.width = width;
            canvas.height = height;
        }
        pen.setTransform(1, 0, 0, 1, 0, 0);
        pen.clearRect(0, 0, width, height);
        pen.setTransform(width / unitsAcross, 0, 0, width / unitsAcross, 0, 0);
        pen.lineCap = pen.lineJoin = "round";
        pen.strokeStyle = "#000000";
        strokes.forEach((stroke) => drawStroke(pen, stroke));
    }

    return {
        name: "drawn",
        label: text("adopt.draw"),
        panel,
        shown: redraw,
        async artwork() {
            if (strokes.length === 0) {
                throw new Hint(text("adopt.nothingDrawn"));
            }
            // The window may just have changed.
            fit();
            const height = rounded((unitsAcross * canvas.clientHeight) / canvas.clientWidth);
            return { method: "drawn", strokes, width: unitsAcross, height };
        },
        restore(artwork) {
            strokes = artwork.strokes ?? [];
        },
    };
}

/**
 * Draws a stroke through the middles of its points.
 * @param {CanvasRenderingContext2D} pen
 * @param {Point[]} stroke
 */
function drawStroke(pen, stroke) {
    const last = stroke[stroke.length - 1];
    pen.lineWidth = lineWidth;
    pen.beginPath();
    pen.moveTo(stroke[0].x, stroke[0].y);
    for (let index = 1; index < stroke.length; index += 1) {
        const control = stroke[index - 1];
        const point = stroke[index];
        pen.quadraticCurveTo(control.x, control.y, (control.x + point.x) / 2, (control.y + point.y) / 2);
    }
    pen.lineTo(last.x, last.y + 0.01);
    pen.stroke();
}

/**
 * @param {number} value
 * @param {number} most
 */
function within(value, most) {
    return Math.min(Math.max(value, 0), most);
}

/** @param {number} value */
function rounded(value) {
    return Math.round(value * 100) / 100;
}
