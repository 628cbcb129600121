// Made by scripts/embed-files from Sources/PageKit/Files; changes belong there.
// swift-format-ignore-file

enum KitFiles {
    /// The files in the order of their names: the name, the media type, the SHA-256 in hexadecimal digits, the bytes as
    /// UTF-8.
    static let all: [(name: String, type: String, digest: String, text: String)] = [
("announcer.js", "text/javascript; charset=utf-8", "43a495bfe4b652d8b32154bf1f1ca4d6d2c95ae728b3cefbc97d5ecd0465db0b", #"""
// Tells people what happened: a polite region for screen readers, and a visible notice for what needs attention.

import { element, icon, icons } from "./dom.js";
import { text } from "./text.js";

/** @typedef {{label: string, act: () => void}} Offer */

export class Announcer {
    /** The visible notice; a screen places it where it is always in sight. */
    notice = element("div", { class: "notice-place", role: "alert" });
    #region = /** @type {HTMLElement} */ (document.getElementById("announcements"));
    /**
     * What the notice is about.
     * @type {string|null}
     */
    #subject = null;
    /**
     * What is about to be said.
     * @type {string[]}
     */
    #sentences = [];

    /**
     * Says something to people who use a screen reader, after what is said at the same moment.
     * @param {string} sentence
     */
    say(sentence) {
        this.#sentences.push(sentence);
        if (this.#sentences.length > 1) {
            return;
        }
        this.#region.textContent = "";
        setTimeout(() => { this.#region.textContent = this.#sentences.splice(0).join(" "); }, 50);
    }

    /**
     * Shows a notice until it is dismissed or withdrawn; screen readers say it at once.
     * @param {string} sentence
     * @param {string} subject
     * @param {Offer} [offer]
     */
    warn(sentence, subject, offer) {
        this.#subject = subject;
        const offered = offer && element("button", { type: "button", class: "quiet", onclick: offer.act }, offer.label);
        const dismiss = element("button", {
            type: "button", class: "quiet icon-only", "aria-label": text("action.dismiss"),
            onclick: () => this.withdraw(subject),
        }, icon(icons.close));
        this.notice.replaceChildren(element("div", { class: "notice" },
            icon(icons.warning),
            element("div", { class: "notice-words" }, element("p", {}, sentence), offered),
            dismiss));
    }

    /**
     * Takes the notice away if it is about that.
     * @param {string} subject
     */
    withdraw(subject) {
        if (this.#subject === subject) {
            this.#subject = null;
            this.notice.replaceChildren();
        }
    }
}

"""#),
("base.css", "text/css; charset=utf-8", "ddb3f32603e893a870cff5b33b1b73e91943656b40dd5e68ce12ab1e80c06f46", #"""
/* Colours, type, and the controls that every screen shares. */

:root {
    color-scheme: light dark;
    --ground: #f1f0ec;
    --surface: #ffffff;
    --raised: #ffffff;
    --text: #1b2326;
    --quiet: #55605f;
    --line: #d9d8d2;
    --edge: #767f7e;
    --accent: #0c5460;
    --accent-hover: #08414b;
    --on-accent: #ffffff;
    --tint: #e3efef;
    --danger: #a3241d;
    --danger-hover: #861b15;
    --on-danger: #ffffff;
    --notice: #fff4d6;
    --notice-text: #4b3500;
    --notice-line: #b98900;
    --good: #1d6b45;
    --focus: #0a66d6;
    --shadow: 0 1px 2px rgb(20 30 30 / 8%), 0 6px 24px rgb(20 30 30 / 8%);
    --radius: 10px;
    --target: 44px;
    --font: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif;
}

@media (prefers-color-scheme: dark) {
    :root {
        --ground: #14191a;
        --surface: #1e2526;
        --raised: #273031;
        --text: #e9eeec;
        --quiet: #a9b5b3;
        --line: #364041;
        --edge: #87928f;
        --accent: #7fd0cf;
        --accent-hover: #a3e1e0;
        --on-accent: #06292e;
        --tint: #1c3a3d;
        --danger: #ffb0a8;
        --danger-hover: #ffcbc6;
        --on-danger: #4a0803;
        --notice: #3a2f12;
        --notice-text: #ffe7ae;
        --notice-line: #d2a52f;
        --good: #86d6a9;
        --focus: #8fc2ff;
        --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 28px rgb(0 0 0 / 35%);
    }
}

*, *::before, *::after {
    box-sizing: border-box;
}

html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
}

body {
    margin: 0;
    min-block-size: 100vh;
    min-block-size: 100dvh;
    background: var(--ground);
    color: var(--text);
    font: 1rem/1.55 var(--font);
    overflow-wrap: anywhere;
}

h1, h2, p, ul, figure, blockquote, fieldset, legend {
    margin: 0;
    padding: 0;
}

h1, h2 {
    line-height: 1.25;
    letter-spacing: -0.011em;
    text-wrap: balance;
}

h1:focus {
    outline: none;
}

[hidden] {
    display: none !important;
}

.unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
}

.quiet-text {
    color: var(--quiet);
}

.icon {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
}

:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
}

button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.45em;
    min-block-size: var(--target);
    min-inline-size: var(--target);
    padding: 0.4rem 1.05rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--text);
    font: inherit;
    font-weight: 600;
    line-height: 1.2;
    white-space: nowrap;
    cursor: pointer;
    transition: background-color 0.15s, border-color 0.15s, color 0.15s;
    touch-action: manipulation;
}

