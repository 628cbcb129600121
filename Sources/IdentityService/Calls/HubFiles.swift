// Made by scripts/embed-files from Sources/IdentityService/Script; changes belong there.
// swift-format-ignore-file

enum HubFiles {
    /// The files in the order of their names: the name, the media type, the SHA-256 in hexadecimal digits, the bytes as
    /// UTF-8.
    static let all: [(name: String, type: String, digest: String, text: String)] = [
("hub.js", "text/javascript; charset=utf-8", "92ddeab100ab6263e7da5bd6f98631d016143d1294248c7093203d7f85933e0c", #"""
// Signing in on a website:
//
//     <script>
//     (window._rphConfig = window._rphConfig ?? []).push(["setAppKey", "key_…"]);
//     </script>
//     <script src="https://sign.example.com/hub.js" async></script>
//
// Then `rownd.requestSignIn()`, `rownd.getAccessToken()`, `rownd.user.get()` and so on. The sign-in page is a frame of
// the service; messages are taken only from its window and origin, and it speaks only to origins that the application
// allows.
(function () {
    "use strict";

    const script = document.currentScript;
    const settings = {
        baseUrl: script ? new URL(".", script.src).href : "", appKey: "", postLoginRedirect: null,
        postAuthenticationApi: null, postSignOutApi: null, postSignOutCallback: null,
    };
    const events = ["auth", "sign_in_started", "sign_in_completed", "sign_in_failed", "sign_out", "user_data"];
    const target = new EventTarget();
    const style = `
.rownd-place { border: 0; padding: 0; margin: auto; width: min(27rem, 100vw); max-width: none; max-height: 95vh;
  background: transparent; border-radius: .9rem; box-shadow: 0 .5rem 2rem rgb(0 0 0 / .35); overflow: hidden; }
.rownd-place::backdrop { background: rgb(15 23 25 / .6); }
.rownd-place iframe { display: block; width: 100%; height: 30rem; max-height: 95vh; border: 0; }
@media (max-width: 30rem) { .rownd-place { margin: auto 0 0; border-radius: .9rem .9rem 0 0; } }`;

    let frame = null;
    let dialog = null;
    let session = null;
    let ready = null;
    let number = 0;
    const waiting = new Map();

    const setters = {
        setBaseUrl(value) { settings.baseUrl = new URL(".", value.endsWith("/") ? value : `${value}/`).href; },
        setAppKey(value) { settings.appKey = String(value); },
        setPostLoginRedirect(value) { settings.postLoginRedirect = value; },
        setPostAuthenticationApi(value) { settings.postAuthenticationApi = value; },
        setPostSignOutApi(value) { settings.postSignOutApi = value; },
        setPostSignOutCallback(value) { settings.postSignOutCallback = value; },
        onLoaded(value) { ready.then(() => value(window.rownd)); },
    };

    // MARK: The session, kept for this website's origin

    const place = () => `rph_session.${settings.appKey}`;

    function stored() {
        try {
            const { access_token, refresh_token } = JSON.parse(localStorage.getItem(place())) ?? {};
            return access_token && refresh_token ? { access_token, refresh_token } : null;
        } catch {
            return null;
        }
    }

    function keep(tokens) {
        session = tokens;
        try {
            if (tokens === null) {
                localStorage.removeItem(place());
            } else {
                localStorage.setItem(place(), JSON.stringify(tokens));
            }
        } catch {
            // Without storage, the session lasts as long as the page.
        }
        tell("auth", { is_authenticated: tokens !== null, access_token: tokens?.access_token ?? null });
    }

    function tell(name, detail) {
        target.dispatchEvent(new CustomEvent(name, { detail }));
    }

    // MARK: The frame

    function makeFrame() {
        const sheet = document.createElement("style");
        sheet.textContent = style;
        document.head.append(sheet);
        dialog = document.createElement("dialog");
        dialog.className = "rownd-place";
        dialog.setAttribute("aria-label", "Sign in");
        frame = document.createElement("iframe");
        frame.title = "Sign in";
        frame.allow = "publickey-credentials-get; publickey-credentials-create";
        frame.referrerPolicy = "origin";
        frame.src = `${settings.baseUrl}web_app?app_key=${encodeURIComponent(settings.appKey)}`;
        frame.addEventListener("load", () => send({ type: "begin" }));
        dialog.append(frame);
        document.body.append(dialog);
    }

    function send(message) {
        frame.contentWindow?.postMessage({ to: "rownd-hub", ...message }, new URL(settings.baseUrl).origin);
    }

    function call(name, args) {
        number += 1;
        const id = number;
        return ready.then(() => new Promise((resolve, reject) => {
            waiting.set(id, { resolve, reject });
            send({ type: "call", id, name, args });
        }));
    }

    function hear(event, loaded) {
        if (frame === null || event.source !== frame.contentWindow || event.origin !== new URL(settings.baseUrl).origin
            || event.data?.to !== "rownd-page") {
            return;
        }
        const { type, payload, id, result, error } = event.data;
        switch (type) {
        case "hub_loaded": loaded(); break;
        case "answer":
            if (error) {
                waiting.get(id)?.reject(Object.assign(new Error(error.message || "The call failed."), error));
            } else {
                waiting.get(id)?.resolve(result);
            }
            waiting.delete(id);
            break;
        case "authentication": keep({ access_token: payload.access_token, refresh_token: payload.refresh_token }); break;
        case "sign_out": signedOut(); break;
        case "close_hub_view_controller": dialog.close(); break;
        case "hub_resize": frame.style.height = `${Math.min(Math.max(Number(payload.height) || 0, 200), 2000)}px`; break;
        case "event":
            if (events.includes(payload.event) && payload.event !== "sign_out") {
                tell(payload.event, payload.data);
            }
            if (payload.event === "sign_in_completed") {
                signedIn();
            }
            break;
        default: break;
        }
    }

    function open() {
        if (!dialog.open) {
            dialog.showModal();
        }
    }

    // MARK: What follows

    async function tellServer(api, token) {
        if (!api?.url) {
            return {};
        }
        const method = (api.method ?? "post").toUpperCase();
        const headers = { Accept: "application/json", ...api.extra_headers };
        if (token) {
            headers.Authorization = `Bearer ${token}`;
        }
        let body;
        if (method === "POST" || method === "PUT") {
            headers["Content-Type"] = "application/json";
            body = JSON.stringify(token ? { access_token: token } : {});
        }
        const response = await fetch(api.url, {
            method, headers, body, credentials: "include", signal: AbortSignal.timeout(api.timeout ?? 10_000),
        });
        return response.ok ? response.json().catch(() => ({})) : {};
    }

    async function signedIn() {
        const answer = await tellServer(settings.postAuthenticationApi, session?.access_token).catch(() => ({}));
        const next = safeAddress(answer.return_to ?? settings.postLoginRedirect);
        if (next !== null) {
            location.assign(next);
        } else if (answer.should_refresh_page === true) {
            location.reload();
        }
    }

    async function signedOut() {
        if (session === null) {
            return;
        }
        keep(null);
        tell("sign_out", {});
        settings.postSignOutCallback?.();
        const answer = await tellServer(settings.postSignOutApi, null).catch(() => ({}));
        if (answer.should_refresh_page === true) {
            location.reload();
        }
    }

    /** An address on this website only: an answer or a setting from elsewhere must not lead away. */
    function safeAddress(text) {
        try {
            const url = new URL(text, location.href);
            return text && url.origin === location.origin ? url.href : null;
        } catch {
            return null;
        }
    }

    // MARK: What a website calls

    const rownd = {
        requestSignIn(options = {}) {
            const { auto_sign_in: _, ...asked } = options;
            return ready.then(open).then(renew).then(() => call("requestSignIn", asked));
        },
        connectAuthenticator(options = {}) {
            return ready.then(open).then(renew).then(() => call("connectAuthenticator", options));
        },
        signOut(options = {}) {
            return renew().then(() => call("signOut", options));
        },
        /** An access token that is valid for at least a minute; null without a session. */
        async getAccessToken({ waitForToken = false } = {}) {
            await ready;
            if (session === null && waitForToken) {
                await new Promise((resolve) => {
                    target.addEventListener("sign_in_completed", () => resolve(null), { once: true });
                });
            }
            if (session === null) {
                return null;
            }
            // One tab at a time refreshes, and the others find its tokens.
            const refresh = async () => {
                const kept = stored();
                if (kept === null) {
                    return null;
                }
                await call("use", kept);
                return call("accessToken");
            };
            return navigator.locks ? navigator.locks.request(place(), refresh) : refresh();
        },
        user: {
            async get(field) {
                const { data } = await asUser("getUser");
                return field === undefined ? data : data?.[field];
            },
            async set(data) {
                const answer = await asUser("setUser", data);
                tell("user_data", answer);
                return answer.data;
            },
            async setValue(field, value) {
                const { data } = await asUser("getUser");
                return rownd.user.set({ ...data, [field]: value });
            },
            manageAccount() {
                return ready.then(open).then(() => asUser("manageAccount"));
            },
        },
        auth: {
            get is_authenticated() { return session !== null; },
        },
        events: {
            addEventListener(name, handler, options) {
                if (!events.includes(name)) {
                    throw new TypeError(`rownd: there is no event ${name}; there are ${events.join(", ")}.`);
                }
                target.addEventListener(name, handler, options);
            },
            removeEventListener(name, handler) { target.removeEventListener(name, handler); },
        },
    };

    /** Gives the frame the tokens of now: another tab may have renewed them. What follows does not depend on it. */
    function renew() {
        return rownd.getAccessToken().catch(() => null);
    }

    async function asUser(name, args) {
        await rownd.getAccessToken();
        return call(name, args);
    }

    // MARK: Beginning

    function begin() {
        const queue = Array.isArray(window._rphConfig) ? window._rphConfig : [];
        const loaded = new Promise((resolve) => { addEventListener("message", (event) => hear(event, resolve)); });
        let whenSet = () => {};
        ready = new Promise((resolve) => { whenSet = resolve; });
        const take = ([name, value]) => {
            setters[name]?.(value);
            if (settings.appKey !== "" && settings.baseUrl !== "" && frame === null) {
                // The settings of the same script come first.
                queueMicrotask(() => {
                    if (frame === null) {
                        makeFrame();
                        session = stored();
                        whenSet(loaded.then(() => session && call_use()));
                    }
                });
            }
        };
        const call_use = () => send({ type: "call", id: 0, name: "use", args: session });
        window._rphConfig = { push: take };
        window.rownd = rownd;
        queue.forEach(take);
        addEventListener("storage", (event) => {
            if (event.key === place()) {
                session = stored();
                // The frame's tokens are another tab's old ones.
                if (frame !== null) {
                    call_use();
                }
                tell("auth", { is_authenticated: session !== null, access_token: session?.access_token ?? null });
            }
        });
    }

    begin();
})();

"""#),
    ]
}
