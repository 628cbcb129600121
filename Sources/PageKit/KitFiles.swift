// Made by scripts/embed-files from Sources/PageKit/Files; changes belong there.
// swift-format-ignore-file

enum KitFiles {
    /// The files in the order of their names: the name, the media type, the SHA-256 in hexadecimal digits, the bytes as
    /// UTF-8.
    static let all: [(name: String, type: String, digest: String, text: String)] = [
("access.js", "text/javascript; charset=utf-8", "56541680c47ebb2e57217c6ddb7103d01dea63eab9c84223c3b10df6a2a6f8ba", #"""
// What lets the page in where it has no cookie: a token in memory, sent as a header with every request. Pictures and
// files are then fetched by script, since the browser's own requests for them carry no header.

import { element } from "./dom.js";

/** @type {string|null} */
let token = null;

/** @param {string} given */
export function useToken(given) {
    token = given;
}

/** @returns {Record<string, string>} */
export function accessHeaders() {
    return token === null ? {} : { "Countersign-Session": token };
}

/**
 * Gives a picture its address, relative to the page. The picture's events tell how it went.
 * @param {HTMLImageElement} picture
 * @param {string} path
 * @param {AbortSignal} [signal] gives the picture up; it has no events then
 */
export async function loadInto(picture, path, signal) {
    if (token === null) {
        picture.src = path;
        signal?.addEventListener("abort", () => picture.removeAttribute("src"));
        return;
    }
    try {
        const address = URL.createObjectURL(await fetched(path, { signal }));
        const free = () => URL.revokeObjectURL(address);
        picture.addEventListener("load", free, { once: true });
        picture.addEventListener("error", free, { once: true });
        picture.src = address;
    } catch {
        if (signal?.aborted !== true) {
            picture.dispatchEvent(new Event("error"));
        }
    }
}

/**
 * Fetches a file anew, whatever the browser has kept of it.
 * @param {string} path
 */
export async function refetch(path) {
    await fetched(path, { cache: "reload" });
}

/**
 * A link that downloads a file, relative to the page.
 * @param {string} path
 * @param {string} name what the link says
 * @param {string} fileName what the file is called
 * @param {(failure: unknown) => void} failed
 * @returns {HTMLAnchorElement}
 */
export function downloadLink(path, name, fileName, failed = () => {}) {
    return element("a", {
        href: path, download: "",
        onclick: (/** @type {Event} */ event) => {
            if (token !== null) {
                event.preventDefault();
                download(path, fileName).catch(failed);
            }
        },
    }, name);
}

/**
 * @param {string} path
 * @param {string} fileName
 */
async function download(path, fileName) {
    const address = URL.createObjectURL(await fetched(path));
    const link = element("a", { href: address, download: fileName });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Blob>}
 */
async function fetched(path, options = {}) {
    const credentials = token === null ? "same-origin" : "omit";
    const response = await fetch(path, { headers: accessHeaders(), credentials, ...options });
    if (!response.ok) {
        throw new Error(String(response.status));
    }
    return response.blob();
}

"""#),
("announcer.js", "text/javascript; charset=utf-8", "19e4fe760ce57398e9320aeb9dcb39f3e4d165edae017296d4085385c2e4c1d8", #"""
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
    warn(sentence, subject, offer) { this.#show(icons.warning, sentence, subject, offer); }

    /**
     * Shows that something has been done, in the same place.
     * @param {string} sentence
     * @param {string} subject
     */
    confirm(sentence, subject) { this.#show(icons.check, sentence, subject); }

    /**
     * @param {string} sign
     * @param {string} sentence
     * @param {string} subject
     * @param {Offer} [offer]
     */
    #show(sign, sentence, subject, offer) {
        this.#subject = subject;
        const offered = offer && element("button", { type: "button", class: "quiet", onclick: offer.act }, offer.label);
        const dismiss = element("button", {
            type: "button", class: "quiet icon-only", "aria-label": text("action.dismiss"),
            onclick: () => this.withdraw(subject),
        }, icon(icons.close));
        this.notice.replaceChildren(element("div", { class: sign === icons.check ? "notice is-good" : "notice" },
            icon(sign),
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
("base.css", "text/css; charset=utf-8", "6acd459436682774659f539872a55c2d77a18e3614df50039d73847be42bd6ae", #"""
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

input[type="text"], input[type="search"], input[type="email"], input[type="tel"], textarea {
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
        transition: none !important;
        scroll-behavior: auto !important;
    }
}

"""#),
("choosing.js", "text/javascript; charset=utf-8", "3233c1333420e62a313445df410f618d77b0aa3eb42ee00eb28986ee43853953", #"""
// Which files the system's picker offers. Where a picture may be chosen, the picker of iOS also offers to take one, and iOS
// ends an app that does not say what it needs the camera for. The window around the page knows whether the app says so.

/** Whether the picker may offer the camera. */
export function allowsCamera() {
    return document.documentElement.dataset.camera !== "none";
}

/** The documents that may be chosen, as the `accept` of an input. */
export function acceptedFiles() {
    const files = ".pdf,application/pdf";
    if (!allowsCamera()) {
        return files;
    }
    // A phone that is not asked for its own format hands over JPEG, which everybody reads.
    return files + ",.png,.jpg,.jpeg,image/png,image/jpeg"
        + (matchMedia("(pointer: coarse)").matches ? "" : ",.heic,.heif,image/heic,image/heif");
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
("dialogs.css", "text/css; charset=utf-8", "d1f9891c24f2f573f736f3444e53102cca405ae881f6feb441bb694ec263a79b", #"""
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

/* Type, draw, or use a picture */

.ways {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    padding: 4px;
    border-radius: 12px;
    background: var(--ground);
}

.ways button {
    flex: 1 1 auto;
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

.dialog input[type="file"] {
    max-inline-size: 100%;
    font: inherit;
    font-size: 0.875rem;
}

.dialog input[type="file"]::file-selector-button {
    min-block-size: var(--target);
    margin-inline-end: 0.6rem;
    padding-inline: 0.9rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--text);
    font: inherit;
    font-weight: 600;
}

[role="tabpanel"] > .quiet-text {
    font-size: 0.875rem;
    line-height: 1.45;
}

.picture-area::before {
    content: none;
}

.picture-area:not([hidden]) {
    display: grid;
    place-items: center;
    padding: 4%;
}

.picture-area canvas {
    max-inline-size: 100%;
    max-block-size: 100%;
    min-block-size: 0;
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

.remember {
    display: grid;
    gap: 0.2rem;
    font-size: 0.875rem;
    line-height: 1.45;
}

.remember > p:empty {
    display: none;
}

.remember-choice {
    display: flex;
    gap: 0.6rem;
    align-items: center;
    min-block-size: 2.25rem;
    font-size: 0.9375rem;
}

.remember-choice input {
    flex: none;
    inline-size: 22px;
    block-size: 22px;
    margin: 0;
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

    .ways button {
        padding-inline: 0.4rem;
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
    inline-size: min(34rem, 100vw - 1.5rem);
}

.outline {
    position: relative;
    max-block-size: max(11rem, 100dvh - 17rem);
    overflow-y: auto;
    padding: 4px 0.75rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--ground);
}

.outline h3 {
    margin-block: 0.6rem 0.3rem;
    font-size: 0.9375rem;
}

.outline ol {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(5.25rem, 1fr));
    gap: 0.25rem;
    margin: 0;
    padding: 0;
    list-style: none;
}

.outline button {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.2rem;
    align-content: end;
    justify-items: center;
    inline-size: 100%;
    block-size: 100%;
    padding: 0.4rem;
    color: var(--text);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    text-decoration: none;
}

.outline button[aria-current] {
    border-color: var(--accent);
    background: var(--tint);
    font-weight: 700;
}

.glance {
    inline-size: 100%;
    overflow: hidden;
    background: #ffffff;
    box-shadow: 0 0 0 1px var(--edge);
}

.glance img {
    display: block;
    inline-size: 100%;
}

"""#),
("documentview.js", "text/javascript; charset=utf-8", "41de54bac24a26db111d2d8f3f6c9859d499a882189902c5b3ffb3cbc4b706a7", #"""
// Shows documents: their pages in an area that is scrolled and enlarged. A page's picture and its words come when it
// nears the window.

import { element } from "./dom.js";
import { Eventful } from "./events.js";
import { zoomWithGestures } from "./gestures.js";
import { documentSection } from "./pages.js";
import { panWithMouse, scrollWithKeys } from "./panning.js";
import { Pictures } from "./pictures.js";
import { canPrint, printPages } from "./printing.js";
import { text } from "./text.js";
import { layWords } from "./textlayer.js";
import { Zoom } from "./zoom.js";
import { zoomWithKeys } from "./zoombuttons.js";

/** @typedef {import("./announcer.js").Announcer} Announcer */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./pages.js").PagedFile} PagedFile */
/** @typedef {import("./pages.js").PageSource} PageSource */

const wideToKeep = 2200; // pixels: a wider picture is loaded only for pages that stay near, and goes again after that
const pause = 200; // milliseconds without scrolling from page to page
const readAhead = 40; // pages whose words are fetched even before they come near

/**
 * Whoever asks what stands in the window looks again after each of them but `problem`.
 * @typedef {object} DocumentViewEvents
 * @property {null} near other pages are near the window
 * @property {null} resize the window has another size, or the pages have kept a new one for a moment
 * @property {Page} picture the page's picture is in place
 * @property {Page} problem the page's picture did not load; it is asked for again after a while
 * @property {Page} text the page's text is shown in place of its picture
 */

/** @extends {Eventful<DocumentViewEvents>} */
export class DocumentView extends Eventful {
    /** What the pages are scrolled in. */
    area;
    /** The pages of all documents. */
    pages;
    zoom;
    /**
     * The pages in the window and around it.
     * @type {Set<Page>}
     */
    near = new Set();
    /** Where the pages' pictures and words come from. */
    source;
    #announcer;
    #pictures;

    /**
     * @param {PagedFile[]} files
     * @param {object} parts
     * @param {PageSource} parts.source
     * @param {Announcer} parts.announcer
     * @param {boolean} parts.takesFocus whether the area itself is reached with the keyboard: a region that scrolls has
     *   to be, unless something in it is
     */
    constructor(files, { source, announcer, takesFocus }) {
        super();
        const sections = files.map(documentSection);
        this.pages = sections.flatMap((section) => section.pages);
        this.area = element("main", { class: "documents", tabindex: takesFocus ? "0" : null },
            ...sections.map((section) => section.element));
        this.zoom = new Zoom(this.area, announcer);
        this.source = source;
        this.#announcer = announcer;
        this.#pictures = new Pictures(this.area, source);
        zoomWithGestures(this.area, this.zoom);
        panWithMouse(this.area);
        scrollWithKeys(this.area);
        zoomWithKeys(this.area, this.zoom);
    }

    /**
     * Loads pictures and words of the pages that are near the window, from now on and as it is scrolled, resized or
     * enlarged. What lies on the pages is there before: words are laid around it.
     */
    begin() {
        const { near, pages } = this;
        const pictures = this.#pictures;
        const bySheet = new Map(pages.map((page) => [/** @type {Element} */ (page.sheet), page]));
        pictures.on("picture", (page) => this.tell("picture", page));
        pictures.on("problem", (page) => {
            this.#showProblem(page);
            this.tell("problem", page);
        });
        /** @type {number|undefined} */
        let timer;
        const watch = new IntersectionObserver((entries) => {
            for (const entry of entries) {
                const page = bySheet.get(entry.target);
                if (page !== undefined && entry.isIntersecting) {
                    near.add(page);
                    if (page.sheet.clientWidth * devicePixelRatio <= wideToKeep) {
                        pictures.want(page);
                    }
                } else if (page !== undefined && near.delete(page)) {
                    pictures.giveUp(page);
                }
            }
            this.tell("near");
            clearTimeout(timer);
            timer = setTimeout(keepNear, pause);
        }, { root: this.area, rootMargin: "80% 80%" });
        const keepNear = () => {
            near.forEach((page) => pictures.want(page));
            near.forEach((page) => this.#loadWords(page));
            pages.filter((page) => !near.has(page)).forEach(dropLargePicture);
        };
        for (const page of pages) {
            watch.observe(page.sheet);
        }
        addEventListener("resize", () => {
            near.forEach((page) => pictures.want(page));
            this.tell("resize");
        });
        addEventListener("online", () => near.forEach((page) => pictures.wantAgain(page)));
        this.zoom.on("rest", () => {
            keepNear();
            this.tell("resize");
        });
        this.#readWordsAhead(pages.slice(0, readAhead));
    }

    /**
     * @param {string} id of the document
     * @param {number} number
     * @returns {Page|undefined}
     */
    page(id, number) {
        return this.pages.find((page) => page.file.id === id && page.number === number);
    }

    /**
     * Leads to a page.
     * @param {Page|undefined} page
     */
    goTo(page) {
        page?.sheet.scrollIntoView({ block: "start" });
        page?.sheet.focus({ preventScroll: true });
    }

    /**
     * Whether a page can be read neither as a picture nor as text, since its picture did not load.
     * @param {Page} page
     */
    hasFailed(page) {
        return page.sheet.querySelector(".picture-problem") !== null;
    }

    get canPrint() {
        return canPrint;
    }

    /** Prints every page. */
    print() {
        printPages(this.#announcer, this.pages, (page) => this.#pictures.want(page));
    }

    /**
     * One after the other, so that a person who listens to the document need not scroll through it first. Pictures that
     * are on their way come before.
     * @param {Page[]} pages
     */
    async #readWordsAhead(pages) {
        for (const page of pages) {
            await this.#pictures.rest();
            await this.#loadWords(page);
        }
    }

    /** @param {Page} page */
    #showProblem(page) {
        const isRead = page.sheet.classList.contains("is-text");
        if (isRead || page.sheet.querySelector(".picture, .picture-problem") !== null) {
            return;
        }
        page.sheet.prepend(element("div", { class: "picture-problem" },
            element("p", {}, text("document.pictureFailed")),
            element("button", { type: "button", onclick: () => this.#pictures.wantAgain(page) },
                text("document.pictureAgain", { page: page.number })),
            element("button", { type: "button", onclick: () => this.#showText(page) }, text("document.readText"))));
    }

    /**
     * Shows the words of a page in place of a picture that does not load.
     * @param {Page} page
     */
    async #showText(page) {
        await this.#loadWords(page, true);
        if (page.sheet.querySelector(".run") === null) {
            const why = page.hasWords ? text("document.noText", { page: page.number }) : text("error.unreachable");
            this.#announcer.warn(why, "action");
        } else if (page.sheet.querySelector(".picture") === null) {
            page.sheet.classList.add("is-text");
            page.sheet.querySelector(".picture-problem")?.remove();
            page.sheet.focus({ preventScroll: true });
            this.tell("text", page);
        }
    }

    /**
     * @param {Page} page
     * @param {boolean} [isRead] whether a person reads them in place of the picture
     */
    async #loadWords(page, isRead = false) {
        if (page.hasWords && !isRead) {
            return;
        }
        const isLaid = page.hasWords;
        page.hasWords = true;
        try {
            const words = await this.source.words(page, isRead);
            if (isLaid) {
                return;
            }
            if (words.length === 0) {
                page.layer.prepend(element("p", { class: "unseen" }, text("document.noText", { page: page.number })));
            } else {
                layWords(page, words);
            }
        } catch {
            page.hasWords = isLaid;
        }
    }
}

/**
 * Takes a picture away that needs much memory.
 * @param {Page} page
 */
function dropLargePicture(page) {
    const picture = /** @type {HTMLImageElement|null} */ (page.sheet.querySelector(".picture"));
    if (picture !== null && picture.naturalWidth > wideToKeep) {
        picture.remove();
    }
    if (page.pictureWidth > wideToKeep) {
        page.pictureWidth = 0;
    }
}

"""#),
("dom.js", "text/javascript; charset=utf-8", "e03508a6d712a4fd85fbb799694956089cb009a650dd5e54461139be8caa9023", #"""
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
    up: "M6 14.500l6-6 6 6",
    warning: "M12 8v5M12 16.500v.1M12 3.500l9 16H3l9-16z",
    close: "M6 6l12 12M18 6L6 18",
    minus: "M6 12h12",
    page: "M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h4",
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
("embedding.js", "text/javascript; charset=utf-8", "23e65cc1f7fa634558a24c61b080ff7c84462e178dc577f21e77f308269a4e93", #"""
// The page inside a frame of the sender's product: begins the visit with the key in the address, and speaks with the
// page around it. It hears only its parent, and speaks only to an origin that the service allows.

import { accessHeaders, useToken } from "./access.js";
import { Refusal, Unreachable } from "./requests.js";
import { text } from "./text.js";

/**
 * What the page around this one has, and does not want.
 * @typedef {{allowDecline?: boolean, allowDownload?: boolean, allowClose?: boolean, showHeader?: boolean,
 *   showSendButton?: boolean, hasCloseButton?: boolean}} Wishes
 */

const patience = 3000; // milliseconds for the page around this one to say that it listens
const longPatience = 15_000; // milliseconds where it has to say so
const pauses = [500, 1500, 4000, 8000]; // milliseconds between attempts to begin

/** The key in the address; null where the page has none, and so a cookie: elsewhere a fragment means nothing. */
const key = /^\/embedded(-edit)?\//.test(location.pathname) && location.hash.length > 1
    ? location.hash.slice(1).split(/[?&]/)[0] : null;

class Embedding {
    /** The page around this one, and its origin; null while it has not spoken. */
    #listener = /** @type {{window: Window, origin: string}|null} */ (null);
    /** @type {string[]} */
    #origins = [];
    /** @type {{type: string, detail: object}[]} what was said before anybody listened */
    #unheard = [];
    #said = new Set();
    #id = "";
    /** @type {Wishes} */
    #wishes = {};
    /** @type {MessageEvent[]} */
    #early = [];
    #isKnown = false;
    /** Has the event `greeting` once the page around this one has spoken. */
    #news = new EventTarget();

    get isOn() {
        return key !== null;
    }

    get isFramed() {
        return this.isOn && window.parent !== window;
    }

    constructor() {
        if (this.isFramed) {
            addEventListener("message", (event) => this.#hear(event));
            addEventListener("keydown", (event) => this.#passEscape(event));
        }
    }

    /** Exchanges the address's key for a session. */
    async begin() {
        if (key === null) {
            return;
        }
        const around = await attempt("embedding");
        this.#origins = around.origins;
        this.#id = around.id;
        this.#isKnown = true;
        this.#early.splice(0).forEach((event) => this.#hear(event));
        // Where pages without an origin are allowed, the browser lets every page frame this one: its greeting says
        // whose it is, and no visit begins before that.
        const isOpenToAll = this.isFramed && this.#origins.includes("null");
        if (isOpenToAll) {
            await this.#greeting(longPatience);
            if (this.#listener === null) {
                throw new Refusal(403, { code: "not_allowed", message: text("error.frame") });
            }
        }
        const [{ token }] = await Promise.all([attempt("visit", { key }), this.#greeting(patience)]);
        useToken(token);
    }

    /**
     * Waits until the page around this one has spoken, for some milliseconds at most.
     * @param {number} time
     */
    async #greeting(time) {
        if (this.isFramed && this.#listener === null) {
            await new Promise((resolve) => {
                this.#news.addEventListener("greeting", resolve, { once: true });
                setTimeout(resolve, time);
            });
        }
    }

    /** What the page around this one wishes. It can only take away. */
    get wishes() { return this.#wishes; }

    /**
     * Sends an event to the embedding page, each type only once.
     * @param {string} type
     * @param {object} [detail]
     */
    tell(type, detail = {}) {
        if (!this.isFramed || this.#said.has(type)) {
            return;
        }
        this.#said.add(type);
        this.#unheard.push({ type, detail: { id: this.#id, ...detail } });
        this.#send();
    }

    /**
     * Escape leaves the dialog around this page, unless it means something here.
     * @param {KeyboardEvent} event
     */
    #passEscape(event) {
        const isText = document.activeElement?.matches("input:not([type=checkbox], [type=radio]), textarea, select");
        if (event.key === "Escape" && !event.defaultPrevented && !isText
            && document.querySelector("dialog[open]") === null) {
            this.#unheard.push({ type: "escape", detail: {} });
            this.#send();
        }
    }

    #send() {
        if (this.#listener === null) {
            return;
        }
        const { window, origin } = this.#listener;
        for (const { type, detail } of this.#unheard.splice(0)) {
            // A page without an origin of its own can only be reached as its window; its frame was allowed to it.
            window.postMessage({ to: "countersign-embed", type, detail }, origin === "null" ? "*" : origin);
        }
    }

    /** @param {MessageEvent} event */
    #hear(event) {
        const { to, type, wishes } = event.data ?? {};
        if (event.source !== window.parent || to !== "countersign-page" || type !== "begin") {
            return;
        }
        if (!this.#isKnown) {
            this.#early.push(event);
            return;
        }
        if (!this.#allows(event.origin) || this.#listener !== null) {
            return;
        }
        this.#listener = { window: window.parent, origin: event.origin };
        this.#wishes = { ...wishes };
        document.documentElement.classList.toggle("is-bare", this.#wishes.showHeader === false);
        this.#news.dispatchEvent(new Event("greeting"));
        this.#send();
    }

    /**
     * Whether an origin is one that the service allows; an app's scheme allows every page of the app, and null whatever
     * is no website.
     * @param {string} origin
     */
    #allows(origin) {
        // A file's page calls its origin file:// in some browsers; rules for frames see one without an origin.
        return this.#origins.some((allowed) => allowed === origin
            || (allowed === "null" && !/^https?:/.test(origin))
            || (allowed.endsWith("://") && origin.startsWith(allowed)));
    }
}

export const embedding = new Embedding();

/**
 * A request before there is a session.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function attempt(path, body) {
    for (const pause of [...pauses, null]) {
        try {
            const response = await fetch(path, {
                method: body === undefined ? "GET" : "POST",
                headers: body === undefined ? accessHeaders()
                    : { ...accessHeaders(), "Content-Type": "application/json" },
                body: body === undefined ? undefined : JSON.stringify(body),
                credentials: "omit", cache: "no-store",
            });
            if (response.ok) {
                return await response.json();
            }
            if (response.status < 500 && response.status !== 429) {
                throw new Refusal(response.status, (await response.json().catch(() => null))?.error ?? {});
            }
        } catch (failure) {
            if (failure instanceof Refusal) {
                throw failure;
            }
        }
        if (pause !== null) {
            await new Promise((resolve) => { setTimeout(resolve, pause); });
        }
    }
    throw new Unreachable();
}

"""#),
("events.js", "text/javascript; charset=utf-8", "8678331c99a73a4556299af0999afc28d363d1d4d77649f48c4b7272bfd86158", #"""
// Objects that tell what happens to them, as elements do.

/**
 * The type parameter names each type of event with its detail, null where it has none.
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
("language.js", "text/javascript; charset=utf-8", "1195caf97dfe8d38399cab54ddd8043592beff4a8d0a97d4fcf12ca6b9cd3dc2", #"""
// The language of the page: which one it is, and the choice of another, which this device remembers.

import { element } from "./dom.js";
import { language, languages, text } from "./text.js";

const remembered = "countersign.language";
const parameter = "lang";

/**
 * Loads the page again if the person has chosen another language on this device before.
 * @returns {boolean} whether the page is about to be loaded again
 */
export function goToChosenLanguage() {
    const chosen = read();
    const isOffered = languages.some(({ tag }) => tag === chosen);
    if (chosen === null || !isOffered || chosen === language || new URLSearchParams(location.search).has(parameter)) {
        return false;
    }
    location.replace(address(chosen));
    return true;
}

/**
 * The choice of another language, each under its own name.
 * @returns {HTMLElement}
 */
export function languageChoice() {
    const options = languages.map(({ tag, name }) =>
        element("option", { value: tag, lang: tag, selected: tag === language }, name));
    const select = element("select", {
        class: "language", "aria-label": text("language.label"),
        onchange: () => {
            keep(select.value);
            location.assign(address(select.value));
        },
    }, ...options);
    return select;
}

/**
 * The address of this page in a language.
 * @param {string} tag
 */
function address(tag) {
    const url = new URL(location.href);
    url.searchParams.set(parameter, tag);
    return url.href;
}

/** @returns {string|null} */
function read() {
    try {
        return localStorage.getItem(remembered);
    } catch {
        // Frames of other sites may have no storage.
        return null;
    }
}

/** @param {string} tag */
function keep(tag) {
    try {
        localStorage.setItem(remembered, tag);
    } catch {
        // The page itself is in that language all the same.
    }
}

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
("outline.js", "text/javascript; charset=utf-8", "926480af9b48994da3c33e962cdf03103e046fddc8cadc1c04b24b8b47bb88bf", #"""
// All documents at a glance: small pictures of their pages under the documents' names. A picture comes when it is near
// the part of the list that is in sight.

import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./pages.js").PageSource} PageSource */

const pictureWidth = 200; // pixels: what the host makes for a glance, which does not count as shown
const mostAtOnce = 3; // pictures on their way

/**
 * @typedef {object} Outline
 * @property {HTMLElement} list
 * @property {(index: number) => void} show brings a page into sight; the Tab key leads to it
 * @property {() => void} end gives up the pictures that have not come
 */

/**
 * The pages of all documents are counted together.
 * @param {Page[]} pages
 * @param {number} here index of the page that is read
 * @param {PageSource} source
 * @param {(page: Page) => void} choose
 * @returns {Outline}
 */
export function outline(pages, here, source, choose) {
    const buttons = pages.map((page, index) => pageButton(page, index, pages.length, index === here, choose));
    const list = element("div", { class: "outline" }, ...sections(pages, buttons));
    const end = loadInSight(list, pages, buttons, source);
    let reached = here;

    /** @param {number} index */
    function show(index) {
        buttons[reached].tabIndex = -1;
        buttons[index].tabIndex = 0;
        reached = index;
        // Not `scrollIntoView`, which would also scroll the dialog.
        const { offsetTop, offsetHeight } = buttons[index];
        if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) {
            list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2;
        }
    }

    list.addEventListener("keydown", (event) => {
        const to = reachedBy(event.key, reached, buttons);
        if (to !== undefined) {
            event.preventDefault();
            show(to);
            buttons[to].focus();
        }
    });
    return { list, show, end };
}

/**
 * @param {Page} page
 * @param {number} index
 * @param {number} count
 * @param {boolean} isHere
 * @param {(page: Page) => void} choose
 */
function pageButton(page, index, count, isHere, choose) {
    const paper = element("span", { class: "glance" });
    paper.style.aspectRatio = `${page.size.width} / ${page.size.height}`;
    return element("button", {
        type: "button", class: "quiet", tabindex: isHere ? "0" : "-1", "aria-current": isHere && "page",
        "aria-label": text("document.page", { page: index + 1, pages: count }), onclick: () => choose(page),
    }, paper, element("span", {}, String(index + 1)));
}

/**
 * @param {Page[]} pages
 * @param {HTMLElement[]} buttons
 * @returns {HTMLElement[]}
 */
function sections(pages, buttons) {
    /** @type {Map<Page["file"], HTMLElement[]>} */
    const byFile = new Map();
    pages.forEach(({ file }, index) => {
        const own = byFile.get(file) ?? [];
        own.push(buttons[index]);
        byFile.set(file, own);
    });
    return [...byFile].flatMap(([file, own]) => [
        element("h3", { dir: "auto" }, file.name),
        element("ol", {}, ...own.map((button) => element("li", {}, button))),
    ]);
}

/**
 * The index that a key leads to; undefined for a key that leads nowhere.
 * @param {string} key
 * @param {number} from
 * @param {HTMLElement[]} buttons
 * @returns {number|undefined}
 */
function reachedBy(key, from, buttons) {
    const onward = document.documentElement.dir === "rtl" ? -1 : 1;
    const last = buttons.length - 1;
    switch (key) {
    case "ArrowRight":
        return within(from + onward, last);
    case "ArrowLeft":
        return within(from - onward, last);
    case "ArrowDown":
        return below(from, buttons, 1);
    case "ArrowUp":
        return below(from, buttons, -1);
    case "Home":
        return 0;
    case "End":
        return last;
    default:
        return undefined;
    }
}

/**
 * The nearest page in the next row, or in the one before.
 * @param {number} from
 * @param {HTMLElement[]} buttons
 * @param {1|-1} step
 */
function below(from, buttons, step) {
    const { offsetTop, offsetLeft } = buttons[from];
    /** @type {number|undefined} */
    let row;
    let found = from;
    for (let index = from + step; buttons[index] !== undefined; index += step) {
        const { offsetTop: top, offsetLeft: left } = buttons[index];
        if (top !== offsetTop) {
            row ??= top;
            if (top !== row) {
                break;
            }
            const isNearer = Math.abs(left - offsetLeft) < Math.abs(buttons[found].offsetLeft - offsetLeft);
            found = found === from || isNearer ? index : found;
        }
    }
    return found;
}

/**
 * @param {number} index
 * @param {number} last
 */
function within(index, last) {
    return Math.min(Math.max(index, 0), last);
}

/**
 * @param {HTMLElement} list
 * @param {Page[]} pages
 * @param {HTMLElement[]} buttons
 * @param {PageSource} source
 * @returns {() => void} gives up what has not come
 */
function loadInSight(list, pages, buttons, source) {
    /** @type {Set<number>} */
    const wanted = new Set();
    /** @type {Map<number, AbortController>} */
    const loading = new Map();
    const indexOf = new Map(buttons.map((button, index) => [/** @type {Element} */ (button), index]));

    function goOn() {
        for (const index of wanted) {
            if (loading.size >= mostAtOnce) {
                return;
            }
            wanted.delete(index);
            const stop = new AbortController();
            loading.set(index, stop);
            const picture = element("img", { alt: "", draggable: "false" });
            /** @param {boolean} isThere */
            const done = (isThere) => {
                loading.delete(index);
                if (isThere) {
                    watch.unobserve(buttons[index]);
                    buttons[index].firstElementChild?.replaceChildren(picture);
                }
                goOn();
            };
            picture.addEventListener("load", () => done(true));
            picture.addEventListener("error", () => done(false));
            source.loadPicture(pages[index], pictureWidth, picture, stop.signal);
        }
    }

    const watch = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
            const index = indexOf.get(target) ?? 0;
            if (isIntersecting) {
                wanted.add(index);
            } else {
                wanted.delete(index);
                loading.get(index)?.abort();
                loading.delete(index);
            }
        }
        goOn();
    }, { root: list, rootMargin: "30% 0%" });
    buttons.forEach((button) => watch.observe(button));
    return () => {
        watch.disconnect();
        wanted.clear();
        loading.forEach((stop) => stop.abort());
    };
}

"""#),
("pagenumber.js", "text/javascript; charset=utf-8", "33eff25fba1aec9bb5afd52a91bebe8f49a5f00159c3734eee2478fa7b9c51be", #"""
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

"""#),
("pages.js", "text/javascript; charset=utf-8", "00e882c17d0fece748eb7d52901aa78cb9a27539565842a6305dd0ffb110a5d3", #"""
// The sheets of documents' pages, one under the other. A page keeps its room from the start, before its picture and its
// words have come.

import { element } from "./dom.js";
import { text } from "./text.js";

export const enlargement = 1.42; // CSS pixels per point on a wide screen

/**
 * Points from the top left of the page as a reader sees it.
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * In points.
 * @typedef {object} PageSize
 * @property {number} width
 * @property {number} height
 */

/**
 * A document whose pages are shown.
 * @typedef {object} PagedFile
 * @property {string} id
 * @property {string} name
 * @property {string} version changes with the document's bytes
 * @property {PageSize[]} pages
 */

/**
 * A word of a page, and the number of its line.
 * @typedef {Box & {text: string, line: number}} Word
 */

/** @typedef {{file: PagedFile, number: number}} PageName */

/**
 * Where pictures and words come from.
 * @typedef {object} PageSource
 * @property {(page: PageName, width: number, picture: HTMLImageElement, signal?: AbortSignal) => void} loadPicture
 *   gives an element the page's picture of that many pixels; the element's events tell how it went, and the signal gives
 *   the picture up, which has no events then
 * @property {(page: PageName, isRead: boolean) => Promise<Word[]>} words the page's words in reading order, which a
 *   person perhaps reads in place of its picture; throws where they do not come
 */

/**
 * What lies on a page.
 * @typedef {object} PageItem
 * @property {Element} element its own, or one that holds several items among which there are no words
 * @property {Box} box
 */

/**
 * @typedef {object} Page
 * @property {PagedFile} file
 * @property {number} number counted from 1
 * @property {PageSize} size
 * @property {HTMLElement} sheet
 * @property {HTMLElement} layer holds words and items in reading order
 * @property {PageItem[]} items in reading order
 * @property {number} pictureWidth the width of the loaded picture in pixels; 0 if none is loaded
 * @property {boolean} hasWords
 * @property {number} failures how often in a row its picture did not load
 * @property {boolean} isResting whether its picture did not load, and is not asked for again yet
 */

/**
 * @param {PagedFile} file
 * @returns {{element: HTMLElement, pages: Page[]}}
 */
export function documentSection(file) {
    const pages = file.pages.map((size, index) => pageSheet(file, index + 1, size));
    const title = element("h2", { class: "document-title" },
        file.name, " ",
        element("span", { class: "quiet-text" }, text("document.pages", { count: file.pages.length })));
    return { element: element("div", { class: "document" }, title, ...pages.map((page) => page.sheet)), pages };
}

/**
 * @param {PagedFile} file
 * @param {number} number
 * @param {PageSize} size
 * @returns {Page}
 */
function pageSheet(file, number, size) {
    const name = text("document.page", { page: number, pages: file.pages.length });
    const layer = element("div", { class: "layer" }, element("h3", { class: "unseen" }, name));
    const sheet = element("div", {
        class: "sheet", role: "group", tabindex: "-1",
        "aria-label": name,
    }, layer);
    sheet.style.aspectRatio = `${size.width} / ${size.height}`;
    sheet.style.setProperty("--ratio", String(size.width / size.height));
    sheet.style.setProperty("--full-size", `${size.width * enlargement}px`);
    return {
        file, number, size, sheet, layer, items: [], pictureWidth: 0, hasWords: false, failures: 0, isResting: false,
    };
}

"""#),
("panning.js", "text/javascript; charset=utf-8", "b55db143444b762440b1ab281d6eed1c5e196aa488eabfd141a1c4a41edbf683", #"""
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

"""#),
("paper.css", "text/css; charset=utf-8", "931014fb587803ade823c9cb07f51be6b5a43d1f0a184502d66db04877f5f4d6", #"""
/* The documents. What lies on paper has places on paper, whatever the direction of the language. Paper stays white and ink stays dark, whatever the theme around them. */

.documents {
    container-type: inline-size;
    grid-area: main;
    position: relative;
    padding: clamp(0.5rem, 2vw, 2rem) clamp(0.5rem, 2vw, 2rem) 4rem;
    overflow: auto;
    overflow-anchor: none;
    scroll-padding: 16px;
    touch-action: pan-x pan-y;
    direction: ltr;
}

:root[dir="rtl"] :is(.document-title, .documents .notice) {
    direction: rtl;
}

.documents.is-zoomed .sheet {
    cursor: grab;
}

.documents.is-dragged, .documents.is-dragged .sheet {
    cursor: grabbing;
    user-select: none;
}

/* As wide as its widest page. */
.document {
    inline-size: max-content;
    min-inline-size: 100%;
    transition: none;
}

.document + .document {
    margin-block-start: 3rem;
}

.document-title {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    align-items: baseline;
    justify-content: space-between;
    position: sticky;
    inset-inline-start: 0;
    inline-size: min(100cqi, 869px);
    margin: 0.25rem 0 0.75rem max(0px, (100cqi - 869px) / 2);
    padding-inline: 0.25rem;
    font-size: 1rem;
}

.document-title .quiet-text {
    font-size: 0.875rem;
    font-weight: 400;
    letter-spacing: 0;
}

.sheet {
    --ink: #000000;
    --paper: #ffffff;
    --wanted: #8a5a00;
    --wanted-ground: rgb(255 200 0 / 12%);
    --done: #0c5460;
    --done-ground: rgb(12 84 96 / 7%);
    --wrong: #a3241d;
    --wrong-ground: rgb(200 40 30 / 8%);
    --focus: #0a66d6;

    container-type: inline-size;
    position: relative;
    inline-size: calc(min(100cqi, var(--full-size)) * var(--zoom, 1));
    /* A new size counts at once, also where durations are set for everything. */
    transition: none;
    margin: 0 auto clamp(0.75rem, 2vw, 1.5rem);
    border-radius: 3px;
    background: var(--paper);
    color: var(--ink);
    color-scheme: light;
    box-shadow: var(--shadow);
}

.picture {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    user-select: none;
}

/* A page on its way: lines in place of its words, and what it is. */
.skeleton {
    position: absolute;
    inset: 0;
    padding: 8% 10%;
    border-radius: inherit;
    background: repeating-linear-gradient(#e6eaee 0 0.75em, transparent 0.75em 1.9em) content-box;
    text-align: center;
}

.skeleton p {
    display: inline-block;
    position: sticky;
    inset-block-start: 40%;
    margin: 0;
    padding: 0.4rem 1rem;
    border: 1px solid #c3cad1;
    border-radius: 999px;
    background: var(--paper);
    color: #3b444d;
    font-size: 0.9375rem;
}

.sheet:focus {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
}

.picture-problem {
    display: grid;
    gap: 0.75rem;
    position: absolute;
    z-index: 1;
    inset: 0;
    align-content: start;
    justify-items: center;
    padding: 1rem;
    text-align: center;
}

.picture-problem button {
    border-color: var(--done);
    background: var(--paper);
    color: var(--done);
}

/* What a search has found. */
.hit {
    position: absolute;
    border-radius: 2px;
    background: #ffe14d;
    mix-blend-mode: multiply;
    pointer-events: none;
}

.hit.is-current {
    background: #ffb020;
    outline: 2px solid #8a5a00;
}

.layer {
    position: absolute;
    inset: 0;
}

/* Only for reading aloud: its lines have places of their own. */
.paragraph {
    margin: 0;
    font: inherit;
}

.run {
    position: absolute;
    color: transparent;
    font-family: sans-serif;
    line-height: 1;
    transform-origin: 0 0;
    white-space: pre;
    cursor: text;
}

/* The words in place of a picture that does not load. */
.sheet.is-text .run {
    color: var(--ink);
}

.run::selection {
    background: rgb(10 102 214 / 28%);
    color: transparent;
}

/* On paper every page is seen, not only those in the window. */
@media print {
    .documents {
        display: block;
        block-size: auto;
        overflow: visible;
    }
}

@media (forced-colors: active) {
    .sheet {
        border: 1px solid CanvasText;
    }

    .sheet, .run {
        forced-color-adjust: none;
    }
}

"""#),
("pictures.js", "text/javascript; charset=utf-8", "9bab36f60ca08df66d56e1429ec232dc65a67198aef5cec77970b99ccf2ff301", #"""
// Loads the pages' pictures: what is in the window comes first, then what is around it, and nothing that was scrolled past.

import { element } from "./dom.js";
import { Eventful } from "./events.js";
import { enlargement } from "./pages.js";
import { text } from "./text.js";

/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./pages.js").PagedFile} PagedFile */
/** @typedef {import("./pages.js").PageSource} PageSource */

const offeredWidths = [640, 720, 1000, 1600, 2200, 3200, 4000]; // what the host makes, in pixels
const mostAtOnce = 3; // pictures on their way of pages around the window
const firstPause = 2000; // milliseconds until a picture that did not load is asked for again; each time twice as long
const longestPause = 30_000; // milliseconds

/**
 * @typedef {object} PictureEvents
 * @property {Page} picture the picture of this page is in place
 * @property {Page} problem the picture of this page did not load; it is asked for again after a while
 */

/** @extends {Eventful<PictureEvents>} */
export class Pictures extends Eventful {
    /**
     * The pages whose picture is to come, on its way or not.
     * @type {Set<Page>}
     */
    #wanted = new Set();
    #isAsked = false;
    /** @type {Map<Page, AbortController>} */
    #loading = new Map();
    /** @type {(() => void)[]} */
    #waiting = [];
    #area;
    #source;

    /**
     * @param {HTMLElement} area what the pages are scrolled in
     * @param {PageSource} source
     */
    constructor(area, source) {
        super();
        this.#area = area;
        this.#source = source;
    }

    /**
     * Loads a page's picture, or a larger one where the page has become larger.
     * @param {Page} page
     */
    want(page) {
        if (neededWidth(page) === 0) {
            return;
        }
        this.#wanted.add(page);
        showSkeleton(page);
        this.#goOnSoon();
    }

    /**
     * Loads a picture that did not load, without waiting.
     * @param {Page} page
     */
    wantAgain(page) {
        page.isResting = false;
        this.want(page);
    }

    /**
     * Gives a picture up that has not come yet: its page is far away now.
     * @param {Page} page
     */
    giveUp(page) {
        this.#wanted.delete(page);
        this.#loading.get(page)?.abort();
        this.#loading.delete(page);
        this.#goOnSoon();
    }

    /**
     * Comes back when no picture is on its way.
     * @returns {Promise<void>}
     */
    rest() {
        return this.#loading.size === 0 ? Promise.resolve() : new Promise((resolve) => { this.#waiting.push(resolve); });
    }

    /** Once all pages are known that came near at one time, so that the one in the window is the first. */
    #goOnSoon() {
        if (!this.#isAsked) {
            this.#isAsked = true;
            queueMicrotask(() => {
                this.#isAsked = false;
                this.#goOn();
            });
        }
    }

    #goOn() {
        const order = [...this.#wanted]
            .filter((page) => !page.isResting && !this.#loading.has(page))
            .map((page) => ({ page, ...this.#place(page) }))
            .sort((one, other) => one.away - other.away);
        // What is in the window comes one after the other, so that a slow network is not shared out among pictures.
        const isUrgent = [...this.#loading.keys()].some((page) => this.#place(page).isInWindow);
        const most = isUrgent ? 0 : order[0]?.isInWindow ? 1 : Math.max(0, mostAtOnce - this.#loading.size);
        for (const { page } of order.slice(0, most)) {
            this.#load(page);
        }
        if (this.#loading.size === 0) {
            this.#waiting.splice(0).forEach((resolve) => resolve());
        }
    }

    /**
     * How far a page's middle is from the window's, in pixels, and whether a part of the page is in the window.
     * @param {Page} page
     */
    #place({ sheet }) {
        const [one, other] = [sheet.getBoundingClientRect(), this.#area.getBoundingClientRect()];
        return {
            away: Math.abs(one.top + one.height / 2 - other.top - other.height / 2),
            isInWindow: one.bottom > other.top && one.top < other.bottom,
        };
    }

    /** @param {Page} page */
    #load(page) {
        const width = neededWidth(page);
        if (width === 0) {
            this.#wanted.delete(page);
            return;
        }
        const stop = new AbortController();
        this.#loading.set(page, stop);
        const picture = element("img", { class: "picture", alt: "", draggable: "false" });
        picture.decoding = "async";
        picture.addEventListener("load", async () => {
            // A picture that is not decoded yet would be a white sheet, and count as shown.
            await picture.decode().catch(() => {});
            if (!stop.signal.aborted) {
                this.#loading.delete(page);
                this.#show(page, picture, width);
            }
        });
        picture.addEventListener("error", () => {
            if (!stop.signal.aborted) {
                this.#loading.delete(page);
                this.#rest(page);
            }
        });
        this.#source.loadPicture(page, width, picture, stop.signal);
    }

    /**
     * @param {Page} page
     * @param {HTMLElement} picture
     * @param {number} width
     */
    #show(page, picture, width) {
        page.failures = 0;
        page.pictureWidth = width;
        page.sheet.querySelectorAll(".picture, .picture-problem, .skeleton").forEach((old) => old.remove());
        page.sheet.classList.remove("is-text");
        page.sheet.prepend(picture);
        if (neededWidth(page) === 0) {
            this.#wanted.delete(page);
        }
        this.tell("picture", page);
        this.#goOn();
    }

    /**
     * Waits before a picture that did not load is asked for again.
     * @param {Page} page
     */
    #rest(page) {
        page.isResting = true;
        page.sheet.querySelector(".skeleton")?.remove();
        this.tell("problem", page);
        setTimeout(() => {
            page.isResting = false;
            if (page.sheet.isConnected) {
                this.#goOn();
            }
        }, Math.min(firstPause * 2 ** page.failures, longestPause));
        page.failures += 1;
        this.#goOn();
    }
}

/**
 * The width in pixels of the picture that a page has to get; 0 where the one in place is large enough.
 * @param {Page} page
 */
function neededWidth(page) {
    const { clientWidth } = page.sheet;
    const width = offeredWidth(clientWidth);
    return clientWidth === 0 || width <= page.pictureWidth ? 0 : width;
}

/** @param {number} width of the sheet in CSS pixels */
function offeredWidth(width) {
    const wanted = width * devicePixelRatio;
    return offeredWidths.find((offered) => offered >= wanted) ?? offeredWidths[offeredWidths.length - 1];
}

/**
 * Fetches the first page's picture into the browser's cache, before the page is shown.
 * @param {PagedFile[]} files
 * @param {PageSource} source
 */
export function fetchFirst([first], source) {
    if (first !== undefined) {
        const room = innerWidth - 2 * Math.min(Math.max(8, 0.02 * innerWidth), 32);
        const width = offeredWidth(Math.min(room, first.pages[0].width * enlargement));
        source.loadPicture({ file: first, number: 1 }, width, element("img"));
    }
}

/**
 * Says that a page is on its way, so that nobody takes it for an empty one. Screen readers read the page's words.
 * @param {Page} page
 */
function showSkeleton({ sheet, number }) {
    if (sheet.querySelector(".picture, .picture-problem, .skeleton") === null && !sheet.classList.contains("is-text")) {
        sheet.prepend(element("div", { class: "skeleton", "aria-hidden": "true" },
            element("p", {}, text("document.loading", { page: number }))));
    }
}

"""#),
("printing.js", "text/javascript; charset=utf-8", "c77c64715a154acf6a8c4b2cf74a9e236b99f7bc8fc07b4812d80092e01de516", #"""
// Prints the documents as they are on the screen: every page's picture is loaded first.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { text } from "./text.js";

const patience = 60_000; // milliseconds for one page

/**
 * Whether pages can be printed from here: not in the web view of an app, where the browser's function does nothing.
 * Apple's web views do not call themselves Safari as browsers do, and Android's say what they are.
 */
export const canPrint = !/AppleWebKit\/(?!.* Safari\/)|; wv\)/.test(navigator.userAgent);

/**
 * @param {import("./announcer.js").Announcer} announcer
 * @param {import("./pages.js").Page[]} pages
 * @param {(page: import("./pages.js").Page) => void} load asks for a page's picture
 */
export async function printPages(announcer, pages, load) {
    const progress = element("p", { role: "status" });
    const cancel = element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"));
    let isCancelled = false;
    const { dialog } = openDialog({
        name: "print", title: text("print.title"), content: [progress], buttons: [cancel], onSubmit: () => {},
        onClosed: () => { isCancelled = true; },
    });
    let failed = 0;
    for (const [index, page] of pages.entries()) {
        progress.textContent = text("print.progress", { done: index + 1, count: pages.length });
        load(page);
        failed += await isLoaded(page) ? 0 : 1;
        if (isCancelled) {
            return;
        }
    }
    dialog.close();
    if (failed > 0) {
        announcer.warn(text("print.failed", { count: failed }), "action");
    } else {
        print();
    }
}

/**
 * Whether a page's picture is in place, once it is or has failed.
 * @param {import("./pages.js").Page} page
 * @returns {Promise<boolean>}
 */
function isLoaded({ sheet }) {
    const state = () => sheet.querySelector(".picture") !== null ? true
        : sheet.querySelector(".picture-problem") !== null ? false : null;
    return new Promise((resolve) => {
        const watch = new MutationObserver(look);
        const timer = setTimeout(() => finish(false), patience);
        watch.observe(sheet, { childList: true });
        look();

        function look() {
            const known = state();
            if (known !== null) {
                finish(known);
            }
        }

        /** @param {boolean} isThere */
        function finish(isThere) {
            clearTimeout(timer);
            watch.disconnect();
            resolve(isThere);
        }
    });
}

"""#),
("requests.js", "text/javascript; charset=utf-8", "137da8212a946903e495c021752acaae96e66ac1948054c72e71d741ebcd9c9d", #"""
// Requests to a host, with their attempts. Writes go one after the other; each carries an idempotency key that stays
// the same over its attempts, so an answer that got lost on the way never does a thing twice.

const pausesBetweenAttempts = [400, 1000, 2000, 4000, 8000]; // milliseconds
const patience = 60_000; // milliseconds until an attempt counts as lost
const patienceWithFiles = 600_000; // the same for a file
const longestAskedFor = 30_000; // milliseconds that the host may ask to wait before the next attempt
const worthAnotherAttempt = new Set([429, 502, 503, 504]);

/** @typedef {typeof AbortSignal & {timeout: (milliseconds: number) => AbortSignal}} Timed TypeScript 4.8 lacks it */

/** The host's answer that it will not do what was asked; the message is its sentence for the person. */
export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {any} detail what the host says about it
     */
    constructor(status, detail) {
        super(typeof detail?.message === "string" ? detail.message : "");
        this.status = status;
        /** @type {string} */
        this.code = typeof detail?.code === "string" ? detail.code : "";
    }
}

/** The host gave no answer in any attempt. */
export class Unreachable extends Error {}

/** A new idempotency key: a random UUID, also where the page is not served over TLS. */
export function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * A signal that gives a request up after a while.
 * @param {number} milliseconds
 * @returns {AbortSignal}
 */
export function givesUpAfter(milliseconds) {
    return /** @type {Timed} */ (AbortSignal).timeout(milliseconds);
}

/**
 * What one host wants of requests and makes of answers.
 * @typedef {object} Manners
 * @property {() => Record<string, string>} headers more of them, for every request
 * @property {(method: string, path: string) => RequestInit} options more of them
 * @property {(status: number, content: any) => any} accept what an answer means; throws a refusal
 */

export class Requests {
    /** @type {Promise<unknown>} the writes so far */
    #writes = Promise.resolve();
    #manners;

    /** @param {Manners} manners */
    constructor(manners) {
        this.#manners = manners;
    }

    /**
     * @param {string} path
     * @returns {Promise<any>}
     */
    read(path) {
        return this.attempt("GET", path, undefined, null);
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {object} body
     * @param {string} key
     * @returns {Promise<any>}
     */
    write(method, path, body, key = newKey()) {
        const answer = this.#writes.then(() => this.attempt(method, path, body, key));
        this.#writes = answer.catch(() => {});
        return answer;
    }

    /**
     * A request that waits for no other.
     * @param {string} method
     * @param {string} path
     * @param {object|undefined} body a file, or what is sent as JSON
     * @param {string|null} key
     * @returns {Promise<any>}
     */
    async attempt(method, path, body, key) {
        for (const pause of [...pausesBetweenAttempts, null]) {
            const answer = await this.#send(method, path, body, key);
            if ("status" in answer) {
                return this.#manners.accept(answer.status, answer.content);
            }
            if (pause !== null) {
                await quietTime(Math.max(pause, answer.wait));
            }
        }
        throw new Unreachable();
    }

    /**
     * One attempt: the answer; or, where there was none or one that is worth another attempt, how many milliseconds the
     * host asks to wait before it.
     * @param {string} method
     * @param {string} path
     * @param {object|undefined} body
     * @param {string|null} key
     * @returns {Promise<{status: number, content: any}|{wait: number}>}
     */
    async #send(method, path, body, key) {
        /** @type {Record<string, string>} */
        const headers = { Accept: "application/json", ...this.#manners.headers() };
        const isFile = body instanceof File;
        if (isFile) {
            headers["Content-Type"] = "application/octet-stream";
            headers["X-File-Name"] = encodeURIComponent(body.name);
        } else if (body !== undefined) {
            headers["Content-Type"] = "application/json";
        }
        if (key !== null) {
            headers["Idempotency-Key"] = key;
        }
        try {
            const response = await fetch(path, {
                method,
                headers,
                body: isFile ? await sendable(body) : body === undefined ? body : JSON.stringify(body),
                credentials: "same-origin",
                signal: givesUpAfter(isFile ? patienceWithFiles : patience),
                ...this.#manners.options(method, path),
            });
            if (worthAnotherAttempt.has(response.status)) {
                return { wait: waitAskedFor(response.headers.get("Retry-After")) };
            }
            const raw = await response.text();
            return { status: response.status, content: parsed(raw) };
        } catch {
            return { wait: 0 };
        }
    }
}

/**
 * A file as a request's body: as it is, or, inside an app, its bytes, since web views hand an app's own scheme no files.
 * @param {File} file
 */
async function sendable(file) {
    return location.protocol.startsWith("http") ? file : await file.arrayBuffer();
}

/** @param {string|null} seconds */
function waitAskedFor(seconds) {
    const milliseconds = Number(seconds ?? 0) * 1000;
    return milliseconds > 0 ? Math.min(milliseconds, longestAskedFor) : 0;
}

/** @param {string} raw */
function parsed(raw) {
    try {
        return JSON.parse(raw);
    } catch {
        return null;
    }
}

/**
 * Waits, but not longer than until the network is back.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function quietTime(milliseconds) {
    return new Promise((resolve) => {
        const go = () => {
            clearTimeout(timer);
            removeEventListener("online", go);
            resolve();
        };
        const timer = setTimeout(go, milliseconds);
        addEventListener("online", go);
    });
}

"""#),
("text.js", "text/javascript; charset=utf-8", "e1400fd6d202f98000ffc35096247e25e8ad7ef6371e1ed22d870e1d8201da04", #"""
// Looks up what the page says in the sentences of its language, which the page has loaded before this script.

/** @typedef {string | Record<string, string>} Entry */
/** @type {{language: string, locale: string, strings: Record<string, Entry>, languages: {tag: string, name: string}[]}} */
const words = /** @type {any} */ (globalThis).countersignWords;

const mostNamed = 5;
const plural = new Intl.PluralRules(words.locale);

/** The tag of the page's language, and all that there are. */
export const language = words.language;
export const locale = words.locale;
export const languages = words.languages;

/**
 * The sentence with that key, its placeholders replaced.
 * @param {WordKey} key
 * @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
    const entry = words.strings[key];
    if (entry === undefined) {
        throw new Error(`There is no string called ${key}.`);
    }
    const sentence = typeof entry === "string"
        ? entry
        : entry[plural.select(Number(values.count))] ?? entry.other;
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name) =>
        name in values ? isolated(String(values[name])) : placeholder);
}

const runsFromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A value that may run in the other direction than the sentence keeps its own.
 * @param {string} value
 */
function isolated(value) {
    const mayDiffer = document.documentElement.dir === "rtl" || runsFromRightToLeft.test(value);
    return value && mayDiffer && Number.isNaN(Number(value)) ? `\u2068${value}\u2069` : value;
}

/**
 * Several names as a phrase: "A, B and C".
 * @param {string[]} names
 * @returns {string}
 */
export function listed(names) {
    return new Intl.ListFormat(locale, { style: "long", type: "conjunction" }).format(names.map(isolated));
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

"""#),
("textlayer.js", "text/javascript; charset=utf-8", "8abaf241e61d9c405dd7130f9af7d0582c15a641c76e0e4d62030c0bc91283a4", #"""
// The page's own text, transparent over its picture: it can be selected, searched and read aloud.

import { element } from "./dom.js";
import { layerFont, naturalWidth } from "./measure.js";

/** @typedef {import("./pages.js").Word} Word */
/** @typedef {import("./pages.js").Page} Page */

/**
 * A stretch of a line without a wide gap. Measures in points from the top left of the page.
 * @typedef {object} Run
 * @property {string} text
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

const larger = 1.12; // times as high as most letters of a page are those of a heading
const mostHeadingRuns = 2;
const farAcross = 150; // points: beyond that it matters no more how far a run stands beside an item

/**
 * Lays the words over the page's picture. Each run comes into the document where a reader meets it:
 * behind the items that stand before it and ahead of those that follow. Items are never moved, so a field keeps the
 * focus; and nothing comes between those that one element holds, such as the buttons of a choice.
 * @param {Page} page
 * @param {Word[]} words in reading order
 */
export function layWords(page, words) {
    const lines = runs(words);
    const ends = itemPositions(page, lines);
    const usualHeight = middleOf(lines.flatMap((run) => Array(run.text.length).fill(run.height)));
    let from = 0;
    /** @type {Set<Element>} */
    const passed = new Set();
    page.items.forEach(({ element: place }, index) => {
        if (!passed.has(place)) {
            passed.add(place);
            place.before(...paragraphs(lines.slice(from, ends[index]), page, usualHeight));
            from = ends[index];
        }
    });
    page.layer.append(...paragraphs(lines.slice(from), page, usualHeight));
}

/**
 * Runs as paragraphs and headings, so that a screen reader leads from one to the next.
 * @param {Run[]} lines
 * @param {Page} page
 * @param {number} usualHeight of the letters on the page, in points
 * @returns {HTMLElement[]}
 */
function paragraphs(lines, page, usualHeight) {
    const usual = usualGap(lines);
    /** @type {Run[][]} */
    const found = [];
    lines.forEach((run, index) => {
        if (index === 0 || beginsParagraph(run, lines[index - 1], usual)) {
            found.push([]);
        }
        found[found.length - 1].push(run);
    });
    /** @param {Run[]} part */
    const isHeading = (part) => part.length <= mostHeadingRuns && part.every((run) => run.height > larger * usualHeight);
    return found.map((part) => element(isHeading(part) ? "h4" : "p", { class: "paragraph" },
        ...part.flatMap((run, index) => index === 0 ? [runElement(run, page)] : [" ", runElement(run, page)])));
}

/**
 * The room between one line and the next in most of these, in points.
 * @param {Run[]} lines
 */
function usualGap(lines) {
    return middleOf(lines.slice(1).map((run, index) => run.y - lines[index].y - lines[index].height)
        .filter((gap, index) => gap > -lines[index].height / 2));
}

/** @param {number[]} numbers */
function middleOf(numbers) {
    return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/**
 * @param {Run} run
 * @param {Run} last the run before
 * @param {number} usual points between lines
 */
function beginsParagraph(run, last, usual) {
    const isSameLine = Math.abs(run.y + run.height / 2 - last.y - last.height / 2) < last.height / 2;
    const gap = run.y - last.y - last.height;
    const higher = Math.max(run.height, last.height);
    return !isSameLine && (gap < -last.height || gap > Math.max(0.45 * higher, 1.4 * usual)
        || higher > 1.3 * Math.min(run.height, last.height));
}

/**
 * @param {Word[]} words in reading order: in a line that runs to the left, from right to left
 * @returns {Run[]}
 */
function runs(words) {
    /** @type {Map<number, Word[]>} */
    const lines = new Map();
    for (const word of words) {
        lines.set(word.line, [...(lines.get(word.line) ?? []), word]);
    }
    return [...lines.values()].flatMap(lineRuns);
}

/**
 * The stretches of one line; their places tell what belongs together, the order of the words how it reads.
 * @param {Word[]} line
 * @returns {Run[]}
 */
function lineRuns(line) {
    /** @type {Map<Word, Run>} */
    const runOf = new Map();
    /** @type {Run | undefined} */
    let last;
    for (const word of [...line].sort((one, other) => one.x - other.x)) {
        const gap = last === undefined ? Infinity : word.x - (last.x + last.width);
        if (last === undefined || gap <= -word.height || gap >= 1.5 * word.height) {
            last = { text: "", x: word.x, y: word.y, width: word.width, height: word.height };
        } else {
            const bottom = Math.max(last.y + last.height, word.y + word.height);
            last.width = Math.max(last.width, word.x + word.width - last.x);
            last.y = Math.min(last.y, word.y);
            last.height = bottom - last.y;
        }
        runOf.set(word, last);
    }
    /** @type {Set<Run>} */
    const found = new Set();
    for (const word of line) {
        const run = runOf.get(word);
        if (run !== undefined) {
            run.text += run.text === "" ? word.text : ` ${word.text}`;
            found.add(run);
        }
    }
    return [...found];
}

/**
 * For each item of the page the number of runs that a reader meets before it.
 * @param {Page} page
 * @param {Run[]} lines
 * @returns {number[]}
 */
function itemPositions(page, lines) {
    let least = 0;
    return page.items.map(({ box }) => {
        const middle = box.y + box.height / 2;
        let nearest = 0;
        let nearestDistance = Infinity;
        lines.forEach((run, index) => {
            const across = Math.max(0, run.x - (box.x + box.width), box.x - (run.x + run.width));
            const down = Math.abs(run.y + run.height / 2 - middle);
            const distance = 4 * down + Math.min(across, farAcross);
            if (distance < nearestDistance) {
                nearestDistance = distance;
                nearest = index;
            }
        });
        const run = lines[nearest];
        const runMiddle = run.y + run.height / 2;
        const isBeside = Math.abs(runMiddle - middle) <= Math.max(run.height, box.height) / 2;
        const runIsFirst = isBeside ? run.x <= box.x : runMiddle < middle;
        least = Math.max(least, runIsFirst ? nearest + 1 : nearest);
        return least;
    });
}

/**
 * @param {Run} run
 * @param {Page} page
 */
function runElement(run, page) {
    const { width, height } = page.size;
    const line = element("span", { class: "run", dir: "auto" }, run.text);
    line.style.left = `${(100 * run.x) / width}%`;
    line.style.top = `${(100 * run.y) / height}%`;
    line.style.fontSize = `${(100 * run.height) / width}cqw`;
    const natural = naturalWidth(run.text, run.height, layerFont);
    if (natural > 0) {
        line.style.transform = `scaleX(${run.width / natural})`;
    }
    return line;
}

"""#),
("zoom.js", "text/javascript; charset=utf-8", "87174984597172e1d0decaacf7eb4b3be2511a9d8c5610e9dd173f20a44c08e6", #"""
// How large the documents are shown. One is the width of the window; what lies under a point of the window stays there
// while the size changes.

import { Eventful } from "./events.js";
import { text } from "./text.js";

const steps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const largest = steps[steps.length - 1];
const rest = 250; // milliseconds without a change until the size counts as chosen

/**
 * @typedef {object} ZoomEvents
 * @property {null} rest the size has been the same for a moment
 */

/** @extends {Eventful<ZoomEvents>} */
export class Zoom extends Eventful {
    /** Times the width of the window. */
    value = 1;
    /** Whether the page has chosen the size, to show a part of the documents. */
    isCloser = false;
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
     * Shows a part of the documents that many times as wide as the window, until another size is chosen.
     * @param {number} wanted
     * @param {{x: number, y: number}} point of the window, in CSS pixels
     */
    closer(wanted, point) {
        this.to(wanted, point, true);
    }

    /**
     * Shows the documents that many times as wide as the window.
     * @param {number} wanted
     * @param {{x: number, y: number}} [point] of the window, in CSS pixels; its middle if there is none
     * @param {boolean} [isCloser]
     */
    to(wanted, point, isCloser = false) {
        const value = wanted < 1.02 ? 1 : Math.min(wanted, largest);
        if (value === this.value) {
            return;
        }
        const keep = this.#anchor(point ?? middle(this.#documents));
        this.value = value;
        this.isCloser = isCloser;
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
("zoombuttons.js", "text/javascript; charset=utf-8", "475e998d5e6734668e91ff8dd00c9537374a12129929d963c94b334aab3afeff", #"""
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
        const { percent, isCloser } = zoom;
        fit.replaceChildren(isCloser ? icon(icons.page) : text("zoom.percent", { percent }));
        fit.setAttribute("aria-label", isCloser ? text("zoom.whole") : text("zoom.fit", { percent }));
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
