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
