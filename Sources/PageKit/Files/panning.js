// Moves about in the documents: with the mouse where they are wider than the window, and with the usual keys also while
// the focus is in one of the bars.

const line = 40; // pixels
const page = 0.875; // of what is seen

/** @param {HTMLElement} documents */
export function panWithMouse(documents) {
    documents.addEventListener("pointerdown", (event) => {
        const target = /** @type {Element} */ (event.target);
        const isFree = target.closest(".field, .mark, .run, button, .document-title") === null;
        const box = documents.getBoundingClientRect();
        const isOnScrollbar = event.clientX >= box.left + documents.clientWidth
            || event.clientY >= box.top + documents.clientHeight;
        if (event.pointerType !== "mouse" || event.button !== 0 || !isFree || isOnScrollbar
            || documents.scrollWidth <= documents.clientWidth) {
            return;
        }
        documents.classList.add("is-dragged");
        documents.setPointerCapture(event.pointerId);
        let { clientX: x, clientY: y } = event;
        /** @param {PointerEvent} move */
        const drag = (move) => {
            documents.scrollBy({ left: x - move.clientX, top: y - move.clientY });
            ({ clientX: x, clientY: y } = move);
        };
        documents.addEventListener("pointermove", drag);
        documents.addEventListener("lostpointercapture", () => {
            documents.classList.remove("is-dragged");
            documents.removeEventListener("pointermove", drag);
        }, { once: true });
    });
}

/** @param {HTMLElement} documents */
export function scrollWithKeys(documents) {
    document.addEventListener("keydown", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (event.defaultPrevented || !documents.isConnected || documents.contains(target)
            || target.closest("dialog, .menu, .search, input, textarea, select") !== null || event.altKey || event.metaKey) {
            return;
        }
        const isEnd = event.key === "Home" || event.key === "End";
        const way = isEnd || !event.ctrlKey ? wayOf(event, documents, target) : undefined;
        if (way !== undefined) {
            event.preventDefault();
            documents.scrollBy(way);
        }
    });
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} documents
 * @param {Element} target
 * @returns {ScrollToOptions|undefined}
 */
function wayOf(event, documents, target) {
    switch (event.key) {
    case "ArrowDown": return { top: line };
    case "ArrowUp": return { top: -line };
    case "ArrowRight": return { left: line };
    case "ArrowLeft": return { left: -line };
    case "PageDown": return { top: page * documents.clientHeight };
    case "PageUp": return { top: -page * documents.clientHeight };
    case "Home": return { top: -documents.scrollHeight };
    case "End": return { top: documents.scrollHeight };
    case " ":
        return target.closest("button") === null
            ? { top: (event.shiftKey ? -page : page) * documents.clientHeight }
            : undefined;
    default: return undefined;
    }
}
