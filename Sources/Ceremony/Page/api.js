// Speaks with the host. Every URL is relative to the page, so the same page works wherever it is served.

import { accessHeaders } from "./access.js";
import { Eventful } from "./events.js";
import { newKey, Refusal as AnyRefusal, Requests } from "./requests.js";
import { language } from "./text.js";

/** @typedef {import("./types.js").Session} Session */
/** @typedef {import("./types.js").FacePreview} FacePreview */
/** @typedef {import("./types.js").Word} Word */
/** @typedef {import("./types.js").SearchHit} SearchHit */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").DocumentPage} DocumentPage */
/** @typedef {import("./types.js").VisitEnd} VisitEnd */

/** The host's answer that it will not do what was asked, with its sentence for the person. */
export class Refusal extends AnyRefusal {
    /**
     * @param {number} status
     * @param {{code?: string, message?: string, fields?: string[], pages?: DocumentPage[], redirect?: string}} detail
     */
    constructor(status, detail) {
        super(status, { code: "unknown", ...detail });
        this.fields = detail.fields ?? [];
        this.pages = detail.pages ?? [];
        this.redirect = detail.redirect ?? null;
    }

    /** Whether nothing is left to do for this person: the envelope was withdrawn, declined, or is signed already. */
    get endsEnvelope() {
        return ["voided", "declined", "already_signed", "already_declined"].includes(this.code);
    }
}

/**
 * @typedef {object} ApiEvents
 * @property {null} answer after every answer: the session has just been used
 * @property {Session} session each session that the host returns, before anybody else sees it
 * @property {string|null} sessionEnd the session has ended; the address to go to, if there is one
 * @property {Refusal} envelopeEnd the host refuses because there is nothing left to do for this person: withdrawn,
 *   declined, signed
 */

/** @extends {Eventful<ApiEvents>} */
export class Api extends Eventful {
    #requests = new Requests({
        headers: () => ({
            "Countersign-Language": language,
            "Countersign-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
            ...accessHeaders(),
        }),
        options: (method, path) => ({
            cache: method === "GET" && path.startsWith("session") ? "no-store" : "default",
            keepalive: path === "shown" || (method === "PUT" && path.startsWith("fields/")),
        }),
        accept: (status, content) => this.#accept(status, content),
    });

    /** @returns {Promise<Session>} */
    session() {
        // As the page itself asks for it beforehand.
        const chosen = new URLSearchParams(location.search).get("lang");
        return this.#requests.read(chosen === null ? "session" : `session?lang=${encodeURIComponent(chosen)}`);
    }

    /**
     * @param {string} address of the page
     * @param {string} version of its document
     * @param {boolean} [isRead] whether a person reads them in place of the picture
     * @returns {Promise<Word[]>}
     */
    async words(address, version, isRead = false) {
        const query = `v=${encodeURIComponent(version)}${isRead ? "&read=1" : ""}`;
        const answer = await this.#requests.read(`${address}/words?${query}`);
        return answer.words;
    }

    /**
     * Finds a text in the documents.
     * @param {string} wanted
     * @param {number} from the number of pages of all documents before the one to begin at
     * @returns {Promise<{hits: SearchHit[], next: number|null}>} `next` is where the search goes on
     */
    search(wanted, from) {
        return this.#requests.read(`search?text=${encodeURIComponent(wanted)}&from=${from}`);
    }

    /** @returns {Promise<Session>} */
    consent() {
        return this.#requests.write("POST", "consent", {});
    }

    /**
     * @param {string} tabId
     * @param {string} value
     * @param {string} key
     * @returns {Promise<Session>}
     */
    fill(tabId, value, key) {
        return this.#requests.write("PUT", `fields/${encodeURIComponent(tabId)}`, { value }, key);
    }

    /**
     * @param {AdoptionKind} kind
     * @param {string} typed
     * @returns {Promise<FacePreview[]>}
     */
    async preview(kind, typed) {
        const answer = await this.#requests.attempt("POST", "signature/preview", { kind, text: typed }, newKey());
        return answer.faces;
    }

    /**
     * @param {object} artwork
     * @param {string} key
     * @returns {Promise<Session>}
     */
    adopt(artwork, key) {
        return this.#requests.write("PUT", "signature", artwork, key);
    }

    /**
     * Puts adopted artwork into several fields at once.
     * @param {string[]} fields
     * @param {string} key
     * @returns {Promise<Session>}
     */
    place(fields, key) {
        return this.#requests.write("POST", "signature/places", { fields }, key);
    }

    /**
     * Puts a signature on a page, or moves one.
     * @param {import("./types.js").Mark} mark
     * @param {string} key
     * @returns {Promise<Session>}
     */
    mark({ id, ...place }, key) {
        return this.#requests.write("PUT", `marks/${encodeURIComponent(id)}`, place, key);
    }

    /**
     * @param {string} id
     * @param {string} key
     * @returns {Promise<Session>}
     */
    removeMark(id, key) {
        return this.#requests.write("DELETE", `marks/${encodeURIComponent(id)}`, {}, key);
    }

    /**
     * Attaches a file in place of an earlier one.
     * @param {string} tabId
     * @param {File} file
     * @param {string} key
     * @returns {Promise<Session>}
     */
    attach(tabId, file, key) {
        return this.#requests.write("PUT", `attachments/${encodeURIComponent(tabId)}`, file, key);
    }

    /**
     * @param {string} tabId
     * @param {string} key
     * @returns {Promise<Session>}
     */
    detach(tabId, key) {
        return this.#requests.write("DELETE", `attachments/${encodeURIComponent(tabId)}`, {}, key);
    }

    /**
     * Reports pages that were in the window. Other requests do not wait for a report, except Finish.
     * @param {DocumentPage[]} pages
     * @returns {Promise<{unserved: DocumentPage[], received: boolean}>} the pages that the host has not served, and
     *   whether a certified delivery has been received
     */
    shown(pages) {
        return this.#requests.attempt("POST", "shown", { pages }, null);
    }

    /**
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    finish(key) {
        return this.#requests.write("POST", "finish", {}, key);
    }

    /** @returns {Promise<VisitEnd>} */
    later() {
        return this.#requests.write("POST", "later", {});
    }

    /**
     * An address at which the visit goes on, on another device.
     * @returns {Promise<{url: string, minutes: number, picture: {size: number, path: string}}>}
     */
    elsewhere() {
        return this.#requests.write("POST", "elsewhere", {});
    }

    /**
     * @param {string} reason
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    decline(reason, key) {
        return this.#requests.write("POST", "decline", { reason }, key);
    }

    /**
     * @param {{name: string, email: string, reason: string}} person
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    delegate(person, key) {
        return this.#requests.write("POST", "delegate", person, key);
    }

    /**
     * @param {number} status
     * @param {any} content
     */
    #accept(status, content) {
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
