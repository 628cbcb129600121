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
