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