@media (hover: hover) {
    button:hover {
        border-color: var(--accent);
        background: var(--tint);
    }
}

button.primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
}

@media (hover: hover) {
    button.primary:hover {
        border-color: var(--accent-hover);
        background: var(--accent-hover);
    }
}

button.danger {
    border-color: var(--danger);
    background: var(--danger);
    color: var(--on-danger);
}

@media (hover: hover) {
    button.danger:hover {
        border-color: var(--danger-hover);
        background: var(--danger-hover);
    }
}

button.quiet {
    border-color: transparent;
    background: none;
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 0.2em;
}

button.icon-only {
    padding: 0;
}

button:disabled, button[aria-disabled="true"] {
    border-color: var(--line);
    background: none;
    color: var(--quiet);
    cursor: default;
}

button[aria-busy="true"]::after {
    content: "";
    inline-size: 1em;
    block-size: 1em;
    border: 2px solid currentColor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
}

@keyframes turn {
    to { transform: rotate(1turn); }
}

label {
    font-weight: 600;
}

input[type="text"], input[type="email"], input[type="tel"], textarea {
    inline-size: 100%;
    min-block-size: var(--target);
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    font: inherit;
}

textarea {
    resize: vertical;
}

[aria-invalid="true"] {
    border-color: var(--danger);
    box-shadow: inset 0 0 0 1px var(--danger);
}

input[type="checkbox"], input[type="radio"] {
    accent-color: var(--accent);
}

.problem {
    color: var(--danger);
    font-weight: 600;
}

.problem:empty {
    display: none;
}

/* Where the system has its own colours, a second line tells the button that leads on from the others. */
@media (forced-colors: active) {
    button.primary:not(:focus-visible), button.danger:not(:focus-visible) {
        outline: 2px solid Highlight;
        outline-offset: -4px;
    }
}

@media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
        animation-duration: 0.01ms !important;
        animation-iteration-count: 1 !important;
        transition-duration: 0.01ms !important;
        scroll-behavior: auto !important;
    }
}

"""#),
("dialog.js", "text/javascript; charset=utf-8", "17b13a91978d9e1c1d8061e8aed018891eec89c43dffc9e5561cff09db404bd8", #"""
// One modal dialog: the browser's own, with a title, a way to say what went wrong, and a row of buttons.

import { element } from "./dom.js";

/**
 * @typedef {object} DialogParts
 * @property {string} name prefix of the ids in it
 * @property {string} title
 * @property {(Node|null)[]} content
 * @property {(Node|null)[]} buttons
 * @property {() => void} onSubmit
 * @property {() => void} [onClosed]
 */

/**
 * Opens a dialog and returns it with the function that shows a problem in it.
 * Escape closes it; the focus goes back to where it was.
 * @param {DialogParts} parts
 * @returns {{dialog: HTMLDialogElement, showProblem: (sentence: string) => void}}
 */
