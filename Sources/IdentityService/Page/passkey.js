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
