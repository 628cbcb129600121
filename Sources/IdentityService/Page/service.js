// Speaks with the service, and holds the session in memory.

import { Eventful } from "./events.js";
import { givesUpAfter, Refusal, Unreachable } from "./requests.js";
import { language } from "./text.js";

const patience = 20_000; // milliseconds for one request
const reserve = 60; // seconds for which an access token has to be valid

export { Refusal, Unreachable };

/** @typedef {{access_token: string, refresh_token: string}} Tokens the second is empty where an app has it */

/**
 * @typedef {object} HubEvents
 * @property {Tokens|null} tokens a new pair of tokens; null when the session is over
 */

/** @extends {Eventful<HubEvents>} */
export class Hub extends Eventful {
    /** @type {Tokens|null} */
    tokens = null;
    #refreshing = /** @type {Promise<void>|null} */ (null);

    /** @param {string} appKey */
    constructor(appKey) {
        super();
        this.appKey = appKey;
    }

    /** The claims of the access token, unverified: only the service judges tokens. */
    get claims() {
        return this.tokens === null ? null : claims(this.tokens.access_token);
    }

    /** Whether the session is an app's, which goes on when this page is closed. */
    get isBorrowed() {
        return this.tokens?.refresh_token === "";
    }

    /** @param {{access_token: string, refresh_token?: string}|null} tokens */
    use(tokens) {
        this.tokens = tokens?.access_token
            ? { access_token: tokens.access_token, refresh_token: tokens.refresh_token ?? "" } : null;
    }

    /**
     * A request without a session.
     * @param {string} method
     * @param {string} path
     * @param {object} [body]
     * @returns {Promise<any>}
     */
    async ask(method, path, body) {
        return this.#send(method, path, body, {});
    }

    /**
     * A request in the name of the user.
     * @param {string} method
     * @param {string} path
     * @param {object} [body]
     * @returns {Promise<any>}
     */
    async askAsUser(method, path, body) {
        const token = await this.accessToken();
        if (token === null) {
            throw new Refusal(401, {});
        }
        return this.#send(method, path, body, { Authorization: `Bearer ${token}` });
    }

    /** An access token that is valid for at least another minute; null without a session. */
    async accessToken() {
        if (this.tokens === null) {
            return null;
        }
        const end = this.claims?.exp;
        if (typeof end === "number" && end > Date.now() / 1000 + reserve) {
            return this.tokens.access_token;
        }
        this.#refreshing ??= this.#refresh().finally(() => { this.#refreshing = null; });
        await this.#refreshing;
        return this.tokens?.access_token ?? null;
    }

    async #refresh() {
        const before = this.tokens;
        if (this.isBorrowed) {
            // The session is an app's, which renews it.
            this.use(null);
            this.tell("tokens", null);
            return;
        }
        try {
            const fresh = await this.ask("POST", "hub/auth/token", { refresh_token: before?.refresh_token });
            if (this.tokens === before) {
                this.use(fresh);
                this.tell("tokens", this.tokens);
            }
        } catch (failure) {
            // Only a refusal of the token itself ends the session.
            if (!(failure instanceof Refusal) || (failure.status !== 400 && failure.status !== 401)) {
                throw failure;
            }
            if (this.tokens === before) {
                this.use(null);
                this.tell("tokens", null);
            }
        }
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {object|undefined} body
     * @param {Record<string, string>} more
     */
    async #send(method, path, body, more) {
        /** @type {Record<string, string>} */
        const headers = { Accept: "application/json", "Countersign-Language": language, "x-rownd-app-key": this.appKey, ...more };
        if (body !== undefined) {
            headers["Content-Type"] = "application/json";
        }
        let response, content;
        try {
            response = await fetch(path, {
                method, headers, body: body === undefined ? undefined : JSON.stringify(body),
                credentials: "same-origin", cache: "no-store", redirect: "error",
                signal: givesUpAfter(patience),
            });
            content = await response.json().catch(() => null);
        } catch {
            throw new Unreachable();
        }
        if (!response.ok) {
            throw new Refusal(response.status, content);
        }
        return content;
    }
}

/**
 * @param {string} token
 * @returns {any}
 */
export function claims(token) {
    try {
        return JSON.parse(new TextDecoder().decode(bytes(token.split(".")[1])));
    } catch {
        return null;
    }
}

/**
 * Bytes from base64 or base64url.
 * @param {string} text
 */
export function bytes(text) {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

/**
 * Base64url without padding.
 * @param {ArrayBuffer} buffer
 */
export function base64url(buffer) {
    const raw = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
    return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