export function openDialog({ name, title, content, buttons, onSubmit, onClosed }) {
    const problem = element("p", { id: `${name}-problem`, class: "problem", role: "alert" });
    const form = element("form", { class: "dialog-form", novalidate: true },
        element("h2", { id: `${name}-title` }, title),
        element("div", { class: "dialog-content" }, ...content),
        problem,
        element("div", { class: "dialog-buttons" }, ...buttons));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        onSubmit();
    });
    // What confirms a dialog is pressed for it: a key still held down from before does not.
    form.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.repeat && !(event.target instanceof HTMLTextAreaElement)) {
            event.preventDefault();
        }
    });
    const dialog = element("dialog", { class: `dialog dialog-${name}`, "aria-labelledby": `${name}-title` }, form);
    const origin = /** @type {HTMLElement|null} */ (document.activeElement);
    dialog.addEventListener("close", () => {
        dialog.remove();
        origin?.focus({ preventScroll: true });
        onClosed?.();
    });
    document.getElementById("dialogs")?.append(dialog);
    dialog.showModal();
    return { dialog, showProblem: (sentence) => { problem.textContent = sentence; } };
}

"""#),
("dialogs.css", "text/css; charset=utf-8", "fd72f4c68a32fe7781720ca291c1e57435ce009480c7e43940a0afc2ef0d16af", #"""
/* Dialogs: adopt a signature, decline, are you still there. */

.dialog {
    inline-size: min(36rem, 100vw - 1.5rem);
    max-block-size: calc(100dvh - 1.5rem);
    padding: 0;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 16px;
    background: var(--surface);
    color: var(--text);
    box-shadow: 0 24px 80px rgb(0 0 0 / 35%);
}

.dialog::backdrop {
    background: rgb(12 20 20 / 55%);
}

.dialog-form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.9rem;
    padding: clamp(1rem, 4vw, 1.75rem);
}

.dialog h2 {
    font-size: 1.3rem;
}

.dialog-content {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
}

.dialog-content > label {
    margin-block-end: -0.4rem;
}

.dialog-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
    justify-content: flex-end;
}

.dialog-buttons > button {
    max-inline-size: 100%;
    white-space: normal;
}

.dialog-buttons > .take-back {
    margin-inline-end: auto;
}

.consequences {
    display: grid;
    gap: 0.75rem;
}

.consequences:empty {
    display: none;
}

.agreement {
    font-size: 0.875rem;
    line-height: 1.45;
}

/* Type or draw */

.ways {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 4px;
    padding: 4px;
    border-radius: 12px;
    background: var(--ground);
}

.ways button {
    border-color: transparent;
    border-radius: 9px;
    background: none;
    color: var(--quiet);
}

.ways button[aria-selected="true"] {
    border-color: var(--edge);
    background: var(--raised);
    color: var(--text);
}

[role="tabpanel"] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.4rem;
}

.face-choice {
    min-inline-size: 0;
    border: 0;
}

.face-choice legend {
    margin-block: 0.5rem 0.35rem;
    font-weight: 600;
}

.faces {
    display: grid;
    gap: 0.5rem;
}

.faces > p {
    min-block-size: 3rem;
}

.face {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.1rem 0.75rem;
    align-items: center;
    padding: 0.35rem 0.35rem 0.35rem 0.9rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    cursor: pointer;
}

.face:has(:checked) {
    border-color: var(--accent);
    background: var(--tint);
    box-shadow: inset 0 0 0 1px var(--accent);
}

.face:has(:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
}

.face-to-come {
    visibility: hidden;
}

.face input {
    grid-row: 1 / 3;
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    outline: none;
}

.face-paper {
    block-size: 3.5rem;
    padding: 0.5rem 0.75rem;
    border-radius: 7px;
    background: #ffffff;
}

.face-name {
    padding-inline: 0.75rem;
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 400;
}

.face-paper .artwork {
    max-inline-size: 100%;
}

/* Drawing */

.drawing-area {
    position: relative;
    inline-size: 100%;
    aspect-ratio: 5 / 2;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: #ffffff;
    overflow: hidden;
}

.drawing-initials {
    inline-size: min(100%, 18rem);
    aspect-ratio: 3 / 2;
    margin-inline: auto;
}

.drawing-area::before {
    content: "";
    position: absolute;
    inset: auto 6% 24%;
    border-block-end: 1px solid #9aa5a4;
}

