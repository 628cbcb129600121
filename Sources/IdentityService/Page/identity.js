// The sign-in page in an app's sheet, in a website's frame, or on its own.

import { Account } from "./account.js";
import * as appVisit from "./app_visit.js";
import { appKey, methods, wayBack } from "./application.js";
import { Announcer } from "./announcer.js";
import { element } from "./dom.js";
import * as passkey from "./passkey.js";
import { fields } from "./profile.js";
import { button, describe, show } from "./screens.js";
import { Hub, Refusal } from "./service.js";
import { SignIn } from "./signin.js";
import { Surroundings } from "./surroundings.js";
import { text } from "./text.js";

/** @typedef {import("./signin.js").Asked} Asked */
/** @typedef {{id: string, name: string, methods: Record<string, boolean>, fields: import("./profile.js").Field[]}} App */

const pauseAtTheEnd = 1500; // milliseconds that an app shows the last screen

export class Page {
    announcer = new Announcer();
    surroundings = new Surroundings();
    /** @type {App} */
    app = { id: "", name: "", methods: {}, fields: [] };
    canClose = false;
    /** The address of the website that somebody came from; null where there is none. */
    back = /** @type {string|null} */ (null);
    #signIn = /** @type {SignIn|null} */ (null);
    /** The visit of an app that waits for the browser; null if none does. */
    #visit = /** @type {appVisit.Visit|null} */ (null);

