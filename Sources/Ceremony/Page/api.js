// Speaks with the host. Every URL is relative to the page, so the same page works wherever it is served.
// Writes go one after the other; each carries an idempotency key that stays the same over its attempts,
// so an answer that got lost on the way never does a thing twice.

import { accessHeaders } from "./access.js";
import { Eventful } from "./events.js";
import { givesUpAfter } from "./requests.js";

/** @typedef {import("./types.js").Session} Session */
/** @typedef {import("./types.js").FacePreview} FacePreview */
/** @typedef {import("./types.js").Word} Word */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").DocumentPage} DocumentPage */
/** @typedef {import("./types.js").VisitEnd} VisitEnd */

const pausesBetweenAttempts = [400, 1000, 2000, 4000, 8000]; // milliseconds
const patience = 60_000; // milliseconds until an attempt counts as lost
const patienceWithFiles = 600_000; // the same for a file
const longestAskedFor = 30_000; // milliseconds that the host may ask to wait before the next attempt
const worthAnotherAttempt = new Set([429, 502, 503, 504]);

/** The host's answer that it will not do what was asked, with its sentence for the person. */
export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {{code?: string, message?: string, fields?: string[], pages?: DocumentPage[], redirect?: string}} detail
     */
    constructor(status, detail) {
        super(detail.message ?? "");
        this.status = status;
        this.code = detail.code ?? "unknown";
        this.fields = detail.fields ?? [];
        this.pages = detail.pages ?? [];
        this.redirect = detail.redirect ?? null;
    }

    /** Whether nothing is left to do for this person: the envelope was withdrawn, declined, or is signed already. */
    get endsEnvelope() {
        return ["voided", "declined", "already_signed", "already_declined"].includes(this.code);
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
 * @typedef {object} ApiEvents
 * @property {undefined} answer after every answer: the session has just been used
 * @property {Session} session each session that the host returns, before anybody else sees it
 * @property {string|null} sessionEnd the session has ended; the address to go to, if there is one
 * @property {Refusal} envelopeEnd the host refuses because there is nothing left to do for this person: withdrawn,
 *   declined, signed
 */

/** @extends {Eventful<ApiEvents>} */
export class Api extends Eventful {
    /** @type {Promise<unknown>} the writes so far */
    #writes = Promise.resolve();

    /** @returns {Promise<Session>} */
    session() {
        return this.#read("session");
    }

    /**
     * @param {string} address of the page
     * @param {string} version of its document
     * @param {boolean} [isRead] whether a person reads them in place of the picture
     * @returns {Promise<Word[]>}
     */
    async words(address, version, isRead = false) {
        const answer = await this.#read(`${address}/words?v=${encodeURIComponent(version)}${isRead ? "&read=1" : ""}`);
        return answer.words;
    }

    /** @returns {Promise<Session>} */
    consent() {
        return this.#write("POST", "consent", {});
    }

    /**
     * @param {string} tabId
     * @param {string} value
     * @param {string} key
     * @returns {Promise<Session>}
     */
    fill(tabId, value, key) {
        return this.#write("PUT", `fields/${encodeURIComponent(tabId)}`, { value }, key);
    }

    /**
     * @param {AdoptionKind} kind
     * @param {string} typed
     * @returns {Promise<FacePreview[]>}
     */
    async preview(kind, typed) {
        const answer = await this.#attempt("POST", "signature/preview", { kind, text: typed }, newKey());
        return answer.faces;
    }

    /**
     * @param {object} artwork
     * @param {string} key
     * @returns {Promise<Session>}
     */
    adopt(artwork, key) {
        return this.#write("PUT", "signature", artwork, key);
    }

    /**
     * Puts adopted artwork into several fields at once.
     * @param {string[]} fields
     * @param {string} key
     * @returns {Promise<Session>}
     */
    place(fields, key) {
        return this.#write("POST", "signature/places", { fields }, key);
    }

    /**
     * Puts a signature on a page, or moves one.
     * @param {import("./types.js").Mark} mark
     * @param {string} key
     * @returns {Promise<Session>}
     */
    mark({ id, ...place }, key) {
        return this.#write("PUT", `marks/${encodeURIComponent(id)}`, place, key);
    }

    /**
     * @param {string} id
     * @param {string} key
     * @returns {Promise<Session>}
     */
    removeMark(id, key) {
        return this.#write("DELETE", `marks/${encodeURIComponent(id)}`, {}, key);
    }

    /**
     * Attaches a file in place of an earlier one.
     * @param {string} tabId
     * @param {File} file
     * @param {string} key
     * @returns {Promise<Session>}
     */
    attach(tabId, file, key) {
        return this.#write("PUT", `attachments/${encodeURIComponent(tabId)}`, file, key);
    }

    /**
     * @param {string} tabId
     * @param {string} key
     * @returns {Promise<Session>}
     */
    detach(tabId, key) {
        return this.#write("DELETE", `attachments/${encodeURIComponent(tabId)}`, {}, key);
    }

    /**
     * Reports pages that were in the window. Other requests do not wait for a report, except Finish.
     * @param {DocumentPage[]} pages
     * @returns {Promise<{unserved: DocumentPage[], received: boolean}>} the pages that the host has not served, and
     *   whether a certified delivery has been received
     */
    shown(pages) {
        return this.#attempt("POST", "shown", { pages }, null);
    }

    /**
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    finish(key) {
        return this.#write("POST", "finish", {}, key);
    }

    /** @returns {Promise<VisitEnd>} */
    later() {
        return this.#write("POST", "later", {});
    }

    /**
     * @param {string} reason
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    decline(reason, key) {
        return this.#write("POST", "decline", { reason }, key);
    }

    /**
     * @param {{name: string, email: string, reason: string}} person
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    delegate(person, key) {
        return this.#write("POST", "delegate", person, key);
    }

    /** @param {string} path */
    #read(path) {
        return this.#attempt("GET", path, undefined, null);
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {object} body
     * @param {string} key
     */
    #write(method, path, body, key = newKey()) {
        const answer = this.#writes.then(() => this.#attempt(method, path, body, key));
        this.#writes = answer.catch(() => {});
        return answer;
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {object|undefined} body
     * @param {string|null} key
     * @returns {Promise<any>}
     */
    async #attempt(method, path, body, key) {
        for (const pause of [...pausesBetweenAttempts, null]) {
            const answer = await send(method, path, body, key);
            if ("status" in answer) {
                return this.#accept(answer);
            }
            if (pause !== null) {
                await quietTime(Math.max(pause, answer.wait));
            }
        }
        throw new Unreachable();
    }

    /** @param {{status: number, content: any}} answer */
    #accept({ status, content }) {
        if (status >= 200 && status < 300) {
            this.tell("answer");
            if (content?.rules) {
                this.tell("session", content);
            }
            return content;
        }
        const refusal = new Refusal(status, content?.error ?? {});
        if (status === 401) {
            this.tell("sessionEnd", refusal.redirect ?? content?.redirect ?? null);
        } else if (refusal.endsEnvelope) {
            this.tell("envelopeEnd", refusal);
        }
        throw refusal;
    }
}

/**
 * Where a page's picture and words are found.
 * @param {string} documentId
 * @param {number} page
 */
export function pageAddress(documentId, page) {
    return `documents/${encodeURIComponent(documentId)}/pages/${page}`;
}

/**
 * One attempt: the answer; or, where there was none or one that is worth another attempt, how many milliseconds the host
 * asks to wait before it.
 * @param {string} method
 * @param {string} path
 * @param {object|undefined} body
 * @param {string|null} key
 * @returns {Promise<{status: number, content: any}|{wait: number}>}
 */
async function send(method, path, body, key) {
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", ...accessHeaders() };
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
            body: isFile || body === undefined ? body : JSON.stringify(body),
            credentials: "same-origin",
            cache: method === "GET" && path === "session" ? "no-store" : "default",
            keepalive: path === "shown" || (method === "PUT" && path.startsWith("fields/")),
            signal: givesUpAfter(isFile ? patienceWithFiles : patience),
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