.drawing {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    cursor: crosshair;
    touch-action: none;
}

.drawing-hint {
    position: absolute;
    inset: auto 6% 6%;
    color: #55605f;
    font-size: 0.8125rem;
    text-align: center;
    pointer-events: none;
}

.drawing-tools {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    justify-content: flex-end;
}

@media (max-width: 30rem) {
    .dialog-form {
        gap: 0.7rem;
    }

    .dialog-buttons {
        gap: 0.4rem;
    }

    .dialog-buttons button {
        padding-inline: 0.6rem;
        font-size: 0.9375rem;
    }

    .face {
        padding-block: 0.25rem;
    }

    .face-paper {
        block-size: 2.6rem;
        padding: 0.3rem 0.5rem;
    }

    .dialog-buttons > button {
        flex: 1 1 auto;
    }
}

@media (forced-colors: active) {
    .ways button[aria-selected="true"], .face:has(:checked) {
        border: 3px solid Highlight;
    }

    .drawing-area, .face-paper {
        forced-color-adjust: none;
    }
}

/* Choices as a list, and the page to go to */

.choice-list {
    display: grid;
    gap: 0.4rem;
    min-inline-size: 0;
    border: 0;
}

.choice-list legend {
    margin-block-end: 0.4rem;
    font-weight: 600;
}

.choice {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    min-block-size: var(--target);
    padding: 0.4rem 0.9rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    font-weight: 500;
    cursor: pointer;
}

.choice:has(:checked) {
    border-color: var(--accent);
    background: var(--tint);
}

.choice:has(:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
}

.choice input {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    margin: 0;
    outline: none;
}

.dialog-page {
    inline-size: min(22rem, 100vw - 1.5rem);
}

"""#),
("dom.js", "text/javascript; charset=utf-8", "801667afc2ed97ab9a7a8e53cee2493fc40931a2f6b3e15444b6dca9cc2551c1", #"""
// Makes elements. Inline styles are never written as attributes: the content security policy forbids them,
// positions go through `element.style`, which it permits.

const svgNamespace = "http://www.w3.org/2000/svg";

/** @typedef {Node|string|null|undefined|false} Child */

/**
 * A new HTML element. A value of `true` sets an empty attribute, `false`, null and undefined set none;
 * functions named `on…` become event listeners.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    assign(made, attributes);
    append(made, children);
    return made;
}

/**
 * A new SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function drawing(tag, attributes = {}, ...children) {
    const made = /** @type {SVGElement} */ (document.createElementNS(svgNamespace, tag));
    assign(made, attributes);
    append(made, children);
    return made;
}

/**
 * An icon of 24 by 24 units, drawn with lines; screen readers pass over it.
 * @param {string} path
 * @returns {SVGElement}
 */
export function icon(path) {
    return drawing("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
        drawing("path", { d: path }));
}

/** The path data of the icons in use. */
export const icons = {
    pen: "M4 20l1-4.500L16 4.500a2.100 2.100 0 0 1 3 3L8.500 19 4 20zM14 6.500l3.500 3.500",
    clip: "M20 11.500l-8 8a5 5 0 0 1-7-7l8.500-8.500a3.300 3.300 0 0 1 4.700 4.700l-8.500 8.500a1.700 1.700 0 0 1-2.400-2.400l7.500-7.500",
    check: "M5 12.500l4.500 4.500L19 7.500",
    more: "M6 9.500l6 6 6-6",
    warning: "M12 8v5M12 16.500v.1M12 3.500l9 16H3l9-16z",
    close: "M6 6l12 12M18 6L6 18",
    minus: "M6 12h12",
    plus: "M6 12h12M12 6v12",
    remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    smaller: "M6 12h12",
    larger: "M6 12h12M12 6v12",
    ArrowLeft: "M19 12H5M11 6l-6 6 6 6",
    ArrowRight: "M5 12h14M13 6l6 6-6 6",
    ArrowUp: "M12 19V5M6 11l6-6 6 6",
    ArrowDown: "M12 5v14M6 13l6 6 6-6",
    undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
};

/**
 * Sets an attribute, or takes it away where the value is false or null.
 * @param {Element} target
 * @param {string} name
 * @param {string|number|boolean|null|undefined} value
 */