    /** @param {string} appKey */
    constructor(appKey) {
        this.hub = new Hub(appKey);
        this.hub.on("tokens", (tokens) => this.#toldTokens(tokens));
    }

    /** Whether an app waits for the browser to come back. */
    get hasVisit() {
        return this.#visit !== null;
    }

    get isGuest() {
        return this.hub.claims?.["https://auth.rownd.io/is_anonymous"] === true;
    }

    async begin() {
        const { app } = await this.hub.ask("GET", "hub/app-config");
        this.app = { id: app.id, name: app.name, methods: methods(app), fields: fields(app.schema) };
        // Only an app hands a session over. A link to this page could bring a stranger's, who would keep a part in it.
        this.hub.use(this.surroundings.isApp ? await appVisit.handedSession() : null);
        document.documentElement.classList.toggle("is-sheet", this.surroundings.isApp || this.surroundings.isFrame);
        this.#visit = await appVisit.accountVisit(this.hub) ?? appVisit.visit(this.hub.appKey);
        this.canClose = this.surroundings.isApp || this.surroundings.isFrame || this.#visit !== null;
        const origins = async () => (await this.hub.ask("GET", "hub/page/origins")).origins;
        this.back = this.canClose ? null : wayBack(await origins());
        await this.surroundings.begin(
            origins,
            (name, args) => this.#answer(name, args));
        this.#offer();
        this.surroundings.tell("hub_loaded");
        new ResizeObserver(() => this.#tellHeight()).observe(document.body);
        const link = location.hash.match(/^#link=([\w-]{20,100})$/)?.[1];
        if (link !== undefined) {
            history.replaceState(null, "", location.pathname + location.search);
            this.#signIn = new SignIn(this, {});
            await this.#signIn.openLink(link);
            return;
        }
        const back = location.hash.match(/^#openid(?:=([\w-]{20,100})|_failed)$/);
        if (back !== null) {
            history.replaceState(null, "", location.pathname + location.search);
            this.#signIn = new SignIn(this, {});
            await this.#signIn.openProvider(back[1] ?? "");
        } else if (this.#visit?.redirect !== undefined) {
            await this.manageAccount();
        } else if (!this.surroundings.isApp && !this.surroundings.isFrame) {
            this.requestSignIn(this.#visit?.asked ?? {});
        }
    }

    /** The calls that an app makes with a script (`rownd.…`), also those it made before the page was ready. */
    #offer() {
        const offered = {
            requestSignIn: (/** @type {Asked} */ asked) => this.requestSignIn(asked ?? {}),
            connectAuthenticator: () => this.connectPasskey(),
            signOut: () => this.signOut(false),
            user: { manageAccount: () => this.manageAccount() },
        };
        const waiting = /** @type {any} */ (window)._rphConfig;
        const take = (/** @type {unknown[]} */ [name, value]) => {
            if (name === "onLoaded" && typeof value === "function") {
                value();
            }
        };
        Object.assign(window, { rownd: offered, _rphConfig: { push: take } });
        (Array.isArray(waiting) ? waiting : []).forEach(take);
    }

    /**
     * A call of the website around the frame.
     * @param {string} name
     * @param {any} args
     */
    async #answer(name, args) {
        switch (name) {
        case "use": return this.hub.use(args);
        case "requestSignIn": return this.requestSignIn(args ?? {});
        case "connectAuthenticator": return this.connectPasskey();
        case "manageAccount": return this.manageAccount();
        case "signOut": return this.#signOutOf(args?.scope === "all");
        case "accessToken": return this.hub.accessToken();
        case "getUser": return this.hub.askAsUser("GET", this.#data);
        case "setUser": return this.hub.askAsUser("PUT", this.#data, { data: args });
        default: throw new Error("There is no such call.");
        }
    }

    /**
     * Signs out for a website. A session that has ended elsewhere is forgotten; but then other sessions may go on.
     * @param {boolean} everywhere
     */
    async #signOutOf(everywhere) {
        await this.signOut(everywhere).catch((failure) => {
            if (everywhere || !(failure instanceof Refusal) || failure.status !== 401) {
                throw failure;
            }
            this.forget(text("error.session"));
        });
    }

    get #data() {
        return `me/applications/${encodeURIComponent(this.app.id)}/data`;
    }

    // MARK: What may be asked of the page

    /**
     * @param {Asked} asked
     * @param {boolean} [adds] whether somebody who is signed in adds an address; no site can ask for it
     */
    requestSignIn(asked, adds = false) {
        this.#signIn?.stop();
        this.#signIn = new SignIn(this, { ...asked, adds });
        this.#signIn.begin();
    }

    async manageAccount() {
        try {
            await new Account(this).begin();
        } catch (failure) {
            this.#fail(failure, () => this.manageAccount());
        }
    }

    connectPasskey() {
        const complain = (/** @type {unknown} */ failure) => this.announcer.warn(
            failure instanceof DOMException ? text("passkey.failed") : describe(failure), "passkey");
        show(text("passkey.title"),
            element("p", {}, text("passkey.text")),
            this.announcer.notice,
            element("div", { class: "choices" },
                button(text("passkey.add"), "primary", async () => {
                    await passkey.register(this.hub);
                    show(text("passkey.added"), this.#closing());
                }, complain)),
            this.#closing());
    }

    /** @param {boolean} everywhere */
    async signOut(everywhere) {
        if (this.hub.tokens !== null) {
            const path = `me/applications/${encodeURIComponent(this.app.id)}/signout`;
            await this.hub.askAsUser("POST", path, everywhere ? { sign_out_all: true } : {});
        }
        this.forget(text("out.title"));
    }

    /**
     * Forgets the session and says why.
     * @param {string} title
     */
    forget(title) {
        this.hub.use(null);
        this.surroundings.tell("sign_out", { was_user_initiated: true });
        this.event("sign_out", {});
        show(title, element("div", { class: "choices" },
            button(text("out.again"), "primary", () => this.requestSignIn({}), () => {})), this.#closing());
    }

    async close() {
        if (this.#visit !== null) {
            await appVisit.leave(this.hub, this.#visit, { cancelled: true });
            return;
        }
        this.surroundings.tell("close_hub_view_controller");
    }

    // MARK: What the page tells

    /**
     * @param {string} method
     * @param {any} answer
     */
    signedIn(method, answer) {
        this.hub.use(answer);
        if (this.#visit !== null && this.#visit.redirect === undefined) {
            appVisit.leave(this.hub, this.#visit, {})
                .catch((failure) => this.#fail(failure, () => location.reload()));
            return;
        }
        this.#toldTokens(this.hub.tokens);
        this.event("sign_in_completed", {
            method, user_type: answer.user_type, app_variant_user_type: answer.app_variant_user_type,
        });
        if (this.canClose && this.#visit === null) {
            show(text("done.title"));
            setTimeout(() => this.close(), pauseAtTheEnd);
        } else {
            this.manageAccount();
        }
    }

    /**
     * @param {string} event
     * @param {object} data
     */
    event(event, data) {
        this.surroundings.tell("event", { event, data });
    }

    /** @param {import("./service.js").Tokens|null} tokens */
    #toldTokens(tokens) {
        if (tokens === null) {
            this.surroundings.tell("sign_out", {});
        } else {
            this.surroundings.tell("authentication", tokens);
        }
    }

    #tellHeight() {
        const height = /** @type {HTMLElement} */ (document.getElementById("screen")).offsetHeight;
        this.surroundings.tell("hub_resize", { height: String(Math.ceil(height)) });
    }

    #closing() {
        return this.canClose && element("div", { class: "actions" },
            button(text("action.close"), "quiet", () => this.close(), () => {}));
    }

    /**
     * @param {unknown} failure
     * @param {() => void} again
     */
    #fail(failure, again) {
        const isOver = failure instanceof Refusal && failure.status === 401;
        show(isOver ? text("error.session") : describe(failure), element("div", { class: "choices" },
            isOver ? button(text("out.again"), "primary", () => this.requestSignIn({}), () => {})
                : button(text("action.again"), "primary", again, () => {})), this.#closing());
    }
}

async function start() {
    const page = new Page(appKey());
    show(text("loading"));
    try {
        await page.begin();
    } catch (failure) {
        const isForeign = failure instanceof Refusal && failure.status < 500 && failure.status !== 429;
        show(isForeign ? text("error.app") : describe(failure), isForeign ? null : element("div", { class: "choices" },
            button(text("action.again"), "primary", () => location.reload(), () => {})));
        page.surroundings.tell("hub_loaded");
    }
}

start();
