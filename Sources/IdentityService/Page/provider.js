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
