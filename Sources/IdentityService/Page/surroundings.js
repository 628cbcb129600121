// What is around the page: an app's web view, a website's frame, or nothing. The page speaks only to an app that
// bundles it or to an origin that the application allows, and hears only those.

/** @typedef {(name: string, args: any) => Promise<any>} Answering */

/** @returns {{postMessage: (message: string) => void}|undefined} */
function appChannel() {
    return /** @type {any} */ (window).webkit?.messageHandlers?.rowndIosSDK;
}

export class Surroundings {
    /** @type {Answering|null} */
    #answer = null;
    #origin = /** @type {string|null} */ (null);
    /** @type {object[]} */
    #unheard = [];
    /**
     * The origins that may speak with this page; null until they are known.
     * @type {string[]|null}
     */
    #allowed = null;
    /** @type {MessageEvent[]} */
    #early = [];

    get isApp() {
        return appChannel() !== undefined && window.parent === window;
    }

    get isFrame() {
        return window.parent !== window;
    }

    constructor() {
        if (this.isFrame) {
            // From the first moment: the page around this one speaks once it is loaded.
            addEventListener("message", (event) => {
                if (event.source !== window.parent || event.data?.to !== "rownd-hub") {
                    return;
                }
                if (this.#allowed === null) {
                    this.#early.push(event);
                } else if (this.#allowed.includes(event.origin)) {
                    this.#hear(event);
                }
            });
        }
    }

    /**
     * Begins to answer the page around this one.
     * @param {() => Promise<string[]>} allowedOrigins
     * @param {Answering} answer
     */
    async begin(allowedOrigins, answer) {
        this.#answer = answer;
        if (this.isFrame) {
            const allowed = await allowedOrigins();
            this.#allowed = allowed;
            this.#early.splice(0).filter((event) => allowed.includes(event.origin)).forEach((event) => this.#hear(event));
        }
    }

    /**
     * Tells the app or the website something.
     * @param {string} type
     * @param {object} [payload]
     */
    tell(type, payload = {}) {
        if (this.isApp) {
            appChannel()?.postMessage(JSON.stringify({ type, payload }));
        } else if (this.isFrame) {
            this.#unheard.push({ to: "rownd-page", type, payload });
            this.#send();
        }
    }

    /** @param {MessageEvent} event */
    async #hear({ origin, data }) {
        if (data.type === "begin") {
            this.#origin ??= origin;
            this.#send();
        } else if (data.type === "call" && origin === this.#origin && this.#answer !== null) {
            const answer = await this.#answer(String(data.name), data.args)
                .then((result) => ({ result }), (failure) => ({
                    error: { code: failure?.code ?? "", message: failure?.message ?? "", status: failure?.status ?? 0 },
                }));
            this.#unheard.push({ to: "rownd-page", type: "answer", id: data.id, ...answer });
            this.#send();
        }
    }

    #send() {
        if (this.#origin !== null) {
            for (const message of this.#unheard.splice(0)) {
                window.parent.postMessage(message, this.#origin);
            }
        }
    }
}
