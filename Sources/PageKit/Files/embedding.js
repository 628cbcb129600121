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