export function setAttribute(target, name, value) {
    if (value === false || value === null || value === undefined) {
        target.removeAttribute(name);
    } else {
        target.setAttribute(name, value === true ? "" : String(value));
    }
}

/**
 * @param {Element} target
 * @param {Record<string, unknown>} attributes
 */
function assign(target, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            target.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
        } else {
            setAttribute(target, name, /** @type {string} */ (value));
        }
    }
}

/**
 * @param {Element} target
 * @param {Child[]} children
 */
function append(target, children) {
    for (const child of children) {
        if (child !== null && child !== undefined && child !== false) {
            target.append(child);
        }
    }
}

"""#),
("events.js", "text/javascript; charset=utf-8", "a00724836f0b73ea8d693ace4f912d900a3584aba917b9a0888ff8cf0c594422", #"""
// Objects that tell what happens to them, as elements do.

/**
 * The type parameter names each type of event with its detail.
 * @template {object} Types
 */
export class Eventful extends EventTarget {
    /**
     * Calls the listener with the detail of every event of that type, after those that listen already.
     * @template {keyof Types & string} Type
     * @param {Type} type
     * @param {(detail: Types[Type]) => void} listener
     */
    on(type, listener) {
        this.addEventListener(type, (event) => listener(/** @type {CustomEvent<Types[Type]>} */ (event).detail));
    }

    /**
     * Tells everybody who listens, before it returns.
     * @template {keyof Types & string} Type
     * @param {Type} type
     * @param {Types[Type]} [detail]
     */
    tell(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }
}

"""#),
("gestures.js", "text/javascript; charset=utf-8", "5958512db3b6d1a2d323951941fa81f3b6c6be7636f8559949a22fecc48edecc", #"""
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

"""#),
("hint.js", "text/javascript; charset=utf-8", "227150487c3b292c7e1fc4788f10263b7acfdac6755463792dc2cead70e99013", #"""
/** What a person has to do before the page can go on; its message is the sentence that says so. */
export class Hint extends Error {}

