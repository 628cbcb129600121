// Shows a Countersign signing page inside another page:
//
//     const embed = new CountersignEmbed({ url, events: { completed({ id }) {}, closed({ id }) {} } });
//     embed.open();
//
// Without `containerId` the page opens in a dialog. Messages are taken only from the frame's own window and origin,
// and the frame speaks only to origins that the service allows. No dependency; the element
// <countersign-signing url="…"> does the same.
(function () {
    "use strict";

    const patience = 20000; // milliseconds until a page that says nothing counts as not loaded
    const names = ["completed", "declined", "closed", "error", "iframeLoaded", "ready", "delegated", "consented"];
    const once = ["completed", "declined", "delegated", "ready"];

    // While the dialog is open, the page behind it does not scroll.
    const style = `
:root:has(> body > .countersign-modal[open]) { overflow: hidden; scrollbar-gutter: stable; }
:where(countersign-signing) { display: block; height: 40rem; }
.countersign-modal { border: 0; padding: 0; margin: 0; width: 100%; height: 100vh; height: 100dvh; max-width: none;
  max-height: none; background: transparent; overflow: hidden; }
.countersign-modal::backdrop { background: rgb(15 23 25 / .6); }
.countersign-modal > div { position: absolute; inset: clamp(0px, calc((100vw - 40rem) * .1), 2.5rem); display: flex;
  flex-direction: column; background: #fff; border-radius: .5rem; overflow: hidden; box-shadow: 0 .5rem 2rem rgb(0 0 0 / .35);
  animation: countersign-in .18s ease-out; }
.countersign-modal header { display: flex; justify-content: flex-end; background: #f1f0ec; }
.countersign-modal header button { min-width: 2.75rem; min-height: 2.75rem; border: 0; background: none; color: #1b2326;
  font: 600 1rem/1 system-ui, sans-serif; padding: 0 1rem; cursor: pointer; }
.countersign-modal header button:focus-visible { outline: 3px solid #0a66d6; outline-offset: -3px; }
.countersign-frame { display: block; flex: 1; width: 100%; height: 100%; min-height: 0; border: 0; background: #fff; }
@keyframes countersign-in { from { opacity: 0; transform: translateY(.5rem); } }
@media (max-width: 40rem) { .countersign-modal > div { border-radius: 0; } }
@media (prefers-reduced-motion: reduce) { .countersign-modal > div { animation: none; } }`;

    /** The page's address: https, or http on loopback. */
    function checkedAddress(text) {
        let url;
        try {
            url = new URL(text);
        } catch {
            throw new TypeError("CountersignEmbed: `url` is not an address.");
        }
        const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
            || url.hostname.endsWith(".localhost");
        if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
            throw new TypeError("CountersignEmbed: `url` must begin with https://.");
        }
        return url;
    }

    /** An address to go to afterwards: http or https, so that no script runs. */
    function safeAddress(text) {
        try {
            const url = new URL(text);
            return ["https:", "http:"].includes(url.protocol) ? url.href : null;
        } catch {
            return null;
        }
    }

    class CountersignEmbed {
        #options;
        #url;
        #handlers = new Map();
        #told = new Set();
        #frame = null;
        #place = null;
        #before = null;
        #timer = 0;
        #id = null;
        #leaving = null;
        #hear = (event) => this.#take(event);

        constructor(options = {}) {
            this.#options = { ...options };
            this.#url = checkedAddress(options.url);
            for (const [name, handler] of Object.entries(options.events ?? {})) {
                this.on(name, handler);
            }
        }

        /** Calls `handler` for each event of this name. A name that there is not is ignored. */
        on(name, handler) {
            if (!names.includes(name)) {
                console.warn(`CountersignEmbed: there is no event ${name}; there are ${names.join(", ")}.`);
                return this;
            }
            if (typeof handler !== "function") {
                throw new TypeError(`CountersignEmbed: the handler of ${name} is not a function.`);
            }
            this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler]);
            return this;
        }

        get isOpen() {
            return this.#frame !== null;
        }

        /** Shows the page. Does nothing while it is shown. */
        open() {
            if (this.isOpen) {
                return this;
            }
            this.#told.clear();
            this.#leaving = null;
            const frame = document.createElement("iframe");
            frame.className = "countersign-frame";
            frame.title = this.#options.title ?? "Documents";
            frame.allow = "fullscreen; clipboard-write";
            frame.referrerPolicy = "origin";
            frame.src = this.#address();
            frame.addEventListener("load", () => this.#begin());
            frame.addEventListener("error", () => this.#fail("not_loaded"));
            this.#frame = frame;
            addEventListener("message", this.#hear);
            this.#before = document.activeElement;
            try {
                this.#show(frame);
            } catch (failure) {
                this.#forget();
                throw failure;
            }
            this.#timer = setTimeout(() => this.#fail("not_loaded"), patience);
            return this;
        }

        /** The page's address with this page's origin, so that the service can say at once that it is not allowed. */
        #address() {
            const address = new URL(this.#url);
            address.searchParams.set("from", self.origin);
            return address.href;
        }

        /** Takes the page away; `closed` follows. */
        close() {
            if (!this.isOpen) {
                return;
            }
            this.#forget();
            this.#tell("closed", { id: this.#id });
            if (this.#leaving !== null) {
                location.assign(this.#leaving);
            }
        }

        /** Escape closes the dialog, where it may be closed. */
        #leave() {
            if (this.#place !== null && this.#options.allowClose !== false) {
                this.close();
            }
        }

        #forget() {
            clearTimeout(this.#timer);
            removeEventListener("message", this.#hear);
            if (this.#place?.open) {
                this.#place.close();
            }
            this.#place?.remove();
            this.#frame?.remove();
            this.#place = null;
            this.#frame = null;
            if (this.#before?.isConnected) {
                this.#before.focus?.({ preventScroll: true });
            }
        }

        #show(frame) {
            addStyle();
            const { container, containerId } = this.#options;
            if (container || containerId) {
                const element = container ?? document.getElementById(containerId);
                if (element === null) {
                    throw new TypeError(`CountersignEmbed: the page has no element ${containerId}.`);
                }
                element.append(frame);
                return;
            }
            // A modal dialog makes what is behind it inert and gives Escape to us.
            const dialog = document.createElement("dialog");
            dialog.className = "countersign-modal";
            dialog.setAttribute("aria-label", frame.title);
            const box = document.createElement("div");
            if (this.#options.allowClose !== false) {
                const bar = document.createElement("header");
                const button = document.createElement("button");
                button.type = "button";
                button.textContent = this.#options.closeText ?? "Close";
                button.addEventListener("click", () => this.close());
                bar.append(button);
                box.append(bar);
            }
            box.append(frame);
            dialog.append(box);
            dialog.addEventListener("cancel", (event) => {
                event.preventDefault();
                this.#leave();
            });
            this.#place = dialog;
            document.body.append(dialog);
            dialog.showModal();
            frame.focus();
        }

        /** Tells the page that somebody listens, and what it should leave out. */
        #begin() {
            if (this.#frame === null) {
                return;
            }
            if (!this.#told.has("iframeLoaded")) {
                this.#told.add("iframeLoaded");
                this.#tell("iframeLoaded", {});
            }
            const { allowDecline, allowDownload, allowClose, showHeader, showSendButton } = this.#options;
            this.#frame.contentWindow?.postMessage({
                to: "countersign-page", type: "begin",
                wishes: {
                    allowDecline, allowDownload, allowClose, showHeader, showSendButton,
                    hasCloseButton: this.#place?.querySelector("header") != null,
                },
            }, this.#url.origin);
        }

        #take(event) {
            if (this.#frame === null || event.source !== this.#frame.contentWindow
                || event.origin !== this.#url.origin) {
                return;
            }
            const { to, type, detail } = event.data ?? {};
            if (to === "countersign-embed" && type === "escape") {
                this.#leave();
                return;
            }
            if (to !== "countersign-embed" || !names.includes(type) || type === "iframeLoaded") {
                return;
            }
            clearTimeout(this.#timer);
            if (this.#told.has(type) && once.includes(type)) {
                return;
            }
            this.#told.add(type);
            this.#act(type, { ...detail });
        }

        #act(type, detail) {
            this.#id = detail.id ?? this.#id;
            const { redirect, ...told } = detail;
            const wanted = type === "completed" ? this.#options.redirectUrl ?? redirect
                : type === "declined" ? this.#options.declineRedirectUrl ?? redirect : null;
            if (wanted) {
                this.#leaving = safeAddress(wanted);
            }
            if (type === "closed") {
                this.close();
                return;
            }
            this.#tell(type, told);
            if (this.#leaving !== null && this.isOpen) {
                this.close();
            }
        }

        #fail(code) {
            clearTimeout(this.#timer);
            if (this.#frame !== null && !this.#told.has("failed")) {
                this.#told.add("failed");
                this.#tell("error", { code, message: "The signing page did not load." });
            }
        }

        #tell(name, detail) {
            for (const handler of this.#handlers.get(name) ?? []) {
                // A handler that fails must not keep the others from hearing.
                try {
                    handler(detail);
                } catch (failure) {
                    setTimeout(() => { throw failure; });
                }
            }
        }
    }

    let isStyled = false;

    /** Adds the style as a sheet: the page's policy may forbid style elements, which only older browsers need. */
    function addStyle() {
        if (isStyled) {
            return;
        }
        isStyled = true;
        try {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(style);
            document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        } catch {
            const element = document.createElement("style");
            element.textContent = style;
            element.nonce = document.querySelector("script[nonce]")?.nonce ?? "";
            document.head.append(element);
        }
    }

    /** <countersign-signing url="…" [allow-decline="false"] …>: the page in the element, with events as CustomEvents. */
    class CountersignSigning extends HTMLElement {
        static observedAttributes = ["url"];
        #embed = null;

        attributeChangedCallback() {
            if (this.isConnected) {
                this.close();
                this.open();
            }
        }

        connectedCallback() {
            const url = this.getAttribute("url");
            if (url === null || !this.isConnected || this.#embed !== null) {
                return;
            }
            const wish = (name) => this.getAttribute(name) === "false" ? false : undefined;
            const told = (name) => (detail) =>
                this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
            try {
                this.#embed = new CountersignEmbed({
                    url, container: this, title: this.getAttribute("title") ?? undefined,
                    allowDecline: wish("allow-decline"), allowDownload: wish("allow-download"),
                    allowClose: wish("allow-close"), showHeader: wish("show-header"),
                    redirectUrl: this.getAttribute("redirect-url") ?? undefined,
                    declineRedirectUrl: this.getAttribute("decline-redirect-url") ?? undefined,
                    events: Object.fromEntries(names.map((name) => [name, told(name)])),
                }).open();
            } catch (failure) {
                told("error")({ code: "not_an_address", message: failure.message });
            }
        }

        disconnectedCallback() {
            const embed = this.#embed;
            this.#embed = null;
            embed?.close();
        }

        open() {
            this.connectedCallback();
        }

        close() {
            this.disconnectedCallback();
        }
    }

    if (!customElements.get("countersign-signing")) {
        customElements.define("countersign-signing", CountersignSigning);
    }
    globalThis.CountersignEmbed = CountersignEmbed;
    globalThis.SignWellEmbed = CountersignEmbed;
})();
