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