"""#),
("icon.svg", "image/svg+xml", "c3d3077066948265c4ddf713921ab11ad7612df65a24effa6672c07c66f8d0a2", #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0c5460"/>
<path d="M7 20.5c3.5-7 6.5-10.500 8-9.500 1.600 1.100-2.300 7.500-.8 8.300 1.300.7 3.200-3.800 4.600-3.300 1.200.4.200 3.100 1.600 3.300 1.200.2 2.300-.8 4.600-2.300" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M7 25h18" stroke="#8fd0cf" stroke-width="1.500" stroke-linecap="round"/>
</svg>

"""#),
("measure.js", "text/javascript; charset=utf-8", "a9ccb04e5e7fd1efcf56a8143c829d2b085847cfedab69674df5872864f61b95", #"""
// Measures text.

import { element } from "./dom.js";

/** The font of what stands in text fields. */
export const fieldFont = 'Helvetica, Arial, "Liberation Sans", sans-serif';

/** The font of the text layer. */
export const layerFont = "sans-serif";

const ruler = document.createElement("canvas").getContext("2d");
const rulerSize = 100; // pixels

/**
 * How wide a text is when it is set in this size; in the unit of the size.
 * @param {string} words
 * @param {number} size
 * @param {string} font
 */
export function naturalWidth(words, size, font) {
    if (ruler === null) {
        return 0;
    }
    ruler.font = `${rulerSize}px ${font}`;
    return (ruler.measureText(words).width * size) / rulerSize;
}

const column = element("div", { class: "measured-column" });
const columnSize = 20; // pixels
const caution = 0.99; // in small sizes browsers round the widths of letters

/**
 * How many lines a text takes in a field's font when lines of that width are broken at spaces, and within words that
 * are wider.
 * @param {string} words
 * @param {number} width for a size of 1
 */
export function lineCount(words, width) {
    if (!column.isConnected) {
        document.body.append(element("div", { class: "measured", "aria-hidden": "true" }, column));
    }
    column.style.inlineSize = `${caution * width * columnSize}px`;
    column.textContent = words;
    const lines = Math.round(column.offsetHeight / columnSize);
    column.textContent = "";
    // A last line without anything in it has no height.
    return Math.max(1, words.endsWith("\n") ? lines + 1 : lines);
}

"""#),
("panning.js", "text/javascript; charset=utf-8", "9ec264ffeb3e5e90e1afee351cdb92a07aa931ac4eea1c48d9242edcd043b734", #"""
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
            || target.closest("dialog, .menu") !== null || event.altKey || event.metaKey) {
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

"""#),
("requests.js", "text/javascript; charset=utf-8", "18c31d3337d1b028bd649c050383e26aff900757c6730c460c2e9ca7ec53572f", #"""
// What every request to a host needs.

/** @typedef {typeof AbortSignal & {timeout: (milliseconds: number) => AbortSignal}} Timed TypeScript 4.8 lacks it */

/**
 * A signal that gives a request up after a while.
 * @param {number} milliseconds
 * @returns {AbortSignal}
 */
export function givesUpAfter(milliseconds) {
    return /** @type {Timed} */ (AbortSignal).timeout(milliseconds);
}

"""#),
("text.js", "text/javascript; charset=utf-8", "64739a0905818142becaea50c86544f2e67d7d2dfdde15f44a5057c0db3323c6", #"""
// Looks up what the page says in the table of strings.

import { language, strings } from "./strings.en.js";

const mostNamed = 5;
const plural = new Intl.PluralRules(language);

/**
 * The sentence with that key, its placeholders replaced.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
    const entry = strings[key];
    if (entry === undefined) {
        throw new Error(`There is no string called ${key}.`);
    }
    const sentence = typeof entry === "string"
        ? entry
        : plural.select(Number(values.count)) === "one" ? entry.one : entry.other;
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name) =>
        name in values ? String(values[name]) : placeholder);
}

/**
 * Several names as a phrase: "A, B and C".
 * @param {string[]} names
 * @returns {string}
 */
export function listed(names) {
    return new Intl.ListFormat(language, { style: "long", type: "conjunction" }).format(names);
}

/**
 * The first of many names as a phrase: a notice stays short.
 * @param {string[]} names
 * @returns {string}
 */
export function listedBriefly(names) {
    const left = names.length - mostNamed;
    return listed(left > 1 ? [...names.slice(0, mostNamed), text("list.more", { count: left })] : names);
}

export { language };

"""#),
("zoom.js", "text/javascript; charset=utf-8", "13354b6d3814f1c6d8a5453bea22e17779ee0842eb651be64fb39bc2d6afad9e", #"""
// How large the documents are shown. One is the width of the window; what lies under a point of the window stays there
// while the size changes.

import { Eventful } from "./events.js";
import { text } from "./text.js";

const steps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const largest = steps[steps.length - 1];
const rest = 250; // milliseconds without a change until the size counts as chosen

/**
 * @typedef {object} ZoomEvents
 * @property {undefined} rest the size has been the same for a moment
 */

/** @extends {Eventful<ZoomEvents>} */
export class Zoom extends Eventful {
    /** Times the width of the window. */
    value = 1;
    /** @type {(() => void)[]} */
    #views = [];
    #documents;
    #announcer;
    /** @type {number|undefined} */
    #timer;

    /**
     * @param {HTMLElement} documents what scrolls
     * @param {import("./announcer.js").Announcer} announcer
     */
    constructor(documents, announcer) {
        super();
        this.#documents = documents;
        this.#announcer = announcer;
    }

    /**
     * Calls the view after every change, and once now.
     * @param {() => void} view
     */
    subscribe(view) {
        this.#views.push(view);
        view();
    }

    get percent() {
        return Math.round(100 * this.value);
    }

    get isLeast() {
        return this.value === 1;
    }

    get isMost() {
        return this.value === largest;
    }

    in() {
        this.to(steps.find((step) => step > this.value + 0.01) ?? largest);
    }

    out() {
        this.to(steps.findLast((step) => step < this.value - 0.01) ?? 1);
    }

    fit() {
        this.to(1);
    }

    /**
     * Shows the documents that many times as wide as the window.
     * @param {number} wanted
     * @param {{x: number, y: number}} [point] of the window, in CSS pixels; its middle if there is none
     */
    to(wanted, point) {
        const value = wanted < 1.02 ? 1 : Math.min(wanted, largest);
        if (value === this.value) {
            return;
        }
        const keep = this.#anchor(point ?? middle(this.#documents));
        this.value = value;
        this.#documents.style.setProperty("--zoom", String(value));
        this.#documents.classList.toggle("is-zoomed", value > 1);
        keep();
        this.#views.forEach((view) => view());
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#announcer.say(text("zoom.now", { percent: this.percent }));
            this.tell("rest");
        }, rest);
    }

    /**
     * Notes which part of a page lies under a point; the function that it returns scrolls that part there again.
     * @param {{x: number, y: number}} point
     * @returns {() => void}
     */
    #anchor({ x, y }) {
        const documents = this.#documents;
        /** @type {Element|undefined} */
        let sheet;
        let nearest = Infinity;
        for (const other of documents.querySelectorAll(".sheet")) {
            const { top, bottom } = other.getBoundingClientRect();
            const distance = Math.max(0, top - y, y - bottom);
            if (distance < nearest) {
                nearest = distance;
                sheet = other;
            }
        }
        if (sheet === undefined) {
            return () => {};
        }
        const page = sheet;
        const before = page.getBoundingClientRect();
        const across = within((x - before.left) / before.width);
        const down = within((y - before.top) / before.height);
        const beside = x - before.left - across * before.width;
        const beyond = y - before.top - down * before.height;
        return () => {
            const after = page.getBoundingClientRect();
            documents.scrollLeft += after.left + across * after.width + beside - x;
            documents.scrollTop += after.top + down * after.height + beyond - y;
        };
    }
}

