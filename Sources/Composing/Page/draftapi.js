// Speaks with the host. Every URL is relative to the page, so the same page works wherever it is served.

import { newKey, Refusal, Requests } from "./requests.js";

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").HeldDraft} HeldDraft */
/** @typedef {import("./types.js").PagedFile} PagedFile */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./pages.js").PageSource} PageSource */

/** The host's answer that it will not do what was asked. */
export class DraftRefusal extends Refusal {
    /**
     * @param {number} status
     * @param {any} detail
     */
    constructor(status, detail) {
        super(status, detail);
        /** @type {Record<string, string>} */
        this.facts = detail?.facts ?? {};
        /** @type {Problem[]|null} */
        this.problems = detail?.problems ?? null;
        /** @type {HeldDraft|null} the draft as somebody else has changed it */
        this.draft = detail?.draft ? inPoints(detail.draft) : null;
        /** @type {string|null} */
        this.redirect = detail?.redirect ?? null;
    }
}

const requests = new Requests({
    headers: () => ({}),
    options: (method) => ({ cache: method === "GET" ? "no-store" : "default" }),
    accept: (status, content) => {
        if (status >= 200 && status < 300) {
            return content;
        }
        throw new DraftRefusal(status, content?.error ?? {});
    },
});

/** @returns {Promise<HeldDraft>} */
export async function readDraft() {
    return inPoints(await requests.read("draft"));
}

/**
 * @param {number} version that the change was made on
 * @param {Content} content
 * @returns {Promise<HeldDraft>}
 */
export async function saveDraft(version, content) {
    return inPoints(await requests.write("PUT", "draft", { version, content: scaled(content, 1000) }));
}

/**
 * @param {File} file
 * @param {string} id
 * @returns {Promise<PagedFile>}
 */
export function uploadFile(file, id) {
    return requests.attempt("PUT", `files/${encodeURIComponent(id)}`, file, newKey());
}

/**
 * @param {number} version
 * @returns {Promise<{redirect: string|null}>}
 */
export function sendDraft(version) {
    return requests.write("POST", "send", { version });
}

/** @returns {Promise<{redirect: string|null}>} */
export function keepDraft() {
    return requests.write("POST", "keep", {});
}

/** @returns {Promise<{redirect: string|null}>} */
export function discardDraft() {
    return requests.write("POST", "discard", {});
}

/** @type {PageSource} */
export const pageSource = {
    loadPicture({ file, number }, width, picture, signal) {
        signal?.addEventListener("abort", () => picture.removeAttribute("src"));
        picture.src = `${pageAddress(file, number)}/image?width=${width}&v=${encodeURIComponent(file.version)}`;
    },
    async words({ file, number }) {
        const answer = await requests.read(`${pageAddress(file, number)}/words?v=${encodeURIComponent(file.version)}`);
        return answer.words;
    },
};

/**
 * @param {PagedFile} file
 * @param {number} number
 */
function pageAddress(file, number) {
    return `files/${encodeURIComponent(file.id)}/pages/${number}`;
}

/**
 * @param {HeldDraft} draft
 * @returns {HeldDraft}
 */
function inPoints(draft) {
    return { ...draft, content: scaled(draft.content, 0.001) };
}

/**
 * The host counts lengths in thousandths of a point.
 * @param {Content} content
 * @param {number} factor
 * @returns {Content}
 */
function scaled(content, factor) {
    /** @param {number} length */
    const scale = (length) => factor > 1 ? Math.round(length * factor) : Math.round(length) / 1000;
    return {
        ...content,
        tabs: content.tabs.map((tab) => ({
            ...tab,
            frame: {
                x: scale(tab.frame.x), y: scale(tab.frame.y),
                width: scale(tab.frame.width), height: scale(tab.frame.height),
            },
        })),
    };
}
