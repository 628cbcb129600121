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