/** @param {HTMLElement} area */
function middle(area) {
    const { left, top } = area.getBoundingClientRect();
    return { x: left + area.clientWidth / 2, y: top + area.clientHeight / 2 };
}

/** @param {number} part */
function within(part) {
    return Math.min(Math.max(part, 0), 1);
}

"""#),
("zoombuttons.js", "text/javascript; charset=utf-8", "1c41c6a08aaacf419719cc18829bd76270ca7f5dfbecce5ad2a8a129302bb1a2", #"""
// The buttons and keys with which the documents are shown larger and smaller.

import { element, icon, icons, setAttribute } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./zoom.js").Zoom} Zoom */

/**
 * @param {Zoom} zoom
 * @returns {HTMLElement}
 */
export function zoomButtons(zoom) {
    const smaller = element("button", {
        type: "button", class: "icon-only", "aria-label": text("zoom.out"), "aria-keyshortcuts": "-",
        onclick: () => zoom.out(),
    }, icon(icons.minus));
    const fit = element("button", { type: "button", class: "zoom-fit", "aria-keyshortcuts": "0", onclick: () => zoom.fit() });
    const larger = element("button", {
        type: "button", class: "icon-only", "aria-label": text("zoom.in"), "aria-keyshortcuts": "+",
        onclick: () => zoom.in(),
    }, icon(icons.plus));
    zoom.subscribe(() => {
        const { percent } = zoom;
        fit.textContent = text("zoom.percent", { percent });
        fit.setAttribute("aria-label", text("zoom.fit", { percent }));
        // A button that were disabled would lose the focus.
        setAttribute(smaller, "aria-disabled", zoom.isLeast && "true");
        setAttribute(larger, "aria-disabled", zoom.isMost && "true");
    });
    return element("div", { class: "zoom", role: "group", "aria-label": text("zoom.label") }, smaller, fit, larger);
}

/**
 * Plus, minus and 0 enlarge, reduce and fit while the focus is in the documents and not in one of their fields: a single
 * character must do nothing elsewhere (WCAG 2.1.4), and those with Control belong to the browser.
 * @param {HTMLElement} documents
 * @param {Zoom} zoom
 */
export function zoomWithKeys(documents, zoom) {
    /** @type {Record<string, () => void>} */
    const steps = { "+": () => zoom.in(), "=": () => zoom.in(), "-": () => zoom.out(), "0": () => zoom.fit() };
    documents.addEventListener("keydown", (event) => {
        const target = /** @type {Element} */ (event.target);
        const isInField = target.closest("input, textarea, select, button, a, .field") !== null;
        const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
        if (step === undefined || isInField || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        event.preventDefault();
        step();
    });
}

"""#),
    ]
}
