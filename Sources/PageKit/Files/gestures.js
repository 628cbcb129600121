// Two fingers, or the wheel with Control, change how large the documents are shown.

/** @typedef {import("./zoom.js").Zoom} Zoom */

const mostOfOneTurn = 0.2; // of the wheel, as a logarithm: a notch enlarges by about a fifth

/**
 * @param {HTMLElement} documents
 * @param {Zoom} zoom
 */
export function zoomWithGestures(documents, zoom) {
    let turned = 0;
    documents.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) {
            return;
        }
        event.preventDefault();
        if (turned === 0) {
            requestAnimationFrame(() => {
                zoom.to(zoom.value * Math.exp(turned), { x: event.clientX, y: event.clientY });
                turned = 0;
            });
        }
        turned -= Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY) / 100, mostOfOneTurn);
    }, { passive: false });

    /** @type {{spread: number, value: number, x: number, y: number}|null} */
    let pinch = null;
    /** @type {TouchEvent|null} */
    let latest = null;
    documents.addEventListener("touchstart", (event) => {
        // Where the browser has enlarged the whole page, its own pinch leads back.
        if (event.touches.length !== 2 || (visualViewport?.scale ?? 1) > 1.01) {
            return;
        }
        pinch = { ...between(event), value: zoom.value };
        prevent(event);
        documents.addEventListener("touchmove", move, { passive: false });
    }, { passive: false });
    for (const name of /** @type {const} */ (["touchend", "touchcancel"])) {
        documents.addEventListener(name, () => {
            pinch = null;
            documents.removeEventListener("touchmove", move);
        });
    }
    visualViewport?.addEventListener("resize", () => {
        documents.style.touchAction = (visualViewport?.scale ?? 1) > 1.01 ? "auto" : "";
    });

    /** @param {TouchEvent} event */
    function move(event) {
        prevent(event);
        if (latest === null) {
            requestAnimationFrame(follow);
        }
        latest = event;
    }

    /** What was between the fingers stays between them. */
    function follow() {
        const event = latest;
        latest = null;
        if (event === null || pinch === null || event.touches.length !== 2) {
            return;
        }
        const { spread, x, y } = between(event);
        documents.scrollBy({ left: pinch.x - x, top: pinch.y - y });
        pinch.x = x;
        pinch.y = y;
        zoom.to((pinch.value * spread) / pinch.spread, { x, y });
    }
}

/** @param {TouchEvent} event */
function prevent(event) {
    if (event.cancelable) {
        event.preventDefault();
    }
}

/**
 * The middle between two fingers, and how far they are apart.
 * @param {TouchEvent} event
 */
function between({ touches: [one, other] }) {
    return {
        spread: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
        x: (one.clientX + other.clientX) / 2,
        y: (one.clientY + other.clientY) / 2,
    };
}
