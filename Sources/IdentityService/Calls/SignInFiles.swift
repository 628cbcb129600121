// Made by scripts/embed-files from Sources/IdentityService/Page; changes belong there.
// swift-format-ignore-file

enum SignInFiles {
    /// The files in the order of their names: the name, the media type, the SHA-256 in hexadecimal digits, the bytes as
    /// UTF-8.
    static let all: [(name: String, type: String, digest: String, text: String)] = [
("account.js", "text/javascript; charset=utf-8", "0e0620decce94e6b065faace204342d57664a233c6ba4a28bb6b12a5dd9b14f4", #"""
// The account page: identifiers, details, passkeys, sessions, the user's data.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import * as passkey from "./passkey.js";
import { details } from "./profile.js";
import { button, busy, describe, show } from "./screens.js";
import { Refusal } from "./service.js";
import { text } from "./text.js";

/** @typedef {{id: string, is_current: boolean, user_agent: string|null, last_used: string}} Session */

export class Account {
    /** Whether the details were saved just now. */
    #hasSaved = false;

    /** @param {import("./identity.js").Page} page */
    constructor(page) {
        this.page = page;
    }

    async begin() {
        const [profile, { sessions }, listed] = await Promise.all([
            this.page.hub.askAsUser("GET", this.#path("data")),
            this.page.hub.askAsUser("GET", this.#path("sessions")),
            this.page.app.methods.passkeys
                ? this.page.hub.askAsUser("GET", "me/auth/passkeys").catch(() => ({ passkeys: [] }))
                : { passkeys: [] },
        ]);
        this.#show(profile, sessions, listed.passkeys ?? []);
    }

    /** @param {string} part */
    #path(part) {
        return `me/applications/${encodeURIComponent(this.page.app.id)}/${part}`;
    }

    /**
     * @param {any} profile
     * @param {Session[]} sessions
     * @param {{id: string, user_agent?: string}[]} passkeys
     */
    #show(profile, sessions, passkeys) {
        const complain = (/** @type {unknown} */ failure) => {
            if (failure instanceof Refusal && failure.status === 401) {
                // Ended from another device.
                this.page.forget(text("error.session"));
            } else {
                this.page.announcer.warn(sentence(failure), "account");
            }
        };
        const { email, phone_number: phone } = profile.data ?? {};
        // The token may be older than a passkey, with which a guest is no guest any more.
        const isGuest = ["guest", "instant"].includes(profile.auth_level);
        const own = details(this.page.app.fields, profile.data ?? {}, (changes) => this.#save(changes)).filter(Boolean);
        show(text("account.title", { name: this.page.app.name }),
            this.page.back && element("p", {},
                element("a", { href: this.page.back }, text("account.back", { name: this.page.app.name }))),
            this.page.announcer.notice,
            element("h2", {}, text("account.identifiers")),
            isGuest || !(email || phone) ? element("p", {}, text("account.guest")) : element("ul", { class: "rows" },
                email && element("li", {}, element("span", {}, `${text("account.email")}: ${email}`)),
                phone && element("li", {}, element("span", {}, `${text("account.phone")}: ${phone}`))),
            (isGuest || !email) && element("div", { class: "choices" },
                button(text("account.addEmail"), "primary", () => this.#add("email", isGuest), complain)),
            !isGuest && !phone && this.page.app.methods.phone && element("div", { class: "choices" },
                button(text("account.addPhone"), "", () => this.#add("phone", isGuest), complain)),
            own.length > 0 && element("h2", {}, text("account.details")),
            ...own,
            this.#hasSaved && element("p", { class: "quiet-text" }, text("details.saved")),
            ...(this.page.app.methods.passkeys ? this.#passkeys(passkeys, complain) : []),
            element("h2", {}, text("account.data")),
            element("div", { class: "choices" },
                button(text("account.export"), "", () => download(profile), complain),
                button(text("account.delete"), "", () => this.#askToDelete(), complain)),
            element("h2", {}, text("account.sessions")),
            element("ul", { class: "rows" }, ...sessions.map((one) => this.#session(one, complain))),
            element("div", { class: "choices" },
                button(text("account.signOut"), "", () => this.page.signOut(false), complain),
                button(text("account.signOutAll"), "", () => this.page.signOut(true), complain)),
            this.page.canClose && element("div", { class: "actions" },
                button(this.page.hasVisit ? text("account.back", { name: this.page.app.name }) : text("action.close"), "quiet",
                    () => this.page.close(), complain)));
    }

    /** @param {Record<string, any>} changes */
    async #save(changes) {
        if (Object.keys(changes).length > 0) {
            await this.page.hub.askAsUser("POST", this.#path("data/merge"), { data: changes });
        }
        this.#hasSaved = true;
        await this.begin().finally(() => { this.#hasSaved = false; });
        this.page.announcer.say(text("details.saved"));
    }

    /**
     * @param {"email"|"phone"} kind
     * @param {boolean} isGuest
     */
    #add(kind, isGuest) {
        // A guest may find that the address has an account.
        this.page.requestSignIn({ intent: "sign_up", sign_in_type: kind }, !isGuest);
    }

    /**
     * @param {Session} session
     * @param {(failure: unknown) => void} complain
     */
    #session(session, complain) {
        const device = deviceName(session.user_agent ?? "")
            || text(session.is_current ? "account.thisDevice" : "account.device");
        const time = new Date(session.last_used).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
        if (session.is_current) {
            return element("li", {}, element("span", {}, text("account.thisSession", { device })));
        }
        const end = button(text("account.endSession"), "quiet", async () => {
            await this.page.hub.askAsUser("DELETE", this.#path(`sessions/${encodeURIComponent(session.id)}`));
            await this.begin();
            this.page.announcer.say(text("account.endedSession"));
        }, complain);
        end.setAttribute("aria-label", text("account.endSessionOf", { device, time }));
        return element("li", {}, element("span", {}, text("account.session", { device, time })), end);
    }

    /**
     * @param {{id: string, user_agent?: string}[]} passkeys
     * @param {(failure: unknown) => void} complain
     */
    #passkeys(passkeys, complain) {
        const rows = passkeys.map((one, index) => {
            const remove = button(text("account.remove"), "quiet", async () => {
                await this.page.hub.askAsUser("DELETE", `me/auth/passkeys/${encodeURIComponent(one.id)}`);
                await this.begin();
                this.page.announcer.say(text("account.removed"));
            }, complain);
            remove.setAttribute("aria-label", text("account.removePasskey", { number: index + 1 }));
            const device = deviceName(one.user_agent ?? "");
            return element("li", {},
                element("span", {}, device ? text("account.passkey", { device }) : text("account.passkeyUnknown")), remove);
        });
        return [
            element("h2", {}, text("account.passkeys")),
            rows.length > 0 ? element("ul", { class: "rows" }, ...rows)
                : element("p", { class: "quiet-text" }, text("account.noPasskeys")),
            passkey.hasPasskeys() && element("div", { class: "choices" },
                button(text("passkey.add"), "", async () => {
                    await passkey.register(this.page.hub);
                    await this.begin();
                    this.page.announcer.say(text("passkey.added"));
                }, complain)),
        ];
    }

    #askToDelete() {
        const confirm = element("button", { class: "danger" }, text("delete.confirm"));
        const { dialog, showProblem } = openDialog({
            name: "delete", title: text("delete.title"),
            content: [element("p", {}, text("delete.text"))],
            buttons: [
                confirm,
                element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel")),
            ],
            onSubmit: () => busy(confirm, async () => {
                await this.page.hub.askAsUser("DELETE", this.#path("data"));
                dialog.close();
                this.page.forget(text("delete.done"));
            }, (failure) => showProblem(describe(failure))),
        });
    }
}

/** @param {unknown} failure */
function sentence(failure) {
    return failure instanceof DOMException ? text("passkey.failed") : describe(failure);
}

/** @param {object} profile */
function download(profile) {
    const address = URL.createObjectURL(new Blob([JSON.stringify(profile, null, 2)], { type: "application/json" }));
    const link = element("a", { href: address, download: "profile.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} agent */
function deviceName(agent) {
    return [["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["Macintosh", "Mac"],
        ["Windows", "Windows"], ["Linux", "Linux"]].find(([word]) => agent.includes(word))?.[1] ?? "";
}

"""#),
("addresses.js", "text/javascript; charset=utf-8", "30a3367a5645fee16ffd4652fc80257c43640174f97a87ee39ded4e6bd3bb0a6", #"""
// The addresses that a code goes to: e-mail addresses and phone numbers, and the forms that ask for one.

import { oneFieldForm } from "./screens.js";
import { text } from "./text.js";

/** @param {string} address */
export function kindOf(address) {
    return address.includes("@") ? "email" : "phone";
}

/**
 * @param {string|undefined} identifier what the site knows already
 * @param {(address: string) => Promise<void>} submit
 */
export function emailForm(identifier, submit) {
    return oneFieldForm({
        label: text("signin.email"), button: text("signin.continue"), missing: text("signin.emailNeeded"),
        input: {
            type: "email", name: "email", autocomplete: "email", maxlength: 254, autocapitalize: "none",
            value: identifier?.includes("@") ? identifier : null,
        },
        isComplete: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
        submit,
    });
}

/**
 * @param {string|undefined} identifier what the site knows already
 * @param {(address: string) => Promise<void>} submit
 */
export function numberForm(identifier, submit) {
    return oneFieldForm({
        label: text("signin.phone"), button: text("signin.continue"), missing: text("signin.phoneNeeded"),
        input: {
            type: "tel", name: "phone", autocomplete: "tel", maxlength: 40,
            value: identifier?.startsWith("+") ? identifier : null,
        },
        isComplete: (value) => /^\+[1-9](?:[\s().-]*\d){6,14}$/.test(value),
        submit,
    });
}

"""#),
("app_visit.js", "text/javascript; charset=utf-8", "4d743dd15e066d64210917eadbcd6d0d692de9da1a1a1bc2d3b9ff9d401f96c9", #"""
// A visit that an app asked for: once somebody has signed in here, the browser goes back to the app. And the session
// that an app's own web view brings along.

import { bytes } from "./service.js";

/** @typedef {import("./service.js").Hub} Hub */
/** @typedef {{link: string, asked: {intent?: string, sign_in_type?: string}, redirect?: string}} Visit */

/**
 * The visit of this tab, also after a provider has sent the browser back; null if no app waits.
 * @param {string} appKey
 * @returns {Visit|null}
 */
export function visit(appKey) {
    const name = `rph_visit.${appKey}`;
    const words = new URLSearchParams(location.hash.slice(1));
    const link = words.get("browser");
    try {
        if (link === null) {
            return JSON.parse(sessionStorage.getItem(name) ?? "null");
        }
        history.replaceState(null, "", location.pathname + location.search);
        const begun = {
            link, asked: { intent: words.get("intent") ?? undefined, sign_in_type: words.get("type") ?? undefined },
        };
        sessionStorage.setItem(name, JSON.stringify(begun));
        return begun;
    } catch {
        return null;
    }
}

/**
 * The visit of an app that shows its user's account; null if this is another kind of visit. The service's answer holds
 * a token of the app's session.
 * @param {Hub} hub
 * @returns {Promise<Visit|null>}
 */
export async function accountVisit(hub) {
    const link = new URLSearchParams(location.hash.slice(1)).get("account");
    if (link === null) {
        return null;
    }
    history.replaceState(null, "", location.pathname + location.search);
    const answer = await hub.ask("POST", "hub/auth/browser/account/token", { link });
    hub.use(answer);
    return { link, asked: {}, redirect: answer.redirect };
}

/** The session that an app hands over in the address's fragment, which no server sees. */
export async function handedSession() {
    const found = location.hash.match(/rph_init=(gz\.)?([^,&]+)/);
    if (found === null) {
        return null;
    }
    history.replaceState(null, "", location.pathname + location.search);
    try {
        const packed = bytes(decodeURIComponent(found[2]));
        const plain = found[1] === undefined ? new Blob([packed]).stream()
            : new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
        return await new Response(plain).json();
    } catch {
        return null;
    }
}

/**
 * Goes back to the app. Only the app can use what the address says.
 * @param {Hub} hub
 * @param {Visit} begun
 * @param {{cancelled?: boolean}} said
 */
export async function leave(hub, begun, said) {
    if (begun.redirect !== undefined) {
        location.replace(begun.redirect);
        return;
    }
    const body = { link: begun.link, ...said };
    const answer = said.cancelled ? await hub.ask("POST", "hub/auth/browser/finish", body)
        : await hub.askAsUser("POST", "hub/auth/browser/finish", body);
    sessionStorage.removeItem(`rph_visit.${hub.appKey}`);
    location.replace(answer.redirect);
}

"""#),
("application.js", "text/javascript; charset=utf-8", "6ca6c2ae98ec0ec5ad4d220283e738b940aa30fd1cab4fce032f4a9943153781", #"""
// What the address and the service say about the application that this page is for.

import { bytes } from "./service.js";

/**
 * The ways to sign in that the application has.
 * @param {any} app
 */
export function methods(app) {
    const listed = app.config?.hub?.auth?.sign_in_methods ?? {};
    const isOn = (/** @type {string} */ name) => listed[name]?.enabled === true;
    return {
        passkeys: isOn("passkeys"), guests: isOn("anonymous"), apple: isOn("apple"), google: isOn("google"),
        phone: isOn("phone"),
    };
}

/**
 * Where this page leads back to: the website that the browser came from, or else the application's first.
 * @param {string[]} origins those that the application allows
 * @returns {string|null}
 */
export function wayBack(origins) {
    const websites = origins.filter((origin) => /^https?:\/\/[^*]+$/.test(origin));
    if (websites.some((origin) => document.referrer === origin || document.referrer.startsWith(`${origin}/`))) {
        return document.referrer;
    }
    return websites.length > 0 ? `${websites[0]}/` : null;
}

/** The application's key in the address; other parts of an app's configuration, such as addresses, are not used. */
export function appKey() {
    const query = new URLSearchParams(location.search);
    try {
        const configuration = query.get("config");
        const key = configuration === null ? query.get("app_key")
            : JSON.parse(new TextDecoder().decode(bytes(configuration))).appKey;
        return typeof key === "string" ? key : "";
    } catch {
        return "";
    }
}

"""#),
("binding.js", "text/javascript; charset=utf-8", "33caf9da39dffa28ff8eabe4a2aa4793d63bb0b44bdd04705a0ee30ca9b8deb5", #"""
// Binds a sign-in to this browser: only here, its code and its link work (RFC 7636).

import { base64url } from "./service.js";

const life = 15 * 60_000; // milliseconds

/** @typedef {{challenge: string, address: string, verifier: string, at: number,
 *     method?: string}} Begun the method is a provider's name */

/** A new secret and its hash; null where the browser offers no hashes. */
export async function newBinding() {
    if (crypto.subtle === undefined) {
        return null;
    }
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)).buffer);
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    return { verifier, hash: base64url(hash) };
}

/**
 * Notes the sign-in for a page that the message's link opens.
 * @param {string} appKey
 * @param {{challenge: string, address: string, verifier: string, method?: string}} begun
 */
export function remember(appKey, begun) {
    try {
        localStorage.setItem(name(appKey), JSON.stringify({ ...begun, at: Date.now() }));
    } catch {
        // Without storage, the code has to be typed.
    }
}

/**
 * @param {string} appKey
 * @returns {Begun|null}
 */
export function begun(appKey) {
    try {
        const found = JSON.parse(localStorage.getItem(name(appKey)) ?? "null");
        return found !== null && Date.now() - found.at < life ? found : null;
    } catch {
        return null;
    }
}

/** @param {string} appKey */
export function forget(appKey) {
    try {
        localStorage.removeItem(name(appKey));
    } catch {
        // Nothing was stored.
    }
}

/** @param {string} appKey */
function name(appKey) {
    return `rph_begun.${appKey}`;
}

"""#),
("identity.css", "text/css; charset=utf-8", "5e39c4b481fc4e8fec39202f7068189d2fdebcaeea74e8b6a5dfc63789a3bb4a", #"""
/* The sign-in page and the account page. Colours and controls are base.css's. */

.identity {
    max-inline-size: 27rem;
    margin: clamp(0px, 10vh, 6rem) auto 2rem;
    padding: 2rem;
    border-radius: calc(var(--radius) * 1.4);
    background: var(--surface);
    box-shadow: var(--shadow);
}

.is-sheet body {
    background: var(--surface);
}

.is-sheet .identity {
    margin: 0 auto;
    box-shadow: none;
}

@media (max-width: 30rem) {
    body {
        background: var(--surface);
    }

    .identity {
        margin: 0;
        padding: 1.5rem 1.25rem;
        border-radius: 0;
        box-shadow: none;
    }
}

.identity h1 {
    margin-block-end: 0.5rem;
    font-size: 1.5rem;
}

.identity h2 {
    margin-block: 2rem 0.5rem;
    font-size: 1.0625rem;
}

.identity form, .choices {
    display: grid;
    gap: 0.6rem;
    margin-block-start: 1.25rem;
}

.identity form > button, .choices > button {
    inline-size: 100%;
    white-space: normal;
}

.identity .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    margin-block-start: 1rem;
}

.identity .actions > button.quiet {
    padding-inline: 0;
}

.identity .or {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    margin-block-start: 1.25rem;
    color: var(--quiet);
}

.identity .or::before, .identity .or::after {
    content: "";
    flex: 1;
    border-block-start: 1px solid var(--line);
}

.identity input.code {
    font-size: 1.5rem;
    letter-spacing: 0.35em;
    font-variant-numeric: tabular-nums;
}

.identity .rows {
    padding: 0;
    border-block-start: 1px solid var(--line);
    list-style: none;
}

.identity .rows > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 1rem;
    padding-block: 0.35rem;
    border-block-end: 1px solid var(--line);
}

.identity .rows > li > span {
    flex: 1 1 10rem;
    min-block-size: var(--target);
    align-content: center;
}

.identity a {
    color: var(--accent);
}

.identity form.details {
    margin-block-start: 0.5rem;
}

.identity .tick {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-block-size: var(--target);
}

.identity .tick input {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
}

"""#),
("identity.js", "text/javascript; charset=utf-8", "612d01f557820c626812698f587949fb362c252fd20ae8c0489878b977373afa", #"""
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

"""#),
("index.html", "text/html; charset=utf-8", "bfd3adc53b8016bb64632781edd7991c7efa0506148f8c480f68d8328c2d053c", #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Sign in</title>
<link rel="icon" type="image/svg+xml" href="hub/page/icon.svg">
<script src="hub/page/words.js"></script>
<link rel="stylesheet" href="hub/page/base.css">
<link rel="stylesheet" href="hub/page/dialogs.css">
<link rel="stylesheet" href="hub/page/identity.css">
<script type="module" src="hub/page/identity.js"></script>
</head>
<body>
<main id="screen" class="identity" aria-busy="true"></main>
<div id="dialogs"></div>
<div id="announcements" class="unseen" role="status" aria-live="polite"></div>
<noscript><p class="identity">{noscript}</p></noscript>
</body>
</html>

"""#),
("passkey.js", "text/javascript; charset=utf-8", "187295e3c2c0cbd4cd27a9fdd436b0cc6fcac6923faafe782bf7a5443475140c", #"""
// Makes and uses passkeys with the browser's authenticator.

import { base64url, bytes } from "./service.js";

/** @typedef {import("./service.js").Hub} Hub */

export function hasPasskeys() {
    return typeof PublicKeyCredential === "function" && navigator.credentials !== undefined;
}

/**
 * Signs in with a passkey that the person chooses.
 * @param {Hub} hub
 * @param {boolean} isGuest a guest keeps what they entered
 * @returns {Promise<any>} the service's answer, with tokens
 */
export async function signIn(hub, isGuest) {
    const asked = await hub.ask("GET", "hub/auth/passkeys/authentication");
    const credential = await navigator.credentials.get({
        publicKey: {
            challenge: bytes(asked.challenge),
            rpId: asked.rpId,
            timeout: asked.timeout,
            userVerification: asked.userVerification,
            allowCredentials: [],
        },
    });
    const { id, rawId, type, response } = /** @type {any} */ (credential);
    const answer = {
        id, rawId: base64url(rawId), type,
        response: {
            clientDataJSON: base64url(response.clientDataJSON),
            authenticatorData: base64url(response.authenticatorData),
            signature: base64url(response.signature),
            userHandle: response.userHandle === null ? undefined : base64url(response.userHandle),
        },
    };
    const path = "hub/auth/passkeys/authentication";
    return isGuest ? hub.askAsUser("POST", path, answer) : hub.ask("POST", path, answer);
}

/**
 * Adds a passkey to the user's account.
 * @param {Hub} hub
 */
export async function register(hub) {
    const asked = await hub.askAsUser("GET", "hub/auth/passkeys/registration");
    const credential = await navigator.credentials.create({
        publicKey: {
            ...asked,
            challenge: bytes(asked.challenge),
            // The identifier's characters themselves, as apps send it too.
            user: { ...asked.user, id: new TextEncoder().encode(asked.user.id) },
            excludeCredentials: (asked.excludeCredentials ?? []).map((/** @type {any} */ one) =>
                ({ ...one, id: bytes(one.id) })),
        },
    });
    const { id, rawId, type, response } = /** @type {any} */ (credential);
    return hub.askAsUser("POST", "hub/auth/passkeys/registration", {
        id, rawId: base64url(rawId), type,
        response: {
            clientDataJSON: base64url(response.clientDataJSON),
            attestationObject: base64url(response.attestationObject),
        },
    });
}

"""#),
("profile.js", "text/javascript; charset=utf-8", "293789f099d9afef306b4e4c3359fd8e69e62f2fa940dc9dce223456829cb257", #"""
// The user's own details: the fields of the application's schema, and a form for those that the user may change.

import { element } from "./dom.js";
import { busy, describe } from "./screens.js";
import { text } from "./text.js";

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} type
 * @property {boolean} required
 * @property {boolean} mayChange whether users may, while the field is empty
 * @property {boolean} stays whether a value, once set, stays
 */

const simple = ["string", "number", "boolean"];
const identifiers = ["email", "phone_number", "user_id"]; // shown above, and changed by signing in
const first = ["first_name", "last_name"];

/**
 * The fields of a schema that people can read, in their order on the page.
 * @param {Record<string, any>} schema
 * @returns {Field[]}
 */
export function fields(schema) {
    const found = Object.entries(schema ?? {})
        .filter(([name, field]) => !identifiers.includes(name) && simple.includes(field.type)
            && field.encryption?.state !== "enabled")
        .map(([name, field]) => ({
            name, label: field.display_name || name, type: field.type, required: field.required === true,
            mayChange: field.owned_by === "user", stays: field.read_only === true,
        }));
    /** @param {Field} field */
    const place = ({ name }) => (first.includes(name) ? first.indexOf(name) : first.length);
    return found.sort((one, other) => place(one) - place(other) || one.label.localeCompare(other.label));
}

/**
 * The details as a form, or as rows where nothing may be changed.
 * @param {Field[]} shown
 * @param {Record<string, any>} values
 * @param {(changes: Record<string, any>) => Promise<void>} save
 */
export function details(shown, values, save) {
    const isOpen = (/** @type {Field} */ field) => field.mayChange && !(field.stays && isSet(values[field.name]));
    const open = shown.filter(isOpen);
    const fixed = shown.filter((field) => !isOpen(field) && isSet(values[field.name]));
    return [
        fixed.length > 0 && element("ul", { class: "rows" }, ...fixed.map((field) => element("li", {},
            element("span", { dir: "auto" }, `${field.label}: ${words(values[field.name])}`)))),
        open.length > 0 && form(open, values, save),
    ];
}

/** @param {unknown} value */
function isSet(value) {
    return value !== undefined && value !== null && value !== "";
}

/** @param {unknown} value */
function words(value) {
    return typeof value === "boolean" ? text(value ? "details.yes" : "details.no") : String(value);
}

/**
 * @param {Field[]} open
 * @param {Record<string, any>} values
 * @param {(changes: Record<string, any>) => Promise<void>} save
 */
function form(open, values, save) {
    const problem = element("p", { class: "problem", id: "details-problem", role: "alert" });
    const controls = open.map((field) => ({ field, input: input(field, values[field.name]) }));
    const control = element("button", {}, text("details.save"));
    const made = element("form", { novalidate: true, class: "details" },
        ...controls.map(({ field, input }) => row(field, input)), problem, control);
    made.addEventListener("submit", (event) => {
        event.preventDefault();
        problem.textContent = "";
        /** @type {Record<string, any>} */
        const changes = {};
        for (const { field, input } of controls) {
            input.removeAttribute("aria-invalid");
            const entered = entry(field, input);
            if (entered === undefined || (field.required && entered === null)) {
                problem.textContent = text(entered === null ? "details.needed" : "details.number", { label: field.label });
                input.setAttribute("aria-invalid", "true");
                input.focus();
                return;
            }
            if (entered !== (values[field.name] ?? (field.type === "boolean" ? false : null))) {
                changes[field.name] = entered;
            }
        }
        busy(control, () => save(changes), (failure) => { problem.textContent = describe(failure); });
    });
    return made;
}

/**
 * @param {Field} field
 * @param {unknown} value
 */
function input(field, value) {
    const id = `details-${field.name}`;
    if (field.type === "boolean") {
        return element("input", { id, type: "checkbox", checked: value === true });
    }
    return element("input", {
        id, type: "text", dir: "auto", value: isSet(value) ? String(value) : "", required: field.required,
        inputmode: field.type === "number" ? "decimal" : null, "aria-describedby": "details-problem",
        autocomplete: { first_name: "given-name", last_name: "family-name" }[field.name] ?? "off",
    });
}

/**
 * @param {Field} field
 * @param {HTMLInputElement} control
 */
function row(field, control) {
    const label = element("label", { for: control.id },
        field.required ? text("details.required", { label: field.label }) : field.label);
    return field.type === "boolean" ? element("div", { class: "tick" }, control, label) : element("div", {}, label, control);
}

/**
 * What was entered; null for nothing, undefined for what is no number.
 * @param {Field} field
 * @param {HTMLInputElement} control
 */
function entry(field, control) {
    if (field.type === "boolean") {
        return control.checked;
    }
    const entered = control.value.trim();
    if (entered === "") {
        return null;
    }
    if (field.type === "string") {
        return entered;
    }
    const number = Number(entered.replace(",", "."));
    return Number.isFinite(number) ? number : undefined;
}

"""#),
("provider.js", "text/javascript; charset=utf-8", "4ae9da957ba7c89d8a289926c10ebaa4a5a000c251755b3f7603c578242c2dc4", #"""
// Signing in through Apple or Google. The provider sends the browser back with a link, which works only here.

import * as binding from "./binding.js";

/** @typedef {import("./service.js").Hub} Hub */
/** @typedef {{challenge: string, address: string, verifier: string, method: string}} Visit */

/**
 * Goes to a provider. From a website's frame, the provider gets a window of its own, since it refuses to be framed.
 * @param {Hub} hub
 * @param {{method: string, intent?: string}} asked
 * @param {{isGuest: boolean, isFrame: boolean}} where a guest keeps what they entered
 * @param {(visit: Visit, link: string) => void} onReturn called in a frame
 * @param {AbortSignal} signal ends the waiting in a frame
 */
export async function visit(hub, asked, { isGuest, isFrame }, onReturn, signal) {
    // At once, while the browser still sees the person's click.
    const other = isFrame ? window.open("about:blank", "_blank", "popup,width=480,height=640") : null;
    try {
        const bound = await binding.newBinding();
        if (bound === null || (isFrame && other === null)) {
            throw new Error("The browser offers no hashes or no windows.");
        }
        const body = { ...asked, code_challenge: bound.hash, code_challenge_method: "S256" };
        const answer = isGuest ? await hub.askAsUser("POST", "hub/auth/openid", { ...body, keeps_session: hub.isBorrowed })
            : await hub.ask("POST", "hub/auth/openid", body);
        const begun = { challenge: answer.challenge_id, address: "", verifier: bound.verifier, method: asked.method };
        if (other === null) {
            binding.remember(hub.appKey, begun);
            location.assign(answer.url);
            return;
        }
        addEventListener("message", ({ source, origin, data }) => {
            if (source === other && origin === location.origin && data?.to === "rownd-provider") {
                onReturn(begun, String(data.link));
            }
        }, { signal });
        other.location.replace(answer.url);
    } catch (failure) {
        other?.close();
        throw failure;
    }
}

/**
 * The visit from which the browser comes back; null if it began elsewhere. The window that a frame opened has a storage
 * of its own: it tells the frame and closes.
 * @param {string} appKey
 * @param {string} link empty if the provider did not sign in
 * @returns {Visit|null}
 */
export function returned(appKey, link) {
    const begun = binding.begun(appKey);
    if (begun?.method !== undefined) {
        binding.forget(appKey);
        return { ...begun, method: begun.method };
    }
    if (window.opener !== null) {
        window.opener.postMessage({ to: "rownd-provider", link }, location.origin);
        window.close();
    }
    return null;
}

/**
 * Exchanges a link for the service's answer with tokens.
 * @param {Hub} hub
 * @param {Visit} begun
 * @param {string} link
 * @returns {Promise<any>}
 */
export async function finish(hub, begun, link) {
    const bound = { challenge_id: begun.challenge, code_verifier: begun.verifier };
    await hub.ask("POST", "hub/auth/complete", { ...bound, token: link });
    return hub.ask("POST", "hub/auth/challenge_status", bound);
}

"""#),
("screens.js", "text/javascript; charset=utf-8", "c9bd25148439ac73acb63d4b41f1d29de0db4165331940733ac0da27d1c85cf4", #"""
// Shows one screen after the other, and says what went wrong.

import { element } from "./dom.js";
import { Refusal, Unreachable } from "./service.js";
import { text } from "./text.js";

const place = /** @type {HTMLElement} */ (document.getElementById("screen"));

/**
 * Shows a screen; its heading or, if it has one, its field gets the focus.
 * @param {string} title
 * @param {...(import("./dom.js").Child)} content
 */
export function show(title, ...content) {
    const heading = element("h1", { tabindex: "-1" }, title);
    document.title = title;
    place.removeAttribute("aria-busy");
    place.replaceChildren(heading, ...content.filter((one) => one !== null && one !== undefined && one !== false)
        .map((one) => /** @type {Node|string} */ (one)));
    const field = /** @type {HTMLElement|null} */ (place.querySelector("[data-first]"));
    (field ?? heading).focus({ preventScroll: true });
}

/**
 * A button that is busy while its work goes on.
 * @param {string} label
 * @param {string} kind
 * @param {() => Promise<void>|void} work
 * @param {(failure: unknown) => void} onFailure
 */
export function button(label, kind, work, onFailure) {
    const made = element("button", { type: "button", class: kind, onclick: () => busy(made, work, onFailure) }, label);
    return made;
}

/**
 * Does some work once at a time.
 * @param {HTMLButtonElement} control
 * @param {() => Promise<void>|void} work
 * @param {(failure: unknown) => void} onFailure
 */
export async function busy(control, work, onFailure) {
    if (control.getAttribute("aria-busy") === "true") {
        return;
    }
    control.setAttribute("aria-busy", "true");
    try {
        await work();
    } catch (failure) {
        onFailure(failure);
    } finally {
        control.removeAttribute("aria-busy");
    }
}

/**
 * A form with one field, its problem and a button.
 * @param {{label: string, button: string, input: Record<string, unknown>, missing: string,
 *     isComplete: (value: string) => boolean, submit: (value: string) => Promise<void>,
 *     sentence?: (failure: unknown) => string}} parts
 */
export function oneFieldForm({ label, button: words, input, missing, isComplete, submit, sentence = describe }) {
    const problem = element("p", { class: "problem", id: "problem", role: "alert" });
    const field = element("input", { id: "field", "data-first": true, "aria-describedby": "problem", ...input });
    const control = element("button", { class: "primary" }, words);
    /** @param {string} what */
    const say = (what) => {
        problem.textContent = what;
        field.setAttribute("aria-invalid", "true");
        field.focus();
    };
    const form = element("form", { novalidate: true }, element("label", { for: "field" }, label), field, problem, control);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const value = field.value.trim();
        if (!isComplete(value)) {
            say(missing);
            return;
        }
        problem.textContent = "";
        field.removeAttribute("aria-invalid");
        busy(control, () => submit(value), (failure) => say(sentence(failure)));
    });
    return form;
}

/**
 * A sentence about a failure.
 * @param {unknown} failure
 */
export function describe(failure) {
    if (failure instanceof Unreachable) {
        return text("error.unreachable");
    }
    if (failure instanceof Refusal) {
        // The service says how long to wait; a proxy may not.
        return failure.message || text(failure.status === 429 ? "error.tooMany" : "error.unexpected");
    }
    return text("error.unexpected");
}

"""#),
("service.js", "text/javascript; charset=utf-8", "a663ddc2b4664f886d35237578319460e4c18922034a859d408cc1f1e5862965", #"""
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

"""#),
("signin.js", "text/javascript; charset=utf-8", "f5baf200d684a0fee02a67d38dc8c5297d0a64f5c33e2f247c2e039babbae10b", #"""
// Signing in: an e-mail address and its code or link, a phone number and its code, a passkey, or as a guest.

import { emailForm, kindOf, numberForm } from "./addresses.js";
import * as binding from "./binding.js";
import { element } from "./dom.js";
import * as passkey from "./passkey.js";
import * as provider from "./provider.js";
import { button, describe, oneFieldForm, show } from "./screens.js";
import { Refusal } from "./service.js";
import { text } from "./text.js";

const pauseBetweenQuestions = 2000; // milliseconds

/**
 * What the site asks for.
 * @typedef {object} Asked
 * @property {string} [sign_in_type]
 * @property {string} [intent]
 * @property {string} [identifier]
 * @property {string} [login_step]
 * @property {string} [request_id]
 * @property {string} [title]
 * @property {string} [subtitle]
 * @property {string} [post_login_redirect]
 * @property {boolean} [prevent_closing]
 * @property {boolean} [adds] set by the page itself
 */

export class SignIn {
    #stopped = new AbortController();
    /** Shows the service that the sign-in began here; undefined where the browser cannot. */
    #verifier = /** @type {string|undefined} */ (undefined);

    /**
     * @param {import("./identity.js").Page} page
     * @param {Asked} asked
     */
    constructor(page, asked) {
        this.page = page;
        this.asked = asked;
    }

    /** Ends the questions whether somebody has opened the link. */
    stop() {
        this.#stopped.abort();
    }

    begin() {
        const { sign_in_type: type, login_step: step, request_id: challenge, identifier } = this.asked;
        if (challenge && identifier) {
            const begun = binding.begun(this.page.hub.appKey);
            this.#verifier = begun?.challenge === challenge ? begun.verifier : undefined;
            this.#showCode(challenge, identifier);
        } else if (step === "no_account") {
            this.#showNoAccount(identifier ?? "");
        } else {
            this.#showChoices(step === "error" ? text("error.unexpected") : "", this.#asksNumber);
            if (type === "passkey" && passkey.hasPasskeys()) {
                this.#withPasskey().catch((failure) => this.#complain(failure));
            } else if (type === "anonymous" || type === "guest") {
                this.#asGuest().catch((failure) => this.#complain(failure));
            } else if ((type === "apple" || type === "google") && this.page.app.methods[type]) {
                this.#withProvider(type).catch((failure) => this.#complain(failure));
            }
        }
    }

    get #asksNumber() {
        const { sign_in_type: type, identifier } = this.asked;
        return this.page.app.methods.phone && (type === "phone" || identifier?.startsWith("+") === true);
    }

    /**
     * @param {string} [problem]
     * @param {boolean} [asksNumber] whether the field is for a phone number
     */
    #showChoices(problem = "", asksNumber = false) {
        this.stop();
        const { name } = this.page.app;
        const { adds } = this.asked;
        // Who adds an address is signed in already.
        const methods = adds ? {} : this.page.app.methods;
        const isUp = this.asked.intent === "sign_up";
        const complain = (/** @type {unknown} */ failure) => this.#complain(failure);
        const others = [
            methods.passkeys && passkey.hasPasskeys() && !isUp
                && button(text("signin.passkey"), "", () => this.#withPasskey(), complain),
            methods.phone
                && button(text(asksNumber ? "signin.useEmail" : "signin.usePhone"), "",
                    () => this.#showChoices("", !asksNumber), complain),
            methods.apple && button(text("signin.apple"), "", () => this.#withProvider("apple"), complain),
            methods.google && button(text("signin.google"), "", () => this.#withProvider("google"), complain),
            methods.guests && !this.page.isGuest
                && button(text("signin.guest"), "", () => this.#asGuest(), complain),
        ].filter(Boolean);
        const title = adds ? text(asksNumber ? "account.addPhone" : "account.addEmail") : null;
        show(title ?? this.asked.title ?? text(isUp ? "signin.titleUp" : "signin.title", { name }),
            this.asked.subtitle && element("p", { class: "quiet-text" }, this.asked.subtitle),
            element("p", { class: "problem", role: "alert", id: "trouble" }, problem),
            (asksNumber ? numberForm : emailForm)(this.asked.identifier, (value) => this.#withAddress(value)),
            others.length > 0 && element("p", { class: "or" }, text("signin.or")),
            others.length > 0 && element("div", { class: "choices" }, ...others),
            adds && element("div", { class: "actions" },
                button(text("action.back"), "quiet", () => this.page.manageAccount(), complain)),
            !adds && this.page.canClose && element("div", { class: "actions" },
                button(text("action.close"), "quiet", () => this.page.close(), complain)));
    }

    /** @param {unknown} failure */
    #complain(failure) {
        const isPasskey = failure instanceof DOMException
            || (failure instanceof Refusal && failure.status === 401);
        const place = document.getElementById("trouble");
        const sentence = isPasskey ? text("passkey.failed") : describe(failure);
        this.page.event("sign_in_failed", { reason: sentence });
        if (place !== null) {
            place.textContent = sentence;
        }
    }

    // MARK: An address and its code

    /** @param {string} address an e-mail address or a phone number */
    async #withAddress(address) {
        const kind = kindOf(address);
        this.page.event("sign_in_started", { method: kind });
        const bound = await binding.newBinding();
        // A guest who signs in keeps what they entered; who has an account gets one address more.
        const asUser = this.page.isGuest || this.asked.adds;
        const asked = {
            [kind]: address, intent: this.asked.intent, adds_address: this.asked.adds,
            keeps_session: asUser && this.page.hub.isBorrowed ? true : undefined,
            ...bound === null ? {} : { code_challenge: bound.hash, code_challenge_method: "S256" },
        };
        const answer = asUser ? await this.page.hub.askAsUser("POST", "hub/auth/init", asked)
            : await this.page.hub.ask("POST", "hub/auth/init", asked);
        this.#verifier = bound?.verifier;
        if (bound !== null) {
            binding.remember(this.page.hub.appKey, {
                challenge: answer.challenge_id, address, verifier: bound.verifier,
            });
        }
        this.page.surroundings.tell("auth_challenge_initiated", {
            challenge_id: answer.challenge_id, user_identifier: address,
        });
        this.#showCode(answer.challenge_id, address);
    }

    /**
     * @param {string} challenge
     * @param {string} address
     */
    #showCode(challenge, address) {
        this.stop();
        this.#stopped = new AbortController();
        const complain = (/** @type {unknown} */ failure) => this.page.announcer.warn(describe(failure), "code");
        const isPhone = kindOf(address) === "phone";
        show(text(isPhone ? "code.phoneTitle" : "code.title"),
            element("p", {}, isPhone ? text("code.phoneSent", { phone: address }) : text("code.sent", { email: address })),
            this.page.announcer.notice,
            oneFieldForm({
                label: text("code.label"), button: text("code.confirm"), missing: text("code.needed"),
                input: {
                    type: "text", name: "code", class: "code", inputmode: "numeric", autocomplete: "one-time-code",
                    maxlength: 12,
                },
                isComplete: (value) => /^\d{6}$/.test(value.replace(/\s/g, "")),
                submit: async (value) => {
                    await this.page.hub.ask("POST", "hub/auth/complete", {
                        challenge_id: challenge, token: value.replace(/\s/g, ""), code_verifier: this.#verifier,
                    });
                    await this.#question(challenge, address);
                },
                sentence: sentenceAboutCode,
            }),
            element("div", { class: "actions" },
                button(text("code.again"), "quiet", async () => {
                    await this.page.hub.ask("POST", "hub/auth/challenge_resend", { challenge_id: challenge });
                    this.page.announcer.warn(text("code.sentAgain"), "code");
                }, complain),
                button(text("code.other"), "quiet", () => {
                    this.page.surroundings.tell("auth_challenge_cleared");
                    this.#showChoices();
                }, complain)));
        this.#waitForLink(challenge, address, this.#stopped.signal);
    }

    /**
     * Asks again and again whether somebody has opened the link of the message.
     * @param {string} challenge
     * @param {string} address
     * @param {AbortSignal} signal
     */
    async #waitForLink(challenge, address, signal) {
        while (!signal.aborted) {
            await new Promise((resolve) => { setTimeout(resolve, pauseBetweenQuestions); });
            if (signal.aborted) {
                return;
            }
            if (document.hidden) {
                continue;
            }
            try {
                if (await this.#question(challenge, address, signal)) {
                    return;
                }
            } catch (failure) {
                if (failure instanceof Refusal && failure.status !== 429) {
                    return;
                }
            }
        }
    }

    /**
     * Takes the tokens of a challenge that was met.
     * @param {string} challenge
     * @param {string} address
     * @param {AbortSignal} [signal]
     */
    async #question(challenge, address, signal) {
        let answer;
        try {
            answer = await this.page.hub.ask("POST", "hub/auth/challenge_status", {
                challenge_id: challenge, [kindOf(address)]: address, code_verifier: this.#verifier,
            });
        } catch (failure) {
            // Only now is it safe to tell: the person has shown that the address is theirs.
            if (failure instanceof Refusal && failure.code === "E_SIGN_IN_USER_NOT_FOUND") {
                this.#showNoAccount(address);
                return true;
            }
            throw failure;
        }
        if (!answer?.access_token) {
            return false;
        }
        binding.forget(this.page.hub.appKey);
        this.page.surroundings.tell("auth_challenge_cleared");
        this.#done(kindOf(address), answer);
        return true;
    }

    /**
     * Goes on with the link of the message, in the browser where the sign-in began.
     * @param {string} link
     */
    async openLink(link) {
        const begun = binding.begun(this.page.hub.appKey);
        if (begun === null) {
            show(text("link.elsewhereTitle"), element("p", {}, text("link.elsewhere")));
            return;
        }
        this.#verifier = begun.verifier;
        try {
            await this.page.hub.ask("POST", "hub/auth/complete", {
                challenge_id: begun.challenge, token: link, code_verifier: begun.verifier,
            });
        } catch (failure) {
            show(text("link.overTitle"), element("p", {}, failure instanceof Refusal && failure.status < 500
                ? text("link.over") : describe(failure)), this.#choicesAgain());
            return;
        }
        show(text("link.title"), element("p", {}, text("link.text")),
            element("p", { class: "problem", role: "alert", id: "trouble" }),
            element("div", { class: "choices" }, button(text("link.here"), "primary", async () => {
                await this.#question(begun.challenge, begun.address);
            }, (failure) => this.#complain(failure))));
    }

    #choicesAgain() {
        return element("div", { class: "choices" }, button(text("out.again"), "primary", () => this.#showChoices(), () => {}));
    }

    /** @param {string} address */
    #showNoAccount(address) {
        this.stop();
        const complain = (/** @type {unknown} */ failure) => this.#complain(failure);
        show(text("none.title"),
            element("p", {}, text("none.text", { address })),
            element("p", { class: "problem", role: "alert", id: "trouble" }),
            element("div", { class: "choices" },
                button(text("none.signUp"), "primary", async () => {
                    this.asked = { ...this.asked, intent: "sign_up", login_step: undefined };
                    await this.#withAddress(address);
                }, complain),
                button(text("action.back"), "", () => this.#showChoices(), complain)));
    }

    // MARK: Other ways

    async #withPasskey() {
        if (this.page.surroundings.isApp && !passkey.hasPasskeys()) {
            this.page.surroundings.tell("trigger_sign_in_with_passkey");
            return;
        }
        this.page.event("sign_in_started", { method: "passkey" });
        this.#done("passkey", await passkey.signIn(this.page.hub, this.page.isGuest));
    }

    async #asGuest() {
        this.page.event("sign_in_started", { method: "anonymous" });
        const answer = await this.page.hub.ask("POST", "hub/auth/init", { is_anonymous: true });
        this.#done("anonymous", { ...answer, ...answer.auth_tokens });
    }

    /** @param {"apple"|"google"} method */
    async #withProvider(method) {
        this.page.event("sign_in_started", { method });
        const { isApp, isFrame } = this.page.surroundings;
        if (isApp) {
            this.page.surroundings.tell(`trigger_sign_in_with_${method}`, { intent: this.asked.intent });
            return;
        }
        this.stop();
        this.#stopped = new AbortController();
        await provider.visit(this.page.hub, { method, intent: this.asked.intent },
            { isGuest: this.page.isGuest, isFrame },
            (begun, link) => this.#finishVisit(begun, link), this.#stopped.signal);
    }

    /**
     * Goes on after a provider, in the browser where the sign-in began.
     * @param {string} link empty if the provider did not sign in
     */
    async openProvider(link) {
        const begun = provider.returned(this.page.hub.appKey, link);
        if (begun === null) {
            show(text("provider.elsewhereTitle"), element("p", {}, text("provider.elsewhere")));
            return;
        }
        this.#showChoices();
        await this.#finishVisit(begun, link);
    }

    /**
     * @param {provider.Visit} begun
     * @param {string} link
     */
    async #finishVisit(begun, link) {
        this.stop();
        try {
            if (link === "") {
                throw new Refusal(400, { code: "E_PROVIDER", message: text("provider.failed") });
            }
            this.#done(begun.method, await provider.finish(this.page.hub, begun, link));
        } catch (failure) {
            if (failure instanceof Refusal && failure.code === "E_SIGN_IN_USER_NOT_FOUND") {
                this.asked = { ...this.asked, intent: "sign_up", login_step: undefined };
                this.#showChoices(text("provider.none"));
            } else {
                this.#complain(failure);
            }
        }
    }

    /**
     * @param {string} method
     * @param {any} answer
     */
    #done(method, answer) {
        this.stop();
        this.page.signedIn(method, answer);
    }
}

/** @param {unknown} failure */
function sentenceAboutCode(failure) {
    if (failure instanceof Refusal) {
        if (failure.code === "E_ADDRESS_TAKEN" || failure.code === "E_ADDRESS_KNOWN") {
            return text(failure.code === "E_ADDRESS_TAKEN" ? "code.taken" : "code.known");
        }
        if (failure.status === 429 || failure.status === 423) {
            return text("code.locked");
        }
        if (failure.status === 404 || failure.status === 410) {
            return text("code.over");
        }
        if (failure.status < 500) {
            return text("code.wrong");
        }
    }
    return describe(failure);
}

"""#),
("surroundings.js", "text/javascript; charset=utf-8", "16831282a24dca0c192509189d6e89716c7898544073ab857a390325a4ea4c38", #"""
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

"""#),
    ]
}
