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
