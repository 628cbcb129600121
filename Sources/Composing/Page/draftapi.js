// Speaks with the host. Every URL is relative to the page, so the same page works wherever it is served.

import { accessHeaders, loadInto } from "./access.js";
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

let isClosing = false;
addEventListener("pagehide", () => { isClosing = true; });
addEventListener("pageshow", () => { isClosing = false; });

const requests = new Requests({
    headers: accessHeaders,
    // What is sent as the page goes away arrives only so (Fetch §2.2.5); it can have 64 KB.
    options: (method) => ({ cache: method === "GET" ? "no-store" : "default", keepalive: isClosing }),
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
 * Lets the sender pick documents of the app.
 * @returns {Promise<PagedFile[]>}
 */
export async function pickFiles() {
    // Picking takes its time, and a second attempt would pick twice.
    const answer = await fetch("pick", { method: "POST", body: "{}", headers: {
        ...accessHeaders(), "Content-Type": "application/json",
    } });
    const content = await answer.json();
    if (!answer.ok) {
        throw new DraftRefusal(answer.status, content.error ?? {});
    }
    return content.files;
}

/**
 * @param {number} version
 * @returns {Promise<{redirect?: string}>}
 */
export function sendDraft(version) {
    return requests.write("POST", "send", { version });
}

/** @returns {Promise<{redirect?: string}>} */
export function keepDraft() {
    return requests.write("POST", "keep", {});
}

/** @returns {Promise<{redirect?: string}>} */
export function discardDraft() {
    return requests.write("POST", "discard", {});
}

/**
 * The address of the signing page as a recipient will see it; null if the draft is too incomplete for one.
 * @param {number} number of the recipient in the list
 * @returns {Promise<string|null>}
 */
export async function previewAddress(number) {
    const address = `preview/${number}/${location.search}`;
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok ? new URL(address, location.href).href : null;
}

/** @type {PageSource} */
export const pageSource = {
    loadPicture({ file, number }, width, picture, signal) {
        loadInto(picture, `${pageAddress(file, number)}/image?width=${width}&v=${encodeURIComponent(file.version)}`, signal);
    },
    async words({ file, number }) {
        const answer = await requests.read(`${pageAddress(file, number)}/words?v=${encodeURIComponent(file.version)}`);
        return answer.words;
    },
};

/**
 * The places of a file where its maker meant fields, in points.
 * @param {PagedFile} file
 * @returns {Promise<import("./types.js").FoundPlaces>}
 */
export async function readPlaces(file) {
    const found = await requests.read(`files/${encodeURIComponent(file.id)}/places?v=${encodeURIComponent(file.version)}`);
    /** @param {{frame: import("./types.js").Box}} place */
    const points = (place) => ({ ...place, frame: scaledBox(place.frame, 0.001) });
    return { fields: found.fields.map(points), rules: found.rules.map(points) };
}

/**
 * @param {string} name a part of their names; empty for any
 * @returns {Promise<import("./types.js").OfferedTemplate[]>}
 */
export async function readTemplates(name) {
    return (await requests.read(`templates?name=${encodeURIComponent(name)}`)).templates;
}

/**
 * Takes in a template's documents.
 * @param {string} id
 * @returns {Promise<import("./types.js").TemplatePart>}
 */
export async function takeTemplate(id) {
    const part = await requests.write("POST", `templates/${encodeURIComponent(id)}/use`, {});
    return { ...part, tabs: part.tabs.map((/** @type {import("./types.js").Field} */ tab) => ({
        ...tab, frame: scaledBox(tab.frame, 0.001),
    })) };
}

/**
 * @param {string} name
 * @param {Record<string, string>} roles the names of the roles, by recipient
 */
export async function makeTemplate(name, roles) {
    await requests.write("POST", "templates", { name, roles });
}

/** @returns {Promise<{name: string, email: string}[]>} people to whom the sender has sent before */
export async function readPeople() {
    return (await requests.read("people")).people;
}

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
    return { ...content, tabs: content.tabs.map((tab) => ({ ...tab, frame: scaledBox(tab.frame, factor) })) };
}

/**
 * @param {import("./types.js").Box} box
 * @param {number} factor
 */
function scaledBox({ x, y, width, height }, factor) {
    /** @param {number} length */
    const scale = (length) => factor > 1 ? Math.round(length * factor) : Math.round(length) / 1000;
    return { x: scale(x), y: scale(y), width: scale(width), height: scale(height) };
}
